import type { Page } from '@playwright/test'

export type SettingsTab =
  'Accounts' | 'Alerts' | 'Appearance' | 'Window and tray' | 'Connection' | 'About'

export function settingsScreen(page: Page) {
  const token = page.getByRole('region', { name: 'Stream token' })
  const panel = page.getByRole('tabpanel')
  return {
    panel,
    open: (tab: SettingsTab) => page.getByRole('tab', { name: tab }).click(),
    addAccount: page.getByRole('button', { name: 'Add an account' }),
    accounts: panel.getByRole('listitem'),
    about: (name: string) => panel.locator(`dt:text-is("${name}") + dd`),
    showNotices: panel.getByRole('button', { name: 'Third-party notices' }),
    unlock: page.getByRole('button', { name: 'Unlock', exact: true }),
    sendTest: panel.getByRole('button', { name: 'Send a test notification' }),
    tryAgain: page.getByRole('button', { name: 'Try again', exact: true }),
    showAccount: panel.getByRole('button', { name: /^Show “/ }),
    rename: async (from: string, to: string) => {
      await page.getByRole('button', { name: `Rename “${from}”` }).click()
      await page.getByLabel(`New name for “${from}”`).fill(to)
      await page.getByRole('button', { name: 'Save name' }).click()
    },
    newKey: (name: string) =>
      page.getByRole('button', { name: `Enter a new key for “${name}”` }).click(),
    remove: (name: string) => page.getByRole('button', { name: `Delete “${name}”` }).click(),
    removal: page.getByRole('alertdialog'),
    token,
    fetchToken: token.getByRole('button', { name: 'Fetch token' }),
    reveal: token.getByRole('button', { name: 'Hold to reveal' }),
    copyToken: token.getByRole('button', { name: 'Copy' }),
  }
}
