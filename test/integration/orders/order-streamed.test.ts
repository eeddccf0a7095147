// An order whose answer is lost, and a stream that says what became of it before the first lookup
// is due: over real HTTP and sockets against the simulated service, with the time of the orders
// standing still.
import { afterEach, describe, expect, it } from 'vitest'
import { createStreamClient } from '../../../src/main/exchange/stream/stream-client.js'
import type { OrderTicket } from '../../../src/shared/orders/order-ticket.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { createFakeClock, settled, settledUntil } from '../../support/fake-clock.js'
import { openOrderEngine } from '../../support/order-engine.js'
import { endedIntent, sendTicket } from '../../support/order-sends.js'
import { quickFolder, valueOf } from '../../support/test-storage.js'
import { wallClock } from '../../support/test-client.js'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function setup() {
  const time = createFakeClock(wallClock())
  const simulator = await startSimulator({ port: 0, clock: time.clock, seed: 7, scene: 'calm' })
  cleanUps.push(() => simulator.stop())
  const key = simulator.keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('the simulator has no key')
  const engine = await openOrderEngine({
    folder: quickFolder(),
    baseUrl: simulator.url,
    deadline: 20_000,
    readDeadline: 20_000,
    credentials: key,
    ports: { clock: time.clock, timing: time.timing },
  })
  cleanUps.push(() => engine.close())
  const named: string[] = []
  let isLive = false
  const stream = createStreamClient({
    clock: time.clock,
    timing: time.timing,
    random: () => 0,
    open: engine.client.openStream,
    fetchToken: engine.client.streamToken,
    pace: { nextMs: 0 },
    events: {
      live: () => (isLive = true),
      hears: () => undefined,
      lost: () => undefined,
      changed: () => undefined,
      positionEvent: () => undefined,
      positions: () => undefined,
      borrowings: () => undefined,
      borrowingEvent: () => undefined,
      orderNamed: (order) => {
        named.push(order.id)
        engine.orders.named(order)
      },
      price: () => undefined,
      viewChanged: () => undefined,
    },
  })
  cleanUps.push(() => stream.stop())
  stream.start()
  await settledUntil(() => isLive)
  const calls = (path: string): number =>
    (simulator.control('GET', 'calls').body as { path: string }[]).filter(
      (call) => call.path === path,
    ).length
  const lose = async (ticket: OrderTicket, path: string): Promise<string> => {
    simulator.control('POST', 'fault', { path, times: 1, drop: 'after' })
    const id = await sendTicket(engine, ticket)
    expect(await endedIntent(engine, id)).toMatchObject({ state: 'unknown' })
    return id
  }
  const read = (id: string) => valueOf(engine.orders.intent(id))
  /** Time for the messages to come together, and none for a lookup that is due by itself. */
  const afterMessages = async (id: string): Promise<void> => {
    await time.pass(0.3)
    await settledUntil(() => read(id).state !== 'unknown')
  }
  return { time, simulator, engine, stream, named, calls, lose, read, afterMessages }
}

const limit: OrderTicket = {
  kind: 'bulk',
  rows: [
    {
      ...{ market: 'BTC_USDT', side: 'buy', amount: '0.001', price: '40000' },
      ...{ postOnly: false, ioc: false, rpi: false, clientOrderId: null },
    },
  ],
  stopOnFail: false,
  retryOf: null,
}
const atMarket: OrderTicket = {
  ...{ kind: 'market', market: 'XRP_USDT', side: 'buy', amount: '10' },
  ...{ stopLoss: null, takeProfit: null, positionSide: null, clientOrderId: null },
}

