import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noPrices, type PricesView } from '../../../../src/shared/markets/market.js'
import { liquidationDistance } from '../../../../src/shared/portfolio/position-figures.js'
import {
  contradictsItself,
  distanceToLiquidation,
  isWithin,
  markOf,
  priceLasts,
  pricesOfNow,
  roomLeft,
  whyUnmeasured,
} from '../../../../src/shared/portfolio/position-measure.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import { absolute, compare, subtract } from '../../../../src/shared/money.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { aFeed, aPosition } from '../../../fixtures/portfolio/figures.js'
import { aFuturesQuote } from '../../../fixtures/portfolio/market.js'

function pricesOf(last: string, mark: string | null = null, asOf = now): PricesView {
  return {
    ...noPrices,
    tickers: { ...aFeed({ BTC_USDT: { last, change: '0', isFrozen: false } }), asOf },
    futures:
      mark === null ? noPrices.futures : { ...aFeed({ BTC_USDT: aFuturesQuote(mark) }), asOf },
  }
}

/** A long of 2 that is liquidated at 80, without its PnL. */
function silent(more: Partial<Position> = {}): Position {
  return aPosition({
    market: 'BTC_USDT',
    amount: '2',
    entryPrice: '100',
    unrealizedPnl: undefined,
    liquidationPrice: '80',
    positionSide: 'LONG',
    ...more,
  })
}

describe('ANS-3 the distance of a position without its PnL', () => {
  it('is measured by the mark price of its market, or else by the last price', () => {
    expect(distanceToLiquidation(silent(), pricesOf('100', '160'))).toBe('0.5')
    expect(distanceToLiquidation(silent(), pricesOf('100'))).toBe('0.2')
    expect(distanceToLiquidation(silent({ amount: null }), pricesOf('100'))).toBe('0.2')
    expect(distanceToLiquidation(silent({ unrealizedPnl: '0' }), pricesOf('800'))).toBe('0.2')
  })

  it('is unknown, with the reason, if nothing measures it', () => {
    expect(whyUnmeasured(silent(), null)).toBe('price')
    expect(whyUnmeasured(silent(), pricesOf('0'))).toBe('price')
    expect(whyUnmeasured(silent({ positionSide: 'DIAGONAL' }), pricesOf('100'))).toBe('side')
    expect(whyUnmeasured(silent({ liquidationPrice: undefined }), pricesOf('100'))).toBe('not-sent')
    expect(whyUnmeasured(silent({ liquidationPrice: null }), pricesOf('100'))).toBe('none-stated')
    expect(whyUnmeasured(silent({ liquidationPrice: '0' }), pricesOf('100'))).toBe('none-stated')
    expect(whyUnmeasured(silent(), pricesOf('100'))).toBeNull()
  })

  it('ignores a price older than a minute, or from the future', () => {
    const at = (asOf: number): PricesView => pricesOf('100', '160', asOf)
    const fresh = at(now - priceLasts)
    expect(pricesOfNow(fresh, now)).toBe(fresh)
    expect(pricesOfNow(null, now)).toBeNull()
    for (const asOf of [now - priceLasts - 1, now + priceLasts + 1])
      expect(markOf(silent(), pricesOfNow(at(asOf), now))).toBeNull()
    // The older of the two expires alone.
    const mixed = { ...at(now), futures: at(now - priceLasts - 1).futures }
    expect(markOf(silent(), pricesOfNow(mixed, now))).toEqual({ price: '100', from: 'last' })
  })
})

describe('ANS-5 contradictory figures of a position', () => {
  it.each([
    ['a long of less than nothing', { amount: '-2' }],
    ['a loss larger than what was paid', { unrealizedPnl: '-201' }],
    [
      'a gain of a short larger than what was paid',
      { positionSide: 'SHORT', unrealizedPnl: '201' },
    ],
  ])('%s: nothing is derived from them', (_what, more) => {
    const position = silent({ unrealizedPnl: '0', ...more })
    expect(contradictsItself(position)).toBe(true)
    expect(markOf(position, pricesOf('100', '100'))).toBeNull()
    expect(distanceToLiquidation(position, pricesOf('100', '100'))).toBeNull()
    expect(whyUnmeasured(position, pricesOf('100', '100'))).toBe('contradictory')
  })

  it.each([
    ['a short of an amount below zero', { positionSide: 'SHORT', amount: '-2' }],
    ['an amount of zero', { amount: '0' }],
    ['no PnL', { unrealizedPnl: null }],
  ])('%s is no contradiction', (_what, more) => {
    expect(contradictsItself(silent({ unrealizedPnl: '0', ...more }))).toBe(false)
  })
})

describe('one measurement for alerts and screens', () => {
  const price = fc
    .integer({ min: 1, max: 999_999 })
    .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)
  const figure = fc.oneof(price, fc.constantFrom(null, undefined, '0', '-5'))
  const position = fc
    .record({
      amount: fc.oneof(price, fc.constantFrom(null, '0', '-2')),
      entryPrice: fc.oneof(price, fc.constant(null)),
      unrealizedPnl: figure,
      liquidationPrice: figure,
      positionSide: fc.constantFrom('LONG', 'SHORT', 'BOTH', undefined, 'DIAGONAL'),
    })
    .map((some) => silent(some as Partial<Position>))
  const prices = fc
    .record({ last: price, mark: fc.oneof(price, fc.constant(null)) })
    .map(({ last, mark }) => pricesOf(last, mark))

  it('ANS-3 gives both the same distance or none, with a reason exactly if there is none', () => {
    fc.assert(
      fc.property(position, fc.oneof(prices, fc.constant(null)), (one, view) => {
        const shown = liquidationDistance(one, markOf(one, view))
        const measured = distanceToLiquidation(one, view)
        expect(measured === null).toBe(shown == null)
        expect(measured === null).toBe(whyUnmeasured(one, view) !== null)
        if (measured === null || shown == null) return
        // The screen divides a price that is truncated after 18 digits.
        expect(compare(absolute(subtract(measured, shown.share)), '0.000000001')).toBe(-1)
      }),
    )
  })

  it('is within a share exactly if its distance is', () => {
    fc.assert(
      fc.property(position, prices, fc.constantFrom('0.01', '0.05', '0.25'), (one, view, share) => {
        const left = roomLeft(one, view)
        const distance = distanceToLiquidation(one, view)
        if (left === null || distance === null) return
        if (compare(absolute(subtract(distance, share)), '0.000000000001') > 0)
          expect(isWithin(left, share)).toBe(compare(distance, share) <= 0)
      }),
    )
  })
})
