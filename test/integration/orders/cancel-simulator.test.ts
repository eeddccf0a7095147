// Cancelling and closing against the simulated service: what becomes of orders and positions there,
// what the record says of it, and what an answer that is lost settles as.
import { afterEach, describe, expect, it } from 'vitest'
import { createPollScheduler } from '../../../src/main/polling/poll-scheduler.js'
import { openMonitor } from '../../../src/main/portfolio/portfolio.js'
import { nothingYet } from '../../../src/shared/portfolio/feed.js'
import { noMarkets, noPrices } from '../../../src/shared/markets/market.js'
import { noPortfolio } from '../../../src/shared/portfolio/portfolio.js'
import type { Dialect } from '../../../src/shared/accounts/account.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import { priceOf } from '../../../src/simulator/engine/units.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { openOrderEngine } from '../../support/order-engine.js'
import { endedIntent, sendTicket } from '../../support/order-sends.js'
import { quickFolder, valueOf } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'
import { worded } from '../../support/worded.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const row = {
  side: 'buy',
  amount: '0.001',
  postOnly: false,
  ioc: false,
  rpi: false,
  clientOrderId: null,
} as const

/**
 * An engine over a monitor of its own, which reads when it is told to. `rests`: prices of orders
 * that rest on BTC_USDT then.
 */
async function setup(some: { dialect?: Dialect; onlySpecified?: boolean; rests?: string[] } = {}) {
  const { dialect = 'spec', onlySpecified = false, rests = ['40000', '40100', '40200'] } = some
  const wall = Date.now() / 1000
  const time = createFakeClock(wall)
  const simulator = await startSimulator({
    port: 0,
    clock: () => wall,
    seed: 7,
    scene: 'calm',
    dialect,
    onlySpecified,
  })
  cleanUps.push(() => simulator.stop())
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no key')
  let figures = noPortfolio
  const refresh = { now: (): void => undefined }
  const engine = await openOrderEngine({
    folder: quickFolder(),
    baseUrl: simulator.url,
    deadline: 20_000,
    readDeadline: 20_000,
    credentials: key,
    dialect,
    ports: {
      refreshAfterWrite: () => refresh.now(),
      conditions: () => ({
        keyState: 'accepted',
        locked: false,
        positions: { ...figures.positions, every: 1_000_000 },
        openOrders: figures.openOrders,
        conditionalOrders: figures.conditionalOrders,
        balance: { ...figures.balance, every: 1_000_000 },
        connection: { state: 'online', clockSkew: 0 },
        prices: noPrices,
        markets: noMarkets.markets,
        collateral: nothingYet,
        purses: figures,
        journal: { problem: null, readOnly: false, restored: false },
      }),
    },
  })
  const nobody = (): void => undefined
  const monitor = openMonitor(engine.profile, engine.storage, {
    ...time,
    scheduler: createPollScheduler(time),
    portfolioChanged: (view) => (figures = view),
    connectionChanged: nobody,
    keyAccepted: nobody,
    keyRefused: nobody,
  })
  refresh.now = () => void monitor.refreshNow()
  cleanUps.push(
    () => engine.close(),
    () => monitor.close(),
  )
  monitor.start(engine.client)
  await expect.poll(() => figures.balance.value, { timeout: 15_000 }).not.toBeNull()
  if (rests.length > 0)
    await endedIntent(
      engine,
      await sendTicket(engine, {
        kind: 'bulk',
        stopOnFail: false,
        retryOf: null,
        rows: rests.map((price) => ({ ...row, market: 'BTC_USDT', price })),
      }),
    )
  await time.pass(1)
  await expect.poll(() => figures.positions.value, { timeout: 15_000 }).not.toBeNull()
  const listed = () => monitor.portfolio().openOrders
  if (!onlySpecified)
    await expect.poll(() => listed().value?.length, { timeout: 15_000 }).toBe(rests.length)
  const ids = () => (listed().value ?? []).map(({ id }) => id)
  const cancelling = (...some: string[]): OrderTicket => ({
    kind: 'cancel',
    orders: some.map((id) => ({ market: 'BTC_USDT', id })),
  })
  const closing = (): OrderTicket => {
    const position = monitor.portfolio().positions.value?.[0]
    if (position === undefined) throw new Error('no position')
    return { kind: 'close-position', market: position.market, positionId: position.id }
  }
  const read = (id: string) => valueOf(engine.orders.intent(id))
  /** Sent, and what is written of it once nothing is under way. */
  const sent = async (ticket: OrderTicket) => endedIntent(engine, await sendTicket(engine, ticket))
  const lose = async (
    ticket: OrderTicket,
    path: string,
    drop: 'before' | 'after',
  ): Promise<string> => {
    simulator.control('POST', 'fault', { path, times: 1, drop })
    const { id, state } = await sent(ticket)
    expect(state).toBe('unknown')
    return id
  }
  return { time, simulator, engine, monitor, listed, ids, cancelling, closing, read, sent, lose }
}