describe('ORD-24 with live updates', () => {
  it('an order that is filled after its answer was lost is settled at once, and executed once', async () => {
    const { simulator, named, calls, lose, read, afterMessages } = await setup()
    const path = endpoints.bulkLimitOrders.path
    const id = await lose(limit, path)
    simulator.control('POST', 'price', { market: 'BTC_USDT', price: '39000' })
    simulator.advance(1)
    await settledUntil(() => named.length >= 3)
    await afterMessages(id)
    const { state, blocks, items, timeline } = read(id)
    expect({ state, blocks }).toEqual({ state: 'acknowledged', blocks: false })
    expect(items).toMatchObject([
      { state: 'placed', mismatch: [], order: { status: 'FILLED', dealStock: '0.001' } },
    ])
    expect(timeline.filter(({ what }) => what === 'settled')).toHaveLength(1)
    const ours = items[0]?.clientOrderId
    expect(
      simulator.world.finishedOrders.filter(({ clientOrderId }) => clientOrderId === ours),
    ).toHaveLength(1)
    expect(calls(path)).toBe(1)
  })

  it('a market order is settled by the messages about its end, and later ones do nothing more', async () => {
    const { time, simulator, engine, stream, named, calls, lose, read, afterMessages } =
      await setup()
    const path = endpoints.collateralMarketOrder.path
    simulator.control('POST', 'fault', { updates: 'twice' })
    const id = await lose(atMarket, path)
    simulator.advance(1)
    // Its end, its execution and its deal, each twice.
    await settledUntil(() => named.length >= 6)
    await afterMessages(id)
    expect(read(id)).toMatchObject({ state: 'acknowledged', items: [{ state: 'placed' }] })
    const steps = read(id).timeline
    const lookups = calls(endpoints.openPositions.path)
    const [order] = read(id).items
    engine.orders.named({ id: order?.order?.id ?? '', clientOrderId: order?.clientOrderId ?? '' })
    await time.pass(5)
    expect([read(id).timeline, calls(endpoints.openPositions.path), calls(path)]).toEqual([
      steps,
      lookups,
      1,
    ])
    expect(stream.view()).toMatchObject({ unreadable: 0, unknownMembers: [] })
  })

  it('an order is settled by its turn where every message is lost', async () => {
    const { time, simulator, named, lose, read } = await setup()
    simulator.control('POST', 'fault', { updates: 'drop' })
    const id = await lose(atMarket, endpoints.collateralMarketOrder.path)
    simulator.advance(1)
    await time.pass(0.9)
    expect([named, read(id).state]).toEqual([[], 'unknown'])
    await time.pass(0.2)
    await settledUntil(() => read(id).state !== 'unknown')
    expect(read(id)).toMatchObject({ state: 'acknowledged', items: [{ state: 'placed' }] })
  })

  it('ORD-27 a resting order is filled as its messages arrive, whatever happens to them', async () => {
    for (const updates of ['twice', 'swap', 'any'] as const) {
      const { time, simulator, engine, stream, calls, read } = await setup()
      simulator.control('POST', 'fault', { updates })
      const id = await sendTicket(engine, limit)
      expect(await endedIntent(engine, id)).toMatchObject({ state: 'acknowledged' })
      simulator.control('POST', 'price', { market: 'BTC_USDT', price: '39000' })
      const isFilled = (): boolean => read(id).items[0]?.order?.status === 'FILLED'
      for (let second = 0; second < 400 && !isFilled(); second += 1) {
        simulator.advance(1)
        engine.orders.refresh()
        await time.pass(1)
        for (let turn = 0; turn < 20 && !isFilled(); turn += 1) await settled()
      }
      const { items, timeline } = read(id)
      expect(items, updates).toMatchObject([
        { state: 'placed', mismatch: [], order: { status: 'FILLED', dealStock: '0.001' } },
      ])
      expect(timeline.filter(({ what }) => what === 'progress')).toHaveLength(1)
      expect(calls(endpoints.bulkLimitOrders.path)).toBe(1)
      expect(stream.view()).toMatchObject({ unreadable: 0 })
    }
  })

  it('a half-open stream is noticed by its silence, and replaced', async () => {
    const { time, simulator, stream } = await setup()
    simulator.control('POST', 'fault', { updates: 'half-open', times: 1 })
    simulator.control('POST', 'price', { market: 'BTC_USDT', price: '39000' })
    simulator.advance(2)
    await time.pass(10)
    await time.pass(5)
    expect(stream.view().ends.map(({ why }) => why)).toEqual(['silent'])
  })
})
