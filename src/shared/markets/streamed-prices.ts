// Prices from the exchange's stream. They are shown where they are newer than the polled ones, and
// measure nothing: sizes, estimates, limits, alerts and totals use the polled prices.
import { compare, type Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'

/** `at`: when it arrived, as last prices are sent without a time. */
export type StreamedPrice = { price: Decimal; at: UnixSeconds }

/** Of the markets on screen. Replaced as a whole. */
export type StreamedPrices = {
  profileId: string | null
  last: { [market: string]: StreamedPrice }
  marks: { [market: string]: StreamedPrice }
}

export const noStreamedPrices: StreamedPrices = { profileId: null, last: {}, marks: {} }

/** The newer of a polled and a streamed price. `live`: the streamed one. */
export type NewestPrice = { price: Decimal; at: UnixSeconds | null; live: boolean }

/**
 * Seconds for which the exchange returns the same prices to requests, by its documentation: a
 * response may be that much older than its request.
 */
const cachedFor = 1

export function newestPrice(
  polled: { price: Decimal; at: UnixSeconds | null } | null,
  streamed: StreamedPrice | null,
): NewestPrice | null {
  if (streamed !== null && (polled === null || (polled.at ?? -Infinity) - cachedFor < streamed.at))
    return { ...streamed, live: true }
  return polled === null ? null : { ...polled, live: false }
}

export function streamedIn(
  prices: StreamedPrices | null,
  list: 'last' | 'marks',
  market: string,
): StreamedPrice | null {
  const found = prices?.[list]
  return found !== undefined && Object.hasOwn(found, market) ? (found[market] ?? null) : null
}

/** No market has a price of zero or below. */
export function isPrice(price: Decimal): boolean {
  return compare(price, '0') > 0
}
