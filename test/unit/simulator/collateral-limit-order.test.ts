import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, subtract } from '../../../src/shared/money.js'
import { collateralFigures } from '../../../src/simulator/actions/account-lists.js'
import { accountFigures } from '../../../src/simulator/engine/margin.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { casesOf } from '../../support/seed.js'
import { collateralAccount, priceTo } from '../../support/simulated-collateral.js'
import { expectLawful } from '../../support/world-laws.js'

const limit = { market: 'BTC_USDT', side: 'buy', amount: '0.1', price: '50000' }

/** 10,000 USDT at a leverage of 10, Bitcoin at 60,000. */
function setup(dialect: 'spec' | 'live' = 'live') {
  const account = collateralAccount(dialect)
  const { call, world } = account
  world.leverage = '10'
  return {
    ...account,
    rest: (body: Record<string, unknown> = {}) =>
      call(endpoints.collateralLimitOrder.path, { body: { ...limit, ...body } }),
    open: (): object[] => call(endpoints.activeOrders.path).json as object[],
    ended: (): object[] =>
      Object.values(call(endpoints.orderHistory.path).json as Record<string, object[]>).flat(),
    positions: (): object[] => call(endpoints.openPositions.path).json as object[],
    free: (): string => accountFigures(world).freeMargin,
  }
}

describe('a limit order on collateral', () => {
  it.each(['spec', 'live'] as const)(
    'is answered in the spelling of the public documentation (%s)',
    (dialect) => {
      const { rest } = setup(dialect)
      const body = { clientOrderId: 'mine', stopLoss: '45000', takeProfit: '65000', postOnly: true }
      expect(rest(body)).toMatchObject({
        status: 200,
        json: {
          clientOrderId: 'mine',
          type: 'limit',
          dealStock: '0',
          amount: '0.1',
          left: '0.1',
          price: '50000',
          postOnly: true,
          ioc: false,
          reduceOnly: false,
          positionSide: 'BOTH',
          status: dialect === 'live' ? 'OPEN' : 'NEW',
          oto: { stopLoss: '45000', takeProfit: '65000' },
        },
      })
      expect(rest().json).toMatchObject({ clientOrderId: '', oto: null })
    },
  )

  it.each<[Record<string, unknown>, number, string]>([
    [{ price: undefined }, 30, 'price'],
    [{ price: '50000.123' }, 33, 'price'],
    [{ amount: '0.00001' }, 32, 'amount'],
    [{ clientOrderId: 'a b' }, 36, 'clientOrderId'],
    [{ postOnly: true, ioc: true }, 37, 'ioc'],
    [{ rpi: true, ioc: true }, 40, 'ioc'],
    [{ price: '5' }, 250, 'price'],
    [{ price: '61000', postOnly: true }, 13, 'postOnly'],
    [{ amount: '3' }, 10, 'amount'],
    [{ reduceOnly: true, stopLoss: '45000' }, 30, 'reduceOnly'],
    [{ reduceOnly: true }, 116, 'reduceOnly'],
    [{ stopLoss: '55000' }, 106, 'stopLoss'],
    [{ takeProfit: '45000' }, 105, 'takeProfit'],
  ])('%j is refused with code %i', (body, code, field) => {
    const { rest, world } = setup()
    const answer = rest(body)
    expect(answer).toMatchObject({ status: 422, json: { code } })
    expect(Object.keys((answer.json as { errors: object }).errors)).toContain(field)
    expect(world.openOrders).toEqual([])
  })

  it('binds margin while it rests, and moves nothing', () => {
    const { rest, world, free, open } = setup()
    const before = free()
    rest()
    expect(subtract(before, free())).toBe('500')
    expect(world.ledger.collateral['USDT']).toBe('10000')
    expect(open()).toMatchObject([
      { type: 'margin limit', reduceOnly: false, positionSide: 'BOTH', left: '0.1' },
    ])
    const { equity, margin, freeMargin, pnl, unrealizedFunding } = collateralFigures(world)
    expect(add(margin, freeMargin)).toBe(subtract(add(equity, pnl), unrealizedFunding))
  })

  it('opens a position at its own price and with its levels once the price is there, for the maker’s fee', () => {
    const { rest, world, advance, positions, ended } = setup()
    rest({ stopLoss: '45000', takeProfit: '65000' })
    priceTo(world, 'BTC_USDT', '49000')
    advance(1)
    expect(positions()).toMatchObject([
      {
        market: 'BTC_USDT',
        amount: '0.1',
        basePrice: '50000',
        tpsl: { stopLoss: '45000', takeProfit: '65000' },
      },
    ])
    expect(ended()).toMatchObject([{ type: 'margin limit', dealStock: '0.1', dealFee: '5' }])
    expect(world.openOrders).toEqual([])
    expectLawful(world)
  })

  it('beyond the market is filled at once, at the market’s price; as immediate, the rest ends', () => {
    const { rest, world } = setup()
    Object.assign(world.markets['BTC_USDT'] ?? {}, { depth: '0.001' })
    const order = rest({ price: '60020', ioc: true }).json as { dealStock: string; status: string }
    expect(order.status).toBe('CANCELED')
    expect(world.positions[0]?.amount).toBe(order.dealStock)
    expect(world.openOrders).toEqual([])
  })

  it('reduce-only is cut down, binds no margin, and ends without its position', () => {
    const { rest, place, world, advance, free, ended, call } = setup()
    place({ amount: '0.05' })
    const before = free()
    const sold = rest({ side: 'sell', price: '70000', reduceOnly: true })
    expect(sold.json).toMatchObject({ amount: '0.05', reduceOnly: true })
    expect(free()).toBe(before)
    call(endpoints.closePosition.path, {
      body: { market: 'BTC_USDT', positionId: world.positions[0]?.id },
    })
    advance(1)
    expect(world.openOrders).toEqual([])
    expect(ended()).toMatchObject([
      { status: 'AUTO_CANCELED_REDUCE_ONLY' },
      { type: 'margin market' },
      { type: 'margin market' },
    ])
    priceTo(world, 'BTC_USDT', '71000')
    advance(1)
    expect(world.positions).toEqual([])
  })

  it('reduce-only never turns a position that became smaller', () => {
    const { rest, place, world, advance } = setup()
    place({ amount: '0.05' })
    rest({ side: 'sell', price: '60500', reduceOnly: true })
    place({ side: 'sell', amount: '0.03' })
    priceTo(world, 'BTC_USDT', '61000')
    advance(2)
    expect(world.positions).toEqual([])
    expect(world.openOrders).toEqual([])
    expect(world.finishedOrders.at(-1)).toMatchObject({ dealStock: '0.02', ending: 'reduce-only' })
  })

  it('with a level, may rest without being listed', () => {
    const { rest, open, world } = setup()
    rest({ stopLoss: '45000' })
    rest()
    expect(open()).toHaveLength(2)
    world.ordersHaveConditional = false
    expect(open()).toMatchObject([{ oto: null }])
    expect(world.openOrders).toHaveLength(2)
  })

  it('is cancelled with the orders of its kind', () => {
    const { rest, call, world } = setup()
    rest()
    call(endpoints.cancelAllOrders.path, { body: { type: ['spot', 'futures'] } })
    expect(world.openOrders).toHaveLength(1)
    call(endpoints.cancelAllOrders.path, { body: { type: ['margin'] } })
    expect(world.openOrders).toEqual([])
  })

  it('in hedge mode is for the side it names', () => {
    const { rest, world, advance } = setup()
    world.hedgeMode = true
    const futures = { market: 'BTC_PERP', price: '59000' }
    expect(rest(futures)).toMatchObject({ status: 422, json: { code: 114 } })
    expect(rest({ ...futures, positionSide: 'LONG' })).toMatchObject({ status: 200 })
    priceTo(world, 'BTC_PERP', '58000')
    advance(1)
    expect(world.positions).toMatchObject([{ market: 'BTC_PERP', side: 'LONG', amount: '0.1' }])
  })
})

