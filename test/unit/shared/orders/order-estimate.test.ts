import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectOf, type Levels, type Ordered } from '../../../../src/shared/orders/order-effect.js'
import {
  estimateOf,
  type EstimateBasis,
  levelsAfter,
} from '../../../../src/shared/orders/order-estimate.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import { absolute, add, compare, divide, multiply, subtract } from '../../../../src/shared/money.js'
import { aPosition } from '../../../support/fake-exchange-client.js'

type Typed = Ordered & Levels

function order(some: Partial<Typed> = {}): Typed {
  return {
    market: 'ETH_PERP',
    side: 'buy',
    amount: '2',
    positionSide: null,
    stopLoss: null,
    takeProfit: null,
    ...some,
  }
}

function held(amount: string, some: Partial<Position> = {}): Position {
  return aPosition({
    market: 'ETH_PERP',
    amount,
    entryPrice: '3000',
    liquidationPrice: null,
    positionSide: 'BOTH',
    protectiveOrders: null,
    ...some,
  })
}

function estimate(
  some: Partial<Typed>,
  positions: Position[] = [],
  basis: Partial<EstimateBasis> = {},
) {
  const typed = order(some)
  return estimateOf(typed, effectOf(typed, positions), {
    price: '3300',
    takerFee: '0',
    leverage: 10,
    ...basis,
  })
}

describe('the position after an order', () => {
  it('opens at the current price if none was open', () => {
    expect(estimate({ stopLoss: '3200', takeProfit: '3600' })).toEqual({
      notional: '6600',
      fee: '0',
      margin: '660',
      entry: '3300',
      breakEven: '3300',
      atStop: '-200',
      atTarget: '600',
      reward: '3',
    })
    expect(estimate({ side: 'sell', stopLoss: '3400', takeProfit: '3150' })).toMatchObject({
      atStop: '-200',
      atTarget: '300',
      reward: '1.5',
    })
  })

  it('averages both when it grows, and its stop loss covers all of it', () => {
    expect(estimate({ amount: '1', stopLoss: '2900' }, [held('2')])).toMatchObject({
      entry: '3100',
      atStop: '-600',
      margin: '330',
    })
    const guarded = held('-2', {
      protectiveOrders: { stopLossId: '1', stopLoss: '3500', takeProfitId: null, takeProfit: null },
    })
    expect(
      estimate({ side: 'sell', amount: '2' }, [guarded]),
      'by the stop loss it has',
    ).toMatchObject({ entry: '3150', atStop: '-1400' })
  })

  it('keeps its entry when it shrinks, releases margin, and is gone when closed', () => {
    expect(estimate({ side: 'sell', amount: '1', stopLoss: '3100' }, [held('2')])).toMatchObject({
      entry: '3000',
      margin: '-300',
      atStop: '100',
      reward: null,
    })
    expect(estimate({ side: 'sell', stopLoss: '3100' }, [held('2')])).toMatchObject({
      notional: '6600',
      margin: '-600',
      entry: null,
      breakEven: null,
      atStop: null,
    })
  })

  it('is a new one at the current price when reversed', () => {
    const guarded = held('2', {
      protectiveOrders: { stopLossId: '1', stopLoss: '2900', takeProfitId: null, takeProfit: null },
    })
    expect(estimate({ side: 'sell', amount: '5' }, [guarded])).toMatchObject({
      entry: '3300',
      margin: '390',
      atStop: null,
    })
  })

  it('includes the fees of both ends in the break-even price', () => {
    expect(estimate({ stopLoss: '3200' }, [], { takerFee: '0.1' })).toMatchObject({
      fee: '6.6',
      atStop: '-213',
    })
    expect(estimate({}, [], { takerFee: '0.1' }).breakEven).toMatch(/^3306\.6066066/)
    expect(estimate({ side: 'sell' }, [], { takerFee: '0.1' }).breakEven).toMatch(/^3293\.4065934/)
  })

  it('is unknown if the exchange does not send enough', () => {
    expect(estimate({}, [], { takerFee: null, leverage: null })).toMatchObject({
      fee: null,
      margin: null,
      breakEven: null,
    })
    expect(estimate({ stopLoss: '1' }, [held('2', { entryPrice: null })])).toMatchObject({
      entry: null,
      atStop: null,
      breakEven: null,
    })
    expect(estimate({ stopLoss: '1' }, [held('2'), held('1')])).toMatchObject({
      notional: '6600',
      entry: null,
      margin: null,
      atStop: null,
    })
    expect(
      estimate({ stopLoss: '3400', takeProfit: '3500' }),
      'no ratio where nothing is risked',
    ).toMatchObject({
      atStop: '200',
      reward: null,
    })
  })

  it('has the levels sent, or else those of the position', () => {
    const protectiveOrders = {
      stopLossId: '1',
      stopLoss: '2900',
      takeProfitId: '2',
      takeProfit: '0',
    }
    const after = (some: Partial<Typed>) =>
      levelsAfter(order(some), effectOf(order(some), [held('2', { protectiveOrders })]))
    expect(after({ stopLoss: '2950' })).toEqual({ stopLoss: '2950', takeProfit: null })
    expect(after({})).toEqual({ stopLoss: '2900', takeProfit: null })
    expect(after({ side: 'sell', amount: '5' })).toEqual({ stopLoss: null, takeProfit: null })
  })
})

it('a position closed at its break-even price gains nothing, whatever its fees', () => {
  const figure = fc
    .integer({ min: 1, max: 10 ** 9 })
    .map((number) => divide(String(number), '10000', 4))
  fc.assert(
    fc.property(
      fc.record({
        amount: figure,
        price: figure,
        takerFee: fc.constantFrom('0', '0.055', '0.1', '1'),
        side: fc.constantFrom('buy', 'sell'),
      }),
      ({ amount, price, takerFee, side }) => {
        const { breakEven } = estimate({ amount, side }, [], { price, takerFee })
        if (breakEven === null) throw new Error('it is known')
        const { atStop } = estimate({ amount, side, stopLoss: breakEven }, [], { price, takerFee })
        // The price was truncated after 18 digits.
        expect(
          compare(absolute(atStop ?? '1'), multiply(amount, '0.0000000000000001')),
        ).toBeLessThanOrEqual(0)
        const fees = multiply(multiply(takerFee, '0.01'), multiply(amount, add(price, breakEven)))
        expect(
          compare(
            absolute(subtract(multiply(absolute(subtract(breakEven, price)), amount), fees)),
            '0.0000001',
          ),
        ).toBe(-1)
      },
    ),
  )
})
