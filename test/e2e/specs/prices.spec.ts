// The account's value compared with the simulator's state; and the app limited to the specified
// endpoints.
import {
  absolute,
  add,
  compare,
  type Decimal,
  multiply,
  negate,
  subtract,
  sum,
} from '../../../src/shared/money.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { positionsScreen } from '../screens/positions-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { armed } from '../support/armed.js'
import { timesAsked } from '../support/asking.js'
import { connectByHand, startRestartableSimulator } from '../support/connected.js'
import { expect, test } from '../support/plimsoll.js'

type HeldIn = 'main' | 'trade' | 'reserved' | 'collateral' | 'flex' | 'fixed' | 'loan-collateral'

type State = {
  ledger: { [account in HeldIn]: { [asset: string]: Decimal } }
  loan: { asset: string; amount: Decimal; totalFunding: Decimal } | null
  markets: { [name: string]: { ticks: number; pricePrecision: number } }
  positions: { market: string; amount: Decimal; basePrice: Decimal; unrealizedFunding: Decimal }[]
}

/**
 * In USDT, calculated from the simulator's state alone, without the app's code. The loan's
 * collateral is not sent, so it is separate.
 */
function worthOf({ ledger, markets, positions, loan }: State): {
  collateral: Decimal
  rest: Decimal
} {
  const priceOf = (name: string): Decimal => {
    const market = markets[name]
    if (market === undefined) throw new Error(`There is no market ${name}`)
    const digits = String(market.ticks).padStart(market.pricePrecision + 1, '0')
    return `${digits.slice(0, -market.pricePrecision)}.${digits.slice(-market.pricePrecision)}`
  }
  const worth = (asset: string, amount: Decimal): Decimal =>
    multiply(amount, asset === 'USDT' ? '1' : priceOf(`${asset}_USDT`))
  const worthIn = (accounts: readonly HeldIn[]): Decimal[] =>
    accounts.flatMap((account) =>
      Object.entries(ledger[account]).map(([asset, amount]) => worth(asset, amount)),
    )
  const rest = sum([
    ...worthIn(['main', 'trade', 'reserved', 'collateral', 'flex', 'fixed']),
    ...(loan === null ? [] : [negate(worth(loan.asset, add(loan.amount, loan.totalFunding)))]),
    ...positions.map(({ market, amount, basePrice, unrealizedFunding }) =>
      subtract(multiply(amount, subtract(priceOf(market), basePrice)), unrealizedFunding),
    ),
  ])
  return { rest, collateral: sum(worthIn(['loan-collateral'])) }
}

/** To a hundredth: the figure it is estimated from has two decimals. */
function isNear(estimate: Decimal, amount: Decimal): boolean {
  return compare(absolute(subtract(estimate, amount)), multiply(amount, '0.01')) < 0
}

test.describe('an exchange whose clock has stopped', () => {
  test("shows parts of the account's value that add up to the last digit", async ({ welcome }) => {
    const now = Math.floor(Date.now() / 1000)
    const simulator = await startRestartableSimulator([
      '--seed',
      '7',
      '--scene',
      'calm',
      '--at',
      String(now),
    ])
    try {
      const { page } = welcome
      await connectByHand(page, simulator)
      const overview = overviewScreen(page)
      const exact = async (selector: string): Promise<string[]> =>
        await overview.value
          .locator(`${selector} .amount`)
          .evaluateAll((all) =>
            all.map((one) => (one.getAttribute('title') ?? '').replace(/ \w+$/, '')),
          )
      await expect(overview.value.locator('dd .amount')).toHaveCount(5)
      /** The total without the loan's collateral, which is the fourth part. */
      const known = async (): Promise<Decimal> =>
        subtract((await exact('.total'))[0] ?? '', (await exact('dd'))[3] ?? '')
      const expected = worthOf((await simulator.control('GET', 'state')) as State)
      await expect.poll(known).toBe(expected.rest)
      const parts = await exact('dd')
      expect(parts.reduce(add)).toBe((await exact('.total'))[0])
      expect(isNear(parts[3] ?? '', expected.collateral)).toBe(true)
      // A higher price moves the total by the amount held, and nothing else.
      await simulator.control('POST', 'price', { market: 'BTC_USDT', price: '70000' })
      const after = worthOf((await simulator.control('GET', 'state')) as State)
      expect(after.rest).not.toBe(expected.rest)
      await overview.refresh.click()
      await expect.poll(known).toBe(after.rest)
      await windowScreen(page).go('Positions')
      await expect(positionsScreen(page).row('BTC_PERP')).toBeVisible()
    } finally {
      await simulator.stop()
    }
  })
})

test('shows what it always showed, without an error, on an exchange with only the specified endpoints', async ({
  welcome,
}) => {
  const simulator = await startRestartableSimulator(['--seed', '7', '--only-specified'])
  try {
    const { page, app, consoleErrors } = welcome
    await connectByHand(page, simulator)
    const overview = overviewScreen(page)
    await expect(overview.balance.getByRole('heading', { name: 'Main balance' })).toBeVisible()
    await expect(overview.value).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Why is there no total?' })).toBeVisible()
    await expect(overview.attention).toContainText('All clear')
    const troubles = page.locator('section.problem, .notice.danger')
    const { go, status, activeAlerts } = windowScreen(page)
    for (const name of [
      'Positions',
      'Trade',
      'Investments',
      'Loans',
      'Mining',
      'Activity',
      'Settings',
    ] as const) {
      await go(name)
      await expect(troubles).toHaveCount(0)
    }
    await go('Positions')
    await expect(positionsScreen(page).row('BTC_USDT')).toBeVisible()
    // Orders work as before: markets are typed instead of picked, and a placed order is known from
    // its answer alone.
    const trade = await armed(page, app)
    await trade.fillMarket({ market: 'BTC_USDT', side: 'Buy', amount: '0.001' })
    await trade.previewOrder.click()
    await trade.act('Buy 0.001 BTC_USDT at market').click()
    await expect(trade.main).toContainText(/filled/i)
    await trade.fillBulk([{ market: 'BTC_USDT', side: 'buy', amount: '0.001', price: '40000' }])
    await trade.previewOrder.click()
    await trade.act('Buy 0.001 BTC_USDT at 40000').click()
    await expect(trade.main).toContainText(/placed/i)
    await trade.openOrders.click()
    await expect(trade.main).toContainText('The exchange does not show this key its open orders')
    expect(await timesAsked(simulator, '/api/v4/order/collateral/market')).toBe(1)
    expect(await timesAsked(simulator, '/api/v4/order/bulk')).toBe(1)
    await expect(status).toContainText('Key accepted')
    await expect(activeAlerts).toHaveCount(0)
    expect(consoleErrors).toEqual([])
  } finally {
    await simulator.stop()
  }
})
