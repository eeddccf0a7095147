// Stop loss and take profit: where they may be, what they protect, and when they close it.
import { describe, expect, it } from 'vitest'
import { sumOf, type World } from '../../../src/simulator/world.js'
import { collateralAccount as setup, priceTo } from '../../support/simulated-collateral.js'

describe('levels on an opening order', () => {
  it.each([
    [{ stopLoss: '61000' }, 106, { stopLoss: ['Wrong activation price for stop loss.'] }],
    [{ takeProfit: '59000' }, 105, { takeProfit: ['Wrong activation price for take profit.'] }],
    [
      { side: 'sell', stopLoss: '59000' },
      106,
      { stopLoss: ['Wrong activation price for stop loss.'] },
    ],
    [
      { side: 'sell', takeProfit: '61000' },
      105,
      { takeProfit: ['Wrong activation price for take profit.'] },
    ],
  ])('are refused on the wrong side: %j', (body, code, errors) => {
    expect(setup().place(body)).toMatchObject({ status: 422, json: { code, errors } })
  })

  it.each([
    ['stop loss', '54000'],
    ['take profit', '71000'],
  ])('close the position when its %s is reached', (_which, price) => {
    const { place, world, advance } = setup()
    place({ stopLoss: '55000', takeProfit: '70000' })
    advance(5)
    expect(world.positions).toHaveLength(1)
    priceTo(world, 'BTC_USDT', price)
    advance(1)
    expect(world.positions).toEqual([])
    expect(sumOf(world.ledger, 'USDT')).toBe('0')
  })

  it("are checked against the mark price that triggers them, not the order's own price", () => {
    const { place, world, advance } = setup()
    expect(place({ stopLoss: '60001' })).toMatchObject({ status: 422, json: { code: 106 } })
    expect(place({ stopLoss: '60000' })).toMatchObject({ status: 422, json: { code: 106 } })
    expect(place({ side: 'sell', stopLoss: '59999' })).toMatchObject({
      status: 422,
      json: { code: 106 },
    })
    expect(place({ takeProfit: '60000' })).toMatchObject({ status: 422, json: { code: 105 } })
    expect(place({ stopLoss: '59000' }).status).toBe(200)
    advance(1)
    expect(world.positions).toHaveLength(1)
  })
})

describe('levels on a reducing order', () => {
  const holding = (side: 'buy' | 'sell', amount: string) => {
    const simulated = setup()
    simulated.place({ side, amount })
    return simulated
  }
  const levels = (world: World) =>
    world.positions.map(({ amount, stopLoss, takeProfit }) => [
      amount,
      stopLoss?.price ?? null,
      takeProfit?.price ?? null,
    ])

  it.each([
    ['sell', 'buy', { stopLoss: '50000' }, 106],
    ['sell', 'buy', { takeProfit: '70000' }, 105],
    ['buy', 'sell', { stopLoss: '70000' }, 106],
    ['buy', 'sell', { takeProfit: '50000' }, 105],
  ] as const)(
    'are checked against the remaining position: %s, then %s with %j',
    (held, side, body, code) => {
      const { place, world } = holding(held, '1')
      expect(place({ side, amount: '0.4', ...body })).toMatchObject({
        status: 422,
        json: { code, message: 'Inner validation failed' },
      })
      expect(levels(world)).toEqual([[held === 'buy' ? '1' : '-1', null, null]])
    },
  )

  it.each([
    ['sell', 'buy', '-0.6', { stopLoss: '70000', takeProfit: '50000' }],
    ['buy', 'sell', '0.6', { stopLoss: '50000', takeProfit: '70000' }],
  ] as const)('protect what remains, and leave it open: %s, then %s', (held, side, left, body) => {
    const { place, world, advance } = holding(held, '1')
    expect(place({ side, amount: '0.4', ...body }).status).toBe(200)
    advance(1)
    expect(levels(world)).toEqual([[left, body.stopLoss, body.takeProfit]])
  })

  it('are checked against the new direction if the position is reversed', () => {
    const { place, world, advance } = holding('sell', '0.4')
    expect(place({ side: 'buy', amount: '1', stopLoss: '70000' })).toMatchObject({
      status: 422,
      json: { code: 106 },
    })
    expect(place({ side: 'buy', amount: '1', stopLoss: '50000', takeProfit: '70000' }).status).toBe(
      200,
    )
    advance(1)
    expect(levels(world)).toEqual([['0.6', '50000', '70000']])
  })

  it('protect nothing if it is closed, and are no reason to refuse', () => {
    const { place, world } = holding('sell', '0.4')
    const { status, json } = place({
      side: 'buy',
      amount: '0.4',
      stopLoss: '50000',
      takeProfit: '40000',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ oto: { stopLoss: '50000', takeProfit: '40000' } })
    expect(world.positions).toEqual([])
  })
})
