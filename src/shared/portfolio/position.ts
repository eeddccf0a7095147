import { add, compare, type Decimal, isNegative, isZero, multiply, subtract } from '../money.js'
import type { WireTime } from '../time.js'

/**
 * An open collateral position (specification 2.7). `null` means the exchange said "none"; an absent
 * member was not sent at all (older servers omit some). Zero is a number like any other.
 */
export type Position = {
  id: string
  market: string
  openedAt?: WireTime
  modifiedAt?: WireTime
  /** In base currency, sign as sent. */
  amount: Decimal | null
  entryPrice?: Decimal | null
  liquidationPrice?: Decimal | null
  /** `margin_call`, `liquidation`, null, or a value this version does not know. */
  liquidationState?: string | null
  /** Realized by partial closes, in quote currency. Never added to `unrealizedPnl`. */
  realizedPnl?: Decimal | null
  /** Floating result in quote currency. */
  unrealizedPnl?: Decimal | null
  /** Unrealized result in percent. */
  pnlPercent?: Decimal | null
  usedMargin?: Decimal | null
  freeMargin?: Decimal | null
  /** Paid over the position's life; always zero on futures. */
  funding?: Decimal | null
  /** Accrued since the last change, not yet settled; always zero on futures. */
  unrealizedFunding?: Decimal | null
  /** A level that is not set is null. */
  protectiveOrders?: {
    takeProfitId: string | null
    takeProfit: Decimal | null
    stopLossId: string | null
    stopLoss: Decimal | null
  } | null
  /** `LONG`, `SHORT`, `BOTH`, or a value this version does not know. Absent on older servers. */
  positionSide?: string
}

/** `unclear` if neither the side nor the sign of the amount shows it. */
export type Direction = 'long' | 'short' | 'unclear'

/**
 * Markets whose name ends in `_PERP` are futures: their funding figures are always zero
 * (specification 2.7).
 */
export function isFutures(market: string): boolean {
  return market.endsWith('_PERP')
}

/**
 * Whether its own figures rule out a long one: it is liquidated above its entry price and, as a
 * long one, would already be below that price without being in liquidation. A long one in profit
 * may well be liquidated above its entry price, if the rest of the account needs that profit.
 * Without `unrealizedPnl` there is no price to distinguish the two.
 */
function excludesLong({
  amount,
  entryPrice,
  liquidationPrice,
  unrealizedPnl,
  liquidationState,
}: Omit<DirectionFigures, 'positionSide'>): boolean {
  if (
    amount === null ||
    entryPrice == null ||
    liquidationPrice == null ||
    compare(liquidationPrice, entryPrice) <= 0
  )
    return false
  if (unrealizedPnl == null || isZero(amount)) return true
  // Both sides multiplied by the amount: (mark − entry) × amount = unrealizedPnl.
  const [paid, end] = [multiply(entryPrice, amount), multiply(liquidationPrice, amount)]
  if (compare(add(paid, unrealizedPnl), end) >= 0) return false
  // Beyond it as a long one. In liquidation that is consistent, unless it is beyond it as a short
  // one, too.
  return liquidationState !== 'liquidation' || compare(subtract(paid, unrealizedPnl), end) >= 0
}

type DirectionFigures = Pick<
  Position,
  | 'amount'
  | 'positionSide'
  | 'entryPrice'
  | 'liquidationPrice'
  | 'unrealizedPnl'
  | 'liquidationState'
>

/**
 * The position's direction. In hedge mode the side determines it; in one-way mode (`BOTH` or
 * absent) only the sign of the amount does. Whether every server sends one is not documented, so a
 * positive amount is left unclear rather than called long if the figures rule out a long one.
 */
export function directionOf(position: DirectionFigures): Direction {
  if (position.positionSide === 'LONG') return 'long'
  if (position.positionSide === 'SHORT') return 'short'
  if (position.positionSide !== undefined && position.positionSide !== 'BOTH') return 'unclear'
  if (position.amount === null) return 'unclear'
  if (isNegative(position.amount)) return 'short'
  return excludesLong(position) ? 'unclear' : 'long'
}
