// Every table of expandable rows takes the same keys, and every details panel returns the focus to
// its row.
import type { Page } from '@playwright/test'
import { manyPositions, aFeed, aPortfolio } from '../fixtures/portfolio/figures.js'
import { aFlex } from '../fixtures/portfolio/investments.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { goTo } from './screens.js'
import { step } from './steps.js'

const tables: { table: string; rows: number; show: (page: Page) => Promise<void> }[] = [
  {
    table: 'Open positions',
    rows: 300,
    show: (page) => goTo(page, 'Positions'),
  },
  {
    table: 'Investment records',
    rows: 640,
    show: (page) => goTo(page, 'Investments'),
  },
  {
    table: 'Records found at the exchange',
    rows: 50,
    show: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('button', { name: 'Search at the exchange' }).click()
    },
  },
]

test('UX-66 one row of a table takes the focus, keys move it from end to end, Enter opens it and Esc returns the focus', async ({
  open,
}) => {
  const page = await open({
    ...scenes.ordinary(),
    portfolio: aPortfolio({ positions: aFeed(manyPositions(300)) }),
    flex: aFlex(640),
  })
  for (const { table, rows, show } of tables)
    await step(page, table, async () => {
      await show(page)
      const region = page.getByRole('region', { name: table })
      const row = (index: number) => region.locator(`[data-row="${index}"]`)
      await expect(region.getByRole('table')).toHaveAttribute('aria-rowcount', String(rows + 1))
      await expect(region.locator('[data-row][tabindex="0"]')).toHaveCount(1)
      await row(0).focus()
      await page.keyboard.press('ArrowDown')
      await expect(row(1)).toBeFocused()
      await page.keyboard.press('End')
      await expect(row(rows - 1)).toBeFocused()
      await expect(row(rows - 1)).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(row(rows - 1)).toHaveAttribute('aria-expanded', 'true')
      const details = page.getByRole('complementary')
      await details.getByRole('button', { name: /^Close (details|the timeline)/ }).focus()
      await page.keyboard.press('Escape')
      await expect(details).toHaveCount(0)
      await expect(row(rows - 1)).toBeFocused()
      await page.keyboard.press('Home')
      await expect(row(0)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(details).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(details).toHaveCount(0)
    })
})

test('UX-66 cuts no column header in Ukrainian in a window of 1024 pixels', async ({ open }) => {
  const scene = scenes.heavy()
  const page = await open({ ...scene, settings: { ...scene.settings, language: 'uk' } })
  const headers = page.locator('th:visible, [role="columnheader"]:visible')
  const cut: string[] = []
  let read = 0
  for (const screen of await page.getByRole('navigation').getByRole('link').all()) {
    await screen.click()
    await expect(screen).toHaveAttribute('aria-current', 'page')
    const found = await headers.evaluateAll((all) =>
      all.flatMap((header) =>
        [header, ...header.querySelectorAll(':not(.visually-hidden)')].map((one) => ({
          text: (one.textContent ?? '').trim(),
          over:
            getComputedStyle(one).overflowX === 'visible' ? 0 : one.scrollWidth - one.clientWidth,
        })),
      ),
    )
    read += found.length
    cut.push(...found.filter(({ over }) => over > 1).map(({ text }) => text))
  }
  expect(read).toBeGreaterThan(20)
  expect(cut).toEqual([])
})
