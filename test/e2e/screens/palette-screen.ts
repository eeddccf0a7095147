import type { Page } from '@playwright/test'

export function paletteScreen(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Commands' })
  return {
    dialog,
    reached: dialog.getByRole('option', { selected: true }),
    /** Types and takes the first result, by keyboard only. */
    run: async (typed: string): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k')
      await dialog.waitFor()
      await page.keyboard.type(typed)
      await dialog.getByRole('option', { selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    },
  }
}
