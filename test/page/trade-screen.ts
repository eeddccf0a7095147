// Locators on the Trade screen, and how to bring an order to its preview. No expectations.
import type { Page } from '@playwright/test'
import type { TradingView } from '../../src/shared/orders/trading.js'
import type { Scene } from '../fixtures/portfolio/scenes.js'
import { scenes } from '../fixtures/portfolio/scenes.js'
import { armed, tradingScene, type TradingScene } from '../fixtures/portfolio/trading.js'
import { advance, goTo } from './screens.js'

/** An ordinary account, armed and ready to send. */
export function readyScene(
  view: Partial<TradingView> = {},
  part: Partial<TradingScene> = {},
): Scene {
  return {
    ...scenes.ordinary(),
    trading: tradingScene(armed(view), part),
  }
}

/** A new sheet ignores clicks for a moment. */
export function read(page: Page): Promise<void> {
  return advance(page, 600)
}

export async function fillMarket(page: Page, amount = '0.01'): Promise<void> {
  await goTo(page, 'Trade')
  await page.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
  await page.getByRole('textbox', { name: /^Amount/ }).fill(amount)
}

export async function fillLimit(page: Page, amount = '0.01', price = '60000'): Promise<void> {
  await openKind(page, 'Limit')
  await page.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
  await page.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await page.getByRole('textbox', { name: 'Price' }).fill(price)
}

export async function openPreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview order…' }).click()
  await page.getByRole('alertdialog').waitFor()
}

export function theSheet(page: Page) {
  return page.getByRole('alertdialog')
}

export async function openKind(
  page: Page,
  kind: 'Market' | 'Limit' | 'Bulk' | 'Close investment',
): Promise<void> {
  await goTo(page, 'Trade')
  await page.getByRole('tab', { name: kind, exact: true }).click()
}

export async function openOpenOrders(page: Page) {
  await goTo(page, 'Trade')
  await page.getByRole('tab', { name: /^Open orders/ }).click()
  return page.getByRole('region', { name: 'Open orders', exact: true })
}

export async function pasteRows(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Paste rows…' }).click()
  await page.getByLabel('Cells').fill(text)
}

export function rowsText(count: number): string {
  return Array.from({ length: count }, (_, at) => `BTC_USDT\tbuy\t0.01\t${60_000 - at}`).join('\n')
}

export async function addRows(page: Page, count: number): Promise<void> {
  await pasteRows(page, rowsText(count))
  await page.getByRole('button', { name: `Add ${count} row` }).click()
}

/** Pastes rows that replace the contents of the grid. */
export async function replaceRows(page: Page, count: number): Promise<void> {
  await pasteRows(page, rowsText(count))
  await page.getByRole('button', { name: 'Replace all rows' }).click()
}

/** Rows of bulk orders, previewed and placed. Returns where their result is shown. */
export async function placeBulk(page: Page, count: number) {
  await openKind(page, 'Bulk')
  await addRows(page, count)
  await page.getByRole('button', { name: `Preview ${count} orders…` }).click()
  await read(page)
  await theSheet(page)
    .getByRole('button', { name: new RegExp(`^Place ${count} limit orders on `) })
    .click()
  return page.getByRole('region', { name: 'Result' })
}

/** As text, because Playwright's types cannot follow a value that may hold any JSON. */
export function pushTrading(page: Page, view: TradingView): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('trading', JSON.parse(text) as TradingView),
    JSON.stringify(view),
  )
}
