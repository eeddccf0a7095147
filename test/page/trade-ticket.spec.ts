// The ticket: which market, at what price, how much, and the result.
import type { Market } from '../../src/shared/markets/market.js'
import type { Feed } from '../../src/shared/portfolio/feed.js'
import { now } from '../fixtures/portfolio/accounts.js'
import { aFeed, aPortfolio, aPosition, noFeed, notOffered } from '../fixtures/portfolio/figures.js'
import {
  aCollateralSummary,
  aMarket,
  aMarketsView,
  aPricesView,
  someMarkets,
  someTickers,
} from '../fixtures/portfolio/market.js'
import { aProblem, type Scene } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo } from './screens.js'
import { step } from './steps.js'
import {
  fillMarket,
  openKind,
  openPreview,
  pasteRows,
  readyScene,
  replaceRows,
  theSheet,
} from './trade-screen.js'

const oneWay = aPosition({ positionSide: 'BOTH' })

function withPosition(...positions: (typeof oneWay)[]): Scene {
  return {
    ...readyScene(),
    portfolio: aPortfolio({
      positions: aFeed(positions, { every: 5 }),
      collateralSummary: aFeed(aCollateralSummary(), { every: 15 }),
    }),
  }
}

const line = 'BTC_USDT now'

test.describe('the market', () => {
  test('can be found in any spelling, favourites first, and names every broken rule: step, minimum, closed, delisted and unlisted', async ({
    open,
  }) => {
    const markets = aMarketsView([
      ...someMarkets(),
      aMarket('BTC_OLD', { isOpen: false }),
      aMarket('BTC_GONE', { delistedAt: now - 1 }),
      aMarket('AAA_USDT', { isOpen: false }),
      aMarket('BBB_USDT', { delistedAt: now - 86_400 }),
    ])
    const page = await open({ ...readyScene({ favourites: ['BTC_PERP'] }), markets })
    await goTo(page, 'Trade')
    await step(page, 'any spelling', async () => {
      const field = page.getByRole('combobox', { name: 'Market' })
      await field.fill('btc')
      await expect(page.getByRole('option')).toHaveText([
        /^BTC_PERP\s*favourite, open position, futures$/,
        /^BTC_USDT\s*open position, .*spot$/,
        /^ETH_BTC/,
        /^BTC_GONE\s*spot, delisted$/,
        /^BTC_OLD\s*spot, closed$/,
      ])
      for (const typed of ['btc usdt', 'BTCUSDT', 'usdt btc']) {
        await field.fill(typed)
        await expect(page.getByRole('option').first()).toHaveText(/BTC_/)
        await expect(page.getByRole('option', { name: /^BTC_USDT/ })).toBeVisible()
      }
      await page.getByRole('option', { name: /^BTC_USDT/ }).click()
      await expect(field).toHaveValue('BTC_USDT')
      await expect(page.getByRole('group', { name: line })).toContainText(
        'step 0.000001 BTC, 0.01 USDT',
      )
      await expect(page.getByRole('group', { name: line })).toContainText(
        'minimum 0.0001 BTC, 5.05 USDT',
      )
      await expect(page.getByRole('group', { name: line })).toContainText(
        'fee 0.1\u00a0% taker, 0.1\u00a0% maker',
      )
      await field.fill('wbt')
      await expect(page.getByRole('option'), 'no market for orders on collateral').toHaveCount(0)
    })
    await step(page, 'every broken rule', async () => {
      await fillMarket(page, '0.0100005')
      await expect(
        page.getByText(
          'Amount 0.0100005 is not a multiple of the step, 0.000001 BTC. Nearest: 0.01 or 0.010001.',
        ),
      ).toBeVisible()
      const amount = page.getByRole('textbox', { name: /^Amount/ })
      const market = page.getByRole('combobox', { name: 'Market' })
      await amount.fill('0.00001')
      await expect(
        page.getByText('Amount 0.00001 is below the minimum of 0.0001 BTC.'),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Preview order…' }).click()
      await expect(amount).toBeFocused()
      await amount.fill('1')
      await market.fill('AAA_USDT')
      await expect(page.getByText('AAA_USDT is closed for trading.')).toBeVisible()
      await market.fill('BBB_USDT')
      await expect(
        page.getByText(/BBB_USDT was delisted on 2025-\d\d-\d\d \d\d:\d\d UTC\./),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Preview order…' }).click()
      expect(await asked(page, 'orders/prepare')).toEqual([])
      await market.fill('PEPE_USDT')
      await expect(
        page.getByText(
          'PEPE_USDT is not in the exchange’s list of open markets. It may be misspelled, closed or delisted.',
        ),
      ).toBeVisible()
      await openPreview(page)
    })
  })
})

test('estimates the loss at the stop, the distance to the take profit and the break-even, and sizes an order only by a fresh price', async ({
  open,
}) => {
  const page = await open(withPosition())
  await fillMarket(page)
  await step(page, 'an estimate', async () => {
    await page.getByRole('textbox', { name: 'Stop loss' }).fill('90000')
    await page.getByRole('textbox', { name: 'Take profit' }).fill('98704.5')
    const estimate = page.getByRole('region', { name: 'Estimate' })
    await expect(estimate).toContainText(/Notional\s*929\.015/)
    await expect(estimate).toContainText(/Margin at 10×\s*92\.9015/)
    await expect(estimate).toContainText(/At the stop loss\s*-30\.844/)
    await expect(estimate).toContainText(/Reward to risk\s*2 : 1/)
    await expect(estimate).toContainText(/Break-even with fees\s*93087\.5/)
  })
  await step(page, 'a size by the mark price of a future, while fresh', async () => {
    await page.getByRole('combobox', { name: 'Market' }).fill('BTC_PERP')
    await expect(page.getByRole('region', { name: 'In words' })).toContainText(
      'at 91498.7, the exchange’s mark price.',
    )
    await page
      .getByRole('group', { name: 'Amount in' })
      .getByRole('button', { name: 'USDT' })
      .click()
    await page.getByRole('textbox', { name: 'Amount in USDT' }).fill('1000')
    await expect(page.getByText('Sends 0.01 BTC')).toBeVisible()
    await advance(page, 60_000)
    await expect(
      page.getByText('No price is available to size the order. Enter the amount instead.'),
    ).toBeVisible()
  })
})

test.describe('many orders', () => {
  test('are checked row by row against their markets, found by keyboard in the grid, and reviewed in a table; a price shows its age', async ({
    open,
  }) => {
    const page = await open(readyScene())
    await openKind(page, 'Bulk')
    await step(page, 'markets found by keyboard', async () => {
      await page.getByLabel('Market, row 1').pressSequentially('btcusdt')
      await expect(page.getByRole('listbox', { name: 'Markets' }).getByRole('option')).toHaveText([
        /^BTC_USDT/,
      ])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Market, row 1')).toHaveValue('BTC_USDT')
      await expect(page.getByRole('listbox')).toHaveCount(0)
      await expect(page.getByRole('group', { name: line })).toBeVisible()
      await page.keyboard.press('Control+Enter')
      await expect(page.getByLabel('Market, row 2')).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByLabel('Market, row 1')).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByLabel('Market, row 2')).toBeFocused()
    })
    await step(page, 'rows, the paste and the ladder', async () => {
      await replaceRows(page, 1)
      await page.getByLabel('Amount, row 1').fill('0.0100005')
      await expect(page.getByText(/^Amount 0\.0100005 is not a multiple of the step/)).toBeVisible()
      await page.getByRole('button', { name: 'Preview 1 order…' }).click()
      await expect(page.getByLabel('Amount, row 1')).toBeFocused()
      expect(await asked(page, 'orders/prepare')).toEqual([])
      await pasteRows(
        page,
        'market,side,qty,price\nBTC_USDT,buy,0.01,60000.001\nBTC_USDT,buy,0.01,60000',
      )
      const paste = page.getByRole('dialog', { name: 'Paste rows' })
      await expect(paste).toContainText('1 row in the grid needs fixing')
      await expect(paste).toContainText(
        'Row 1: Price 60000.001 is not a multiple of the step, 0.01 USDT.',
      )
      await paste.getByRole('button', { name: 'Add 2 rows' }).click()
      await page.getByRole('button', { name: 'Ladder…' }).click()
      const ladder = page.getByRole('dialog', { name: 'Ladder' })
      await ladder.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
      for (const [label, text] of [
        ['From', '90000'],
        ['To', '84000'],
        ['Orders', '4'],
        ['Total in BTC', '0.0002'],
      ] as const)
        await ladder.getByRole('textbox', { name: label, exact: true }).fill(text)
      // Both steps are the market's, because none was typed.
      await expect(ladder).toContainText('4 orders, together 0.0002 BTC')
      await expect(ladder).toContainText(
        'Row 1: Amount 0.00005 is below the minimum of 0.0001 BTC.',
      )
      await page.keyboard.press('Escape')
      await expect(ladder).toHaveCount(0)
    })
    await step(page, 'a table, and the row of a warning', async () => {
      await replaceRows(page, 2)
      await page.getByLabel('Market, row 2').fill('PEPE_USDT')
      await page.getByRole('button', { name: 'Preview 2 orders…' }).click()
      const sheet = theSheet(page)
      await expect(
        sheet.getByRole('region', { name: 'Orders to send' }).getByRole('row'),
      ).toHaveCount(3)
      await expect(sheet.getByRole('list', { name: 'Warnings' })).toContainText(
        'Row 2: PEPE_USDT is not in the exchange’s list',
      )
      const [table, warnings] = [
        await sheet.getByRole('table').boundingBox(),
        await sheet.getByRole('list', { name: 'Warnings' }).boundingBox(),
      ]
      expect(table?.y ?? 0).toBeLessThan(warnings?.y ?? 0)
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'the price, its age, and when it is stale', async () => {
      await openKind(page, 'Market')
      await fillMarket(page)
      const now = page.getByRole('group', { name: line })
      await expect(now).toContainText('92901.5 USDT')
      await expect(now).toContainText('+1.42\u00a0%')
      await expect(now).toContainText(/\d+ s ago/)
      await advance(page, 30_000)
      await expect(now).toContainText('Stale')
      await expect(now.locator('.price')).toHaveClass(/old/)
    })
  })
})

test.describe('the review', () => {
  test('ORD-13 reviews the resulting position in one table, and its buttons and sizes follow the open position at every size of the window', async ({
    open,
  }) => {
    const page = await open(withPosition(oneWay))
    await fillMarket(page)
    await step(page, 'the review', async () => {
      await page.getByRole('textbox', { name: 'Stop loss' }).fill('85000')
      await openPreview(page)
      const sheet = theSheet(page)
      await expect(
        page.getByRole('alertdialog', { name: 'Buy 0.01 BTC_USDT at market' }),
      ).toBeVisible()
      const row = (name: string) =>
        sheet.getByRole('table', { name: 'Before and after' }).getByRole('row', { name })
      await expect(row('Size')).toHaveText(/Long\s*0\.25.*Long\s*0\.26/)
      await expect(row('Entry price')).toHaveText(/91250\.4.*about\s*91313\.9/)
      await expect(row('Stop loss')).toHaveText(/84000.*85000.*8\.5\s% below the mark price/)
      await expect(row('Take profit')).toHaveText(/99000.*99000/)
      await expect(row('Liquidation price')).toHaveText(/70177\.2.*set at the fill/)
      await expect(row('Free margin')).toHaveText(/12233\.8264.*about\s*12140/)
      await expect(sheet.getByRole('group', { name: line })).toContainText('92901.5')
      await expect(sheet.getByRole('region', { name: 'Exact JSON body' })).toHaveCount(0)
      await sheet.getByText('Exact JSON body').click()
      await expect(sheet.getByRole('region', { name: 'Exact JSON body' })).toContainText(
        '"stopLoss": "85000"',
      )
      // Screen readers get the table's content as sentences, and so does the system dialog.
      await expect(sheet.getByRole('list')).toContainText(
        'Replaces stop loss 84000 → 85000 for the whole position of 0.26 BTC.',
      )
      await expect(sheet).toHaveAccessibleDescription(
        'It increases your long position from 0.25 to 0.26 BTC.',
      )
      await page.keyboard.press('Escape')
      await expect(theSheet(page)).toHaveCount(0)
    })
    await step(page, 'every size of the window', async () => {
      for (const viewport of [
        { width: 1024, height: 700 },
        { width: 820, height: 560 },
        { width: 700, height: 600 },
      ]) {
        await page.setViewportSize(viewport)
        await page.getByRole('textbox', { name: /^Amount/ }).focus()
        const button = page.getByRole('button', { name: 'Preview order…' })
        await expect(button).toBeInViewport({ ratio: 1 })
        await expect(page.getByText('Increases long 0.25 → 0.26 BTC')).toBeInViewport({ ratio: 1 })
        await expect(page.getByText('About 929.015 USDT, margin 92.9015')).toBeInViewport()
        await page.getByRole('textbox', { name: 'Client id' }).focus()
        await expect(page.getByRole('textbox', { name: 'Client id' })).toBeInViewport({ ratio: 1 })
        const [field, foot] = [
          await page.getByRole('textbox', { name: 'Client id' }).boundingBox(),
          await button.boundingBox(),
        ]
        expect(
          (field?.y ?? 0) + (field?.height ?? 0),
          'what has the focus is not behind the button',
        ).toBeLessThan(foot?.y ?? 0)
        expect(
          await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth),
        ).toBe(0)
      }
    })
    await step(page, 'buttons for a part, all of it, or a reversal', async () => {
      await page.setViewportSize({ width: 1024, height: 700 })
      await page.getByRole('textbox', { name: 'Stop loss' }).fill('80000')
      const amount = page.getByRole('textbox', { name: /^Amount/ })
      await page.getByRole('button', { name: 'Close 25\u00a0%' }).click()
      await expect(amount).toHaveValue('0.0625')
      await expect(page.getByRole('radio', { name: /^Sell/ })).toBeChecked()
      await expect(page.getByText('Reduces long 0.25 → 0.1875 BTC')).toBeVisible()
      await page.getByRole('button', { name: 'Close 100\u00a0%' }).click()
      await expect(page.getByText('Closes your position of 0.25 BTC')).toBeVisible()
      await expect(
        page.getByRole('textbox', { name: 'Stop loss' }),
        'it would guard nothing',
      ).toHaveValue('')
      await page.getByRole('button', { name: 'Reverse' }).click()
      await expect(page.getByText('Reverses to short 0.25 BTC')).toBeVisible()
      expect(await asked(page, 'orders/prepare')).toEqual([])

      await page.evaluate(
        (view) => window.fake.push('portfolio', view),
        withPosition(aPosition()).portfolio,
      )
      await page.getByRole('radio', { name: /^Buy/ }).check()
      await page.getByRole('button', { name: 'Close 50\u00a0%' }).click()
      await expect(page.getByText('Reduces long 0.25 → 0.125 BTC')).toBeVisible()
      await expect(page.getByRole('radio', { name: 'LONG', exact: true })).toBeChecked()
      await expect(
        page.getByRole('button', { name: 'Reverse' }),
        'in hedge mode no order turns a position round',
      ).toHaveCount(0)
    })
    await step(page, 'money, or a share of the free margin', async () => {
      await page.evaluate(
        (view) => window.fake.push('portfolio', view),
        withPosition(oneWay).portfolio,
      )
      await page.getByRole('radio', { name: /^Buy/ }).check()
      const unit = page.getByRole('group', { name: 'Amount in' })
      await unit.getByRole('button', { name: 'USDT' }).click()
      const amount = page.getByRole('textbox', { name: /^Amount/ })
      await expect(amount).toHaveValue('')
      await expect(amount).toBeFocused()
      await page.keyboard.type('1000')
      await expect(page.getByText('Sends 0.010764 BTC')).toBeVisible()
      await unit.getByRole('button', { name: '%' }).click()
      await page.keyboard.type('10')
      await expect(page.getByText(/^Sends 0\.130382/)).toBeVisible()
      await expect(amount).toHaveValue('10')
      await unit.getByRole('button', { name: 'USDT' }).click()
      await page.keyboard.type('1000')
      await openPreview(page)
      expect(await asked(page, 'orders/prepare')).toMatchObject([
        { market: 'BTC_USDT', amount: '0.010764' },
      ])
      // The price moves on: the preview shows exactly what was sized.
      await page.evaluate(
        (view) => window.fake.push('prices', view),
        aPricesView({
          tickers: aFeed(
            { ...someTickers(), BTC_USDT: { last: '80000', change: '0', isFrozen: false } },
            { every: 5 },
          ),
        }),
      )
      await page.evaluate(
        (view) => window.fake.push('portfolio', view),
        withPosition({ ...oneWay, unrealizedPnl: '-3000' }).portfolio,
      )
      await expect(theSheet(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Sends 0.010764 BTC')).toHaveCount(0)
      await expect(amount).toHaveValue('1000')
      await unit.getByRole('button', { name: '%' }).click()
      await page.keyboard.type('10')
      await openPreview(page)
      const { portfolio } = withPosition(oneWay)
      const poorer = {
        ...portfolio,
        collateralSummary: aFeed(aCollateralSummary({ freeMargin: '100' }), { every: 15 }),
      }
      await page.evaluate((view) => window.fake.push('portfolio', view), poorer)
      await expect(theSheet(page)).toBeVisible()
      // Requested again, it uses the figures of that moment.
      await advance(page, 61_000)
      const later = { every: 15, asOf: now + 61 }
      const then = {
        positions: aFeed([oneWay], later),
        collateralSummary: aFeed(aCollateralSummary({ freeMargin: '100' }), later),
      }
      await page.evaluate((view) => window.fake.push('portfolio', view), { ...portfolio, ...then })
      await theSheet(page).getByRole('button', { name: 'Preview again' }).click()
      await expect.poll(async () => (await asked(page, 'orders/prepare')).length).toBe(3)
      const [, before, after] = (await asked(page, 'orders/prepare')).map(
        (sent) => (sent as { amount: string }).amount,
      )
      expect([before, after]).toEqual(['0.15284', expect.stringMatching(/^0\.00/)])
    })
  })
})

test('only warns by an old list of markets, and says nothing by one that failed to load or is not offered', async ({
  open,
}) => {
  const pushMarkets = (markets: Feed<Market[]>): Promise<void> =>
    page.evaluate((view) => window.fake.push('markets', view), { ...aMarketsView(), markets })
  const closePreview = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await expect(theSheet(page)).toHaveCount(0)
  }
  const old = aFeed(someMarkets(), { asOf: now - 3 * 86_400, source: 'cache', every: 86_400 })
  const page = await open({ ...readyScene(), markets: { ...aMarketsView(), markets: old } })
  await step(page, 'old', async () => {
    await fillMarket(page, '0.0100005')
    await expect(
      page.getByText(/not a multiple of the step.*Based on a list of markets that is 3 days old\./),
    ).toBeVisible()
    await openPreview(page)
    await closePreview()
  })
  await step(page, 'failed', async () => {
    await pushMarkets(noFeed({ problem: aProblem('unreachable') }))
    await page.getByRole('combobox', { name: 'Market' }).focus()
    await expect(
      page.getByText('Like BTC_USDT. The list of markets is not read yet.'),
    ).toBeVisible()
    await openPreview(page)
    await closePreview()
  })
  await step(page, 'not offered', async () => {
    await pushMarkets(notOffered())
    await page.evaluate((view) => window.fake.push('prices', view), {
      ...aPricesView(),
      tickers: notOffered(),
      futures: notOffered(),
    })
    await fillMarket(page, '0.00000001')
    await expect(page.getByRole('group', { name: line })).toHaveCount(0)
    await expect(
      page.getByText('Like BTC_USDT. The exchange gives no list of its markets.'),
    ).toBeVisible()
    await openPreview(page)
    await expect(theSheet(page)).toBeVisible()
  })
})
