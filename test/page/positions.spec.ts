// Positions show what is closest to trouble: the order of rows, filters, totals and columns.
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { aFeed, aPosition } from '../fixtures/portfolio/figures.js'
import { aProblem, offeredPortfolio, scenes, type Scene } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, goTo } from './screens.js'
import { push, step } from './steps.js'
import { readyScene } from './trade-screen.js'

function stop(stopLoss: string | null) {
  return {
    takeProfitId: null,
    takeProfit: null,
    stopLossId: '1',
    stopLoss,
  }
}

const positions = [
  aPosition({
    id: '1',
    market: 'SOL_USDT',
    amount: '1',
    entryPrice: '100',
    unrealizedPnl: '5',
    liquidationPrice: '50',
    protectiveOrders: stop('90'),
  }),
  aPosition({
    id: '2',
    market: 'BTC_USDT',
    amount: '2',
    entryPrice: '100',
    unrealizedPnl: '-10',
    liquidationPrice: '90',
    protectiveOrders: stop(null),
  }),
  aPosition({
    id: '3',
    market: 'ETH_USDT',
    amount: '1',
    entryPrice: '100',
    unrealizedPnl: '0',
    liquidationPrice: '20',
    liquidationState: 'margin_call',
    protectiveOrders: null,
  }),
]

function scene(): Scene {
  return {
    ...scenes.ordinary(),
    portfolio: offeredPortfolio({ positions: aFeed(positions, { every: 5 }) }),
  }
}

test('ANS-3 sorts by what is closest to trouble, totals what was sent of the visible rows, filters, exports, and shows the columns that fit or were chosen', async ({
  open,
}) => {
  const page = await open(scene())
  await goTo(page, 'Positions')
  await step(page, 'the warning of the exchange, then the distance to liquidation', async () => {
    const rows = page.getByRole('region', { name: 'Open positions' }).locator('[data-row]')
    await expect(rows).toHaveText([/ETH_USDT/, /BTC_USDT/, /SOL_USDT/])
    const btc = page.getByRole('row', { name: /BTC_USDT/ })
    await expect(btc.locator('.room')).toHaveClass(/caution/)
    await expect(btc.locator('.room')).toContainText('5.26')
  })
  await step(page, 'an export', async () => {
    await page
      .getByRole('region', { name: 'Totals' })
      .getByRole('button', { name: 'Export CSV…' })
      .click()
    expect(await asked(page, 'portfolio/export-positions')).toEqual([null])
  })
  await step(page, 'totals, with the loss at every stop', async () => {
    const totals = page.getByRole('region', { name: 'Totals' })
    const total = (name: string) =>
      totals.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
    await expect(total('Notional')).toHaveText('395 USDT')
    await expect(total('Unrealized PnL')).toHaveText('-5 USDT')
    await expect(total('At every stop loss')).toHaveText(/^\s*-10\sUSDT\s*2 without$/)
    await expect(total('Free margin')).toHaveText('12233.8 USDT')
    await page.getByRole('button', { name: /^Losing/ }).click()
    await expect(total('Notional')).toHaveText('190 USDT')
    await expect(total('At every stop loss')).toHaveText(/^\s*–\s*1 without$/)
    await page.getByRole('button', { name: /^All/ }).click()
  })
  await step(page, 'columns', async () => {
    /** Without the column of actions. */
    const heads = page.locator('thead th:has(button)')
    await expect(heads).toHaveCount(6)
    await page.getByRole('button', { name: 'Columns' }).click()
    const menu = page.locator('.columns-menu')
    await menu.getByRole('checkbox', { name: /^Unrealized PnL/ }).uncheck()
    await menu.getByRole('checkbox', { name: /^Funding rate/ }).check()
    await expect(heads).toHaveCount(6)
    await expect(heads.last()).toContainText('Funding rate')
    expect((await asked(page, 'settings/change')).at(-1)).toEqual({
      positionColumns: ['size', 'price', 'liquidation', 'stop', 'funding-rate'],
    })
    await expectNoSeriousFinding(page, 'the menu of columns')
    await menu.getByRole('button', { name: 'As many as fit' }).click()
    await expect(heads.last()).toContainText('Stop loss')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  })
  await step(page, 'filters, each with its count', async () => {
    const filters = page.getByRole('group', { name: 'Which positions' })
    await expect(filters.getByRole('button')).toHaveText([
      'All 3',
      'Losing 1',
      'Near liquidation 2',
      'No stop loss 2',
    ])
    const rows = page.getByRole('region', { name: 'Open positions' }).locator('[data-row]')
    for (const [name, markets] of [
      ['Losing', [/BTC_USDT/]],
      ['Near liquidation', [/ETH_USDT/, /BTC_USDT/]],
      ['No stop loss', [/ETH_USDT/, /BTC_USDT/]],
    ] as const) {
      await filters.getByRole('button', { name }).click()
      await expect(rows).toHaveText([...markets])
    }
    await page.getByRole('searchbox', { name: 'Find a market' }).fill('sol')
    await expect(page.getByText('No open position is in a market of that name.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find a market' }).fill('')
    await filters.getByRole('button', { name: 'All' }).click()
  })
  await step(page, 'positions that are left out', async () => {
    const {
      unrealizedPnl: _pnl,
      protectiveOrders: _levels,
      ...unsent
    } = aPosition({ id: '4', market: 'NOWHERE_PERP' })
    await push(
      page,
      'portfolio',
      offeredPortfolio({ positions: aFeed([...positions, unsent], { every: 5 }) }),
    )
    const totals = page.getByRole('region', { name: 'Totals' })
    const total = (name: string) =>
      totals.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
    await expect(total('Notional')).toHaveText(/^\s*395\sUSDT\s*1 left out$/)
    await expect(total('Unrealized PnL')).toHaveText(/^\s*-5\sUSDT\s*1 left out$/)
    await expect(total('At every stop loss')).toHaveText(/^\s*-10\sUSDT\s*1 left out\s*2 without$/)
    await expect(totals.getByText('1 left out').first()).toHaveAttribute(
      'title',
      '1 position is left out: figures it needs are not known.',
    )
  })
})

