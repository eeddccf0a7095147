import { describe, expect, it } from 'vitest'
import { impliedMark } from '../../../../src/shared/markets/mark-price.js'
import { distanceToLiquidation as distanceBy } from '../../../../src/shared/portfolio/position-measure.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import { aPosition } from '../../../support/fake-exchange-client.js'

const distanceToLiquidation = (position: Position) => distanceBy(position, null)

function figures(more: Partial<Position>): Position {
  return aPosition({
    amount: '0.5',
    entryPrice: '60000',
    unrealizedPnl: '-1000',
    liquidationPrice: '52200',
    positionSide: 'LONG',
    ...more,
  })
}

describe('the price implied by a position', () => {
  it.each([
    ['a long in loss', {}, '58000'],
    ['a long in gain', { unrealizedPnl: '1000' }, '62000'],
    ['a short in loss', { positionSide: 'SHORT' }, '62000'],
    ['a short whose amount is negative', { positionSide: 'SHORT', amount: '-0.5' }, '62000'],
    ['one-way mode, positive', { positionSide: 'BOTH' }, '58000'],
    ['one-way mode, negative', { positionSide: 'BOTH', amount: '-0.5' }, '62000'],
    ['no result at all', { unrealizedPnl: '0' }, '60000'],
  ])('%s', (_name, more, price) => {
    expect(impliedMark(figures(more))).toBe(price)
  })

  it.each([
    ['the amount is zero', { amount: '0.00' }],
    ['the amount is null', { amount: null }],
    ['there is no base price', { entryPrice: null }],
    ['the result is null', { unrealizedPnl: null }],
    ['the side is unknown', { positionSide: 'DIAGONAL' }],
    ['nothing above zero comes out', { unrealizedPnl: '-30000' }],
  ])('is missing if %s', (_why, more) => {
    expect(impliedMark(figures(more))).toBeNull()
    expect(distanceToLiquidation(figures(more))).toBeNull()
  })

  it('is missing from an older server that sends no unrealized result', () => {
    expect(impliedMark(aPosition({ liquidationPrice: '1' }))).toBeNull()
  })
})

describe('the distance to liquidation', () => {
  it('is the share the price may move against the position', () => {
    expect(distanceToLiquidation(figures({}))).toBe('0.1')
    expect(
      distanceToLiquidation(figures({ positionSide: 'SHORT', liquidationPrice: '65100' })),
    ).toBe('0.05')
  })

  it('is zero or less once reached', () => {
    expect(distanceToLiquidation(figures({ liquidationPrice: '58000' }))).toBe('0')
    expect(distanceToLiquidation(figures({ liquidationPrice: '59000' }))?.startsWith('-')).toBe(
      true,
    )
  })

  it('is missing for null, absent and zero liquidation prices', () => {
    expect(distanceToLiquidation(figures({ liquidationPrice: null }))).toBeNull()
    expect(distanceToLiquidation(figures({ liquidationPrice: '0' }))).toBeNull()
    const { liquidationPrice: _left, ...without } = figures({})
    expect(distanceToLiquidation(without)).toBeNull()
  })
})
