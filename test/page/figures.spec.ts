import type { Page } from '@playwright/test'
import type { Pushes } from '../../src/shared/contract.js'
import type { PortfolioView } from '../../src/shared/portfolio/portfolio.js'
import { aFeed, aPortfolio, aPosition, noFeed } from '../fixtures/portfolio/figures.js'
import { anAppState } from '../fixtures/portfolio/accounts.js'
import { problemCodes } from '../../src/shared/problem-words.js'
import { failingScene, type Scene, scenes } from '../fixtures/portfolio/scenes.js'
import { wordsFor } from '../../src/shared/problem-words.js'
import { expect, test } from './page-fixture.js'
import { advance, asked, goTo, screenNames, twoFrames } from './screens.js'

/** As text, because Playwright's types cannot follow a value that may hold any JSON. */
function pushPortfolio(page: Page, portfolio: PortfolioView): Promise<void> {
  return page.evaluate(
    (text) => window.fake.push('portfolio', JSON.parse(text) as PortfolioView),
    JSON.stringify(portfolio),
  )
}

test('UX-61 keeps every digit of an amount, copies the exact value, and shows null, absent and zero differently', async ({
  open,
}) => {
  const page = await open(scenes.onlySpecified())
  await test.step('null, absent and zero', async () => {
    await goTo(page, 'Positions')
    const row = page.getByRole('row', { name: /DOGE_USDT/ })
    await expect(row.getByText('not sent', { exact: true }).first()).toHaveAttribute(
      'title',
      /did not send/,
    )
    await row.getByRole('button', { name: 'DOGE_USDT', exact: true }).click()
    const details = page.getByRole('complementary')
    const value = (name: string) =>
      details
        .locator('dt')
        .filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) })
        .first()
        .locator('xpath=following-sibling::dd[1]')
    await expect(value('Liquidation price')).toHaveText('none')
    await expect(value('Unrealized PnL')).toHaveText('not sent')
    await expect(value('Realized PnL')).toHaveText('0')
    await expect(value('Position side')).toHaveText('not sent')
    await expect(value('Stop loss')).toHaveText('not set')
    await expect(value('Mark price')).toHaveText('not known')
    await expect(value('Distance to liquidation')).toHaveText('none')
  })
  await test.step('no distance beside an order without a mark price', async () => {
    const position = aPosition({
      market: 'BTC_USDT',
      liquidationPrice: '88',
      unrealizedPnl: undefined,
    })
    const { portfolio } = scenes.onlySpecified()
    await pushPortfolio(page, {
      ...portfolio,
      positions: { ...portfolio.positions, value: [position] },
    })
    await goTo(page, 'Trade')
    await page.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
    const summary = page.getByRole('region', { name: 'Your BTC_USDT position' })
    await expect(summary).toContainText('88')
    await expect(summary).not.toContainText('away')
  })
  await goTo(page, 'Overview')
  await test.step('every digit', async () => {
    const item = page.getByRole('listitem').filter({ hasText: 'BTC' })
    await expect(item.locator('.amount')).toHaveText('0.418200013500000001')
    const usdt = page.getByRole('listitem').filter({ hasText: 'USDT' }).locator('.amount')
    await expect(usdt).toHaveText('23104.118204')
    await expect(usdt).toHaveAttribute('title', '23104.118204')
    const valued = await open(scenes.ordinary(), { instead: page })
    const amount = valued
      .getByRole('region', { name: 'Balances' })
      .getByRole('row', { name: /^BTC/ })
      .getByRole('cell')
      .first()
    await expect(amount.locator('.amount')).toHaveText('0.418200013500000001')
  })
})

