import { describe, expect, it } from 'vitest'
import { PositionLine } from '../../../../../src/renderer/portfolio/positions/position-fields.js'
import {
  positionTotals,
  sharedFreeMargin,
} from '../../../../../src/renderer/portfolio/positions/position-totals.js'
import { noPrices, type PricesView } from '../../../../../src/shared/markets/market.js'
import type { Position } from '../../../../../src/shared/portfolio/position.js'
import type { Order } from '../../../../../src/shared/orders/order.js'
import { levelsOf } from '../../../../../src/shared/portfolio/protection.js'
import { aFeed, aPosition } from '../../../../fixtures/portfolio/figures.js'
import { aStop } from '../../../../support/order-harness.js'

function stop(stopLoss: string | null) {
  return {
    takeProfitId: null,
    takeProfit: null,
    stopLossId: null,
    stopLoss,
  }
}

const usdt = aPosition({
  market: 'BTC_USDT',
  amount: '2',
  entryPrice: '100',
  unrealizedPnl: '10',
  protectiveOrders: stop('95'),
})
const inBitcoin = aPosition({
  market: 'ETH_BTC',
  amount: '10',
  entryPrice: '0.03',
  unrealizedPnl: '0.02',
  protectiveOrders: stop(null),
})
const silent = aPosition({ market: 'BTC_USDT', unrealizedPnl: undefined, protectiveOrders: null })

function linesOf(...positions: Position[]) {
  return positions.map((position) => new PositionLine(position, null))
}

function prices(last: string): PricesView {
  return {
    ...noPrices,
    tickers: aFeed({ BTC_USDT: { last, change: '0', isFrozen: false } }),
  }
}

describe('totals of positions', () => {
  it('are exact sums in their currency, with a count of what is left out', () => {
    expect(positionTotals(linesOf(usdt, usdt, silent), null, 'USDT')).toEqual({
      notional: { sums: [{ currency: 'USDT', amount: '420', converted: false }], leftOut: 1 },
      unrealized: { sums: [{ currency: 'USDT', amount: '20', converted: false }], leftOut: 1 },
      atStops: { sums: [{ currency: 'USDT', amount: '-20', converted: false }], leftOut: 0 },
      unprotected: 1,
    })
  })

  it('leave out a position that stop losses cover in part, and say nothing of an unread list', () => {
    const part = { ...usdt, protectiveOrders: null }
    const [nearest, other] = [
      aStop({ left: '1', activationPrice: '95', activationCondition: 'lte' }),
      aStop({ id: '702', left: '1', activationPrice: '90', activationCondition: 'lte' }),
    ]
    const totals = (orders: Order[], isKnown = true) =>
      positionTotals(
        [
          new PositionLine(part, null, (position, mark) =>
            levelsOf(position, { orders, linked: [], isKnown }, mark),
          ),
        ],
        null,
        'USDT',
      )
    expect(totals([nearest])).toMatchObject({ atStops: { sums: [] }, unprotected: 1 })
    expect(totals([nearest, other])).toMatchObject({
      atStops: { sums: [{ amount: '-15' }] },
      unprotected: 0,
    })
    expect(totals([nearest, other], false)).toMatchObject({
      ...{ atStops: { sums: [] }, unprotected: null },
    })
    expect(totals([], false).unprotected).toBeNull()
  })

  it('ANS-3 do not count a position as without stop loss if the exchange did not send whether it has one', () => {
    const { protectiveOrders: _levels, ...unsent } = usdt
    expect(positionTotals(linesOf(usdt, unsent, silent), null, 'USDT')).toMatchObject({
      atStops: { sums: [{ amount: '-10' }], leftOut: 1 },
      unprotected: 1,
    })
  })

  it('of several currencies are combined if all have a price, and separate otherwise', () => {
    const lines = linesOf(usdt, inBitcoin)
    expect(positionTotals(lines, prices('50000'), 'USDT').unrealized.sums).toEqual([
      { currency: 'USDT', amount: '1010', converted: true },
    ])
    const apart = [
      { currency: 'USDT', amount: '10', converted: false },
      { currency: 'BTC', amount: '0.02', converted: false },
    ]
    expect(positionTotals(lines, null, 'USDT').unrealized.sums).toEqual(apart)
    expect(positionTotals(lines, prices('0'), 'USDT').unrealized.sums).toEqual(apart)
  })

  it('of nothing are empty', () => {
    expect(positionTotals([], null, 'USDT').notional).toEqual({ sums: [], leftOut: 0 })
  })
})

describe('the free margin of positions', () => {
  it('is shown once if all agree, and not at all if they differ or none has it', () => {
    const withMargin = (freeMargin: string | undefined) => aPosition({ freeMargin })
    expect(sharedFreeMargin(linesOf(withMargin('5'), withMargin('5')))).toBe('5')
    expect(sharedFreeMargin(linesOf(withMargin('5'), withMargin('6')))).toBeNull()
    expect(sharedFreeMargin(linesOf(withMargin('5'), withMargin(undefined)))).toBeNull()
    expect(sharedFreeMargin([])).toBeNull()
  })
})
