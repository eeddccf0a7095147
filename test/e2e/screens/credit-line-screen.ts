import type { Page } from '@playwright/test'

export const creditLineScreen = (page: Page) => ({
  gauge: page.getByRole('meter', { name: 'Loan-to-value on the load line' }),
  loadLine: page.getByRole('region', { name: 'Load line' }),
  loan: page.getByRole('region', { name: 'The loan' }),
})
