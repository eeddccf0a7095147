import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noPrices, type PricesView } from '../../../../src/shared/markets/market.js'
import {
  isLosing,
  lacksStopLoss,
  stopLossOf,
  isNearLiquidation,
  liquidationDistance,
  notionalOf,
  resultAt,
  returnOnMargin,
} from '../../../../src/shared/portfolio/position-figures.js'
import { type Mark, markOf } from '../../../../src/shared/portfolio/position-measure.js'
import { add, compare, isNegative, multiply } from '../../../../src/shared/money.js'
import { aFeed, aPosition } from '../../../fixtures/portfolio/figures.js'
import { aFuturesQuote } from '../../../fixtures/portfolio/market.js'

const pricesOf = (part: Partial<PricesView>): PricesView => ({ ...noPrices, ...part })

function tickers(last: string, isFrozen = false) {
  return aFeed({ BTC_USDT: { last, change: '0', isFrozen } })
}

/** Without the figures that imply a mark price. */
const silent = aPosition({ market: 'BTC_USDT', amount: '2', unrealizedPnl: undefined })
const at = (price: string): Mark => ({ price, from: 'last' })

describe('the price used for a position', () => {
  it('is what its own figures imply, then the mark price of the market, then its last price', () => {
    const prices = pricesOf({
      tickers: tickers('101'),
      futures: aFeed({ BTC_USDT: aFuturesQuote('102') }),
    })
    expect(
      markOf(
        aPosition({ market: 'BTC_USDT', amount: '2', entryPrice: '100', unrealizedPnl: '6' }),
        prices,
      ),
    ).toEqual({
      price: '103',
      from: 'position',
    })
    expect(markOf(silent, prices)).toEqual({ price: '102', from: 'mark' })
    expect(markOf(silent, pricesOf({ tickers: tickers('101') }))).toEqual({
      price: '101',
      from: 'last',
    })
  })

  it('is unknown from a frozen market, a price of zero, a market of another name, or no prices at all', () => {
    expect(markOf(silent, pricesOf({ tickers: tickers('101', true) }))).toBeNull()
    expect(
      markOf(
        silent,
        pricesOf({ tickers: tickers('0'), futures: aFeed({ BTC_USDT: aFuturesQuote('0') }) }),
      ),
    ).toBeNull()
    expect(
      markOf(
        { ...silent, market: 'constructor' },
        pricesOf({ tickers: tickers('101'), futures: aFeed({}) }),
      ),
    ).toBeNull()
    expect(markOf(silent, noPrices)).toBeNull()
    expect(markOf(silent, null)).toBeNull()
  })
})

describe('the notional value of a position', () => {
  it('is exact if its own figures give it, and otherwise its size at the mark', () => {
    const short = aPosition({
      amount: '-3',
      positionSide: 'SHORT',
      entryPrice: '10',
      unrealizedPnl: '-1',
    })
    expect(notionalOf(short, null)).toBe('31')
    expect(notionalOf(silent, at('50.5'))).toBe('101')
    expect(notionalOf(silent, null)).toBeNull()
    expect(notionalOf({ ...silent, amount: '0' }, at('50.5'))).toBeNull()
    expect(notionalOf({ ...silent, amount: null }, at('50.5'))).toBeNull()
  })
})

describe('the distance to liquidation', () => {
  it('is how far the price may move against the position, as a price and as a share', () => {
    const long = { ...silent, liquidationPrice: '80' }
    expect(liquidationDistance(long, at('100'))).toEqual({ price: '20', share: '0.2' })
    const short = {
      ...silent,
      amount: '-2',
      positionSide: 'SHORT' as const,
      liquidationPrice: '125',
    }
    expect(liquidationDistance(short, at('100'))).toEqual({ price: '25', share: '0.25' })
  })

  it('is below zero once the price is beyond', () => {
    const distance = liquidationDistance({ ...silent, liquidationPrice: '110' }, at('100'))
    expect(distance).toEqual({ price: '-10', share: '-0.1' })
  })

  it('is missing without a liquidation price, and unknown without a mark or a side', () => {
    expect(liquidationDistance({ ...silent, liquidationPrice: null }, at('100'))).toBeUndefined()
    expect(liquidationDistance({ ...silent, liquidationPrice: '80' }, null)).toBeNull()
    expect(liquidationDistance({ ...silent, liquidationPrice: undefined }, at('100'))).toBeNull()
    expect(
      liquidationDistance(
        { ...silent, amount: null, positionSide: undefined, liquidationPrice: '80' },
        at('100'),
      ),
    ).toBeNull()
  })
})

