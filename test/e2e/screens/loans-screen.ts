import type { Page } from '@playwright/test'

export function loansScreen(page: Page) {
  return {
    gauge: page.getByRole('meter', { name: 'Loan-to-value on the load line' }),
    loadLine: page.getByRole('region', { name: 'Credit line' }),
    /** The first position offered while the LTV is high. */
    closePosition: page
      .getByRole('region', { name: 'Lower the LTV' })
      .getByRole('button', { name: /^Close / })
      .first(),
    loan: page.getByRole('region', { name: 'The loan' }),
  }
}
