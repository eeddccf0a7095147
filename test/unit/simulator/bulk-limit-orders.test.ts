import { describe, expect, it } from 'vitest'
import { setPrice } from '../../../src/simulator/engine/prices.js'
import { sumOf } from '../../../src/simulator/world.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { simulatedService } from '../../support/simulated-service.js'

const path = endpoints.bulkLimitOrders.path
const order = { market: 'BTC_USDT', side: 'buy', amount: '0.01', price: '50000' }
type Entry = { result?: Record<string, unknown>; error?: { code: number; errors: object } }

/** A trade account with 20,000 USDT and 1 BTC, Bitcoin at 60,000. */
function setup(dialect: 'spec' | 'live' = 'spec') {
  const simulated = simulatedService({ scene: 'empty', dialect })
  const { world } = simulated
  Object.assign(world.ledger.trade, { USDT: '20000', BTC: '1' })
  Object.assign(world.ledger.house, { USDT: '-20000', BTC: '-1' })
  const priceTo = (price: string): void => {
    const market = world.markets['BTC_USDT']
    if (market === undefined || !setPrice(world, market, price))
      throw new Error(`cannot set the price to ${price}`)
  }
  priceTo('60000')
  const send = (orders: unknown, more: object = {}) =>
    simulated.call(path, { body: { orders, ...more } })
  const entries = (orders: Record<string, unknown>[], more: object = {}) =>
    send(
      orders.map((one) => ({ ...order, ...one })),
      more,
    ).json as Entry[]
  return { ...simulated, send, entries, priceTo }
}

describe('the request', () => {
  it.each([
    [undefined, {}, { orders: ['The orders field is required.'] }],
    ['x', {}, { orders: ['The orders must be an array.'] }],
    [{}, {}, { orders: ['The orders must be an array.'] }],
    [[], {}, { orders: ['validation.between'] }],
    [Array.from({ length: 21 }, () => order), {}, { orders: ['validation.between'] }],
    [
      [order],
      { stopOnFail: 'no' },
      { stopOnFail: ['The stop on fail field must be true or false.'] },
    ],
  ])('is refused completely if malformed', (orders, more, errors) => {
    const { send, world } = setup()
    expect(send(orders, more)).toMatchObject({
      status: 422,
      json: { code: 30, message: 'Validation failed', errors },
    })
    expect(world.openOrders).toEqual([])
  })

  it('accepts up to 20 orders', () => {
    expect(setup().entries(Array.from({ length: 20 }, () => ({})))).toHaveLength(20)
  })
})

