// Markets and prices as anybody may ask for them. Not in the specification: where an exchange does
// not answer, there are none, and nothing of the specification misses them.
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import { type Feed, nothingYet } from '../portfolio/feed.js'

/**
 * Amounts are in `base`, prices and notional in `quote`. Null is what the exchange did not send, or
 * what cannot be read of it.
 */
export type Market = {
  name: string
  base: string
  quote: string
  /**
   * The smallest difference between two amounts, and between two prices; null where what was sent
   * says none.
   */
  amountStep: Decimal | null
  priceStep: Decimal | null
  /** In percent. */
  makerFee: Decimal | null
  takerFee: Decimal | null
  minAmount: Decimal | null
  minNotional: Decimal | null
  /** Also null where there is no limit. */
  maxNotional: Decimal | null
  isOpen: boolean | null
  isCollateral: boolean | null
  /** `spot`, `futures`, `tradfiFutures`, or a kind that this version does not know. */
  kind: string | null
  /** Of a delisting that was announced. */
  delistedAt: UnixSeconds | null
}

/** Kinds that the app has a name for. */
export const marketKinds = ['spot', 'futures', 'tradfiFutures'] as const

export function isKnownKind(kind: string | null): kind is (typeof marketKinds)[number] {
  return marketKinds.some((known) => known === kind)
}

/**
 * The newest trade of a market. `change` is of the last 24 hours, in percent, null where it was not
 * sent; of a frozen market the price is no price of now.
 */
export type Ticker = { last: Decimal; change: Decimal | null; isFrozen: boolean }

/** A perpetual future. */
export type FuturesQuote = {
  /** Null where the exchange sends none. */
  mark: Decimal | null
  index: Decimal | null
  /**
   * A share of the notional for one interval: longs pay where it is above zero, shorts where it is
   * below.
   */
  fundingRate: Decimal | null
  /** Null where what was sent is no time. */
  nextFundingAt: UnixSeconds | null
  fundingMinutes: number | null
}

/** By the exchange's own word; `unclear` where it says something else. */
export type PlatformState = 'operational' | 'maintenance' | 'unclear'

/** The list of markets, read once a day. */
export type MarketsView = { profileId: string | null; markets: Feed<Market[]> }

/** Prices by market, and how the exchange says that it is. Replaced whole. */
export type PricesView = {
  profileId: string | null
  tickers: Feed<{ [market: string]: Ticker }>
  futures: Feed<{ [market: string]: FuturesQuote }>
  platform: Feed<PlatformState>
}

export const noMarkets: MarketsView = { profileId: null, markets: nothingYet }
export const noPrices: PricesView = {
  profileId: null,
  tickers: nothingYet,
  futures: nothingYet,
  platform: nothingYet,
}