describe.each(['spec', 'live'] as const)('in the %s dialect', (dialect) => {
  it('one order is cancelled, goes from the list, and is reported as cancelled', async () => {
    const { simulator, sent, cancelling, ids, time } = await setup({ dialect })
    const [newest = '', ...others] = ids()
    const intent = await sent(cancelling(newest))
    const status = dialect === 'spec' ? 'CANCELLED' : 'CANCELED'
    expect(intent).toMatchObject({
      kind: 'cancel',
      state: 'acknowledged',
      blocks: false,
      items: [{ state: 'done', mismatch: [], order: { id: newest, status } }],
    })
    expect(simulator.world.openOrders.map(({ id }) => String(id)).sort()).toEqual(
      [...others].sort(),
    )
    await time.pass(1)
    await expect.poll(ids, { timeout: 15_000 }).toEqual(others)
  })

  it('several, of which one was filled before, each get their own end', async () => {
    const { simulator, engine, sent, cancelling, ids, read } = await setup({ dialect })
    const [newest = '', middle = '', oldest = ''] = ids()
    simulator.control('POST', 'price', { market: 'BTC_USDT', price: '40150' })
    simulator.advance(3)
    const intent = await sent(cancelling(newest, middle, oldest))
    // The order at 40200 was filled on the way down.
    const filled = intent.items.find(({ price }) => price === '40200')
    expect(intent.items.map(({ state }) => state).sort()).toEqual(['done', 'done', 'not-open'])
    expect(filled?.state).toBe('not-open')
    await engine.settle(5000)
    await expect
      .poll(
        () =>
          read(intent.id)
            .items.map(({ state }) => state)
            .sort(),
        { timeout: 15_000 },
      )
      .toEqual(['already-filled', 'done', 'done'])
    expect(read(intent.id)).toMatchObject({ state: 'acknowledged', blocks: false })
  })

  it('one that was filled before is said to be filled', async () => {
    const { simulator, engine, sent, cancelling, ids, read } = await setup({
      dialect,
      rests: ['40000'],
    })
    const [id = ''] = ids()
    simulator.control('POST', 'price', { market: 'BTC_USDT', price: '39000' })
    simulator.advance(3)
    const intent = await sent(cancelling(id))
    expect(intent).toMatchObject({
      state: 'acknowledged',
      httpStatus: 400,
      problem: null,
      items: [{ state: 'not-open' }],
    })
    await engine.settle(5000)
    await expect
      .poll(() => read(intent.id).items[0], { timeout: 15_000 })
      .toMatchObject({ state: 'already-filled', order: { status: 'FILLED' } })
  })

  it('all of a market go, and the stop losses of its positions with them, as the review said', async () => {
    const { simulator, engine, monitor, sent, listed, time } = await setup({ dialect })
    const market =
      monitor.portfolio().positions.value?.find(({ protectiveOrders }) => protectiveOrders != null)
        ?.market ?? ''
    expect(market).not.toBe('')
    const preview = valueOf(engine.orders.prepare({ kind: 'cancel-all', market: null }, 'page'))
    expect(worded(preview.warnings[0]?.text)).toContain(`the position on ${market} loses its`)
    const { state, items } = await sent({ kind: 'cancel-all', market: null })
    expect([state, items.map((item) => item.state)]).toEqual([
      'acknowledged',
      ['accepted', 'accepted', 'accepted'],
    ])
    expect(simulator.world.openOrders).toEqual([])
    expect(
      simulator.world.positions.every(
        ({ stopLoss, takeProfit }) => stopLoss === null && takeProfit === null,
      ),
    ).toBe(true)
    await time.pass(1)
    await expect.poll(() => listed().value, { timeout: 15_000 }).toEqual([])
  })

  it('a position is closed whole, once, and its record says that it is gone', async () => {
    const { simulator, engine, closing, sent, read } = await setup({ dialect })
    const ticket = closing()
    const held = simulator.world.positions.length
    const intent = await sent(ticket)
    expect(intent).toMatchObject({
      kind: 'close-position',
      state: 'acknowledged',
      items: [{ state: 'accepted' }],
    })
    expect(simulator.world.positions).toHaveLength(held - 1)
    await engine.settle(5000)
    const closed = () => read(intent.id).items[0]
    await expect.poll(() => closed()?.order ?? null, { timeout: 15_000 }).not.toBeNull()
    const finished = simulator.world.finishedOrders.at(-1)
    expect(closed()).toMatchObject({
      state: 'done',
      order: { id: String(finished?.id), dealMoney: finished?.dealMoney, status: 'FILLED' },
    })
  })

  it.each([
    ['one', endpoints.cancelOrder.path, 1],
    ['several', endpoints.cancelOrders.path, 3],
  ])('ORD-24 a lost answer settles as what happened: %s', async (_name, path, count) => {
    const { simulator, engine, lose, cancelling, ids, read } = await setup({ dialect })
    const some = ids().slice(0, count)
    const after = await lose(cancelling(...some), path, 'after')
    await engine.settle(5000)
    expect(read(after)).toMatchObject({ state: 'acknowledged', blocks: false })
    expect(read(after).items.map(({ state }) => state)).toEqual(some.map(() => 'done'))
    expect(simulator.world.openOrders).toHaveLength(3 - count)
  })

  it('ORD-24 a cancel and a close that never arrived settle as not executed', async () => {
    const { simulator, engine, lose, cancelling, closing, ids, read } = await setup({ dialect })
    const held = simulator.world.positions.length
    const lost = [
      await lose(cancelling(ids()[0] ?? ''), endpoints.cancelOrder.path, 'before'),
      await lose(cancelling(...ids().slice(1)), endpoints.cancelOrders.path, 'before'),
      await lose(
        { kind: 'cancel-all', market: 'BTC_USDT' },
        endpoints.cancelAllOrders.path,
        'before',
      ),
      await lose(closing(), endpoints.closePosition.path, 'before'),
    ]
    await engine.settle(5000)
    for (const id of lost)
      expect(read(id), read(id).kind).toMatchObject({ state: 'not-executed', blocks: false })
    expect([simulator.world.openOrders.length, simulator.world.positions.length]).toEqual([3, held])
  })

  it('ORD-24 cancelling all and closing, carried out and never answered, settle as carried out', async () => {
    const { engine, lose, closing, read } = await setup({ dialect })
    const all = await lose(
      { kind: 'cancel-all', market: 'BTC_USDT' },
      endpoints.cancelAllOrders.path,
      'after',
    )
    const close = await lose(closing(), endpoints.closePosition.path, 'after')
    await engine.settle(5000)
    expect(read(all).items.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(read(close)).toMatchObject({ state: 'acknowledged', items: [{ state: 'done' }] })
  })
})

it('ORD-24 a partner’s history without cancelled orders settles a lost cancel all the same: the order is not open', async () => {
  const { simulator, engine, lose, cancelling, ids, read } = await setup()
  simulator.control('POST', 'history', { cancelled: false })
  const id = await lose(cancelling(ids()[0] ?? ''), endpoints.cancelOrder.path, 'after')
  await engine.settle(5000)
  expect(read(id)).toMatchObject({ state: 'acknowledged', items: [{ state: 'not-open' }] })
})

describe('an exchange with the ten endpoints of the specification alone', () => {
  it('has no list to cancel from, and says so; orders go out as ever', async () => {
    const { engine, listed, sent } = await setup({ onlySpecified: true, rests: [] })
    await expect.poll(() => listed().problem?.code, { timeout: 15_000 }).toBe('not-found')
    const refused = engine.orders.prepare({ kind: 'cancel-all', market: null }, 'page')
    expect(worded(refused)).toMatchObject({
      ok: false,
      error: { message: 'The open orders have not been read.' },
    })
    expect(engine.orders.read().obstacles).toEqual([])
    const placed = await sent({
      kind: 'bulk',
      rows: [{ ...row, market: 'BTC_USDT', price: '40000' }],
      stopOnFail: false,
      retryOf: null,
    })
    expect(placed).toMatchObject({ state: 'acknowledged', items: [{ state: 'placed' }] })
  })

  it('refuses to close a position, which a market order of the other side still does', async () => {
    const { simulator, monitor, closing, sent, engine, time } = await setup({
      onlySpecified: true,
      rests: [],
    })
    expect(await sent(closing())).toMatchObject({
      state: 'rejected',
      blocks: false,
      problem: { code: 'not-found' },
    })
    await time.pass(1)
    const position = monitor.portfolio().positions.value?.[0]
    if (position?.amount == null) throw new Error('no position')
    const isShort = position.amount.startsWith('-')
    const order: OrderTicket = {
      kind: 'market',
      market: position.market,
      side: isShort ? 'buy' : 'sell',
      amount: isShort ? position.amount.slice(1) : position.amount,
      stopLoss: null,
      takeProfit: null,
      positionSide: null,
      clientOrderId: null,
    }
    expect(valueOf(engine.orders.prepare(order, 'page')).items[0]?.effect).toBe('closes')
    const held = simulator.world.positions.length
    expect(await sent(order)).toMatchObject({ state: 'acknowledged' })
    expect(simulator.world.positions).toHaveLength(held - 1)
  })

  it('ORD-24 in the live dialect answers with nothing at all: then the positions settle it', async () => {
    const { simulator, engine, closing, sent, read } = await setup({
      onlySpecified: true,
      rests: [],
      dialect: 'live',
    })
    const held = simulator.world.positions.length
    const { id, state, problem } = await sent(closing())
    expect([state, problem?.reason]).toEqual(['unknown', 'FOREIGN_BODY'])
    await engine.settle(5000)
    expect(read(id)).toMatchObject({ state: 'not-executed', blocks: false })
    expect(simulator.world.positions).toHaveLength(held)
  })
})

describe.each(['spec', 'live'] as const)('ORD-26 a stop loss in the %s dialect', (dialect) => {
  /** Over the first position of the scene, with a stop loss this many percent from its price. */
  async function guarded() {
    const parts = await setup({ dialect, rests: [] })
    const { simulator, monitor, time } = parts
    const position = simulator.world.positions[0]
    const market = simulator.world.markets[position?.market ?? '']
    if (position === undefined || market === undefined) throw new Error('no position')
    position.stopLoss = null
    const isLong = !position.amount.startsWith('-')
    const triggerAt = (percent: number): string => {
      const ticks = market.ticks - (market.ticks % 100)
      const away = (ticks / 100) * (isLong ? 100 - percent : 100 + percent)
      return priceOf(away, market.pricePrecision)
    }
    const level = (percent: number, old: string | null = null): OrderTicket => ({
      ...{ kind: 'set-level', market: market.name, positionId: String(position.id) },
      ...{ level: 'stopLoss', trigger: triggerAt(percent), amount: null },
      replaces: old === null ? null : { id: old, by: 'order' },
    })
    const removal = (id: string, replacedBy: string | null): OrderTicket => ({
      ...{ kind: 'remove-level', market: market.name, positionId: String(position.id) },
      ...{ id, by: 'order', replacedBy },
    })
    const waiting = () => simulator.world.triggerOrders
    const seen = async (): Promise<void> => {
      await time.pass(1)
      const ids = waiting().map(({ id }) => String(id))
      await expect
        .poll(() => (monitor.portfolio().openOrders.value ?? []).map(({ id }) => id).toSorted(), {
          timeout: 15_000,
        })
        .toEqual(ids.toSorted())
    }
    return { ...parts, position, market, triggerAt, level, removal, waiting, seen }
  }

  it('is set, moved in two steps, and closes the position once its price is reached', async () => {
    const { sent, level, removal, waiting, seen, triggerAt, simulator, market, position } =
      await guarded()
    const first = await sent(level(10))
    expect(first).toMatchObject({
      ...{ state: 'acknowledged', blocks: false },
      items: [{ state: 'placed', mismatch: [], order: { reduceOnly: true } }],
    })
    const old = first.items[0]?.order?.id ?? ''
    expect(waiting()).toMatchObject([{ price: triggerAt(10), reduceOnly: true }])
    await seen()
    const second = await sent(level(5, old))
    expect(second.items).toMatchObject([{ state: 'placed', mismatch: [] }])
    expect(waiting()).toHaveLength(2)
    await seen()
    const removed = await sent(removal(old, second.id))
    expect(removed).toMatchObject({
      state: 'acknowledged',
      items: [{ state: 'done', mismatch: [] }],
    })
    expect(waiting()).toMatchObject([{ price: triggerAt(5) }])
    simulator.control('POST', 'price', { market: market.name, price: triggerAt(6) })
    simulator.advance(2)
    expect(simulator.world.positions.some(({ id }) => id === position.id)).toBe(false)
    expect(waiting()).toEqual([])
  })

  it('whose answer is lost is found in the list, and was not placed where it is in none', async () => {
    const { lose, level, read, engine, waiting } = await guarded()
    const id = await lose(level(10), endpoints.triggerMarketOrder.path, 'after')
    await engine.settle(5000)
    await expect
      .poll(() => read(id), { timeout: 15_000 })
      .toMatchObject({ state: 'acknowledged', items: [{ state: 'placed', mismatch: [] }] })
    expect(waiting()).toHaveLength(1)
  })
})
