import type { Page } from '@playwright/test'

/** The Support tab of Settings: the bundle and the log. */
export function supportScreen(page: Page) {
  const panel = page.getByRole('region', { name: 'Support bundle', exact: true })
  const text = page.getByRole('dialog').getByRole('region', { name: /^Text of / })
  return {
    open: () => page.getByRole('tab', { name: 'Support' }).click(),
    panel,
    make: panel.getByRole('button', { name: 'Make a support bundle' }),
    files: panel.getByRole('listitem'),
    text,
    show: (name: string) => panel.getByRole('button', { name: `Show ${name}` }).click(),
    closeText: async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await text.waitFor({ state: 'detached' })
    },
    leaveOut: (name: string) =>
      panel.getByRole('checkbox', { name: `Put ${name} into the bundle` }).uncheck(),
    save: panel.getByRole('button', { name: 'Save as ZIP' }),
    reveal: panel.getByRole('button', { name: 'Show in folder' }),
    log: page.getByRole('listbox', { name: 'Lines of the log' }),
    search: page.getByRole('searchbox', { name: 'Search the log' }),
  }
}