describe('items', () => {
  it.each([
    ['text', 30, { orders: ['The order must be an object.'] }],
    [{ ...order, market: 'NO_SUCH' }, 31, { market: ['Market is not available.'] }],
    [{ ...order, market: 'BTC_PERP' }, 31, { market: ['Market is not available.'] }],
    [
      { ...order, side: 'x' },
      30,
      { side: ["Side field should contain only 'buy' or 'sell' values."] },
    ],
    [
      { ...order, amount: '0.00001' },
      32,
      { amount: ['Given amount is less than min amount 0.0001.'] },
    ],
    [{ ...order, amount: '0.00015' }, 32, { amount: ['Min amount step = 0.0001'] }],
    [{ ...order, price: undefined }, 30, { price: ['Price field is required.'] }],
    [{ ...order, price: 'high' }, 33, { price: ['Price field should be numeric string.'] }],
    [
      { ...order, amount: 1, price: 40_000 },
      32,
      {
        amount: ['Amount field should be numeric string.'],
        price: ['Price field should be numeric string.'],
      },
    ],
    [{ ...order, price: '0' }, 33, { price: ['Price should be greater than 0.'] }],
    [{ ...order, price: '50000.001' }, 33, { price: ['Min price step = 0.01'] }],
    [
      { ...order, amount: '0.0001', price: '50' },
      30,
      { total: ['Total (amount * price) is less than 5.05'] },
    ],
    [
      { ...order, client_order_id: 'a/b' },
      36,
      {
        client_order_id: [
          'ClientOrderId field should contain only latin letters, numbers and dashes.',
        ],
      },
    ],
    [
      { ...order, postOnly: 'yes' },
      30,
      { postOnly: ['The postOnly field must be true or false.'] },
    ],
    [
      { ...order, ioc: true, postOnly: true },
      37,
      { ioc: ['Either IOC or PostOnly flag in true state is allowed.'] },
    ],
    [
      { ...order, ioc: true, rpi: true },
      37,
      { ioc: ['Either IOC or RPI flag in true state is allowed.'] },
    ],
    [
      { ...order, rpi: true, price: '61000' },
      13,
      { rpi: ["This order couldn't be executed as a maker order and was canceled."] },
    ],
    [{ ...order, price: '601000' }, 250, { price: ['The Price is out of bands'] }],
    [{ ...order, price: '5900' }, 250, { price: ['The Price is out of bands'] }],
    [
      { ...order, postOnly: true, price: '61000' },
      13,
      { postOnly: ["This order couldn't be executed as a maker order and was canceled."] },
    ],
    [{ ...order, amount: '1' }, 10, { amount: ['Not enough balance.'] }],
  ])('%j is refused with code %i', (item, code, errors) => {
    expect(setup().send([item])).toMatchObject({ status: 200, json: [{ error: { code, errors } }] })
  })

  it('with ioc and rpi have their own code in the live dialect', () => {
    expect(setup('live').entries([{ ioc: true, rpi: true }])).toMatchObject([
      { error: { code: 40 } },
    ])
  })

  it.each([
    ['600000.01', 'less than or equal to 600000'],
    ['5999.99', 'greater than or equal to 6000'],
  ])('at a price of %s get the limit in the live dialect', (price, bound) => {
    const refusal = {
      code: 250,
      message: 'Validation failed',
      errors: { price: [`The Price should be ${bound}`] },
    }
    expect(setup('live').entries([{ price, amount: '0.01' }])).toEqual([
      { result: null, error: refusal },
    ])
  })

  it('at the limit itself are accepted', () => {
    expect(
      setup('live').entries([{ price: '6000' }, { price: '600000', side: 'sell' }]),
    ).toMatchObject([{ error: null }, { error: null }])
  })

  it('are refused while trading is halted', () => {
    const { entries, world } = setup()
    const market = world.markets['BTC_USDT']
    if (market !== undefined) market.halted = true
    expect(entries([{}])).toMatchObject([
      { error: { code: 51, errors: { price: ['Trading in the market is not allowed.'] } } },
    ])
  })

  it('answer in order, each with its result or its error', () => {
    const entries = setup().entries([{}, { amount: '0' }, { side: 'sell', price: '70000' }])
    expect(entries.map((entry) => Object.keys(entry))).toEqual([['result'], ['error'], ['result']])
  })

  it('answer nothing after the first failure with stopOnFail', () => {
    const { entries, world } = setup()
    expect(entries([{}, { amount: '0' }, {}], { stopOnFail: true })).toHaveLength(2)
    expect(world.openOrders).toHaveLength(1)
  })

  it('have null for the other member in the live dialect', () => {
    expect(setup('live').entries([{}, { amount: '0' }])).toMatchObject([
      { error: null },
      { result: null },
    ])
  })

  it('may not repeat a client order id, even within one request', () => {
    expect(
      setup().entries([
        { client_order_id: 'a' },
        { client_order_id: 'a' },
        { client_order_id: '' },
      ]),
    ).toMatchObject([
      { result: { client_order_id: 'a' } },
      { error: { code: 36 } },
      { result: { client_order_id: '' } },
    ])
  })
})