it.each([
  ['LONG', 'buy', 'sell', '60500', '61000'],
  ['SHORT', 'sell', 'buy', '59500', '59000'],
] as const)(
  'in hedge mode an order against a %s position never takes more than it has',
  (positionSide, opens, side, price, reached) => {
    const { rest, place, world, advance, free } = setup()
    world.hedgeMode = true
    const market = 'BTC_PERP'
    priceTo(world, market, '60000')
    place({ market, side: opens, amount: '0.05', positionSide })
    const before = free()
    rest({ market, side, price, amount: '0.05', positionSide })
    expect(world.openOrders).toHaveLength(1)
    expect(free()).toBe(before)
    place({ market, side, amount: '0.03', positionSide })
    priceTo(world, market, reached)
    advance(2)
    expect(world.positions).toEqual([])
    expect(world.openOrders).toEqual([])
    expect(world.finishedOrders.at(-1)).toMatchObject({ dealStock: '0.02', ending: 'reduce-only' })
    expectLawful(world)
  },
)

const doing = fc.oneof(
  fc.record({
    side: fc.constantFrom('buy', 'sell'),
    amount: fc.constantFrom('0.01', '0.1', '0.3'),
    price: fc.constantFrom('55000', '59990', '60000', '60010', '66000'),
    postOnly: fc.boolean(),
    ioc: fc.boolean(),
    reduceOnly: fc.boolean(),
    stopLoss: fc.constantFrom(undefined, undefined, '50000', '70000'),
    stp: fc.constantFrom('no', 'co', 'cn', 'cb'),
  }),
  fc.record({ atMarket: fc.constantFrom('buy', 'sell') }),
  fc.record({ seconds: fc.constantFrom(1, 5, 70) }),
  fc.record({ to: fc.constantFrom('54000', '58000', '60000', '62000', '67000') }),
)

it('whatever happens, nothing is made or lost, and the same happens again', () => {
  fc.assert(
    fc.property(fc.array(doing, { minLength: 5, maxLength: 25 }), (steps) => {
      const play = () => {
        const { rest, place, advance, world } = setup()
        for (const step of steps) {
          if ('seconds' in step) advance(step.seconds)
          else if ('to' in step) priceTo(world, 'BTC_USDT', step.to)
          else if ('atMarket' in step) place({ side: step.atMarket, amount: '0.1' })
          else rest(step)
          expectLawful(world)
        }
        return world
      }
      expect(play()).toEqual(play())
    }),
    { numRuns: casesOf({ gate: 60, scheduled: 600 }) },
  )
})
