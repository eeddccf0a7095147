import type { Page } from '@playwright/test'

function controls(page: Page, name: string) {
  const door = page.getByRole('button', { name })
  const dialog = page.getByRole('dialog', { name })
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

export function demoControls(page: Page) {
  return controls(page, 'Demo controls')
}

export function copyControls(page: Page) {
  return controls(page, 'Move prices')
}
