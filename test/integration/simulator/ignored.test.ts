// Parts of a call without effect are named in the list of calls: a misspelt member is silently
// ignored, here as in the service.
import { afterEach, describe, expect, it } from 'vitest'
import type { ReceivedCall } from '../../../src/simulator/call-record.js'
import { startSimulator, type Simulator } from '../../../src/simulator/simulator.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { documentedAsks } from '../../support/documented-answers.js'
import { signedCaller } from '../../support/signed-call.js'

const running: Simulator[] = []
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.stop()
})

async function setup(dialect: 'spec' | 'live' = 'spec') {
  const simulator = await startSimulator({ port: 0, clock: () => 1_755_500_000, seed: 1, dialect })
  running.push(simulator)
  const [key] = simulator.keys
  if (key === undefined) throw new Error('the simulator has no key')
  const call = signedCaller(simulator.url, key)
  const calls = () => simulator.control('GET', 'calls').body as ReceivedCall[]
  const ignored = async (path: string, body: Record<string, unknown> = {}) => {
    await call(path, { body })
    return calls().at(-1)?.ignored
  }
  return { simulator, call, calls, ignored }
}

const { path: market } = endpoints.collateralMarketOrder
const { path: bulk } = endpoints.bulkLimitOrders
const order = { market: 'BTC_PERP', side: 'buy', amount: '0.01' }
const limit = { market: 'BTC_USDT', side: 'buy', amount: '0.01', price: '30000' }

