import { describe, expect, it } from 'vitest'
import { add, compare, multiply, subtract } from '../../../src/shared/money.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { control, type ControlPorts } from '../../../src/simulator/control.js'
import { CallRecord } from '../../../src/simulator/call-record.js'
import { Faults } from '../../../src/simulator/faults.js'
import { simulatedService, type SimulatedOptions } from '../../support/simulated-service.js'

type Body = Record<string, unknown>
type Listed = { orderId: number; clientOrderId: string; market: string; status: string; left: string; dealStock: string }
type Ended = { id: number; clientOrderId: string; status: string; amount: string; dealStock: string; ctime: number; ftime: number }

const setup = (options: SimulatedOptions = {}) => {
  const { call, world, advance, right } = simulatedService({ dialect: 'live', ...options })
  const ask = (name: keyof typeof endpoints, body: Body = {}) => call(endpoints[name].path, { body })
  const rest = (clientOrderId: string, more: Body = {}) =>
    ask('bulkLimitOrders', { orders: [{ market: 'BTC_USDT', side: 'buy', amount: '0.01', price: '40000', clientOrderId, ...more }] })
  const active = (body: Body = {}) => ask('activeOrders', body).json as Listed[]
  const history = (body: Body = {}) => ask('orderHistory', body).json as Record<string, Ended[]>
  const ports: ControlPorts = { world: () => world, advance, reset: () => undefined, faults: new Faults(), calls: new CallRecord() }
  const lever = (name: string, body: Body) => control(ports, 'POST', `/__sim/${name}`, body)
  return { ask, rest, active, history, world, advance, right, lever }
}

describe('an order that rests', () => {
  it('is listed, newest first, until it is filled', () => {
    const { rest, active, history, lever, advance } = setup()
    rest('first')
    rest('second', { price: '41000' })
    expect(active()).toMatchObject([
      { clientOrderId: 'second', market: 'BTC_USDT', type: 'limit', status: 'OPEN', left: '0.01', price: '41000' },
      { clientOrderId: 'first' },
    ])
    expect(history()).toEqual({})
    lever('price', { market: 'BTC_USDT', price: '40500' })
    advance(3)
    expect(active().map(({ clientOrderId }) => clientOrderId)).toEqual(['first'])
    expect(history()['BTC_USDT']).toMatchObject([{ clientOrderId: 'second', status: 'FILLED', dealStock: '0.01', amount: '0.01' }])
  })

  it('is found by market and id, and in pages', () => {
    const { ask, rest, active } = setup()
    for (const id of ['a', 'b', 'c']) rest(id)
    const [newest] = active()
    expect(active({ market: 'BTC_USDT', clientOrderId: 'b' }).map(({ clientOrderId }) => clientOrderId)).toEqual(['b'])
    expect(active({ market: 'BTC_USDT', orderId: newest?.orderId }).map(({ clientOrderId }) => clientOrderId)).toEqual(['c'])
    expect(active({ market: 'BTC_USDT', clientOrderId: 'nobody’s' })).toEqual([])
    expect(active({ market: 'ETH_USDT' })).toEqual([])
    expect(active({ limit: 2 }).map(({ clientOrderId }) => clientOrderId)).toEqual(['c', 'b'])
    expect(active({ limit: 2, offset: 2 }).map(({ clientOrderId }) => clientOrderId)).toEqual(['a'])
    expect(ask('activeOrders', { clientOrderId: 'b' })).toMatchObject({ status: 422, json: { code: 31 } })
    expect(ask('activeOrders', { limit: 101 })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('activeOrders', { market: 'NO_SUCH' })).toMatchObject({ status: 422, json: { code: 31 } })
  })

  it('is cancelled once: what it set aside comes back, and its end is in the history', () => {
    const { ask, rest, active, history, world } = setup()
    const before = world.ledger.trade['USDT'] ?? '0'
    rest('mine')
    const order = active()[0]
    expect(compare(world.ledger.trade['USDT'] ?? '0', before)).toBe(-1)
    const cancel = { market: 'BTC_USDT', orderId: order?.orderId }
    expect(ask('cancelOrder', cancel)).toMatchObject({
      status: 200,
      json: { orderId: order?.orderId, clientOrderId: 'mine', status: 'CANCELED', left: '0.01', dealStock: '0' },
    })
    expect(world.ledger.trade['USDT']).toBe(before)
    expect(active()).toEqual([])
    expect(history()['BTC_USDT']).toMatchObject([{ id: order?.orderId, clientOrderId: 'mine', status: 'CANCELED', dealStock: '0' }])
    expect(ask('cancelOrder', cancel)).toMatchObject({
      status: 400,
      json: { code: 2, message: 'Inner validation failed', errors: { orderId: ['Unexecuted order was not found.'] } },
    })
  })

  it('is cancelled by one id, of its own market, and by nothing else', () => {
    const { ask, rest, active } = setup()
    rest('mine')
    const orderId = active()[0]?.orderId
    for (const [body, code] of [
      [{ orderId }, 30],
      [{ market: 'BTC_USDT' }, 30],
      [{ market: 'BTC_USDT', orderId, clientOrderId: 'mine' }, 30],
      [{ market: 'BTC_USDT', orderId: 'x' }, 30],
      [{ market: 'NO_SUCH', orderId }, 31],
      [{ market: 'ETH_USDT', orderId }, 2],
    ] as const)
      expect(ask('cancelOrder', body).json, JSON.stringify(body)).toMatchObject({ code })
    expect(active()).toHaveLength(1)
    expect(ask('cancelOrder', { market: 'BTC_USDT', clientOrderId: 'mine' }).status).toBe(200)
  })

  it('is not cancelled, nor anything closed, by a key without order rights', () => {
    const { ask, rest, active, right } = setup()
    rest('mine')
    right('full', { trading: false })
    for (const name of ['cancelOrder', 'cancelAllOrders', 'closePosition'] as const) {
      expect(ask(name, { market: 'BTC_USDT', orderId: active()[0]?.orderId, positionId: 1 }), name).toMatchObject({
        status: 403,
        json: { code: 4 },
      })
    }
    expect(active()).toHaveLength(1)
  })
})

