// What an account is worth, where its money is, and what is closest to trouble.
import { sum } from '../../src/shared/money.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { now } from '../fixtures/portfolio/accounts.js'
import {
  aFeed,
  aPosition,
  noFeed,
  notOffered,
  oldServerPosition,
} from '../fixtures/portfolio/figures.js'
import { aPricesView } from '../fixtures/portfolio/market.js'
import { aProblem, offeredPortfolio, scenes } from '../fixtures/portfolio/scenes.js'
import { expectNoSeriousFinding, tall } from './axe.js'
import { expect, test } from './page-fixture.js'
import { asked, boxOf } from './screens.js'
import { push, step } from './steps.js'

test('UX-12 shows value, headroom, open risk and their ages in the smallest window, totals exactly its lines, and the LTV of the last day in a wide one', async ({
  open,
}) => {
  const page = await open(scenes.ordinary())
  await step(page, 'the first window', async () => {
    for (const name of ['Account value', 'LTV headroom', 'Open risk']) {
      const panel = page.getByRole('region', { name })
      const figure = panel.locator(name === 'Account value' ? '.total' : 'strong').first()
      const status = await boxOf(page.getByRole('contentinfo', { name: 'Status' }))
      const box = await boxOf(figure)
      expect(box.y + box.height, name).toBeLessThan(status.y)
      expect((await boxOf(panel.locator('.age'))).y, name).toBeLessThan(status.y)
    }
  })
  await step(page, 'the total', async () => {
    const value = page.getByRole('region', { name: 'Account value' })
    await expect(value.locator('dt')).toHaveText([
      'Balances',
      'PnL less funding',
      'Investments',
      'Loan collateral',
      'Debt',
    ])
    const exact = async (selector: string): Promise<string[]> =>
      (await value
        .locator(`${selector} .amount`)
        .evaluateAll((all) =>
          all.map((one) => one.getAttribute('title')?.split(' ')[0] ?? ''),
        )) as string[]
    const [total = ''] = await exact('.total')
    const lines = await exact('dd')
    expect(lines).toHaveLength(5)
    expect(sum(lines)).toBe(total)
    await expect(value).not.toContainText('Not in it')
    await expect(value).toContainText('since yesterday')
    await value.getByRole('button', { name: '30 d' }).click()
    await expect(value.locator('.change')).toContainText(/since 20\d\d-\d\d-\d\d/)
    await value.getByRole('button', { name: '24 h' }).click()
    await value.getByRole('combobox', { name: 'Count in' }).selectOption('BTC')
    await expect.poll(async () => (await exact('.total'))[0]).not.toBe(total)
    expect(await asked(page, 'settings/change')).toContainEqual(
      expect.objectContaining({ currency: 'BTC' }),
    )
  })
  await step(page, 'a wide window', async () => {
    await page.setViewportSize({ width: 1600, height: 1000 })
    await expect(
      page
        .getByRole('region', { name: 'LTV headroom' })
        .getByRole('img', { name: /^LTV over the last 24 hours/ }),
    ).toBeVisible()
  })
  await step(page, 'a margin call', async () => {
    const headroom = page.getByRole('region', { name: 'LTV headroom' })
    await expect(headroom.locator('.water')).not.toHaveClass(/danger/)
    const { portfolio, alerts } = scenes.marginCall()
    await push(page, 'portfolio', portfolio)
    await push(page, 'alerts', alerts)
    await expect(headroom.locator('.water')).toHaveClass(/danger/)
    await expect(headroom.locator('strong').first()).toHaveClass(/tone-danger/)
  })
})

