// The prices an order is valued and measured by. All are the exchange’s, or derived from what it
// sent: none comes from the page, and none is typed (ORD-20).
import { type Feed, freshnessOf, nothingYet } from '../../shared/portfolio/feed.js'
import { type LivePrice, livePrices, type MarketPrices } from '../../shared/markets/live-price.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { MessageKey } from '../../shared/messages/messages.js'
import { compare, type Decimal, divide, largest, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { TradingState } from './trading-state.js'

/** `at`: when it was true, if known. */
export type Reference = {
  price: Decimal
  from: LivePrice['from'] | 'entry' | 'last-fill'
  at: UnixSeconds | null
}

export const referenceKeys = {
  mark: 'orders.price.mark',
  'exchange-mark': 'orders.price.exchange-mark',
  'last-price': 'orders.price.last-price',
  entry: 'orders.price.entry',
  'last-fill': 'orders.price.last-fill',
} as const satisfies Record<Reference['from'], MessageKey>

/**
 * `live`: what levels are measured by. `reference`: the value of one unit of the base currency.
 * Null if none is known.
 */
export type OrderPrices = { live: LivePrice | null; reference: Reference | null }

type Fill = { dealMoney: Decimal; dealStock: Decimal }

const places = 18

/**
 * A price this many times lower than one known from elsewhere is an error in the exchange's list,
 * or not a price of this market.
 */
const mostFall = '10'

function isAboveZero(price: Decimal | null | undefined): price is Decimal {
  return price != null && compare(price, '0') > 0
}

function larger(one: Reference | null, other: Reference): Reference {
  return one === null || compare(other.price, one.price) > 0 ? other : one
}

/**
 * The entry price of an open position, else the price of our last fill: past prices, used only if
 * no current price is known.
 */
function pastPrice(
  here: readonly Position[],
  asOf: UnixSeconds | null,
  fill: Fill | null,
): Reference | null {
  const entry = largest(here.map(({ entryPrice }) => (isAboveZero(entryPrice) ? entryPrice : null)))
  if (entry !== null) return { price: entry, from: 'entry', at: asOf }
  if (fill === null || !isAboveZero(fill.dealStock) || !isAboveZero(fill.dealMoney)) return null
  return { price: divide(fill.dealMoney, fill.dealStock, places), from: 'last-fill', at: null }
}

/** Positions this key may no longer read are remembered, but give no price. */
function readNow(feed: Feed<Position[]>, now: UnixSeconds): Feed<Position[]> {
  return ['stale', 'none'].includes(freshnessOf(feed, now)) ? nothingYet : feed
}

type KnownPrices = { positions: Feed<Position[]>; prices: MarketPrices }

/** All that are known, the most meaningful first. */
export function currentPrices(
  market: string,
  { positions, prices }: KnownPrices,
  now: UnixSeconds,
): LivePrice[] {
  return livePrices(market, readNow(positions, now), prices, now)
}

/**
 * Of several current prices, the one that makes an order look larger. A price known only from the
 * exchange's price list must be plausible compared with past prices; if it is not, the past price
 * counts.
 */
export function pricesOf(
  market: string,
  { positions: feed, prices }: KnownPrices,
  fill: Fill | null,
  now: UnixSeconds,
): OrderPrices {
  const positions = readNow(feed, now)
  const known = livePrices(market, positions, prices, now)
  const [live = null] = known
  const here = (positions.value ?? []).filter((position) => position.market === market)
  const past = pastPrice(here, positions.asOf, fill)
  const best = known.reduce<Reference | null>(larger, null)
  const isDoubtful =
    best !== null &&
    past !== null &&
    live?.from !== 'mark' &&
    compare(multiply(best.price, mostFall), past.price) <= 0
  return { live: isDoubtful ? null : live, reference: best === null || isDoubtful ? past : best }
}

/** Seconds for which one of our fills still indicates the value of its market. */
const fillLifetime = 86_400

export function pricesFor(
  { profile, ports, repositories }: TradingState,
  market: string,
): OrderPrices {
  const now = ports.clock()
  const fill = repositories.orders.lastFill(profile.id, market, now - fillLifetime)
  return pricesOf(market, ports.conditions(), fill.ok ? fill.value : null, now)
}