describe('cancelling all', () => {
  it('ends what rests on a market, or everywhere, and answers nothing', () => {
    const { ask, rest, active } = setup()
    rest('a')
    rest('b', { market: 'ETH_USDT', price: '2000', amount: '0.1' })
    rest('c')
    expect(ask('cancelAllOrders', { market: 'BTC_USDT', type: ['spot'] })).toMatchObject({ status: 200, json: [] })
    expect(active().map(({ clientOrderId }) => clientOrderId)).toEqual(['b'])
    expect(ask('cancelAllOrders', { type: ['futures'] })).toMatchObject({ status: 200, json: [] })
    expect(active()).toHaveLength(1)
    expect(ask('cancelAllOrders')).toMatchObject({ status: 200, json: [] })
    expect(active()).toEqual([])
    expect(ask('cancelAllOrders', { type: 'spot' })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('cancelAllOrders', { type: ['Spot'] })).toMatchObject({ status: 422, json: { code: 30 } })
  })

  it('takes stop loss and take profit of positions away, which stay', () => {
    const { ask, world } = setup()
    const held = world.positions.map(({ id, amount }) => [id, amount])
    expect(world.positions.some(({ stopLoss, takeProfit }) => stopLoss !== null || takeProfit !== null)).toBe(true)
    ask('cancelAllOrders', { type: ['spot'] })
    expect(world.positions.some(({ stopLoss, takeProfit }) => stopLoss !== null || takeProfit !== null)).toBe(true)
    ask('cancelAllOrders')
    expect(world.positions.map(({ stopLoss, takeProfit }) => [stopLoss, takeProfit])).toEqual(held.map(() => [null, null]))
    expect(world.positions.map(({ id, amount }) => [id, amount])).toEqual(held)
  })
})

