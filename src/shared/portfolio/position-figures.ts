// What follows from a position's own figures and its market's price, for screens and files. All
// calculated by Plimsoll; null if a required figure is unknown.
import { compare, type Decimal, divide, isDecimal, multiply, subtract } from '../money.js'
import { impliedNotional } from '../markets/mark-price.js'
import { directionOf, type Position } from './position.js'
import { contradictsItself, type Mark, unitsOf, usablePrice } from './position-measure.js'

const places = 18

/** For the whole position, in quote currency. */
export function notionalOf(position: Position, mark: Mark | null): Decimal | null {
  if (contradictsItself(position)) return null
  const exact = impliedNotional(position)
  if (exact !== null) return exact
  const units = unitsOf(position)
  return units === null || mark === null ? null : multiply(units, mark.price)
}

/**
 * How far the price may move against the position until liquidation: in price, and as a share of
 * it. Zero or less once reached.
 */
export type LiquidationDistance = { price: Decimal; share: Decimal }

/** Undefined if there is no liquidation price. */
export function liquidationDistance(
  position: Position,
  mark: Mark | null,
): LiquidationDistance | null | undefined {
  const { liquidationPrice } = position
  if (liquidationPrice === null) return undefined
  const direction = directionOf(position)
  const end = usablePrice(liquidationPrice)
  if (end === null || mark === null || direction === 'unclear') return null
  const price = direction === 'long' ? subtract(mark.price, end) : subtract(end, mark.price)
  return { price, share: divide(price, mark.price, places) }
}

/** Of the whole position if closed at `level`, in quote currency and without fees. */
export function resultAt(position: Position, level: Decimal | null | undefined): Decimal | null {
  const [units, at, entry, direction] = [
    unitsOf(position),
    usablePrice(level),
    usablePrice(position.entryPrice),
    directionOf(position),
  ]
  if (units === null || at === null || entry === null || direction === 'unclear') return null
  return multiply(units, direction === 'long' ? subtract(at, entry) : subtract(entry, at))
}

/** Unrealized PnL in percent of the position's used margin, truncated after two places. */
export function returnOnMargin({ unrealizedPnl, usedMargin }: Position): Decimal | null {
  const margin = usablePrice(usedMargin)
  if (margin === null || unrealizedPnl == null || !isDecimal(unrealizedPnl)) return null
  return divide(multiply(unrealizedPnl, '100'), margin, 2)
}

export function isLosing({ unrealizedPnl }: Position): boolean {
  return unrealizedPnl != null && isDecimal(unrealizedPnl) && compare(unrealizedPnl, '0') < 0
}

/** Whether a position has a stop loss; `unknown` if the exchange did not say. */
export function stopLossOf({ protectiveOrders }: Position): 'set' | 'none' | 'unknown' {
  if (protectiveOrders === undefined) return 'unknown'
  return (protectiveOrders?.stopLoss ?? null) === null ? 'none' : 'set'
}

export function lacksStopLoss(position: Position): boolean {
  return stopLossOf(position) === 'none'
}

/** In margin call or liquidation according to the exchange, or that near to it by price. */
export function isNearLiquidation(
  position: Position,
  distance: LiquidationDistance | null | undefined,
  share: Decimal,
): boolean {
  return (
    (position.liquidationState ?? null) !== null ||
    (distance != null && compare(distance.share, share) <= 0)
  )
}
