// The public channels of prices, of named markets. The specification has neither; this is what the
// public documentation describes, and what was observed.
import { z } from 'zod'
import { decimal, decimalOrNone, name, unixTime } from '../numbers.js'

export type StreamPrice = {
  market: string
  /** Null if the exchange has none now. */
  price: string | null
  /** By the exchange's clock; null if it was not sent. */
  sentAt: string | null
  /** Places of members without a description. */
  unknown: readonly string[]
}

function placesFrom(first: number, members: readonly unknown[]): string[] {
  return members.map((_, at) => String(first + at))
}

/**
 * Of `premiumIndex`, the index price, the funding rate and its time are not used. Documentation and
 * service disagree on the unit of the last.
 */
export const priceChannels = {
  lastprice: z
    .tuple([name, decimal])
    .rest(z.unknown())
    .transform(([market, price, ...more]): StreamPrice => ({
      market,
      price,
      sentAt: null,
      unknown: placesFrom(2, more),
    })),
  premiumIndex: z
    .tuple([name, decimalOrNone])
    .rest(z.unknown())
    .transform(([market, price, _index, _rate, _fundingAt, sentAt, ...more]): StreamPrice => {
      const time = unixTime.safeParse(sentAt)
      return {
        market,
        price,
        sentAt: time.success ? time.data : null,
        unknown: placesFrom(6, more),
      }
    }),
} as const

export function isPriceChannel(name: string): name is keyof typeof priceChannels {
  return Object.hasOwn(priceChannels, name)
}
