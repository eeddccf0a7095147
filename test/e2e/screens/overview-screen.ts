import type { Page } from '@playwright/test'

export function overviewScreen(page: Page) {
  const balance = page.getByRole('region', { name: /^(Balances|Main balance)$/ })
  return {
    balance,
    /** Rows where the exchange tells prices, else items of a list. */
    assets: balance.locator('[aria-label^="Assets"] :is(li, tbody tr)'),
    value: page.getByRole('region', { name: 'Account value' }),
    risk: page.getByRole('region', { name: 'Open risk' }),
    headroom: page.getByRole('region', { name: 'LTV headroom' }),
    attention: page.getByRole('region', { name: 'Needs attention now' }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
  }
}