test('describes headroom in words, with the assumption behind it, and the same for the same loan in fractions', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Loans')
  await expect(page.getByText(/Collateral may fall\s66\.6\s%\sbefore margin call/)).toBeVisible()
  await expect(page.getByText(/assumes that the debt stays unchanged/)).toBeVisible()
  for (const [name, level, share] of [
    ['Initial', '60', '58.2'],
    ['Margin call', '75', '66.6'],
    ['Liquidation', '85', '70.5'],
  ]) {
    await expect(
      page
        .getByRole('list', { name: 'Levels, highest first' })
        .getByRole('listitem')
        .filter({ hasText: name ?? '' }),
    ).toContainText(new RegExp(`${level}.*${share}\\s%`))
  }
  await pushPortfolio(page, scenes.fractions().portfolio)
  const meter = page.getByRole('meter', { name: 'Loan-to-value on the load line' })
  await expect(meter).toHaveAttribute('aria-valuenow', '0.2504')
  await expect(page.getByText(/Collateral may fall\s66\.6\s%\sbefore margin call/)).toBeVisible()
})

test('shows positions: the distance to liquidation in table and details, realized apart from unrealized results, levels that are not set, and unknown values raw', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await goTo(page, 'Positions')
  await test.step('the distance to liquidation, with the exact figure of an estimate on hover', async () => {
    await expect(page.getByRole('columnheader').filter({ hasText: 'To liquidation' })).toBeVisible()
    const row = page.getByRole('row', { name: /ETH_USDT/ })
    await expect(row.locator('.amount', { hasText: '26.74' })).toBeVisible()
    const notional = row.locator('.amount', { hasText: '14159.2' })
    await expect(notional).toHaveText('14159.2')
    await expect(notional).toHaveAttribute('title', '14159.16')
    await row.getByRole('button', { name: 'ETH_USDT', exact: true }).click()
    const details = page.getByRole('complementary')
    const mark = details
      .locator('dt', { hasText: 'Mark price' })
      .locator('xpath=following-sibling::dd[1]')
      .locator('.amount')
    await expect(mark).toHaveText('3146.48')
    await expect(mark).toHaveAttribute('title', '3146.48')
  })
  await test.step('the note on futures funding, and realized apart from unrealized', async () => {
    await goTo(page, 'Positions')
    await page.getByRole('button', { name: 'BTC_PERP', exact: true }).click()
    await expect(
      page.getByRole('complementary').getByText('always 0 on futures markets'),
    ).toHaveCount(2)
    await goTo(page, 'Overview')
    const usdt = page.getByRole('region', { name: 'Open risk' }).getByRole('row', { name: /^USDT/ })
    await expect(usdt.locator('td').nth(0)).toHaveText('+1505.225')
    await expect(usdt.locator('td').nth(1)).toHaveText('-188.018')
  })
  await test.step('calls a level that is not set just that wherever it is shown, never null', async () => {
    const half = { takeProfitId: null, takeProfit: null, stopLossId: '8810022', stopLoss: '84000' }
    const position = aPosition({ market: 'BTC_USDT', protectiveOrders: half })
    await pushPortfolio(
      page,
      aPortfolio({
        positions: aFeed([
          position,
          aPosition({ id: '2', market: 'ETH_USDT', protectiveOrders: null }),
        ]),
      }),
    )
    await goTo(page, 'Positions')
    for (const [name, count] of [
      [/BTC_USDT/, 0],
      [/ETH_USDT/, 1],
    ] as const) {
      const level = page.getByRole('row', { name }).getByText('not set', { exact: true })
      await expect(level).toHaveCount(count)
    }
    await expect(
      page.getByRole('row', { name: /ETH_USDT/ }).getByText('not set', { exact: true }),
    ).toHaveAttribute('title', 'The exchange names no stop loss for this position.')
    await page.getByRole('button', { name: 'BTC_USDT', exact: true }).click()
    const protection = page.getByRole('complementary').getByRole('region', { name: 'Protection' })
    await expect(protection.getByText('not set', { exact: true })).toHaveCount(2)
    await expect(protection.locator('[title*="null"]')).toHaveCount(0)
    await goTo(page, 'Trade')
    await page.getByRole('combobox', { name: 'Market' }).fill('BTC_USDT')
    const summary = page.getByRole('region', { name: 'Your BTC_USDT position' })
    await expect(summary.getByText('not set', { exact: true })).toHaveCount(1)
    await expect(summary).toContainText('84')
  })
  await test.step('values unknown to this version raw, with a hint', async () => {
    await pushPortfolio(page, scenes.marginCall().portfolio)
    await goTo(page, 'Positions')
    const row = page.getByRole('row', { name: /SOL_USDT/ })
    await expect(row).toContainText('partial_reduction')
    await expect(row).toContainText('new value')
  })
  await test.step('two positions with the same id', async () => {
    await pushPortfolio(
      page,
      aPortfolio({ positions: aFeed([aPosition(), aPosition(), aPosition()]) }),
    )
    await expect(page.locator('tbody tr')).toHaveCount(3)
  })
})

