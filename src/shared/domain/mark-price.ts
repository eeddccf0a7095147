// The mark price that an open position's own figures imply: the specification has no price endpoint, but
// `unrealizedPnl = (mark − basePrice) × amount` (2.7). One figure for reviews, limits, alerts and the screens; it is as old as the positions.
import { absolute, add, compare, type Decimal, divide, isDecimal, isZero, largest, multiply, subtract } from '../money.js'
import { directionOf, type Position } from './position.js'

const places = 18

/** The whole position's worth at the implied mark, and the unsigned amount it is for. */
const worthOf = (position: Position): { worth: Decimal; units: Decimal } | null => {
  const { amount, basePrice, unrealizedPnl } = position
  const direction = directionOf(position)
  if (amount === null || basePrice === null || unrealizedPnl == null || direction === 'unclear') return null
  if (![amount, basePrice, unrealizedPnl].every(isDecimal) || isZero(amount)) return null
  const units = absolute(amount)
  const paid = multiply(basePrice, units)
  const worth = direction === 'long' ? add(paid, unrealizedPnl) : subtract(paid, unrealizedPnl)
  return compare(worth, '0') > 0 ? { worth, units } : null
}

/** In money currency. Null where a figure is missing, the amount is zero, the direction is unclear, or no price above zero comes out. */
export const impliedMark = (position: Position): Decimal | null => {
  const found = worthOf(position)
  return found === null ? null : divide(found.worth, found.units, places)
}

/** The same for a market; of several positions the one that makes an order look larger. */
export const impliedMarkOf = (market: string, positions: readonly Position[]): Decimal | null =>
  largest(positions.filter((position) => position.market === market).map(impliedMark))

/** What the whole position may still lose until liquidation, and its worth now, both in money currency and exact. Null where unknown. */
export type RoomLeft = { room: Decimal; worth: Decimal }

export const roomLeft = (position: Position): RoomLeft | null => {
  const { liquidationPrice } = position
  if (liquidationPrice == null || !isDecimal(liquidationPrice) || compare(liquidationPrice, '0') <= 0) return null
  const found = worthOf(position)
  if (found === null) return null
  const end = multiply(liquidationPrice, found.units)
  return { worth: found.worth, room: directionOf(position) === 'long' ? subtract(found.worth, end) : subtract(end, found.worth) }
}

/** The share of the implied mark that it may move against the position until liquidation; zero or less once it is there. Null where unknown. */
export const distanceToLiquidation = (position: Position): Decimal | null => {
  const left = roomLeft(position)
  return left === null ? null : divide(left.room, left.worth, places)
}

/** Whether the distance is at most `share` of the price. Exact, and without a division. */
export const isWithin = ({ room, worth }: RoomLeft, share: Decimal): boolean => compare(room, multiply(worth, share)) <= 0
