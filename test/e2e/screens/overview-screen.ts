import type { Page } from '@playwright/test'

export const overviewScreen = (page: Page) => {
  const balance = page.getByRole('region', { name: 'Main balance' })
  return {
    balance,
    assets: balance.getByRole('list', { name: 'Assets in the main balance' }).getByRole('listitem'),
    risk: page.getByRole('region', { name: 'Open risk' }),
    headroom: page.getByRole('region', { name: 'LTV headroom' }),
    attention: page.getByRole('region', { name: 'Needs attention now' }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
  }
}
