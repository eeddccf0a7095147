// Public markets and prices. Not in the specification: if an exchange does not provide them, there
// are none, and nothing of the specification depends on them.
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import { type Feed, nothingYet } from '../portfolio/feed.js'

/**
 * Amounts are in `base`, prices and notional in `quote`. Null: not sent by the exchange, or
 * unreadable.
 */
export type Market = {
  name: string
  base: string
  quote: string
  /** The smallest difference between two amounts, and between two prices; null if not sent. */
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
  /** Of an announced delisting. */
  delistedAt: UnixSeconds | null
}

/** Kinds that the app has a name for. */
export const marketKinds = ['spot', 'futures', 'tradfiFutures'] as const

export function isKnownKind(kind: string | null): kind is (typeof marketKinds)[number] {
  return marketKinds.some((known) => known === kind)
}

/**
 * The newest trade of a market. `change`: over the last 24 hours, in percent, null if not sent; a
 * frozen market's price is not current.
 */
export type Ticker = { last: Decimal; change: Decimal | null; isFrozen: boolean }

/** A perpetual future. */
export type FuturesQuote = {
  /** Null if the exchange sends none. */
  mark: Decimal | null
  index: Decimal | null
  /** A share of the notional for one interval: longs pay if it is above zero, shorts if below. */
  fundingRate: Decimal | null
  /** Null if the value sent is not a time. */
  nextFundingAt: UnixSeconds | null
  fundingMinutes: number | null
}

/** According to the exchange; `unclear` if it says something else. */
export type PlatformState = 'operational' | 'maintenance' | 'unclear'

/** The list of markets, read once a day. */
export type MarketsView = { profileId: string | null; markets: Feed<Market[]> }

/** Prices by market, and the exchange's own status. Replaced as a whole. */
export type PricesView = {
  profileId: string | null
  tickers: Feed<{ [market: string]: Ticker }>
  futures: Feed<{ [market: string]: FuturesQuote }>
  platform: Feed<PlatformState>
}

/** Markets whose live prices are asked for at once: more than fit on a screen. */
export const mostWatchedMarkets = 100

export const noMarkets: MarketsView = { profileId: null, markets: nothingYet }
export const noPrices: PricesView = {
  profileId: null,
  tickers: nothingYet,
  futures: nothingYet,
  platform: nothingYet,
}
