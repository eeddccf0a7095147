// A market's current price: implied by an open position, or from the exchange's own price list.
import { wordsBy } from '../messages/messages.js'
import { compare, type Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import { type Feed, freshnessOf } from '../portfolio/feed.js'
import { impliedMarkOf } from './mark-price.js'
import type { FuturesQuote, PricesView, Ticker } from './market.js'
import type { Position } from '../portfolio/position.js'

/**
 * `mark`: implied by an open position · `exchange-mark`: of a future · `last-price`: of the newest
 * trade.
 */
export type LivePrice = {
  price: Decimal
  from: 'mark' | 'exchange-mark' | 'last-price'
  at: UnixSeconds | null
}

export type MarketPrices = Pick<PricesView, 'tickers' | 'futures'>

function entryOf<Entry>(
  { value }: Feed<{ [market: string]: Entry }>,
  market: string,
): Entry | null {
  return value !== null && Object.hasOwn(value, market) ? (value[market] ?? null) : null
}

export function tickerOf(
  { tickers }: Pick<MarketPrices, 'tickers'>,
  market: string,
): Ticker | null {
  return entryOf(tickers, market)
}

export function futuresQuoteOf(
  { futures }: Pick<MarketPrices, 'futures'>,
  market: string,
): FuturesQuote | null {
  return entryOf(futures, market)
}

/** If another market's price could not be read, those that could are no older for it. */
export function isCurrent(feed: Feed<unknown>, now: UnixSeconds): boolean {
  return ['fresh', 'partly'].includes(freshnessOf(feed, now))
}

const isAboveZero = (price: Decimal): boolean => compare(price, '0') > 0

/** According to the exchange, and only while fresh: a frozen market has no current price. */
export function exchangePrices(
  market: string,
  prices: MarketPrices,
  now: UnixSeconds,
): LivePrice[] {
  const { tickers, futures } = prices
  const ticker = isCurrent(tickers, now) ? tickerOf(prices, market) : null
  if (ticker?.isFrozen === true) return []
  const mark = isCurrent(futures, now) ? (futuresQuoteOf(prices, market)?.mark ?? null) : null
  const found: LivePrice[] = []
  if (mark !== null && isAboveZero(mark))
    found.push({ price: mark, from: 'exchange-mark', at: futures.asOf })
  if (ticker !== null && isAboveZero(ticker.last))
    found.push({ price: ticker.last, from: 'last-price', at: tickers.asOf })
  return found
}

/** All known ones, the most meaningful first: it is shown and used to measure an order. */
export function livePrices(
  market: string,
  positions: Pick<Feed<Position[]>, 'value' | 'asOf'>,
  prices: MarketPrices,
  now: UnixSeconds,
): LivePrice[] {
  const mark = impliedMarkOf(market, positions.value ?? [])
  const exchange = exchangePrices(market, prices, now)
  return mark === null ? exchange : [{ price: mark, from: 'mark', at: positions.asOf }, ...exchange]
}

/** For use in a sentence. */
export const priceWords: Readonly<Record<LivePrice['from'], string>> = wordsBy({
  mark: 'orders.price.mark',
  'exchange-mark': 'orders.price.exchange-mark',
  'last-price': 'orders.price.last-price',
})
