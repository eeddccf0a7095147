import { compare, isNegative, type Decimal } from '../money.js'
import type { WireTime } from '../time.js'

/**
 * An open collateral position (specification 2.7). `null` is the exchange saying "none"; a member that is absent was not
 * sent at all (older servers leave out some). Zero is a number like any other.
 */
export type Position = {
  id: string
  market: string
  openedAt: WireTime
  modifiedAt: WireTime
  /** In base currency, sign as sent. */
  amount: Decimal | null
  entryPrice: Decimal | null
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
  protectiveOrders?: { takeProfitId: string | null; takeProfit: Decimal | null; stopLossId: string | null; stopLoss: Decimal | null } | null
  /** `LONG`, `SHORT`, `BOTH`, or a value this version does not know. Absent on older servers. */
  positionSide?: string
}

/** `unclear` where neither the side nor the sign of the amount says it. */
export type Direction = 'long' | 'short' | 'unclear'

/** Markets whose name ends in `_PERP` are futures: their funding figures are always zero (specification 2.7). */
export const isFutures = (market: string): boolean => market.endsWith('_PERP')

/**
 * The position's direction in a word. In hedge mode the side says it; in one-way mode (`BOTH` or absent) only the sign of the
 * amount does. Some servers send amounts there without a sign: a positive one that is liquidated above its entry price, as only a
 * short one is, is left unclear rather than called long.
 */
export const directionOf = (position: Pick<Position, 'amount' | 'positionSide' | 'entryPrice' | 'liquidationPrice'>): Direction => {
  if (position.positionSide === 'LONG') return 'long'
  if (position.positionSide === 'SHORT') return 'short'
  if (position.positionSide !== undefined && position.positionSide !== 'BOTH') return 'unclear'
  if (position.amount === null) return 'unclear'
  if (isNegative(position.amount)) return 'short'
  const { entryPrice, liquidationPrice } = position
  const contradicted = entryPrice !== null && typeof liquidationPrice === 'string' && compare(liquidationPrice, entryPrice) > 0
  return contradicted ? 'unclear' : 'long'
}
