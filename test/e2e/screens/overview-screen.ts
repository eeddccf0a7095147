import type { Page } from '@playwright/test'

export function overviewScreen(page: Page) {
  const balance = page.getByRole('region', { name: /^(Balances|Main balance)$/ })
  return {
    balance,
    /** Table rows where the exchange sends prices, otherwise list items. */
    assets: balance.locator('[aria-label^="Assets"] :is(li, tbody tr)'),
    value: page.getByRole('region', { name: 'Account value' }),
    risk: page.getByRole('region', { name: 'Open risk' }),
    headroom: page.getByRole('region', { name: 'LTV headroom' }),
    attention: page.getByRole('region', { name: 'Needs attention now' }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
  }
}