describe('the result at a level', () => {
  const level = fc
    .integer({ min: 1, max: 10_000_000 })
    .map((cents) => multiply(String(cents), '0.01'))

  it('is gained or lost by the move from entry, for the full size', () => {
    expect(
      resultAt(aPosition({ amount: '0.5', entryPrice: '100', positionSide: 'LONG' }), '90'),
    ).toBe('-5')
    expect(
      resultAt(aPosition({ amount: '-0.5', entryPrice: '100', positionSide: 'SHORT' }), '90'),
    ).toBe('5')
    expect(resultAt(aPosition(), null)).toBeNull()
    expect(resultAt(aPosition({ entryPrice: null }), '90')).toBeNull()
  })

  it('of a short is what a long of the same size would lose, and both are zero at entry', () => {
    fc.assert(
      fc.property(level, level, level, (units, entry, price) => {
        const long = aPosition({ amount: units, entryPrice: entry, positionSide: 'LONG' })
        const short = aPosition({ amount: `-${units}`, entryPrice: entry, positionSide: 'SHORT' })
        expect(compare(add(resultAt(long, price) ?? '', resultAt(short, price) ?? ''), '0')).toBe(0)
        expect(compare(resultAt(long, entry) ?? '', '0')).toBe(0)
        expect(isNegative(resultAt(long, price) ?? '')).toBe(compare(price, entry) < 0)
      }),
    )
  })
})

describe('criteria for filtering positions', () => {
  it("use the result in percent of the position's own margin, truncated to two digits", () => {
    expect(returnOnMargin(aPosition({ unrealizedPnl: '-1', usedMargin: '3' }))).toBe('-33.33')
    expect(returnOnMargin(aPosition({ unrealizedPnl: '1', usedMargin: '0' }))).toBeNull()
    expect(returnOnMargin(aPosition({ unrealizedPnl: undefined, usedMargin: '3' }))).toBeNull()
  })

  it('treat only results below zero as losing, and no stop loss as unprotected', () => {
    expect(
      ['-0.01', '0', '5', undefined, null].map((unrealizedPnl) =>
        isLosing(aPosition({ unrealizedPnl })),
      ),
    ).toEqual([...[true, false, false, false, false]])
    const orders = { takeProfitId: null, takeProfit: '5', stopLossId: null, stopLoss: null }
    expect(lacksStopLoss(aPosition({ protectiveOrders: orders }))).toBe(true)
    expect(lacksStopLoss(aPosition({ protectiveOrders: { ...orders, stopLoss: '3' } }))).toBe(false)
    expect(lacksStopLoss(aPosition({ protectiveOrders: null }))).toBe(true)
    const { protectiveOrders: _unsent, ...silent } = aPosition()
    expect([lacksStopLoss(silent), stopLossOf(silent)]).toEqual([false, 'unknown'])
  })

  it('treat a position as near liquidation by the exchange’s state, or by the price', () => {
    const far = { price: '20', share: '0.2' }
    expect(isNearLiquidation(aPosition({ liquidationState: 'margin_call' }), far, '0.1')).toBe(true)
    expect(isNearLiquidation(aPosition({ liquidationState: null }), far, '0.1')).toBe(false)
    expect(
      isNearLiquidation(
        aPosition({ liquidationState: null }),
        { price: '10', share: '0.1' },
        '0.1',
      ),
    ).toBe(true)
    expect(isNearLiquidation(aPosition({ liquidationState: null }), undefined, '0.1')).toBe(false)
    expect(isNearLiquidation(aPosition({ liquidationState: undefined }), null, '0.1')).toBe(false)
  })
})
