import type { Page } from '@playwright/test'

export function positionsScreen(page: Page) {
  const table = page.getByRole('table')
  return {
    table,
    row: (market: string) => table.getByRole('row').filter({ hasText: market }).first(),
  }
}
