import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClosedPart } from '../../../../src/shared/orders/order.js'
import {
  closedBy,
  closesOf,
  fillOf,
  pnlAt,
  realizedPnl,
} from '../../../../src/shared/portfolio/realized-pnl.js'
import { effectOf } from '../../../../src/shared/orders/order-effect.js'
import { compare, multiply } from '../../../../src/shared/money.js'
import { aPosition } from '../../../support/order-harness.js'

describe('realized PnL', () => {
  // Worked examples of other exchanges' help pages: OrangeX (article 400), WEEX (article
  // 4410862813465), BitTap.
  it.each<[ClosedPart['direction'], string, string, string, string]>([
    ['long', '50000', '55000', '0.2', '1000'],
    ['short', '50000', '45000', '0.2', '1000'],
    ['long', '70000', '80000', '0.01', '100'],
    ['long', '50000', '60000', '1', '10000'],
  ])('of a %s from %s to %s for %s is %s', (direction, entry, exit, amount, pnl) => {
    expect(compare(realizedPnl(direction, entry, exit, amount), pnl)).toBe(0)
    const order = { dealStock: amount, dealMoney: multiply(exit, amount) }
    const fill = fillOf(order, { direction, entryPrice: entry, amount })
    expect(fill).toEqual({ price: exit, amount, pnl })
  })

  it('covers only the closed part: of a half, and of an order that reverses the position', () => {
    const closes: ClosedPart = { direction: 'long', entryPrice: '50000', amount: '0.2' }
    expect(fillOf({ dealStock: '0.1', dealMoney: '5500' }, closes)?.pnl).toBe('500')
    expect(fillOf({ dealStock: '0.5', dealMoney: '27500' }, closes)?.pnl).toBe('1000')
  })

  it('does not round the average price before the calculation', () => {
    const fill = fillOf(
      { dealStock: '3', dealMoney: '100' },
      { direction: 'short', entryPrice: '40', amount: '3' },
    )
    expect(fill).toEqual({ price: '33.33333333', amount: '3', pnl: '20' })
  })

  it('is unknown without an entry price, and zero is filled without an amount', () => {
    const closes: ClosedPart = { direction: 'long', entryPrice: null, amount: '1' }
    expect(fillOf({ dealStock: '1', dealMoney: '100' }, closes)).toEqual({
      price: '100',
      amount: '1',
      pnl: null,
    })
    expect(fillOf({ dealStock: '0', dealMoney: '0' }, closes)).toBeNull()
    expect(fillOf({ dealStock: '1', dealMoney: '' }, null)).toBeNull()
    expect(pnlAt(closes, '100', '0.1')).toBeNull()
  })

  it('subtracts the fee if known, as an estimate at the current price', () => {
    const closes: ClosedPart = { direction: 'long', entryPrice: '50000', amount: '0.2' }
    expect(pnlAt(closes, '55000', null)).toEqual({ pnl: '1000', afterFee: false })
    expect(pnlAt(closes, '55000', '0.1')).toEqual({ pnl: '989', afterFee: true })
  })

  it('covers the part of the position that an order closes, and none if it opens or is unclear', () => {
    const closed = (side: 'buy' | 'sell', amount: string, some = {}) => {
      const order = { market: 'BTC_USDT', side, amount, positionSide: null }
      return closedBy(order, effectOf(order, [aPosition(some)]))
    }
    expect(closed('sell', '0.02')).toEqual({
      direction: 'long',
      entryPrice: '40000',
      amount: '0.02',
    })
    expect(closed('sell', '0.09')).toEqual({
      direction: 'long',
      entryPrice: '40000',
      amount: '0.05',
    })
    expect(closed('buy', '0.05', { amount: '-0.05' })).toEqual({
      direction: 'short',
      entryPrice: '40000',
      amount: '0.05',
    })
    expect([closed('buy', '0.02'), closed('sell', '0.02', { positionSide: 'DIAGONAL' })]).toEqual([
      null,
      null,
    ])
  })

  it('covers a position closed completely', () => {
    const target = {
      kind: 'position' as const,
      id: '1',
      direction: 'short' as const,
      modifiedAt: '1',
      entryPrice: '40000',
    }
    const item = {
      amount: '0.05',
      target: { ...target, unrealizedPnl: null, stopLoss: null, takeProfit: null },
    }
    expect(closesOf(item)).toEqual({ direction: 'short', entryPrice: '40000', amount: '0.05' })
    expect(closesOf({ ...item, target: { ...item.target, direction: 'unclear' } })).toBeNull()
  })

  it('of a long and a short cancel out', () => {
    const whole = fc.integer({ min: 1, max: 1_000_000 }).map(String)
    fc.assert(
      fc.property(whole, whole, whole, (entry, exit, amount) => {
        const [long, short] = [
          realizedPnl('long', entry, exit, amount),
          realizedPnl('short', entry, exit, amount),
        ]
        expect(compare(long, multiply(short, '-1'))).toBe(0)
      }),
    )
  })
})
