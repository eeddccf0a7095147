import { describe, expect, it } from 'vitest'
import { compare } from '../../../src/shared/money.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedAccount } from '../../support/simulated-account.js'

describe('a resting order', () => {
  it('is listed, newest first, until filled', () => {
    const { rest, active, history, lever, advance } = simulatedAccount()
    rest('first')
    rest('second', { price: '41000' })
    expect(active()).toMatchObject([
      {
        clientOrderId: 'second',
        market: 'BTC_USDT',
        type: 'limit',
        status: 'OPEN',
        left: '0.01',
        price: '41000',
      },
      { clientOrderId: 'first' },
    ])
    expect(history()).toEqual([])
    lever('price', { market: 'BTC_USDT', price: '40500' })
    advance(3)
    expect(active().map(({ clientOrderId }) => clientOrderId)).toEqual(['first'])
    expect(history()['BTC_USDT']).toMatchObject([
      { clientOrderId: 'second', status: 'FILLED', dealStock: '0.01', amount: '0.01' },
    ])
  })

  it('is found by market and id, and in pages', () => {
    const { ask, rest, active } = simulatedAccount()
    for (const id of ['a', 'b', 'c']) rest(id)
    const [newest] = active()
    expect(
      active({ market: 'BTC_USDT', clientOrderId: 'b' }).map(({ clientOrderId }) => clientOrderId),
    ).toEqual(['b'])
    expect(
      active({ market: 'BTC_USDT', orderId: newest?.orderId }).map(
        ({ clientOrderId }) => clientOrderId,
      ),
    ).toEqual(['c'])
    expect(active({ market: 'BTC_USDT', clientOrderId: 'nobody’s' })).toEqual([])
    expect(active({ market: 'ETH_USDT' })).toEqual([])
    expect(active({ limit: 2 }).map(({ clientOrderId }) => clientOrderId)).toEqual(['c', 'b'])
    expect(active({ limit: 2, offset: 2 }).map(({ clientOrderId }) => clientOrderId)).toEqual(['a'])
    expect(ask('activeOrders', { clientOrderId: 'b' })).toMatchObject({
      status: 422,
      json: { code: 31 },
    })
    expect(active({ market: 'BTC_USDT', clientOrderId: '' })).toHaveLength(3)
    expect(active({ clientOrderId: '' })).toHaveLength(3)
    expect(ask('activeOrders', { market: 'BTC_USDT', clientOrderId: 5 })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    expect(ask('activeOrders', { market: 'BTC_USDT', orderId: 'x' })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    expect(ask('activeOrders', { limit: 101 })).toMatchObject({ status: 422, json: { code: 30 } })
    expect(ask('activeOrders', { market: 'NO_SUCH' })).toMatchObject({
      status: 422,
      json: { code: 31 },
    })
  })

  it('is cancelled once: its reserved money is released, and its end is in the history', () => {
    const { ask, rest, active, history, world } = simulatedAccount()
    const before = world.ledger.trade['USDT'] ?? '0'
    rest('mine')
    const order = active()[0]
    expect(compare(world.ledger.trade['USDT'] ?? '0', before)).toBe(-1)
    const cancel = { market: 'BTC_USDT', orderId: order?.orderId }
    expect(ask('cancelOrder', cancel)).toMatchObject({
      status: 200,
      json: {
        orderId: order?.orderId,
        clientOrderId: 'mine',
        status: 'CANCELED',
        left: '0.01',
        dealStock: '0',
      },
    })
    expect(world.ledger.trade['USDT']).toBe(before)
    expect(active()).toEqual([])
    expect(history()['BTC_USDT']).toMatchObject([
      { id: order?.orderId, clientOrderId: 'mine', status: 'CANCELED', dealStock: '0' },
    ])
    expect(ask('cancelOrder', cancel)).toMatchObject({
      status: 400,
      json: {
        code: 2,
        message: 'Inner validation failed',
        errors: { orderId: ['Unexecuted order was not found.'] },
      },
    })
  })

  it('is cancelled by one id of its own market, and by nothing else', () => {
    const { ask, rest, active } = simulatedAccount()
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
    expect(
      ask('cancelOrder', { market: 'BTC_USDT', orderId: active()[0]?.orderId, clientOrderId: '' })
        .status,
    ).toBe(200)
  })

  it('keeps its self-trade prevention', () => {
    const { rest, active } = simulatedAccount()
    rest('a')
    rest('b', { stp: 'cancel_new' })
    expect(active()).toMatchObject([{ stp: 'cn' }, { stp: 'no' }])
  })

  it('is cancelled with thousands of others at once', () => {
    const { ask, active, rest, history, world, lever } = simulatedAccount()
    rest('one')
    const [order] = world.openOrders
    if (order === undefined) throw new Error('an order expected')
    for (let n = 1; n <= 3000; n += 1)
      world.openOrders.push({ ...order, id: order.id + n, clientOrderId: `n-${n}`, reserved: '0' })
    lever('price', { market: 'BTC_USDT', price: '60000' })
    expect(ask('cancelAllOrders', { market: 'BTC_USDT' }).status).toBe(200)
    expect(active()).toEqual([])
    expect(
      history({ limit: 2, status: 'CANCELED' })['BTC_USDT']?.map(
        ({ clientOrderId }) => clientOrderId,
      ),
    ).toEqual(['n-3000', 'n-2999'])
  })

  it('is not cancelled, nor anything closed, by a key without order permission', () => {
    const { ask, rest, active, right } = simulatedAccount()
    rest('mine')
    right('full', { trading: false })
    for (const name of [
      'cancelOrder',
      'cancelOrders',
      'cancelAllOrders',
      'closePosition',
    ] as const) {
      expect(
        ask(name, { market: 'BTC_USDT', orderId: active()[0]?.orderId, positionId: 1 }),
        name,
      ).toMatchObject({
        status: 403,
        json: { code: 4 },
      })
    }
    expect(active()).toHaveLength(1)
  })
})

describe('cancelling several', () => {
  it('ends each that rests, by either id, and reports each outcome in its place', () => {
    const { ask, rest, active, history, world } = simulatedAccount()
    const before = world.ledger.trade
    const [trade, reserved] = [before['USDT'], world.ledger.reserved['USDT'] ?? '0']
    for (const id of ['a', 'b', 'c']) rest(id)
    const [c, b, a] = active().map(({ orderId }) => orderId)
    const market = 'BTC_USDT'
    const items = [
      ...[
        { market, orderId: a },
        { market, clientOrderId: 'b' },
        { market, orderId: a },
        { market: 'ETH_USDT', orderId: c },
        5,
      ],
      ...[
        { orderId: c },
        { market: 'NO_SUCH', orderId: c },
        { market },
        { market, orderId: c, clientOrderId: 'c' },
        { market, orderId: 'x' },
      ],
    ]
    const gone = {
      result: null,
      error: {
        code: 404,
        message: 'Order not found',
        errors: { orderId: ['Order does not exist or already cancelled'] },
      },
    }
    const no = (field: string, words: string) => ({
      result: null,
      error: { code: 30, errors: { [field]: [words] } },
    })
    expect(ask('cancelOrders', { orders: items })).toMatchObject({
      status: 200,
      json: [
        { result: { orderId: a, clientOrderId: 'a', market }, error: null },
        { result: { orderId: b, clientOrderId: 'b', market }, error: null },
        ...[gone, gone, no('request', 'Invalid order format'), no('market', 'validation.required')],
        ...[no('market', 'validation.market_not_exist'), no('request', 'validation.required')],
        ...[
          no('request', 'api.validation.order.chooseOneId'),
          no('request', 'Invalid order format'),
        ],
      ],
    })
    expect(active().map(({ orderId }) => orderId)).toEqual([c])
    expect(history()[market]).toMatchObject([
      { id: b, status: 'CANCELED' },
      { id: a, status: 'CANCELED' },
    ])
    ask('cancelOrders', { orders: [{ market, orderId: c }] })
    expect([world.ledger.trade['USDT'], world.ledger.reserved['USDT'] ?? '0']).toEqual([
      trade,
      reserved,
    ])
  })

  it('accepts one to a hundred', () => {
    const { ask, rest, active } = simulatedAccount()
    rest('mine')
    const item = { market: 'BTC_USDT', orderId: active()[0]?.orderId }
    for (const [orders, words] of [
      [undefined, 'validation.required'],
      ['x', 'validation.required'],
      [[], 'validation.between'],
      [Array.from({ length: 101 }, () => item), 'validation.between'],
    ] as const)
      expect(ask('cancelOrders', { orders })).toMatchObject({
        status: 422,
        json: { code: 30, errors: { orders: [words] } },
      })
    expect(active()).toHaveLength(1)
    const entries = ask('cancelOrders', { orders: Array.from({ length: 100 }, () => item) })
      .json as { error: unknown }[]
    expect(entries.filter(({ error }) => error === null)).toHaveLength(1)
    expect(entries).toHaveLength(100)
  })
})

describe('cancelling all', () => {
  it('ends what rests on a market, or everywhere, with an empty answer', () => {
    const { ask, rest, active } = simulatedAccount()
    rest('a')
    rest('b', { market: 'ETH_USDT', price: '2000', amount: '0.1' })
    rest('c')
    expect(ask('cancelAllOrders', { market: 'BTC_USDT', type: ['spot'] })).toMatchObject({
      status: 200,
      json: [],
    })
    expect(active().map(({ clientOrderId }) => clientOrderId)).toEqual(['b'])
    expect(ask('cancelAllOrders', { type: ['futures'] })).toMatchObject({ status: 200, json: [] })
    expect(active()).toHaveLength(1)
    expect(ask('cancelAllOrders')).toMatchObject({ status: 200, json: [] })
    expect(active()).toEqual([])
    expect(ask('cancelAllOrders', { type: 'spot' })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    expect(ask('cancelAllOrders', { type: ['Spot'] })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
  })

  it('removes stop loss and take profit of positions, which stay open', () => {
    const { ask, world } = simulatedAccount()
    const held = world.positions.map(({ id, amount }) => [id, amount])
    expect(
      world.positions.some(({ stopLoss, takeProfit }) => stopLoss !== null || takeProfit !== null),
    ).toBe(true)
    ask('cancelAllOrders', { type: ['spot'] })
    expect(
      world.positions.some(({ stopLoss, takeProfit }) => stopLoss !== null || takeProfit !== null),
    ).toBe(true)
    ask('cancelAllOrders')
    expect(world.positions.map(({ stopLoss, takeProfit }) => [stopLoss, takeProfit])).toEqual(
      held.map(() => [null, null]),
    )
    expect(world.positions.map(({ id, amount }) => [id, amount])).toEqual(held)
  })
})

describe('closing a position', () => {
  it('ends it at market, once, and the history has the order', () => {
    const { ask, history, world } = simulatedAccount({ dialect: 'spec' })
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

  it('is refused while the market is halted', () => {
    const { ask, world, lever } = simulatedAccount()
    const { id, market = '' } = world.positions[0] ?? {}
    lever('market', { market, halted: true })
    const closing = () => ask('closePosition', { positionId: id, market })
    expect(closing()).toMatchObject({ status: 422, json: { code: 51 } })
    expect(world.positions.some((one) => one.id === id)).toBe(true)
    lever('market', { market, halted: false })
    expect(closing().status).toBe(200)
  })

  it('checks the margin of what is left', () => {
    const { ask, world } = simulatedAccount()
    const [first, second] = world.positions
    if (first === undefined || second === undefined) throw new Error('two positions expected')
    // As if it had been recorded long ago, with enough to carry the rest again once the first is
    // gone.
    second.liquidationState = 'margin_call'
    ask('closePosition', { positionId: first.id, market: first.market })
    expect(second.liquidationState).toBe(null)
  })

  it('accepts and does what the client is described to send', () => {
    const { ask, rest, active, world } = simulatedAccount()
    rest('mine')
    const { id, market, side } = world.positions[0] ?? {}
    for (const [name, body] of [
      ['cancelOrder', { market: 'BTC_USDT', orderId: active()[0]?.orderId }],
      ['cancelOrders', { orders: [{ market: 'BTC_USDT', orderId: active()[0]?.orderId }] }],
      ['closePosition', { positionId: id, market, positionSide: side }],
    ] as const) {
      expect(endpoints[name].ask.parse(body)).toEqual(body)
      expect(endpoints[name].ask.safeParse({ ...body, more: 1 }).success).toBe(false)
      expect(Object.keys(endpoints[name].ask.shape)).toEqual(
        expect.arrayContaining(Object.keys(body)),
      )
      expect(ask(name, body).status, name).toBe(200)
    }
  })

  it('needs the position and its own market', () => {
    const { ask, world } = simulatedAccount()
    const before = world.positions.length
    const { id = 0, market = '' } = world.positions[0] ?? {}
    expect(ask('closePosition', { positionId: id })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    expect(ask('closePosition', { positionId: String(id), market })).toMatchObject({
      status: 422,
      json: { code: 30 },
    })
    expect(ask('closePosition', { positionId: id, market: 'LINK_USDT' })).toMatchObject({
      json: { code: 104 },
    })
    expect(ask('closePosition', { positionId: id, market, positionSide: 'SHORT' })).toMatchObject({
      json: { code: 104 },
    })
    expect(world.positions).toHaveLength(before)
  })
})