test('needs no sideways scrolling at 1024', async ({ open }) => {
  const page = await open(scenes.heavy(), { viewport: { width: 1024, height: 700 } })
  await goTo(page, 'Positions')
  const wider = await page
    .getByRole('region', { name: 'Open positions' })
    .evaluate((region) =>
      [region, ...region.querySelectorAll('*')].some(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto',
      ),
    )
  expect(wider).toBe(false)
})

test('closes and reduces a row through the review of the Trade screen, keeps both within reach, offers the same in the details, and says why a list is old', async ({
  open,
}) => {
  const page = await open({
    ...readyScene(),
    portfolio: offeredPortfolio({ positions: aFeed(positions, { every: 5 }) }),
  })
  await step(page, 'by mouse and by keyboard', async () => {
    await goTo(page, 'Positions')
    await page.getByRole('button', { name: 'Close long BTC_USDT…' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trade' })).toBeVisible()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Close long 2 BTC_USDT')
    expect(await asked(page, 'orders/prepare')).toEqual([
      { kind: 'close-position', market: 'BTC_USDT', positionId: '2' },
    ])
    await page.keyboard.press('Escape')
    await goTo(page, 'Positions')
    await page.getByRole('region', { name: 'Open positions' }).locator('[data-row="1"]').focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Close long BTC_USDT…' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Trade' })).toBeVisible()
    await expect(dialog).toContainText('Sell 1 BTC_USDT at market')
    // It stays in the form, to be changed there.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Market' })).toHaveValue('BTC_USDT')
    await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('1')
    await expect(page.getByRole('radio', { name: /Sell/ })).toBeChecked()
  })
  await step(page, 'the details', async () => {
    const hedged = aPosition({ id: '9', market: 'ADA_PERP', positionSide: 'LONG', amount: '4' })
    await push(page, 'portfolio', offeredPortfolio({ positions: aFeed([hedged], { every: 5 }) }))
    await goTo(page, 'Positions')
    await page.getByRole('button', { name: 'ADA_PERP', exact: true }).click()
    const details = page.getByRole('complementary')
    await expect(details.getByRole('button', { name: 'Close…' })).toBeEnabled()
    await expect(details.getByRole('region', { name: 'Protection' })).toContainText(
      'or with an order with new levels',
    )
    await expect(details.getByRole('button', { name: 'Order with new levels…' })).toBeEnabled()
    const reverse = details.getByRole('button', { name: 'Reverse…' })
    await expect(reverse).toBeDisabled()
    await expect(reverse).toHaveAttribute('title', /close it, and open the other/)
  })
  await step(page, 'an old list in a small window', async () => {
    const part = { every: 5, asOf: now - 400, problem: aProblem('unreachable') }
    await push(page, 'portfolio', offeredPortfolio({ positions: aFeed([], part) }))
    await expect(page.getByRole('button', { name: 'The exchange cannot be reached' })).toBeVisible()
    await push(page, 'portfolio', offeredPortfolio({ positions: aFeed(positions, part) }))
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByRole('button', { name: 'The exchange cannot be reached' })).toBeHidden()
  })
  await step(page, 'as many columns as can be chosen', async () => {
    const positionColumns = [
      'size',
      'price',
      'liquidation',
      'result',
      'stop',
      'take-profit',
      'realized',
      'margin',
      'funding',
    ]
    await push(page, 'portfolio', scenes.ordinary().portfolio)
    await push(page, 'settings', { ...defaultSettings, positionColumns })
    const table = page.getByRole('region', { name: 'Open positions' })
    await expect.poll(() => table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    for (const act of ['Close', 'Reduce'])
      await expect(page.getByRole('button', { name: `${act} long BTC_USDT…` })).toBeInViewport({
        ratio: 1,
      })
  })
})