test('lists every part of the total with its age, and each balance with prices, worth and a way to move some of it', async ({
  open,
}) => {
  const page = await open(scenes.ordinary(), tall)
  await step(page, 'the parts of the total', async () => {
    const value = page.getByRole('region', { name: 'Account value' })
    await value.getByRole('button', { name: 'What is counted' }).click()
    const details = page.getByRole('group', { name: 'What the account value is made of' })
    await expect(details.locator('tbody').getByRole('rowheader')).toHaveText([
      'main balance',
      'trade balance',
      'collateral balance',
      'unrealized PnL less funding',
      'flexible investments',
      'fixed investments',
      /^loan collateral\s\(estimate\)$/,
      'borrowed in the collateral account',
      'loan with its funding',
    ])
    const exact = (rows: string): Promise<string[]> =>
      details
        .locator(`${rows} .amount`)
        .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
    const [total] = await exact('tfoot')
    expect(sum(await exact('tbody'))).toBe(total)
    await expect(details.getByRole('row', { name: /^fixed investments/ })).toContainText(
      '1 min ago',
    )
    await expect(details).toContainText('estimated as debt ÷ LTV')
    await expectNoSeriousFinding(page, 'the details of the account value')
    await page.keyboard.press('Escape')
  })
  await step(page, 'balances together or one by one', async () => {
    const portfolio = offeredPortfolio({
      balance: aFeed([
        { asset: 'BTC', amount: '0.5' },
        { asset: 'NOPE', amount: '7' },
      ]),
    })
    await push(page, 'portfolio', portfolio)
    const balances = page.getByRole('region', { name: 'Balances' })
    const row = (name: RegExp) => balances.getByRole('row', { name })
    await expect(row(/^BTC/).getByRole('cell')).toHaveText(['0.5', '92901.5', '46450.8'])
    await expect(row(/^BTC/).getByRole('rowheader')).toContainText('Main')
    await expect(row(/^NOPE/).getByRole('cell')).toHaveText(['7', 'no price', '–'])
    await expect(balances).toContainText('1 without a price')
    await expect(page.getByRole('region', { name: 'Account value' })).toContainText(
      '1 asset without a price (NOPE)',
    )
    await balances.getByRole('button', { name: 'Trade', exact: true }).click()
    await expect(balances.getByRole('rowheader')).toHaveText([/^\s*ETH\s*$/, /^\s*USDT\s*$/])
    await balances.getByRole('button', { name: 'Collateral', exact: true }).click()
    await expect(balances.getByRole('rowheader')).toHaveText([/^\s*USDT\s*$/])
    await expectNoSeriousFinding(page, 'an overview with prices')
  })
  await step(page, 'the worth of each balance', async () => {
    await push(
      page,
      'portfolio',
      offeredPortfolio({
        balance: aFeed([
          { asset: 'USDT', amount: '1000.5' },
          { asset: 'NOPRICE', amount: '5' },
          { asset: 'ETH', amount: '0' },
        ]),
        tradeBalance: aFeed([{ asset: 'USDT', available: '0', inOrders: '0' }]),
        collateralBalance: aFeed([
          { asset: 'USDT', balance: '500', borrowed: '200.25', free: '299.75' },
        ]),
      }),
    )
    const wallets = page.getByRole('list', { name: 'What each balance holds' })
    const rows = wallets.getByRole('listitem')
    await expect(rows).toHaveText([
      /^Main\s*1000\.5\s+USDT\s+2 assets, 1 without a price\s+Move…$/,
      /^Trade\s*Empty\s+Move…$/,
      /^Collateral\s*299\.75\s+USDT\s+1 asset; without what is borrowed\s+Move…$/,
    ])
    const tops = await Promise.all([0, 1, 2].map(async (at) => (await boxOf(rows.nth(at))).y))
    expect(new Set(tops).size, 'side by side').toBe(1)
    const overflowing = await rows.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth),
    )
    expect(overflowing).toEqual([])
    const ticket = page.getByRole('dialog', { name: 'Transfer between balances' })
    const chosen = (group: string) =>
      ticket.getByRole('group', { name: group, exact: true }).getByRole('radio', { checked: true })
    for (const [button, from, to] of [
      ['Move… from Main', 'Main', 'Trade'],
      ['Move… to Trade', 'Main', 'Trade'],
      ['Move… from Collateral', 'Collateral', 'Main'],
    ] as const) {
      await wallets.getByRole('button', { name: button }).click()
      await expect(chosen('From'), button).toHaveAccessibleName(from)
      await expect(chosen('To'), button).toHaveAccessibleName(to)
      await page.keyboard.press('Escape')
      await expect(ticket).toHaveCount(0)
    }
    await expectNoSeriousFinding(page, 'the balances side by side')
  })
})

