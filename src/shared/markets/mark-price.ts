// The mark price that an open position's own figures imply: the specification has no price
// endpoint, but `unrealizedPnl = (mark − entryPrice) × amount` (2.7). One figure for previews,
// limits, alerts and the screens; it is as old as the positions.
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  isDecimal,
  isZero,
  largest,
  multiply,
  subtract,
} from '../money.js'
import { directionOf, type Position } from '../portfolio/position.js'

const places = 18

/** The whole position's notional at the implied mark, and its unsigned amount. */
function notionalOf(position: Position): { notional: Decimal; units: Decimal } | null {
  const { amount, entryPrice, unrealizedPnl } = position
  const direction = directionOf(position)
  if (amount === null || entryPrice == null || unrealizedPnl == null || direction === 'unclear')
    return null
  if (![amount, entryPrice, unrealizedPnl].every(isDecimal) || isZero(amount)) return null
  const units = absolute(amount)
  const paid = multiply(entryPrice, units)
  const notional = direction === 'long' ? add(paid, unrealizedPnl) : subtract(paid, unrealizedPnl)
  return compare(notional, '0') > 0 ? { notional, units } : null
}

/**
 * For the whole position at the implied mark, in quote currency and exact. Null if no mark is
 * implied.
 */
export function impliedNotional(position: Position): Decimal | null {
  return notionalOf(position)?.notional ?? null
}

/**
 * In quote currency. Null if a figure is missing, the amount is zero, the direction is unclear, or
 * the result is not above zero.
 */
export function impliedMark(position: Position): Decimal | null {
  const found = notionalOf(position)
  return found === null ? null : divide(found.notional, found.units, places)
}

/** The same for a market; of several positions, the one that makes an order look larger. */
export function impliedMarkOf(market: string, positions: readonly Position[]): Decimal | null {
  return largest(positions.filter((position) => position.market === market).map(impliedMark))
}