describe('closing a position', () => {
  it('ends it at market, once, and the history has the order', () => {
    const { ask, history, world } = setup()
    const position = world.positions[0]
    if (position === undefined) throw new Error('a position expected')
    const { id, market, amount, side } = position
    const body = { positionId: id, market }
    expect(ask('closePosition', body)).toMatchObject({ status: 200, json: [] })
    expect(world.positions.some((one) => one.id === id)).toBe(false)
    const size = amount.startsWith('-') ? amount.slice(1) : amount
    expect(history()[market]).toMatchObject([
      {
        type: 'margin market',
        status: 'FILLED',
        side: amount.startsWith('-') ? 'buy' : 'sell',
        amount: size,
        dealStock: size,
        positionSide: side,
      },
    ])
    expect(ask('closePosition', body)).toMatchObject({
      status: 422,
      json: { code: 104, errors: { positionId: ["position doesn't exist."] } },
    })
  })

  it('needs the position and its own market', () => {
    const { ask, world } = setup()
    const before = world.positions.length
    const { id = 0, market = '' } = world.positions[0] ?? {}
    expect(ask('closePosition', { positionId: id })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('closePosition', { positionId: String(id), market })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('closePosition', { positionId: id, market: 'LINK_USDT' })).toMatchObject({ json: { code: 104 } })
    expect(ask('closePosition', { positionId: id, market, positionSide: 'SHORT' })).toMatchObject({ json: { code: 104 } })
    expect(world.positions).toHaveLength(before)
  })
})

describe('the order history', () => {
  it('has market orders, and why an order was not filled whole', () => {
    const { ask, rest, history } = setup()
    ask('collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01', clientOrderId: 'market-1' })
    rest('ioc-1', { ioc: true })
    expect(history()).toMatchObject({
      BTC_PERP: [{ clientOrderId: 'market-1', type: 'margin market', price: '0', status: 'FILLED', dealStock: '0.01' }],
      BTC_USDT: [{ clientOrderId: 'ioc-1', type: 'limit', price: '40000', status: 'CANCELED', dealStock: '0' }],
    })
  })

  it('refuses an id it does not know, whatever the dates', () => {
    const { ask, history } = setup()
    ask('collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01', clientOrderId: 'market-1' })
    expect(history({ clientOrderId: 'market-1', startDate: 1, endDate: 2 })['BTC_PERP']).toHaveLength(1)
    expect(ask('orderHistory', { clientOrderId: 'other' })).toMatchObject({
      status: 422,
      json: { code: 30, errors: { orderHistory: ['OrderHistory was not found.'] } },
    })
  })

  it('is cut by market, dates and pages', () => {
    const { ask, history, advance } = setup()
    const sell = (market: string) => ask('collateralMarketOrder', { market, side: 'sell', amount: '0.1' })
    sell('ETH_PERP')
    advance(100)
    sell('SOL_PERP')
    const [first, second] = [history()['ETH_PERP']?.[0]?.ftime ?? 0, history()['SOL_PERP']?.[0]?.ftime ?? 0]
    expect(second - first).toBeGreaterThan(99)
    expect(Object.keys(history({ market: 'ETH_PERP' }))).toEqual(['ETH_PERP'])
    expect(Object.keys(history({ startDate: 1_755_500_050 }))).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ endDate: 1_755_500_050 }))).toEqual(['ETH_PERP'])
    expect(Object.keys(history({ limit: 1 }))).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ limit: 1, offset: 1 }))).toEqual(['ETH_PERP'])
    expect(history({ offset: 2 })).toEqual({})
    expect(Object.keys(history({ status: 'FILLED' }))).toEqual(['SOL_PERP', 'ETH_PERP'])
    expect(history({ status: 'CANCELED' })).toEqual({})
    expect(ask('orderHistory', { status: 'OPEN' })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('orderHistory', { limit: 501 })).toMatchObject({ status: 422, json: { code: 30 } })
  })

  it('gets an order only after the delay that a lever sets', () => {
    const { ask, history, advance, lever } = setup()
    expect(lever('history', { delaySeconds: 5 })).toEqual({ status: 200, body: { delaySeconds: 5 } })
    ask('collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01', clientOrderId: 'late' })
    expect(history()).toEqual({})
    advance(4)
    expect(history()).toEqual({})
    advance(2)
    expect(history()['BTC_PERP']).toHaveLength(1)
    expect(lever('history', { delaySeconds: -1 }).status).toBe(400)
  })
})