test('names what this key cannot see, instead of showing zero', async ({ open }) => {
  const page = await open(scenes.notEnabled())
  const value = page.getByRole('region', { name: 'Account value' })
  await expect(value.locator('dt')).toHaveText(['Balances', 'PnL less funding'])
  await expect(value).toContainText(
    'Not in it: flexible investments, fixed investments, loan collateral, loan with its funding (not available to this key).',
  )
  await expect(value).toContainText('since yesterday')
  await value.getByRole('button', { name: 'What is counted' }).click()
  const details = page.getByRole('group', { name: 'What the account value is made of' })
  await expect(details.getByRole('row', { name: /not available to this key/ })).toHaveCount(4)
})

test('names what is stale, late, incomplete, not sent, not offered or could not be read, and never removes the total', async ({
  open,
}) => {
  const scene = scenes.ordinary()
  const page = await open(scene)
  await step(page, 'an investment that is stale, and one that is incomplete', async () => {
    const { flexible, fixed } = scene.invested
    const unreadable = [{ place: 1, id: null, name: null, field: 'amount', why: 'is missing' }]
    const old = { ...flexible, asOf: (flexible.asOf ?? 0) - 3600 }
    await push(page, 'invested', {
      ...scene.invested,
      flexible: old,
      fixed: { ...fixed, unreadable },
    })
    const value = page.getByRole('region', { name: 'Account value' })
    await expect(value).toHaveAttribute('data-freshness', 'stale')
    await expect(
      value.locator('dt', { hasText: 'Investments' }).locator('xpath=following-sibling::dd[2]'),
    ).toHaveText('Stale')
    await expect(value).toContainText(
      'Not in it: 1 row of fixed investments that could not be read.',
    )
    await value.getByRole('button', { name: 'What is counted' }).click()
    const details = page.getByRole('group', { name: 'What the account value is made of' })
    await expect(details.getByRole('row', { name: /^flexible investments/ })).toContainText('Stale')
    await expect(details.getByRole('row', { name: /^fixed investments/ })).toContainText(
      'Incomplete',
    )
    await page.keyboard.press('Escape')
    await push(page, 'invested', scene.invested)
  })
  await step(page, 'a position without a result', async () => {
    const older = offeredPortfolio({
      positions: aFeed([aPosition(), oldServerPosition()], { every: 5 }),
    })
    await push(page, 'portfolio', older)
    const value = page.getByRole('region', { name: 'Account value' })
    await expect(value).toContainText('unrealized PnL of 1 position, not sent')
    await expect(value).not.toContainText('since yesterday')
    await push(
      page,
      'portfolio',
      offeredPortfolio({ positions: aFeed([oldServerPosition()], { every: 5 }) }),
    )
    await expect(
      page
        .getByRole('region', { name: 'Account value' })
        .locator('dt', { hasText: 'PnL less funding' })
        .locator('xpath=following-sibling::dd[1]'),
    ).toHaveText('not sent')
  })
  await step(page, 'no collateral balance', async () => {
    const failed = noFeed({ problem: { code: 'unreachable', message: 'No network.' } })
    await push(page, 'portfolio', offeredPortfolio({ collateralBalance: failed }))
    const value = page.getByRole('region', { name: 'Account value' })
    await expect(
      value
        .locator('dt', { hasText: 'PnL less funding' })
        .locator('xpath=following-sibling::dd[1]'),
    ).toHaveText('not counted without the collateral balance')
    await push(page, 'portfolio', offeredPortfolio({ collateralBalance: notOffered() }))
    await expect(value.locator('dt')).toHaveText([
      'Balances',
      'Investments',
      'Loan collateral',
      'Debt',
    ])
    await expect(value).toContainText(
      'Not in it: collateral balance, unrealized PnL less funding, borrowed in the collateral account (not offered by this exchange).',
    )
  })
  await step(page, 'a balance that could not be read', async () => {
    const failed = noFeed({ problem: { code: 'unreachable', message: 'No network.' } })
    await push(page, 'portfolio', offeredPortfolio({ tradeBalance: failed }))
    const value = page.getByRole('region', { name: 'Account value' })
    await expect(
      value.locator('dt', { hasText: 'Balances' }).locator('xpath=following-sibling::dd[2]'),
    ).toHaveText('Incomplete')
    await expect(value).toContainText('Not in it: trade balance (could not be read).')
    await expect(value).not.toContainText('since yesterday')
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText(
      'The trade balance could not be read',
    )
  })
  await step(page, 'balances side by side', async () => {
    const problem = aProblem('exchange-trouble')
    await push(
      page,
      'portfolio',
      offeredPortfolio({
        balance: aFeed([], {
          unreadable: [{ place: 1, id: null, name: 'X', field: 'amount', why: 'is missing' }],
        }),
        tradeBalance: noFeed({ problem }),
        collateralBalance: aFeed([{ asset: 'USDT', balance: '500', borrowed: '0', free: '500' }], {
          asOf: now - 3600,
        }),
      }),
    )
    const rows = page.getByRole('list', { name: 'What each balance holds' }).getByRole('listitem')
    await expect(rows).toHaveText([
      // It is not empty: what could not be read may be worth something.
      /^Main\s*could not be read\s*Move…$/,
      /^Trade\s*could not be read\s*Move…$/,
      /^Collateral\s*500\s+USDT\s+Stale\s+1 asset\s+Move…$/,
    ])

    await push(page, 'portfolio', offeredPortfolio({ tradeBalance: notOffered() }))
    await push(page, 'prices', aPricesView({ tickers: noFeed({ problem }) }))
    await expect(rows).toHaveText([/^Main\s*\d+ assets\s+Move…$/, /^Collateral\s*1 asset\s+Move…$/])

    await push(page, 'portfolio', scene.portfolio)
    await push(page, 'prices', scene.prices)
    const settings = { ...defaultSettings, onboardingDone: true }
    await expect(rows.first()).toContainText(/\d\s+USDT/)
    await push(page, 'settings', { ...settings, hideAmounts: true })
    await expect(rows.first()).not.toContainText(/\d\s+USDT/)
    await push(page, 'settings', settings)
  })
  await step(page, 'futures quotes that are missing', async () => {
    await push(page, 'prices', aPricesView({ futures: notOffered() }))
    await expect(
      page.getByRole('region', { name: 'Account value' }).locator('.total'),
    ).toContainText('USDT')
  })
  await step(page, 'prices that stopped', async () => {
    const old = {
      ...scene.prices.tickers,
      asOf: (scene.prices.tickers.asOf ?? 0) - 600,
      problem: { code: 'unreachable', message: 'No network.' } as const,
    }
    await push(page, 'prices', aPricesView({ tickers: old }))
    const value = page.getByRole('region', { name: 'Account value' })
    await expect(value).toHaveAttribute('data-freshness', 'stale')
    await expect(value.locator('.total')).toContainText('414850.2')
    await expect(value.locator('.age')).toContainText('10 min ago')
  })
})

