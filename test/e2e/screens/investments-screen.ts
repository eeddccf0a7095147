import type { Locator, Page } from '@playwright/test'

/** Settings of the filter panel; missing members stay unchanged. */
export type FilterChoice = {
  actions?: string[]
  plan?: string
  investment?: string
  transaction?: string
  currency?: string
  /** Days such as "2025-08-18", both inclusive. */
  from?: string
  to?: string
}

export function investmentsScreen(page: Page) {
  const filters = page.getByRole('form', { name: 'Filter the history' })
  const filterButton = page.getByRole('button', { name: 'Filter', exact: true })
  const exportDialog = page.getByRole('dialog', { name: 'Export records' })
  const main = page.getByRole('main')
  const list = page.getByRole('region', { name: 'Investment records' })
  const sync = page.getByRole('region', { name: 'State of the history' })
  const story = page.getByRole('complementary', { name: 'Investment timeline' })
  const openFilters = async (): Promise<void> => {
    if ((await filterButton.getAttribute('aria-expanded')) !== 'true') await filterButton.click()
  }
  return {
    main,
    list,
    table: page.getByRole('table'),
    sync,
    /** Number of records stored on this computer, as shown in the history's status line. */
    kept: async (): Promise<number> =>
      Number.parseInt(
        (/([\d,]+) records?/.exec(await sync.innerText())?.[1] ?? '').replaceAll(',', ''),
        10,
      ),
    pause: (): Promise<void> => sync.getByRole('button', { name: 'Pause' }).click(),
    resume: (): Promise<void> => sync.getByRole('button', { name: 'Resume' }).click(),
    lookAgain: (): Promise<void> => main.getByRole('button', { name: 'Check again' }).click(),
    /** Error panels. */
    problems: main.locator('.problem'),
    /** "Records 1 to 20 of 100,000, newest first". */
    reach: main.getByText(/^Records [\d,]+ to [\d,]+ of/),
    /** Rows whose record has not been loaded yet. */
    notRead: list.getByLabel('Not read yet'),
    rowsThere: (): Promise<number> => list.locator('[data-row]').count(),
    transactionOf: async (index: number): Promise<string> =>
      (await list
        .locator('tr', { has: page.locator(`[data-row="${index}"]`) })
        .locator('td')
        .last()
        .getAttribute('title')) ?? '',
    /** Scrolls by a share of the full height; returns a row that is visible then. */
    scrollTo: (share: number): Promise<number> =>
      list.evaluate(async (element, share) => {
        const box = element as unknown as HTMLElement
        box.scrollTop = share * (box.scrollHeight - box.clientHeight)
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        const rows = [...box.querySelectorAll<HTMLElement>('[data-row]')]
        const middle = box.getBoundingClientRect().top + box.clientHeight / 2
        const row = rows.find((one) => one.getBoundingClientRect().top >= middle) ?? rows.at(-1)
        return Number.parseInt(row?.dataset['row'] ?? '', 10)
      }, share),
    /** "12,345 of 100,000 records". */
    count: page.locator('main .count'),
    pills: page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'),
    filters,
    found: page.getByRole('region', { name: 'Found at the exchange', exact: true }),
    story,
    exportDialog,
    field: (label: string): Locator => filters.getByLabel(label, { exact: true }),
    chooseFile: exportDialog.getByRole('button', { name: 'Choose a file and export' }),
    closeExport: async (): Promise<void> => {
      await exportDialog
        .getByRole('button')
        .filter({ hasText: /Close|Not now/ })
        .click()
      await exportDialog.waitFor({ state: 'hidden' })
    },
    row: (index: number): Locator => page.locator(`[data-row="${index}"]`),
    earnedIn: (currency: string): Locator =>
      page.getByRole('region', { name: `Earned in ${currency}` }),
    openFilters,
    filter: async ({
      actions = [],
      plan,
      investment,
      transaction,
      currency,
      from,
      to,
    }: FilterChoice): Promise<void> => {
      await openFilters()
      for (const action of actions)
        await filters.getByRole('checkbox', { name: new RegExp(`^${action}`) }).check()
      for (const [label, text] of [
        ['Plan', plan],
        ['Investment', investment],
        ['Transaction', transaction],
      ] as const) {
        if (text === undefined) continue
        await filters.getByLabel(label).fill(text)
        await page.keyboard.press('Enter')
      }
      if (currency !== undefined) await filters.getByLabel('Currency').selectOption(currency)
      if (from !== undefined) await filters.getByLabel('From', { exact: true }).fill(from)
      if (to !== undefined) await filters.getByLabel('To, included').fill(to)
    },
    clearFilters: (): Promise<void> => page.getByRole('button', { name: 'Clear all' }).click(),
    searchAtExchange: async (): Promise<void> => {
      await openFilters()
      await filters.getByRole('button', { name: 'Search at the exchange' }).click()
    },
    showEarnings: (): Promise<void> => page.getByRole('tab', { name: 'Earnings' }).click(),
    openStory: async (index: number): Promise<void> => {
      await page.locator(`[data-row="${index}"]`).click()
      await story.waitFor()
    },
    /** Stops before the system's file dialog. */
    startExport: async (format: 'CSV' | 'JSON'): Promise<void> => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await exportDialog.getByText(format, { exact: true }).click()
      await exportDialog.getByRole('button', { name: 'Choose a file and export' }).click()
    },
  }
}