describe('what the account is worth', () => {
  it('adds up: the collateral with all results, less the funding that is due, is the equity', () => {
    const { ask, world, advance, lever } = setup({ scene: 'heavy' })
    advance(60)
    lever('price', { market: 'BTC_USDT', price: '61000' })
    const summary = ask('collateralSummary').json as Record<string, string>
    const [{ balance = '' } = {}] = ask('collateralBalances').json as { balance?: string }[]
    expect(balance).toBe(world.ledger.collateral['USDT'])
    expect(summary['equity']).toBe(subtract(add(balance, summary['pnl'] ?? ''), summary['unrealizedFunding'] ?? ''))
    expect(summary['freeMargin']).toBe(subtract(summary['equity'] ?? '', summary['margin'] ?? ''))
    const positions = ask('openPositions').json as { margin: string; freeMargin: string }[]
    expect(positions.reduce((total, { margin }) => add(total, margin), '0')).toBe(summary['margin'])
  })

  it('says what orders set aside, to the last place', () => {
    const { ask, rest, world } = setup()
    const before = world.ledger.trade['USDT'] ?? '0'
    rest('a')
    const balances = ask('tradeBalance').json as Record<string, { available: string; freeze: string }>
    expect(balances['USDT']?.freeze).toBe(multiply('400', '1.001'))
    expect(add(balances['USDT']?.available ?? '', balances['USDT']?.freeze ?? '')).toBe(before)
  })

  it('of an empty account is nothing, and the fraction is the service’s own number for it', () => {
    const { ask } = setup({ scene: 'empty' })
    expect(ask('tradeBalance').json).toEqual({})
    expect(ask('collateralBalances').json).toEqual([])
    expect(ask('collateralSummary').json).toMatchObject({ equity: '0', margin: '0', pnl: '0', marginFraction: '1000000000000000000000' })
    expect(ask('activeOrders').json).toEqual([])
    expect(ask('miningAccounts').json).toMatchObject({ data: [], limit: 100, offset: 0 })
  })
})

describe('the lists of investments', () => {
  it('have the fixed ones with their state, which closing changes', () => {
    const { ask } = setup()
    const fixed = (body: Body = {}) => (ask('fixedInvestments', body).json as { records: { id: string; status: number }[] }).records
    const id = '0d7b66ff-1909-4938-ab7a-d16d9a64dcd5'
    expect(fixed({ status: 1 }).some((one) => one.id === id)).toBe(true)
    ask('closeInvestment', { id })
    expect(fixed({ status: 1 }).some((one) => one.id === id)).toBe(false)
    expect(fixed({ id })).toMatchObject([{ id, status: 2 }])
    expect(ask('fixedInvestments', { limit: 0 })).toMatchObject({ status: 400, json: { code: 0 } })
  })

  it('have the open flexible ones, by currency and page', () => {
    const { ask, world } = setup()
    const flex = (body: Body = {}) =>
      (ask('flexInvestments', body).json as { data: { id: string; invested: string; status: number }[] }).data
    expect(flex().map(({ id, invested }) => [id, invested])).toEqual(world.flexInvestments.map(({ id, amount }) => [id, amount]))
    expect(flex({ limit: 1, offset: 1 }).map(({ id }) => id)).toEqual([world.flexInvestments[1]?.id])
    expect(flex({ investmentStatus: 0 })).toEqual([])
    expect(flex({ ticker: 'NONE' })).toEqual([])
  })
})

describe('a service of the specification alone', () => {
  it.each(['spec', 'live'] as const)('knows the ten and none of the others: %s', (dialect) => {
    const { call } = simulatedService({ dialect, onlySpecified: true })
    for (const { path, method, source } of Object.values(endpoints)) {
      if (method === 'GET') continue
      expect(call(path).status === 404 && !path.includes('credit-line'), path).toBe(source !== undefined)
    }
    expect(Object.values(endpoints).filter(({ source }) => source === undefined)).toHaveLength(10)
  })
})
