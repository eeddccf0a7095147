import type { Locator, Page } from '@playwright/test'

export function miningScreen(page: Page) {
  const account = (name: string): Locator => page.getByRole('region', { name, exact: true })
  const change = (name: string): Locator =>
    page.getByRole('region', { name: `Payout destination of ${name} changed` })
  const side = (name: string, heading: string): Locator =>
    change(name).locator('.sides > div', {
      has: page.getByRole('heading', { name: heading, exact: true }),
    })
  return {
    account,
    change,
    before: (name: string): Locator => side(name, 'Before'),
    now: (name: string): Locator => side(name, 'Now'),
    /** Error panels. */
    problems: page.getByRole('main').locator('.problem'),
    /** The account's address, split into groups. */
    groups: (name: string): Promise<string[]> =>
      account(name).locator('.destination .group').allInnerTexts(),
    /** The full address, wherever it is shown in groups. */
    address: (name: string, text: string): Locator =>
      account(name).getByTitle(text, { exact: true }),
    add: async (name: string): Promise<void> => {
      await page.getByLabel('Name of the mining account').fill(name)
      await page.getByRole('button', { name: 'Add account' }).click()
    },
    check: (name: string): Promise<void> =>
      account(name).getByRole('button', { name: 'Check now' }).click(),
    acknowledge: (name: string): Promise<void> =>
      account(name).getByRole('button', { name: 'I have seen this' }).click(),
    remove: async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `Remove “${name}”` }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
    },
  }
}
