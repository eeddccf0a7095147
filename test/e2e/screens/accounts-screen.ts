import type { Locator, Page } from '@playwright/test'

/** The account switcher, and the list of all accounts on the overview. */
export function accountsScreen(page: Page) {
  const switcher = page.getByRole('button', { name: /^Account: / })
  const all = page.getByRole('region', { name: 'All accounts' })
  return {
    switcher,
    all,
    line: (name: string): Locator => all.getByRole('row').filter({ hasText: name }),
    /** Takes two clicks: one opens the list, one selects the account. */
    show: async (name: string): Promise<void> => {
      await switcher.click()
      await page.getByRole('menuitemradio', { name }).click()
    },
    /** Accounts in danger that are not on screen. */
    elsewhere: page.getByRole('region', { name: 'Other accounts in danger' }),
  }
}
