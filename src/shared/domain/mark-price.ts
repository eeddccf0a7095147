// The mark price that an open position's own figures imply: the specification has no price endpoint, but
// `unrealizedPnl = (mark − entryPrice) × amount` (2.7). One figure for previews, limits, alerts and the screens; it is as old as the positions.
import { absolute, add, compare, type Decimal, divide, isDecimal, isZero, largest, multiply, subtract } from '../money.js'
import { directionOf, type Position } from './position.js'

const places = 18

/** The whole position's notional at the implied mark, and the unsigned amount it is for. */
const notionalOf = (position: Position): { notional: Decimal; units: Decimal } | null => {
  const { amount, entryPrice, unrealizedPnl } = position
  const direction = directionOf(position)
  if (amount === null || entryPrice == null || unrealizedPnl == null || direction === 'unclear') return null
  if (![amount, entryPrice, unrealizedPnl].every(isDecimal) || isZero(amount)) return null
  const units = absolute(amount)
  const paid = multiply(entryPrice, units)
  const notional = direction === 'long' ? add(paid, unrealizedPnl) : subtract(paid, unrealizedPnl)
  return compare(notional, '0') > 0 ? { notional, units } : null
}

/** Of the whole position at the implied mark, in quote currency and exact. Null where no mark is implied. */
export const impliedNotional = (position: Position): Decimal | null => notionalOf(position)?.notional ?? null

/** In quote currency. Null where a figure is missing, the amount is zero, the direction is unclear, or no price above zero comes out. */
export const impliedMark = (position: Position): Decimal | null => {
  const found = notionalOf(position)
  return found === null ? null : divide(found.notional, found.units, places)
}

/** The same for a market; of several positions the one that makes an order look larger. */
export const impliedMarkOf = (market: string, positions: readonly Position[]): Decimal | null =>
  largest(positions.filter((position) => position.market === market).map(impliedMark))

/** What the whole position may still lose until liquidation, and its notional now, both in quote currency and exact. Null where unknown. */
export const roomLeft = (position: Position): { room: Decimal; notional: Decimal } | null => {
  const { liquidationPrice } = position
  if (liquidationPrice == null || !isDecimal(liquidationPrice) || compare(liquidationPrice, '0') <= 0) return null
  const found = notionalOf(position)
  if (found === null) return null
  const end = multiply(liquidationPrice, found.units)
  return {
    notional: found.notional,
    room: directionOf(position) === 'long' ? subtract(found.notional, end) : subtract(end, found.notional),
  }
}

/** The share of the implied mark that it may move against the position until liquidation; zero or less once it is there. Null where unknown. */
export const distanceToLiquidation = (position: Position): Decimal | null => {
  const left = roomLeft(position)
  return left === null ? null : divide(left.room, left.notional, places)
}

/** Whether the distance is at most `share` of the price. Exact, and without a division. */
export const isWithin = ({ room, notional }: NonNullable<ReturnType<typeof roomLeft>>, share: Decimal): boolean =>
  compare(room, multiply(notional, share)) <= 0
