// ORD-24 over real HTTP: answers that are lost, and what the simulated service's own lists make of
// their orders.
import { afterEach, describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/shared/accounts/account.js'
import type { MarketTicket, OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { openOrderEngine } from '../../support/order-engine.js'
import { endedIntent, sendTicket } from '../../support/order-sends.js'
import { quickFolder, valueOf } from '../../support/test-storage.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup(some: { dialect?: Dialect; onlySpecified?: boolean } = {}) {
  const { dialect = 'spec' } = some
  const wall = Date.now() / 1000
  const simulator = await startSimulator({
    port: 0,
    clock: () => wall,
    seed: 7,
    scene: 'calm',
    ...some,
  })
  cleanUps.push(() => simulator.stop())
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no key')
  const engine = await openOrderEngine({
    folder: quickFolder(),
    baseUrl: simulator.url,
    deadline: 20_000,
    readDeadline: 20_000,
    credentials: key,
    dialect,
  })
  cleanUps.push(() => engine.close())
  const lose = async (
    ticket: OrderTicket,
    path: string,
    drop: 'before' | 'after',
  ): Promise<string> => {
    simulator.control('POST', 'fault', { path, times: 1, drop })
    const id = await sendTicket(engine, ticket)
    expect(await endedIntent(engine, id)).toMatchObject({ state: 'unknown' })
    return id
  }
  const read = (id: string) => valueOf(engine.orders.intent(id))
  return { simulator, engine, lose, read }
}

// The account has no position there.
const market = 'XRP_USDT'
const atMarket: MarketTicket = {
  kind: 'market',
  market,
  side: 'buy',
  amount: '10',
  stopLoss: null,
  takeProfit: null,
  positionSide: null,
  clientOrderId: null,
}
const row = {
  market: 'BTC_USDT',
  side: 'buy',
  amount: '0.001',
  price: '40000',
  postOnly: false,
  ioc: false,
  rpi: false,
  clientOrderId: null,
} as const
const limits: OrderTicket = {
  kind: 'bulk',
  rows: [row, { ...row, price: '39000', postOnly: true }],
  stopOnFail: false,
  retryOf: null,
}
const onCollateral: OrderTicket = {
  ...atMarket,
  kind: 'collateral-limit',
  amount: '20',
  price: '0.5',
  stopLoss: null,
  postOnly: true,
  ioc: false,
  reduceOnly: false,
}
const investmentId = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'
const closing: OrderTicket = { kind: 'close-investment', investmentId, typedTail: 'dcd5' }

const kinds: [string, OrderTicket, string][] = [
  ['a market order', atMarket, endpoints.collateralMarketOrder.path],
  ['a limit order on collateral', onCollateral, endpoints.collateralLimitOrder.path],
  ['limit orders', limits, endpoints.bulkLimitOrders.path],
  ['closing an investment', closing, endpoints.closeInvestment.path],
]

describe.each(['spec', 'live'] as const)('ORD-24 in the %s dialect', (dialect) => {
  it.each(kinds)(
    '%s that was carried out before the answer was lost settles as carried out',
    async (_name, ticket, path) => {
      const { engine, lose, read, simulator } = await setup({ dialect })
      const id = await lose(ticket, path, 'after')
      await engine.settle(5000)
      const { state, blocks, items, timeline } = read(id)
      expect({ state, blocks }).toEqual({ state: 'acknowledged', blocks: false })
      expect(items.map((item) => [item.state, item.mismatch])).toEqual(
        items.map(() => ['placed', []]),
      )
      expect(timeline.at(-1)?.what).toBe('settled')
      expect(simulator.world.openOrders).toHaveLength(
        ticket === limits ? 2 : ticket === onCollateral ? 1 : 0,
      )
    },
  )

  it.each(kinds)('%s that never arrived settles as not executed', async (_name, ticket, path) => {
    const { engine, lose, read, simulator } = await setup({ dialect })
    const unfilled = await sendTicket(engine, {
      ...limits,
      rows: [{ ...row, price: '20000', ioc: true }],
    })
    expect(await endedIntent(engine, unfilled)).toMatchObject({ items: [{ state: 'cancelled' }] })
    const id = await lose(ticket, path, 'before')
    await engine.settle(5000)
    expect(read(id)).toMatchObject({ state: 'not-executed', blocks: false })
    expect(read(id).items.every(({ state }) => state === 'not-executed')).toBe(true)
    expect(simulator.world.openOrders).toEqual([])
  })
})

describe('ORD-24', () => {
  it.each([
    [true, 'acknowledged', 'placed'],
    [false, 'unknown', 'unknown'],
  ] as const)(
    'an order with a stop loss that rests is never taken for an absent one (listed: %s)',
    async (conditional, state, itemState) => {
      const { simulator, engine, lose, read } = await setup()
      simulator.control('POST', 'orders', { conditional })
      const ticket: OrderTicket = { ...onCollateral, stopLoss: '0.4' }
      const id = await lose(ticket, endpoints.collateralLimitOrder.path, 'after')
      await engine.settle(750)
      expect(simulator.world.openOrders).toHaveLength(1)
      expect(read(id)).toMatchObject({ state, items: [{ state: itemState }] })
    },
  )

  it('an order that is not in the history yet is no absent one', async () => {
    const { simulator, engine, lose, read } = await setup()
    simulator.control('POST', 'history', { delaySeconds: 30 })
    const id = await lose(atMarket, endpoints.collateralMarketOrder.path, 'after')
    expect(await engine.orders.checkNow(id)).toEqual({ ok: true, value: null })
    expect(read(id)).toMatchObject({
      state: 'unknown',
      evidence: { asked: [{ problem: null }, { problem: null }, { problem: null }] },
    })
    simulator.advance(31)
    await engine.orders.checkNow(id)
    expect(read(id)).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'placed', order: { status: 'FILLED', dealStock: '10' } }],
    })
  })

  it('without cancelled orders in the history, an order that may have ended in part stays unknown', async () => {
    const { simulator, engine, lose, read } = await setup()
    simulator.control('POST', 'history', { cancelled: false })
    const ioc: OrderTicket = { ...limits, rows: [{ ...row, ioc: true }] }
    const id = await lose(ioc, endpoints.bulkLimitOrders.path, 'after')
    await engine.settle(750)
    const { state, evidence } = read(id)
    expect([state, evidence?.unsettled?.map(englishOf)]).toEqual([
      'unknown',
      [expect.stringContaining('Part of it may have been filled')],
    ])
  })

  it('with the ten endpoints of the specification alone it stays unknown, and says what was asked and when', async () => {
    const { engine, lose, read } = await setup({ onlySpecified: true })
    const ids = [
      await lose(limits, endpoints.bulkLimitOrders.path, 'after'),
      await lose(closing, endpoints.closeInvestment.path, 'after'),
    ]
    await engine.settle(750)
    for (const id of ids) {
      expect(read(id)).toMatchObject({ state: 'unknown', blocks: true })
      expect(read(id).evidence?.asked).toMatchObject([
        { found: null, problem: { code: 'not-found' } },
      ])
      expect(read(id).evidence?.asked?.[0]?.at).toBeGreaterThan(1_700_000_000)
    }
  })

  it('a key that may not read orders leaves it unknown', async () => {
    const { simulator, engine, lose, read } = await setup()
    simulator.control('POST', 'key', { name: 'full', barred: [endpoints.orderHistory.path] })
    const id = await lose(limits, endpoints.bulkLimitOrders.path, 'after')
    await engine.settle(750)
    expect(read(id)).toMatchObject({ state: 'unknown', blocks: true })
    expect(read(id).evidence?.asked?.at(-1)).toMatchObject({
      found: null,
      problem: { code: 'no-permission' },
    })
  })
})
