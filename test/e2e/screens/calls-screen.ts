import type { Page } from '@playwright/test'

/** Calls and console, both on Activity. */
export function callsScreen(page: Page) {
  const list = page.getByRole('region', { name: 'Calls, newest first' })
  const details = page.getByRole('complementary', { name: 'Details of the call' })
  const request = page.getByRole('form', { name: 'Request' })
  return {
    open: (tab: 'Calls' | 'Console') => page.getByRole('tab', { name: tab }).click(),
    /**
     * Opens the newest call to this endpoint. Uses the search, because the page holds only the
     * visible rows of a long list.
     */
    openNewest: async (endpoint: string): Promise<void> => {
      await page.getByRole('searchbox', { name: 'Search in calls' }).fill(endpoint)
      await list.getByRole('row').filter({ hasText: endpoint }).first().getByRole('button').click()
    },
    pause: page.getByRole('button', { name: 'Pause' }),
    details,
    copyAsCurl: details.getByRole('button', { name: 'Copy as cURL' }),
    choose: async (path: string) => {
      await request.getByRole('combobox', { name: 'Endpoint' }).fill(path)
      await page.keyboard.press('Tab')
    },
    request,
    dryRun: request.getByRole('button', { name: 'Dry run' }),
    send: request.getByRole('button', { name: 'Send' }),
    preview: page.getByRole('region', { name: 'What would be sent' }),
    answer: page.getByRole('region', { name: 'Answer' }).first(),
    openInCalls: page.getByRole('button', { name: 'Open in Calls' }),
  }
}
