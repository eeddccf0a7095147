import { describe, expect, it } from 'vitest'
import { add, compare, multiply, subtract } from '../../../src/shared/money.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { control, type ControlPorts } from '../../../src/simulator/control.js'
import { CallRecord } from '../../../src/simulator/call-record.js'
import { Faults } from '../../../src/simulator/faults.js'
import { documented } from '../../support/documented-answers.js'
import { simulatedService, type SimulatedOptions } from '../../support/simulated-service.js'

type Body = Record<string, unknown>
type Listed = { stp: string; orderId: number; clientOrderId: string; market: string; status: string; left: string; dealStock: string }
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
    expect(active({ market: 'BTC_USDT', clientOrderId: '' })).toHaveLength(3)
    expect(active({ clientOrderId: '' })).toHaveLength(3)
    expect(ask('activeOrders', { market: 'BTC_USDT', clientOrderId: 5 })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('activeOrders', { market: 'BTC_USDT', orderId: 'x' })).toMatchObject({ status: 422, json: { code: 30 } })
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
      [{ market: 'BTC_USDT', clientOrderId: 5 }, 30],
      [{ market: 'BTC_USDT', clientOrderId: '' }, 30],
      [{ market: 'NO_SUCH', orderId }, 31],
      [{ market: 'ETH_USDT', orderId }, 2],
    ] as const)
      expect(ask('cancelOrder', body).json, JSON.stringify(body)).toMatchObject({ code })
    expect(active()).toHaveLength(1)
    expect(ask('cancelOrder', { market: 'BTC_USDT', clientOrderId: 'mine' }).status).toBe(200)
    rest('other')
    expect(ask('cancelOrder', { market: 'BTC_USDT', orderId: active()[0]?.orderId, clientOrderId: '' }).status).toBe(200)
  })

  it('keeps the self-trade prevention it came with', () => {
    const { rest, active } = setup()
    rest('a')
    rest('b', { stp: 'cancel_new' })
    expect(active()).toMatchObject([{ stp: 'cn' }, { stp: 'no' }])
  })

  it('is cancelled with thousands of others at once', () => {
    const { ask, active, rest, history, world, lever } = setup()
    rest('one')
    const [order] = world.openOrders
    if (order === undefined) throw new Error('an order expected')
    for (let n = 1; n <= 3000; n += 1) world.openOrders.push({ ...order, id: order.id + n, clientOrderId: `n-${n}`, reserved: '0' })
    lever('price', { market: 'BTC_USDT', price: '60000' })
    expect(ask('cancelAllOrders', { market: 'BTC_USDT' }).status).toBe(200)
    expect(active()).toEqual([])
    expect(history({ limit: 2, status: 'CANCELED' })['BTC_USDT']?.map(({ clientOrderId }) => clientOrderId)).toEqual(['n-3000', 'n-2999'])
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

  it('is refused where the market is halted', () => {
    const { ask, world, lever } = setup()
    const { id, market = '' } = world.positions[0] ?? {}
    lever('market', { market, halted: true })
    const closing = () => ask('closePosition', { positionId: id, market })
    expect(closing()).toMatchObject({ status: 422, json: { code: 51 } })
    expect(world.positions.some((one) => one.id === id)).toBe(true)
    lever('market', { market, halted: false })
    expect(closing().status).toBe(200)
  })

  it('looks at the margin of what is left', () => {
    const { ask, world } = setup()
    const [first, second] = world.positions
    if (first === undefined || second === undefined) throw new Error('two positions expected')
    // As if it had been written down long ago, with enough to carry the rest again once the first is gone.
    second.liquidationState = 'margin_call'
    ask('closePosition', { positionId: first.id, market: first.market })
    expect(second.liquidationState).toBe(null)
  })

  it('takes and does what the client is described to send', () => {
    const { ask, rest, active, world } = setup()
    rest('mine')
    const { id, market, side } = world.positions[0] ?? {}
    for (const [name, body] of [
      ['cancelOrder', { market: 'BTC_USDT', orderId: active()[0]?.orderId }],
      ['closePosition', { positionId: id, market, positionSide: side }],
    ] as const) {
      expect(endpoints[name].ask.parse(body)).toEqual(body)
      expect(endpoints[name].ask.safeParse({ ...body, more: 1 }).success).toBe(false)
      expect(Object.keys(endpoints[name].ask.shape)).toEqual(expect.arrayContaining(Object.keys(body)))
      expect(ask(name, body).status, name).toBe(200)
    }
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

  it('looks up an id of the service, before the client’s own, and finds nothing where there is none', () => {
    const { ask, history } = setup()
    ask('collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01', clientOrderId: 'market-1' })
    const id = history()['BTC_PERP']?.[0]?.id ?? 0
    expect(history({ orderId: id, startDate: 1, endDate: 2, status: 'CANCELED' })['BTC_PERP']).toMatchObject([
      { clientOrderId: 'market-1' },
    ])
    expect(history({ orderId: id, clientOrderId: 'other' })['BTC_PERP']).toHaveLength(1)
    expect(ask('orderHistory', { orderId: id + 1, clientOrderId: 'market-1' })).toMatchObject({ status: 200, json: {} })
    expect(history({ orderId: id + 1 })).toEqual({})
    expect(Object.keys(history({ clientOrderId: '' }))).toEqual(['BTC_PERP'])
    expect(ask('orderHistory', { clientOrderId: 5 })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('orderHistory', { orderId: 'x' })).toMatchObject({ status: 422, json: { code: 30 } })
  })

  it('has nothing of cancelled orders where a lever says so, as for a B2B partner’s account', () => {
    const { ask, rest, history, lever } = setup()
    ask('collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01', clientOrderId: 'filled' })
    rest('gone')
    ask('cancelAllOrders')
    expect(lever('history', { cancelled: false })).toEqual({ status: 200, body: { delaySeconds: 0, cancelled: false } })
    expect(Object.keys(history())).toEqual(['BTC_PERP'])
    expect(history({ status: 'CANCELED' })).toEqual({})
    expect(ask('orderHistory', { clientOrderId: 'gone' })).toMatchObject({ status: 422, json: { code: 30 } })
    lever('history', { cancelled: true })
    expect(history({ clientOrderId: 'gone' })['BTC_USDT']).toHaveLength(1)
  })

  it('goes back a month, and 31 days at most', () => {
    const { ask, history, advance } = setup()
    const day = 86_400
    const start = 1_755_500_000
    ask('collateralMarketOrder', { market: 'ETH_PERP', side: 'sell', amount: '0.1', clientOrderId: 'old' })
    advance(31 * day)
    advance(2 * day)
    ask('collateralMarketOrder', { market: 'SOL_PERP', side: 'sell', amount: '0.1' })
    expect(Object.keys(history())).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ startDate: start - day, endDate: start + day }))).toEqual(['ETH_PERP'])
    expect(Object.keys(history({ startDate: start + 2 * day, endDate: start + 9999 * day }))).toEqual(['SOL_PERP'])
    expect(Object.keys(history({ clientOrderId: 'old' }))).toEqual(['ETH_PERP'])
    for (const body of [
      { startDate: start },
      { startDate: start, endDate: start + 31 * day + 1 },
      { startDate: start + 5 * day + 0.5 },
      { startDate: String(start + 5 * day) },
      { endDate: 'x' },
    ]) {
      expect(ask('orderHistory', body), JSON.stringify(body)).toMatchObject({ status: 422, json: { code: 30 } })
    }
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
    for (const status of ['PARTIALLY_FILLED', 'MAINTENANCE']) expect(history({ status })).toEqual({})
    expect(Object.keys(history({ status: 'ALL' }))).toEqual(['SOL_PERP', 'ETH_PERP'])
    expect(ask('orderHistory', { status: 'OPEN' })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('orderHistory', { limit: 501 })).toMatchObject({ status: 422, json: { code: 30 } })
  })

  it('gets an order only after the delay that a lever sets', () => {
    const { ask, history, advance, lever } = setup()
    expect(lever('history', { delaySeconds: 5 })).toEqual({ status: 200, body: { delaySeconds: 5, cancelled: true } })
    ask('collateralMarketOrder', { market: 'BTC_PERP', side: 'buy', amount: '0.01', clientOrderId: 'late' })
    expect(history()).toEqual({})
    advance(4)
    expect(history()).toEqual({})
    advance(2)
    expect(history()['BTC_PERP']).toHaveLength(1)
    expect(lever('history', { delaySeconds: -1 }).status).toBe(400)
  })
})

