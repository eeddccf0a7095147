import { describe, expect, it } from 'vitest'
import { livePrices, type MarketPrices } from '../../../../src/shared/markets/live-price.js'
import type { Ticker } from '../../../../src/shared/markets/market.js'
import type { Position } from '../../../../src/shared/portfolio/position.js'
import { now } from '../../../fixtures/portfolio/accounts.js'
import { aFeed, aPosition, noFeed } from '../../../fixtures/portfolio/figures.js'
import { aFuturesQuote } from '../../../fixtures/portfolio/market.js'

function ticker(last: string, more: Partial<Ticker> = {}): Ticker {
  return {
    last,
    change: '0',
    isFrozen: false,
    ...more,
  }
}

function prices(some: Partial<MarketPrices> = {}): MarketPrices {
  return {
    tickers: aFeed(
      { BTC_PERP: ticker('90000'), BTC_USDT: ticker('91000') },
      { every: 5, asOf: now - 3 },
    ),
    futures: aFeed({ BTC_PERP: aFuturesQuote('90100') }, { every: 15, asOf: now - 5 }),
    ...some,
  }
}

function seen(some: MarketPrices, market = 'BTC_PERP', positions: Position[] = []) {
  return livePrices(market, aFeed(positions, { asOf: now - 1 }), some, now).map(
    ({ from, price }) => [from, price],
  )
}

describe('the current price of a market', () => {
  it('is what an open position implies, then the exchange’s mark, then its last price, each with its time', () => {
    const position = aPosition({
      market: 'BTC_PERP',
      amount: '1',
      entryPrice: '90000',
      unrealizedPnl: '50',
      positionSide: 'BOTH',
    })
    expect(livePrices('BTC_PERP', aFeed([position], { asOf: now - 1 }), prices(), now)).toEqual([
      { price: '90050', from: 'mark', at: now - 1 },
      { price: '90100', from: 'exchange-mark', at: now - 5 },
      { price: '90000', from: 'last-price', at: now - 3 },
    ])
    expect(seen(prices(), 'BTC_USDT')).toEqual([['last-price', '91000']])
  })

  it.each<[name: string, some: MarketPrices, left: string[][]]>([
    [
      'stale',
      prices({ tickers: aFeed({ BTC_PERP: ticker('1') }, { every: 5, asOf: now - 16 }) }),
      [['exchange-mark', '90100']],
    ],
    [
      'late',
      prices({ tickers: aFeed({ BTC_PERP: ticker('1') }, { every: 5, asOf: now - 11 }) }),
      [['exchange-mark', '90100']],
    ],
    [
      'remembered',
      prices({ futures: aFeed({ BTC_PERP: aFuturesQuote('1') }, { source: 'cache' }) }),
      [['last-price', '90000']],
    ],
    ['zero', prices({ tickers: aFeed({ BTC_PERP: ticker('0') }), futures: noFeed() }), []],
    ['below zero', prices({ tickers: aFeed({ BTC_PERP: ticker('-1') }), futures: noFeed() }), []],
    [
      'of a frozen market',
      prices({ tickers: aFeed({ BTC_PERP: ticker('90000', { isFrozen: true }) }) }),
      [],
    ],
    [
      'absent',
      prices({
        tickers: aFeed({}),
        futures: aFeed({ BTC_PERP: aFuturesQuote('1', { mark: null }) }),
      }),
      [],
    ],
    ['not offered', { tickers: noFeed(), futures: noFeed() }, []],
  ])('is missing if it is %s', (_name, some, left) => {
    expect(seen(some)).toEqual(left)
  })

  it('does not depend on another market that could not be read', () => {
    const unreadable = [
      { place: 1, id: null, name: 'XRP_USDT', field: 'last_price', why: 'is missing' },
    ]
    expect(
      seen(prices({ tickers: aFeed({ BTC_USDT: ticker('91000') }, { unreadable }) }), 'BTC_USDT'),
    ).toEqual([['last-price', '91000']])
    expect(seen(prices(), 'constructor')).toEqual([])
  })
})
