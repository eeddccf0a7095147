// The engine against the simulated service: what its answers are called, and that what they changed
// is looked at again at once.
import { afterEach, describe, expect, it } from 'vitest'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openMonitor } from '../../../src/main/portfolio/portfolio.js'
import type { Dialect } from '../../../src/shared/accounts/account.js'
import type { LimitRow, OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import type { Position } from '../../../src/shared/portfolio/position.js'
import type { TradingView } from '../../../src/shared/orders/trading.js'
import { itemWords, intentWords } from '../../../src/renderer/orders/order-states.js'
import { add } from '../../../src/shared/money.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { openOrderEngine } from '../../support/order-engine.js'
import { endedIntent, sendTicket } from '../../support/order-sends.js'
import { quickFolder, valueOf } from '../../support/test-storage.js'
import { worded } from '../../support/worded.js'
import { createFakeClock } from '../../support/fake-clock.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/**
 * A engine on a simulator of its own, and a monitor for which time passes only when the test says
 * so.
 */
async function setup(dialect: Dialect = 'spec') {
  const folder = quickFolder()
  const wall = Date.now() / 1000
  const time = createFakeClock(wall)
  const simulator = await startSimulator({
    port: 0,
    clock: () => wall,
    seed: 7,
    scene: 'calm',
    dialect,
  })
  cleanUps.push(() => simulator.stop())
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no key')
  const views: TradingView[] = []
  const known: { positions: Position[] } = { positions: [] }
  const engine = await openOrderEngine({
    folder,
    baseUrl: simulator.url,
    deadline: 20_000,
    readDeadline: 20_000,
    credentials: key,
    dialect,
    known: () => known,
    ports: {
      refreshAfterWrite: () => void monitor.refreshNow(),
      changed: (view) => views.push(view),
    },
  })
  const nobody = (): void => undefined
  const monitor = openMonitor(engine.profile, engine.storage, {
    ...time,
    scheduler: createPollScheduler(time),
    portfolioChanged: nobody,
    connectionChanged: nobody,
    keyAccepted: nobody,
    keyRefused: nobody,
  })
  cleanUps.push(
    () => engine.close(),
    () => monitor.close(),
  )
  monitor.start(engine.client)
  const { portfolio } = monitor
  const all = () => [portfolio().positions.value, portfolio().balance.value, portfolio().loan.value]
  await expect.poll(() => all().includes(null), { timeout: 15_000 }).toBe(false)
  const looks = (path: string): number =>
    (simulator.control('GET', 'calls').body as { path: string }[]).filter(
      (call) => call.path === path,
    ).length
  return { time, simulator, key, folder, engine, views, known, portfolio, looks }
}

function row(some: Partial<LimitRow>): LimitRow {
  return {
    market: 'BTC_USDT',
    side: 'buy',
    amount: '0.001',
    price: '40000',
    postOnly: false,
    ioc: false,
    rpi: false,
    clientOrderId: null,
    ...some,
  }
}

function bulk(...rows: Partial<LimitRow>[]): OrderTicket {
  return {
    kind: 'bulk',
    rows: rows.map(row),
    stopOnFail: false,
    retryOf: null,
  }
}

describe('the simulated service', () => {
  it('ORD-13 an order for one of two positions on a market names its side from its preview to its answer', async () => {
    const { simulator, engine } = await setup()
    simulator.world.positions = []
    simulator.control('POST', 'account', { hedgeMode: true })
    for (const [side, positionSide] of [
      ['buy', 'LONG'],
      ['sell', 'SHORT'],
    ] as const) {
      const ticket = { ...atMarket({ market: 'BTC_PERP', side, amount: '0.001' }), positionSide }
      const preview = valueOf(engine.orders.prepare(ticket, 'page'))
      expect(worded(preview.sentences)).toContain(`Position side ${positionSide}.`)
      const { intentId } = valueOf(await engine.orders.confirm(preview.token, 'page'))
      const intent = await endedIntent(engine, intentId)
      expect(intent).toMatchObject({
        state: 'acknowledged',
        blocks: false,
        items: [{ state: 'placed', mismatch: [], order: { side, positionSide } }],
      })
      expect(JSON.parse(intent.body)).toMatchObject({ market: 'BTC_PERP', side, positionSide })
    }
    expect(
      simulator.world.positions.map(({ market, side, amount }) => [market, side, amount]),
    ).toEqual([
      ['BTC_PERP', 'LONG', '0.001'],
      ['BTC_PERP', 'SHORT', '-0.001'],
    ])
  })

  it('ORD-10 cancels an immediate-or-cancel row that finds nobody, and that is what the record calls it', async () => {
    const { engine, simulator } = await setup()
    const id = await sendTicket(engine, bulk({ ioc: true }, {}, { ioc: true, price: '41000' }))
    const intent = await endedIntent(engine, id)
    expect(intent).toMatchObject({ state: 'acknowledged', blocks: false })
    expect(
      intent.items.map(({ state, order, mismatch }) => [state, order?.status, mismatch]),
    ).toEqual([
      ['cancelled', 'CANCELLED', []],
      ['placed', 'NEW', []],
      ['cancelled', 'CANCELLED', []],
    ])
    expect(simulator.world.openOrders).toHaveLength(1)
    expect(engine.orders.read().usedToday.orders).toBe(1)
    // Under new ids they may be sent again, beside the record of the first.
    const again = await endedIntent(
      engine,
      await sendTicket(engine, { ...bulk({ ioc: true }), retryOf: id } as OrderTicket),
    )
    expect(again).toMatchObject({ retryOf: id, items: [{ state: 'cancelled' }] })
  })
})

describe('limit orders on collateral', () => {
  const limit: OrderTicket = {
    kind: 'collateral-limit',
    market: 'XRP_USDT',
    side: 'buy',
    amount: '20',
    price: '0.5',
    stopLoss: '0.4',
    takeProfit: '0.9',
    postOnly: false,
    ioc: false,
    reduceOnly: false,
    positionSide: null,
    clientOrderId: null,
  }

  it.each(['spec', 'live'] as const)(
    'rest, open a position with their levels once the price is there, and are no mismatch (%s)',
    async (dialect) => {
      const { engine, simulator } = await setup(dialect)
      const intent = await endedIntent(engine, await sendTicket(engine, limit))
      expect(intent).toMatchObject({
        state: 'acknowledged',
        blocks: false,
        items: [{ state: 'placed', mismatch: [], order: { type: 'limit', left: '20' } }],
      })
      simulator.control('POST', 'price', { market: 'XRP_USDT', price: '0.45' })
      simulator.advance(2)
      expect(simulator.world.positions.at(-1)).toMatchObject({
        market: 'XRP_USDT',
        amount: '20',
        basePrice: '0.5',
        stopLoss: { price: '0.4' },
        takeProfit: { price: '0.9' },
      })
    },
  )

  it('reduce-only are cut down to the position, which is no mismatch', async () => {
    const { engine, simulator, known, portfolio } = await setup()
    known.positions = portfolio().positions.value ?? []
    const held = simulator.world.positions.find(({ market }) => market === 'BTC_USDT')
    if (held === undefined) throw new Error('no position')
    const intent = await endedIntent(
      engine,
      await sendTicket(engine, {
        ...limit,
        market: 'BTC_USDT',
        side: held.amount.startsWith('-') ? 'buy' : 'sell',
        price: held.amount.startsWith('-') ? '40000' : '90000',
        amount: '2',
        stopLoss: null,
        takeProfit: null,
        reduceOnly: true,
        positionSide: held.side === 'BOTH' ? null : held.side,
      }),
    )
    const amount = held.amount.replace('-', '')
    expect(intent.items).toMatchObject([
      { state: 'placed', mismatch: [], order: { amount, reduceOnly: true } },
    ])
  })
})

function atMarket(some: {
  market: string
  side: 'buy' | 'sell'
  amount: string
  stopLoss?: string
}): OrderTicket {
  return {
    kind: 'market',
    stopLoss: null,
    takeProfit: null,
    positionSide: null,
    clientOrderId: null,
    ...some,
  }
}

describe('a market order in a thin book', () => {
  it.each([
    ['spec', 'CANCELLED'],
    ['live', 'CANCELED_TAKER_BAND'],
  ] as const)(
    'reads as filled in part with the rest cancelled, in the %s dialect',
    async (dialect, status) => {
      const { engine, simulator, portfolio, time } = await setup(dialect)
      simulator.control('POST', 'market', { market: 'ETH_USDT', depth: '0.01' })
      const held = () =>
        portfolio().positions.value?.find((one) => one.market === 'ETH_USDT')?.amount
      expect(held()).toBe('-3.5')
      const id = await sendTicket(
        engine,
        atMarket({ market: 'ETH_USDT', side: 'sell', amount: '1.5', stopLoss: '3600' }),
      )
      const intent = await endedIntent(engine, id)
      expect(intent).toMatchObject({
        state: 'acknowledged',
        blocks: false,
        problem: null,
        items: [
          {
            state: 'partly',
            mismatch: [],
            order: {
              status,
              amount: '1.5',
              dealStock: '0.2',
              left: '1.3',
              oto: { stopLoss: '3600' },
            },
          },
        ],
      })
      const words = { text: 'Partly filled, rest cancelled', tone: 'caution' }
      expect([intentWords(intent), ...intent.items.map(itemWords)]).toEqual([words, words])
      await time.pass(1)
      await expect.poll(held, { timeout: 15_000 }).toBe('-3.7')
    },
  )

  it('reads as refused where nothing at all is on offer', async () => {
    const { engine, simulator } = await setup()
    simulator.control('POST', 'market', { market: 'ETH_USDT', depth: '0.01' })
    const take = async (amount: string) =>
      endedIntent(
        engine,
        await sendTicket(engine, atMarket({ market: 'ETH_USDT', side: 'sell', amount })),
      )
    expect(await take('0.2')).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'placed', order: { left: '0', status: 'FILLED' } }],
    })
    expect(await take('0.2')).toMatchObject({
      state: 'rejected',
      blocks: false,
      problem: { server: { code: 12 } },
    })
  })
})