describe('an order whose answer was lost', () => {
  it.each(['spec', 'live'] as const)('is found by its client id, resting or ended, once it is in the history: %s', (dialect) => {
    const { ask, active, advance, lever, history } = setup({ dialect })
    const id = dialect === 'live' ? 'clientOrderId' : 'client_order_id'
    lever('history', { delaySeconds: 30 })
    const limit = { market: 'BTC_USDT', side: 'buy', amount: '0.01' }
    ask('bulkLimitOrders', {
      orders: [
        { ...limit, price: '40000', [id]: 'resting' },
        { ...limit, price: '70000', [id]: 'taken' },
      ],
    })
    ask('collateralMarketOrder', { market: 'BTC_USDT', side: 'sell', amount: '0.01', [id]: 'market' })
    const open = (clientOrderId: string) => active({ market: 'BTC_USDT', clientOrderId })
    expect(open('resting')).toMatchObject([{ clientOrderId: 'resting', left: '0.01' }])
    expect([open('taken'), open('market')]).toEqual([[], []])
    const ended = { amount: '0.01', dealStock: '0.01', status: 'FILLED' }
    for (const clientOrderId of ['taken', 'market']) expect(ask('orderHistory', { clientOrderId }).status).toBe(422)
    advance(29)
    for (const clientOrderId of ['taken', 'market']) expect(ask('orderHistory', { clientOrderId }).status).toBe(422)
    advance(2)
    for (const clientOrderId of ['taken', 'market']) {
      const found = history({ clientOrderId, market: 'BTC_USDT' })['BTC_USDT']
      expect(found).toMatchObject([{ ...ended, clientOrderId }])
      const { ctime = 0, ftime = 0 } = found?.[0] ?? {}
      expect(ctime).toBeCloseTo(1_755_500_000.25, 0)
      expect(ftime).toBeGreaterThanOrEqual(ctime)
    }
    expect(ask('orderHistory', { clientOrderId: 'resting' }).status).toBe(422)
    expect(ask('orderHistory', { clientOrderId: 'never sent' }).status).toBe(422)
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
    for (const body of [{ limit: 0 }, { status: 3 }, { status: '1' }, { ticker: 'NONE' }, { ticker: 5 }, { id: 5 }])
      expect(ask('fixedInvestments', body), JSON.stringify(body)).toMatchObject({
        status: 400,
        json: { code: 0, errors: { [Object.keys(body)[0] ?? '']: [expect.any(String)] } },
      })
  })

  it('say of a fixed one what plan it is of, and what it has paid once its term is over', () => {
    const { ask, world, advance } = setup()
    type Fixed = { id: string; plan: Record<string, unknown>; status: number; paymentTime: number; amount: string; interestPaid: string }
    const fixed = (body: Body = {}) => (ask('fixedInvestments', body).json as { records: Fixed[] }).records
    const [first] = fixed()
    expect(Object.keys(first?.plan ?? {})).toEqual(
      Object.keys((JSON.parse(documented.fixedInvestments.replies(true)[0]) as { records: { plan: object }[] }).records[0]?.plan ?? {}),
    )
    expect(fixed().map(({ interestPaid }) => interestPaid)).toEqual(['0', '0', '0'])
    const before = world.ledger.main['BTC'] ?? '0'
    const [bitcoin] = fixed({ ticker: 'BTC' })
    advance(20 * 86_400)
    const [over] = fixed({ ticker: 'BTC', status: 2 })
    expect(over?.id).toBe(bitcoin?.id)
    expect(compare(over?.interestPaid ?? '0', '0')).toBe(1)
    expect(compare(world.ledger.main['BTC'] ?? '0', before)).toBe(1)
  })

  it('have the open flexible ones, by currency and page', () => {
    const { ask, world } = setup()
    const flex = (body: Body = {}) =>
      (ask('flexInvestments', body).json as { data: { id: string; invested: string; status: number }[] }).data
    expect(flex().map(({ id, invested }) => [id, invested])).toEqual(world.flexInvestments.map(({ id, amount }) => [id, amount]))
    expect(flex({ limit: 1, offset: 1 }).map(({ id }) => id)).toEqual([world.flexInvestments[1]?.id])
    expect(flex({ investmentStatus: 0 })).toEqual([])
    expect(flex({ ticker: 'ADA' })).toEqual([])
    for (const body of [{ ticker: 'NONE' }, { investmentStatus: 2 }, { plan: 7 }])
      expect(ask('flexInvestments', body), JSON.stringify(body)).toMatchObject({ status: 400, json: { code: 0 } })
  })
})

describe('a service of the specification alone', () => {
  it.each(['spec', 'live'] as const)('knows the ten and none of the others: %s', (dialect) => {
    const { call, service } = simulatedService({ dialect, onlySpecified: true })
    const statusOf = (method: string, path: string): number =>
      method === 'GET' ? service.reply({ method, path, headers: {}, body: Buffer.alloc(0) }).answer.status : call(path).status
    for (const { path, method, source } of Object.values(endpoints)) {
      expect(statusOf(method, path) === 404, path).toBe(source !== undefined)
    }
    expect(Object.values(endpoints).filter(({ method, source }) => method === 'GET' && source !== undefined)).toHaveLength(5)
    expect(Object.values(endpoints).filter(({ source }) => source === undefined)).toHaveLength(10)
  })
})
