// Market orders that the book cannot fill completely.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, multiply, subtract } from '../../../src/shared/money.js'
import { takerTicks } from '../../../src/simulator/engine/prices.js'
import { priceOf } from '../../../src/simulator/engine/units.js'
import { sumOf } from '../../../src/simulator/world.js'
import { collateralAccount } from '../../support/simulated-collateral.js'

type Answer = Record<'deal_money' | 'deal_stock' | 'deal_fee' | 'left' | 'status', string>

/** Bitcoin at 60,000, with this much on offer at each of the book's prices. */
function setup(depth: string, dialect: 'spec' | 'live' = 'spec') {
  const simulated = collateralAccount(dialect)
  const market = simulated.world.markets['BTC_USDT']
  if (market === undefined) throw new Error('there is no BTC_USDT')
  market.depth = depth
  return { ...simulated, market }
}

describe('a market order in a thin book', () => {
  it('is filled with what the book has, each level at its own price, and the rest is cancelled', () => {
    const { place, world, market } = setup('0.01')
    const { json } = place({ amount: '0.5' })
    const prices = Array.from({ length: 20 }, (_, level) =>
      priceOf(takerTicks(market, 'buy', level), 2),
    )
    expect(new Set(prices).size).toBe(20)
    const money = prices.reduce((sum, price) => add(sum, multiply('0.01', price)), '0')
    expect(json).toMatchObject({
      amount: '0.5',
      deal_stock: '0.2',
      left: '0.3',
      status: 'CANCELLED',
      deal_money: money,
      deal_fee: multiply(money, '0.001'),
    })
    expect(world.positions).toMatchObject([{ amount: '0.2', basePrice: multiply(money, '5') }])
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
    expect(world.ledger.collateral['USDT']).toBe(subtract('10000', multiply(money, '0.001')))
  })

  it('has the name of the public documents in the live dialect', () => {
    expect(setup('0.01', 'live').place({ amount: '0.5' }).json).toMatchObject({
      dealStock: '0.2',
      left: '0.3',
      status: 'CANCELED_TAKER_BAND',
    })
  })

  it('is filled completely at worse prices within the book, and at the best price if one level is enough', () => {
    expect(setup('0.01').place({ amount: '0.01' }).json).toMatchObject({
      deal_money: '600.03',
      status: 'FILLED',
      left: '0',
    })
    expect(setup('0.01').place({ amount: '0.03' }).json).toMatchObject({
      deal_money: add(add('600.03', '600.09'), '600.15'),
      deal_stock: '0.03',
      status: 'FILLED',
      left: '0',
    })
  })

  it('finds less after another order, and everything again a second later', () => {
    const { place, advance } = setup('0.01')
    expect(place({ amount: '0.15' }).json).toMatchObject({ left: '0' })
    expect(place({ amount: '0.15' }).json).toMatchObject({
      deal_stock: '0.05',
      left: '0.1',
      status: 'CANCELLED',
    })
    advance(1)
    expect(place({ amount: '0.15' }).json).toMatchObject({ left: '0', status: 'FILLED' })
  })

  it('is refused without effect if nothing at all is on offer', () => {
    const { place, world } = setup('0.01')
    place({ amount: '0.2' })
    const before = structuredClone(world)
    expect(place({ amount: '0.01', client_order_id: 'again' })).toMatchObject({
      status: 422,
      json: {
        code: 12,
        message: 'Inner validation failed',
        errors: { amount: ['Not enough traders.'] },
      },
    })
    expect({ ...world, keys: {} }).toEqual({ ...before, keys: {} })
  })

  it('shares the book with limit orders', () => {
    const { place, call, world } = setup('0.01')
    Object.assign(world.ledger.trade, { USDT: '20000' })
    world.ledger.house['USDT'] = subtract(world.ledger.house['USDT'] ?? '0', '20000')
    const limit = { market: 'BTC_USDT', side: 'buy', amount: '0.15', price: '61000' }
    expect(call('/api/v4/order/bulk', { body: { orders: [limit] } }).json).toMatchObject([
      { result: { status: 'FILLED' } },
    ])
    expect(place({ amount: '0.15' }).json).toMatchObject({ deal_stock: '0.05', left: '0.1' })
  })

  it('protects the remaining position: levels are checked against what was filled', () => {
    const { place, world } = setup('0.01')
    place({ side: 'sell', amount: '0.1' })
    // Filled completely, it would leave a long of 0.4; the book leaves a long of 0.1.
    expect(place({ amount: '0.5', stopLoss: '59000' }).json).toMatchObject({
      deal_stock: '0.2',
      status: 'CANCELLED',
    })
    expect(world.positions).toMatchObject([{ amount: '0.1', stopLoss: { price: '59000' } }])
    const other = setup('0.01')
    for (let times = 0; times < 2; times += 1) {
      other.place({ side: 'sell', amount: '0.2' })
      other.advance(1)
    }
    // Here a short of 0.2 is left of one of 0.4, although the full order would have reversed it.
    expect(other.place({ amount: '0.5', stopLoss: '59000' })).toMatchObject({
      status: 422,
      json: { code: 106 },
    })
    expect(other.place({ amount: '0.5', stopLoss: '61000' }).json).toMatchObject({
      deal_stock: '0.2',
      status: 'CANCELLED',
    })
    expect(other.world.positions).toMatchObject([{ amount: '-0.2', stopLoss: { price: '61000' } }])
  })

  it('has the same result whenever sent again from the start, and never exceeds what there is', () => {
    const size = fc
      .integer({ min: 1, max: 15_000 })
      .map((steps) => multiply(String(steps), '0.0001'))
    const depth = fc.integer({ min: 1, max: 400 }).map((steps) => multiply(String(steps), '0.0001'))
    fc.assert(
      fc.property(
        fc.array(size, { minLength: 1, maxLength: 5 }),
        depth,
        fc.constantFrom('buy', 'sell'),
        (amounts, deep, side) => {
          const run = () => {
            const { place, world } = setup(deep)
            return {
              world,
              answers: amounts.map((amount) => ({ amount, ...place({ side, amount }) })),
            }
          }
          const { world, answers } = run()
          expect(run().answers).toEqual(answers)
          let got = '0'
          for (const { amount, status, json } of answers) {
            if (status !== 200) continue
            const answer = json as Answer
            expect(add(answer.deal_stock, answer.left)).toBe(amount)
            expect(answer.status).toBe(answer.left === '0' ? 'FILLED' : 'CANCELLED')
            got = add(got, answer.deal_stock)
          }
          expect(compare(got, multiply(deep, '20'))).not.toBe(1)
          expect(sumOf(world.ledger, 'USDT')).toBe('0')
        },
      ),
      { numRuns: 60 },
    )
  })
})
