// What a perpetual future has besides its price.
import type { Market, World } from '../world.js'
import { wholePart, wholeSecondsOf } from './units.js'

export const fundingMinutes = 480

/** A share of the position: 0.01 % three times a day, 0.03 % a day. */
export const fundingRate = '0.0001'

/** In milliseconds. */
export function nextFunding(world: World): number {
  const interval = fundingMinutes * 60
  return (wholePart(wholeSecondsOf(world.nowMicros), interval) + 1) * interval * 1000
}

/** The market whose price is the index of this one. */
export function indexOf({ markets }: World, market: Market): Market {
  return market.follows === null ? market : (markets[market.follows.market] ?? market)
}