test('does not show the first values that include investments and debt as a gain or loss: no comparison, no line in the chart, and a note', async ({
  open,
}) => {
  const scene = scenes.ordinary()
  const before = scene.worthHistory.map((point) => ({ ...point, counted: null }))
  const page = await open({ ...scene, worthHistory: before })
  const value = page.getByRole('region', { name: 'Account value' })
  await expect(value.locator('.change')).toHaveText(
    'Not compared: earlier values include different parts',
  )
  await expect(value).toContainText(/Values up to \S+ include different parts and are not drawn\./)
  await expect(value).toContainText('a line appears with the second reading')
  // Values of the same parts are compared with each other once they exist.
  await open(
    { ...scene, worthHistory: [...before.slice(0, -12), ...scene.worthHistory.slice(-12)] },
    { instead: page },
  )
  await expect(value.locator('.change')).toHaveText(
    'Not compared: earlier values include different parts',
  )
  await value.getByRole('button', { name: '7 d' }).click()
  await expect(value.locator('.change')).toContainText(/since \d\d:\d\d/)
})

test('keeps the Overview as it was on an exchange with only the specified endpoints, and explains the missing total', async ({
  open,
}) => {
  const page = await open(scenes.onlySpecified(), tall)
  await expect(page.getByRole('region', { name: 'Account value' })).toHaveCount(0)
  const balance = page.getByRole('region', { name: 'Main balance' })
  await expect(balance.getByRole('listitem')).toHaveCount(7)
  await balance.getByRole('button', { name: 'Why is there no total?' }).click()
  await expect(page.getByText('Adding up different coins needs prices')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('')
  await expect(page.getByText(/could not be read|unreachable/)).toHaveCount(0)
})