const screens = [
  endpoints.openPositions.path,
  endpoints.mainBalance.path,
  endpoints.creditLine.path,
]

describe('after a write, within two seconds', () => {
  it('ORD-17 the main balance shows what a closed investment brought back, and the order is in the history', async () => {
    const { time, simulator, engine, views, portfolio, looks } = await setup()
    const investment = simulator.world.fixedInvestments.find(({ status }) => status === 'active')
    if (investment === undefined) throw new Error('the scene has a fixed investment')
    const { id, asset, amount } = investment
    const held = (): string =>
      portfolio().balance.value?.find((one) => one.asset === asset)?.amount ?? '0'
    const before = held()
    const lookedBefore = screens.map(looks)
    const intent = await endedIntent(
      engine,
      await sendTicket(engine, {
        kind: 'close-investment',
        investmentId: id,
        typedTail: id.slice(-4),
      }),
    )
    expect(intent.state).toBe('acknowledged')
    await time.pass(1)
    await expect.poll(held, { timeout: 15_000 }).toBe(add(before, amount))
    await expect
      .poll(() => screens.map(looks), { timeout: 15_000 })
      .toEqual(lookedBefore.map((count) => count + 1))
    expect(views.at(-1)?.recent.map((one) => one.id)).toContain(intent.id)
  })

  it('ORD-10 everything on screen is read again after bulk orders, and they are in the history', async () => {
    const { time, engine, views, looks } = await setup()
    const lookedBefore = screens.map(looks)
    const intent = await endedIntent(
      engine,
      await sendTicket(engine, bulk({}, { side: 'sell', price: '90000' })),
    )
    expect(intent.items.map(({ state }) => state)).toEqual(['placed', 'placed'])
    await time.pass(1)
    await expect
      .poll(() => screens.map(looks), { timeout: 15_000 })
      .toEqual(lookedBefore.map((count) => count + 1))
    expect(views.at(-1)?.recent.map((one) => one.id)).toContain(intent.id)
  })

  it('ORD-25 an order nobody knows about is not settled by the positions of the key that took the place of its own', async () => {
    const { engine, simulator, key, folder } = await setup()
    simulator.control('POST', 'fault', {
      path: endpoints.collateralMarketOrder.path,
      drop: 'after',
      times: 1,
    })
    const id = await sendTicket(
      engine,
      atMarket({ market: 'ETH_USDT', side: 'buy', amount: '0.01' }),
    )
    await expect
      .poll(() => engine.orders.read().open.map((intent) => intent.state))
      .toEqual(['unknown'])
    engine.close()

    const begin = {
      folder,
      baseUrl: simulator.url,
      deadline: 20_000,
      readDeadline: 20_000,
      credentials: key,
    }
    const rekeyed = await openOrderEngine({ ...begin, keyHint: 'othe…rkey' })
    expect(await rekeyed.orders.checkNow(id)).toMatchObject({
      ok: false,
      error: { reason: 'OTHER_KEY' },
    })
    expect(rekeyed.orders.read().open).toMatchObject([{ id, state: 'unknown', blocks: true }])
    rekeyed.close()
    // With its own key the same read says something.
    const again = await openOrderEngine(begin)
    cleanUps.push(() => again.close())
    expect(await again.orders.checkNow(id)).toMatchObject({ ok: true })
  })
})
