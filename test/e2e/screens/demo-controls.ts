import type { Page } from '@playwright/test'

export function demoControls(page: Page) {
  const door = page.getByRole('button', { name: 'Demo controls' })
  const dialog = page.getByRole('dialog', { name: 'Demo controls' })
  return {
    door,
    dialog,
    said: dialog.locator('.outcome'),
    open: () => door.click(),
    pull: (lever: string) => dialog.getByRole('button', { name: lever, exact: true }).click(),
    close: async () => {
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'hidden' })
    },
  }
}