test('stays calm without a loan or an enabled credit line', async ({ open }) => {
  const none = await open(scenes.empty())
  await goTo(none, 'Loans')
  await expect(none.getByText('No active loan')).toBeVisible()
  const off = await open(scenes.notEnabled())
  await goTo(off, 'Loans')
  await expect(off.getByText('Credit line is not enabled for this key')).toBeVisible()
  await expect(off.getByRole('contentinfo')).not.toContainText('attention')
  await goTo(off, 'Overview')
  await expect(off.getByText('not enabled for this key', { exact: true })).toBeVisible()
})

test('RTL-8 ages figures from late to stale as time passes, and says why; exports balances but not an empty list; keeps other feeds working when one fails', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await test.step('exports balances to a file, but not an empty list', async () => {
    const balance = page.getByRole('region', { name: 'Balances' })
    await balance.getByRole('button', { name: 'Export CSV…' }).click()
    await expect(
      balance.getByText('3 rows written to /home/me/plimsoll-balances.csv.'),
    ).toBeVisible()
    expect(await asked(page, 'portfolio/export-balances')).toEqual([null])
    await page.evaluate(() =>
      window.fake.answer('portfolio/export-balances', {
        ok: false,
        error: { code: 'store-trouble', message: 'No space.' },
      }),
    )
    await balance.getByRole('button', { name: 'Export CSV…' }).click()
    await expect(page.getByText('No space.', { exact: true })).toBeVisible()
    await pushPortfolio(page, aPortfolio({ balance: aFeed([]) }))
    await expect(page.getByText('No assets')).toBeVisible()
    await expect(balance.getByRole('button', { name: 'Export CSV…' })).toHaveCount(0)
  })
  await test.step('keeps other feeds working when one fails', async () => {
    await pushPortfolio(
      page,
      aPortfolio({
        loan: noFeed({ problem: { code: 'not-understood', message: 'The answer had no amount.' } }),
      }),
    )
    await expect(page.getByRole('region', { name: 'LTV headroom' })).toContainText(
      'The answer could not be understood',
    )
    await expect(page.getByText('5 positions', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Main balance' })).toContainText('7 assets')
  })
  await test.step('ages figures', async () => {
    await pushPortfolio(page, scenes.ordinary().portfolio)
    const panel = page.getByRole('region', { name: 'Open risk' })
    await expect(panel).toHaveAttribute('data-freshness', 'fresh')
    await advance(page, 10_000)
    await expect(panel).toHaveAttribute('data-freshness', 'late')
    await expect(panel).toContainText('no newer answer yet')
    await expect(panel).toHaveClass(/aged/)
    await advance(page, 60_000)
    await expect(panel).toHaveAttribute('data-freshness', 'stale')
    await expect(page.getByRole('region', { name: 'Needs attention now' })).toContainText(
      'Positions: not seen since',
    )
    await expect(page.getByRole('contentinfo')).toContainText('Stale data')
  })
})

test('marks remembered figures, and claims nothing before they are confirmed', async ({ open }) => {
  const page = await open(scenes.cached())
  await expect(page.getByRole('region', { name: 'LTV headroom' })).toContainText('Cached')
  await expect(page.getByText('No margin call and no liquidation')).toHaveCount(0)
})

/** What main sends first, as text, because Playwright's types cannot follow any JSON. */
function pushFigures(page: Page, scene: Scene): Promise<void> {
  const { portfolio, prices, markets, connection, appState } = scene
  const pushes = { connection, markets, prices, portfolio, 'app-state': appState }
  return page.evaluate((text) => {
    const parts = Object.entries(JSON.parse(text) as Pushes) as [keyof Pushes, never][]
    for (const [topic, payload] of parts) window.fake.push(topic, payload)
  }, JSON.stringify(pushes))
}

test('moves nothing when the first figures arrive', async ({ open }) => {
  const page = await open(scenes.waiting())
  for (const screen of screenNames) {
    await pushFigures(page, scenes.waiting())
    await goTo(page, screen)
    await twoFrames(page)
    await page.evaluate(() => {
      type Shift = { value: number; sources: readonly { node: Node | null }[] }
      // Ages keep growing regardless: "9 s ago" is a digit wider a second later.
      const isAge = ({ node }: Shift['sources'][number]): boolean =>
        (node instanceof Element ? node : node?.parentElement)?.closest('.age') != null
      const moved = (entries: PerformanceEntryList): number[] =>
        (entries as unknown as Shift[])
          .filter(({ sources }) => sources.length === 0 || !sources.every(isAge))
          .map(({ value }) => value)
      const reported: number[] = []
      const observer = new PerformanceObserver((list) => reported.push(...moved(list.getEntries())))
      observer.observe({ type: 'layout-shift', buffered: false })
      Object.assign(window, { shifts: () => [...reported, ...moved(observer.takeRecords())] })
    })
    await pushFigures(page, scenes.ordinary())
    await twoFrames(page)
    expect(
      await page.evaluate(() => (window as unknown as { shifts(): number[] }).shifts()),
      screen,
    ).toEqual([])
  }
})

test('prefers a push to a first answer that arrives late', async ({ open }) => {
  const page = await open(scenes.ordinary(), { held: ['portfolio/read'] })
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.evaluate(
    (portfolio) => window.fake.push('portfolio', portfolio),
    aPortfolio({ positions: aFeed([aPosition()]) }),
  )
  await expect(page.getByText('1 position', { exact: true })).toBeVisible()
  await page.evaluate(() => window.fake.release('portfolio/read'))
  await twoFrames(page)
  await expect(page.getByText('1 position', { exact: true })).toBeVisible()
})

test('never shows figures of another profile', async ({ open }) => {
  const page = await open(scenes.twoProfiles())
  await expect(page.getByText('5 positions', { exact: true })).toBeVisible()
  await page.evaluate(
    (portfolio) => window.fake.push('portfolio', portfolio),
    aPortfolio({ profileId: 'second', positions: aFeed([aPosition()]) }),
  )
  const risk = page.getByRole('region', { name: 'Open risk' })
  await expect(risk.getByText(/\d position/)).toHaveCount(0)
  const [first, second] = scenes.twoProfiles().appState.profiles
  if (first === undefined || second === undefined) throw new Error('the scene has two profiles')
  await page.evaluate(
    (appState) => window.fake.push('app-state', appState),
    anAppState({ profiles: [first, second], activeProfileId: second.id }),
  )
  await expect(page.getByText('1 position', { exact: true })).toBeVisible()
})

test('UX-70 says for every problem what happened, what it means for your money and what to do', async ({
  open,
}) => {
  const page = await open(failingScene('internal'))
  await goTo(page, 'Positions')
  for (const code of problemCodes) {
    await page.evaluate(
      (text) => window.fake.push('portfolio', JSON.parse(text)),
      JSON.stringify(failingScene(code).portfolio),
    )
    const { title, money, next } = wordsFor(code)
    const panel = page.getByRole('region', { name: title, exact: true })
    await expect(panel, code).toContainText(money)
    await expect(panel, code).toContainText(next)
    if (code === 'rate-limited') await expect(panel).toContainText(/Next try in \d+ s/)
  }
  const last = problemCodes.at(-1) ?? 'internal'
  const panel = page.getByRole('region', { name: wordsFor(last).title })
  await panel.getByText('Details', { exact: true }).click()
  await expect(panel).toContainText('HTTP 502')
  await panel.getByRole('button', { name: 'Copy details' }).click()
  const [copied] = (await asked(page, 'clipboard/copy')) as { text: string }[]
  expect(copied?.text).toContain(`code: ${last}`)
})