describe('the list of calls', () => {
  it('names unknown members, also of orders in a bulk request, and is empty if everything counts', async () => {
    const { ignored } = await setup()
    expect(
      await ignored(market, {
        ...order,
        client_order_id: 'one',
        stp: 'no',
        reduceOnly: false,
        stopLoss: '20000',
      }),
    ).toEqual([])
    expect(
      await ignored(market, { ...order, leverage: '20', price: '1', stoploss: '20000' }),
    ).toEqual(['leverage', 'price', 'stoploss'])
    const items = [
      { ...limit, client_order_id: 'two', postOnly: true, ioc: false, rpi: false, stp: 'cn' },
      { ...limit, foo: 1 },
      'x',
    ]
    expect(await ignored(bulk, { orders: items, stopOnFail: false, market: 'BTC_USDT' })).toEqual([
      'market',
      'orders[1].foo',
    ])
    expect(await ignored(bulk, { orders: [{ ...limit, reduceOnly: true, bboRole: 1 }] })).toEqual([
      'orders[0].reduceOnly',
      'orders[0].bboRole',
    ])
    expect(await ignored(bulk, { orders: 'x' })).toEqual([])
  })

  it.each([
    ['spec', 'client_order_id', 'clientOrderId'],
    ['live', 'clientOrderId', 'client_order_id'],
  ] as const)(
    'names the client order id in the spelling of the other dialect: %s',
    async (dialect, own, other) => {
      const { ignored } = await setup(dialect)
      expect(await ignored(market, { ...order, [own]: 'a', [other]: 'b' })).toEqual([other])
      const orders = [
        { ...limit, [own]: 'c' },
        { ...limit, [other]: 'd' },
      ]
      expect(await ignored(bulk, { orders })).toEqual([`orders[1].${other}`])
    },
  )

  it('accepts what the public documentation has beyond what Plimsoll sends', async () => {
    const { ignored } = await setup()
    expect(
      await ignored(endpoints.cancelOrder.path, {
        market: 'BTC_USDT',
        clientOrderId: 'a',
        orderid: 1,
      }),
    ).toEqual(['orderid'])
    const orders = [
      { market: 'BTC_USDT', clientOrderId: 'a' },
      { market: 'BTC_USDT', orderId: 1, type: 'spot' },
      5,
    ]
    expect(await ignored(endpoints.cancelOrders.path, { orders, stopOnFail: true })).toEqual([
      'stopOnFail',
      'orders[1].type',
    ])
    expect(
      await ignored(endpoints.fixedInvestments.path, { id: 'a', ticker: 'USDT', plan: 'b' }),
    ).toEqual(['plan'])
    expect(
      await ignored(endpoints.flexInvestments.path, { ticker: 'USDT', plan: 'b', investment: 'c' }),
    ).toEqual([])
    expect(
      await ignored(endpoints.miningAccounts.path, { name: 'a', limit: 1, offset: 0 }),
    ).toEqual([])
    expect(
      await ignored(endpoints.orderHistory.path, {
        market: 'BTC_USDT',
        status: 'ALL',
        startDate: 1_755_000_000,
      }),
    ).toEqual([])
  })

  it('names what is known and has no effect', async () => {
    const { ignored, simulator } = await setup()
    expect(await ignored(market, { ...order, positionSide: 'LONG' })).toEqual(['positionSide'])
    expect(await ignored(market, { ...order, positionSide: 'BOTH' })).toEqual([])
    const { path: history } = endpoints.orderHistory
    expect(await ignored(history, { clientOrderId: 'a', status: 'ALL', endDate: 1 })).toEqual([
      'endDate',
      'status',
    ])
    expect(await ignored(history, { clientOrderId: 'a', orderId: 1 })).toEqual(['clientOrderId'])
    const close = { market: 'LINK_PERP', side: 'buy', amount: '220' }
    expect(await ignored(market, { ...close, stopLoss: '10', takeProfit: '20' })).toEqual([
      'stopLoss',
      'takeProfit',
    ])
    simulator.world.positions = []
    simulator.control('POST', 'account', { hedgeMode: true })
    expect(await ignored(market, { ...order, positionSide: 'LONG' })).toEqual([])
    expect(await ignored(market, { ...order, market: 'BTC_USDT', positionSide: 'LONG' })).toEqual([
      'positionSide',
    ])
  })

  it.each(documentedAsks)('knows what is described for each path: %s %j', async (name, body) => {
    const { ignored } = await setup()
    expect(await ignored(endpoints[name].path, { ...body, nonceWindow: false, foo: null })).toEqual(
      ['foo'],
    )
  })

  it('knows what the dialect reads besides, and nothing that only looks like it', async () => {
    const filters = {
      limit: 1,
      offset: 0,
      plan: null,
      investment: 'x',
      transaction: 'x',
      dateFrom: 1,
      dateTo: 2,
      actionTypes: [],
    }
    for (const dialect of ['spec', 'live'] as const) {
      const { ignored } = await setup(dialect)
      expect(await ignored(endpoints.mainBalance.path, { ticker: 'BTC' })).toEqual(
        dialect === 'live' ? [] : ['ticker'],
      )
      expect(await ignored(endpoints.flexHistory.path, filters)).toEqual([])
      expect(await ignored(endpoints.creditLine.path, { asset: 'BTC' })).toEqual(['asset'])
    }
  })

  it('names them for a refused call too, but not for one that was rejected unread', async () => {
    const { ignored, call, calls, simulator } = await setup()
    expect(await ignored(market, { ...order, market: 'NO_SUCH', foo: 1 })).toEqual(['foo'])
    await call(market, { body: { foo: 1 }, headers: { 'X-TXC-SIGNATURE': 'no' } })
    expect(calls().at(-1)).toMatchObject({ body: { foo: 1 }, ignored: [] })
    simulator.control('POST', 'fault', { status: 503, times: 1 })
    expect(await ignored(market, { foo: 1 })).toEqual([])
  })

  it('stays small whatever is sent', async () => {
    const { ignored } = await setup()
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`${String(n)}-${'x'.repeat(150)}`, n]),
    )
    const named = await ignored(market, { ...many, ...order })
    expect(named).toHaveLength(100)
    expect(Math.max(...(named ?? []).map((name) => name.length))).toBe(100)
    expect(
      await ignored(bulk, { orders: Array.from({ length: 300 }, () => ({ foo: 1 })) }),
    ).toHaveLength(100)
  })
})
