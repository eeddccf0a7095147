// How old a price of the stream is, as of any polled one.
import type { Feed } from '../portfolio/feed.js'
import type { NewestPrice } from './streamed-prices.js'

/** Seconds after which a streamed price counts as late where no price is polled. */
const usualInterval = 15

/** The age of a shown price, for a price that is polled as `feed`. */
export function ageOfPrice(feed: Feed<unknown>, shown: NewestPrice | null): Feed<unknown> {
  if (shown?.live !== true) return feed
  const every = feed.every ?? usualInterval
  return { value: shown.price, asOf: shown.at, source: 'live', problem: null, every }
}
