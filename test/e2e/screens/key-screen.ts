import type { Page } from '@playwright/test'

/** What an account's key can do, and the account reset, both on the account's row in Settings. */
export function keyScreen(page: Page, account: string) {
  const dialog = page.getByRole('dialog', { name: `What the key of “${account}” can do` })
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: account })
  return {
    dialog,
    open: () => page.getByRole('button', { name: `What this key can do: “${account}”` }).click(),
    close: async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    },
    endpoint: (path: string) =>
      dialog.getByRole('row').filter({ has: page.getByText(path, { exact: true }) }),
    check: dialog.getByRole('button', { name: 'Check now' }),
    checked: dialog.getByText('Checked everything that may be asked.'),
    row,
    tryAgain: page.getByRole('button', { name: 'Try this key again' }),
    reset: page.getByRole('button', { name: `Reset “${account}”` }),
  }
}