describe('the book', () => {
  it('keeps what does not cross, with its money reserved', () => {
    const { entries, world } = setup()
    expect(entries([{}])[0]?.result).toEqual({
      order_id: expect.any(Number),
      client_order_id: '',
      market: 'BTC_USDT',
      side: 'buy',
      type: 'limit',
      timestamp: expect.any(Number),
      deal_money: '0',
      deal_stock: '0',
      amount: '0.01',
      left: '0.01',
      deal_fee: '0',
      price: '50000',
      postOnly: false,
      ioc: false,
      status: 'NEW',
      stp: 'no',
      positionSide: 'BOTH',
      rpi: false,
      activated: 0,
      activationCondition: '',
      activation_price: '0',
    })
    expect(world.ledger.reserved['USDT']).toBe('500.5')
    expect(world.ledger.trade['USDT']).toBe('19499.5')
  })

  it('fills what crosses at the book’s price, not at the limit', () => {
    const { entries, world } = setup()
    expect(entries([{ price: '61000' }])[0]?.result).toMatchObject({
      status: 'FILLED',
      left: '0',
      deal_money: '600.03',
      deal_fee: '0.60003',
    })
    expect(world.ledger.reserved['USDT']).toBe('0')
    expect(world.ledger.trade).toMatchObject({ USDT: '19399.36997', BTC: '1.01' })
  })

  it('fills partly if the book is thin, and the rest as the book refills', () => {
    const { entries, world, advance } = setup()
    const [entry] = entries([{ side: 'sell', amount: '0.9', price: '59998' }])
    expect(entry?.result).toMatchObject({ status: 'NEW' })
    const [second] = setup().entries([{ side: 'sell', amount: '0.9', price: '59997' }])
    expect(second?.result).toMatchObject({
      status: 'PARTIALLY_FILLED',
      deal_stock: '0.35',
      left: '0.55',
    })
    advance(120)
    expect(world.openOrders.every((order) => order.left !== '0')).toBe(true)
    expect(sumOf(world.ledger, 'BTC')).toBe('0')
  })

  it('fills a resting order at its own price when the price reaches it', () => {
    const { entries, world, priceTo, advance } = setup()
    entries([{}])
    priceTo('49000')
    advance(1)
    expect(world.openOrders).toEqual([])
    expect(world.ledger.trade).toMatchObject({ BTC: '1.01', USDT: '19499.5' })
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
  })

  it('cancels what an immediate-or-cancel order cannot fill at once', () => {
    const { entries, world } = setup()
    expect(entries([{ ioc: true }])[0]?.result).toMatchObject({
      status: 'CANCELLED',
      left: '0.01',
      deal_stock: '0',
    })
    expect(setup('live').entries([{ ioc: true }])[0]?.result).toMatchObject({ status: 'CANCELED' })
    expect(world.openOrders).toEqual([])
    expect(world.ledger.trade['USDT']).toBe('20000')
  })

  it('fills at worse levels when the price reaches that far, and keeps the rest', () => {
    const { entries, world } = setup()
    const [entry] = entries([{ side: 'sell', amount: '0.9', price: '59990' }])
    expect(entry?.result).toMatchObject({
      status: 'PARTIALLY_FILLED',
      deal_stock: '0.7',
      left: '0.2',
    })
    expect(world.ledger.reserved['BTC']).toBe('0.2')
  })

  it('cancels the rest of a partly filled immediate-or-cancel order', () => {
    const { entries, world } = setup()
    const [entry] = entries([{ side: 'sell', amount: '0.9', price: '59997', ioc: true }])
    expect(entry?.result).toMatchObject({ status: 'CANCELLED', deal_stock: '0.35', left: '0.55' })
    expect(world.ledger).toMatchObject({ reserved: { BTC: '0' }, trade: { BTC: '0.65' } })
  })

  it('fills a resting order in parts when less is on offer than it wants', () => {
    const { entries, world, priceTo, advance } = setup()
    entries([{ side: 'sell', amount: '0.9', price: '66000' }])
    priceTo('67000')
    advance(1)
    expect(world.openOrders).toMatchObject([
      { status: 'PARTIALLY_FILLED', dealStock: '0.35', left: '0.55' },
    ])
    expect(world.ledger.reserved['BTC']).toBe('0.55')
    advance(3)
    expect(world.openOrders).toEqual([])
    expect(world.ledger.reserved['BTC']).toBe('0')
  })

  it('allows a client order id again in the live dialect once its order is done', () => {
    const { entries, priceTo, advance } = setup('live')
    const id = { clientOrderId: 'again' }
    expect(entries([id, id])).toMatchObject([{ error: null }, { error: { code: 36 } }])
    priceTo('49000')
    advance(1)
    expect(entries([{ ...id, price: '45000' }])).toMatchObject([{ error: null }])
  })
})
