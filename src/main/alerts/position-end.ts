// What ended a position that is no longer open: an order of ours that was carried out, else a
// liquidation that the exchange stated at the last check, else an order of ours that may have, else
// a level its price was at. Only the first two are more than a guess; if nothing is known, it says
// so.
import type { Alert } from '../../shared/alerts/alert.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { EndedPosition, EndingOrder, PositionEnd } from '../../shared/alerts/position-end.js'
import { distanceToLiquidation, markOf } from '../../shared/portfolio/position-measure.js'
import type { Direction, Position } from '../../shared/portfolio/position.js'
import {
  absolute,
  compare,
  type Decimal,
  isDecimal,
  multiply,
  subtract,
} from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

/**
 * What was known at the last check: stored in the alert's cause, so that it can be re-evaluated
 * once more is known.
 */
export type LastFigures = {
  positionId: string
  market: string
  side: Direction
  liquidationState: string | null
  amount: Decimal | null
  impliedPrice: Decimal | null
  liquidationPrice: Decimal | null
  distance: Decimal | null
  stopLoss: Decimal | null
  takeProfit: Decimal | null
  /** When it was last seen open. */
  seenAt: UnixSeconds | null
}

/** A price is at a level if within this share of it, or beyond it. */
const nearShare = '0.01'

function levelOf(level: Decimal | null | undefined): Decimal | null {
  return level != null && isDecimal(level) && compare(level, '0') > 0 ? level : null
}

/** `position` null if its figures were not kept. `prices`: from when it was last seen. */
export function lastFiguresOf(
  { id, ...known }: { id: string; market: string; side: Direction; state: string | null },
  position: Position | null,
  seenAt: UnixSeconds | null,
  prices: PricesView | null = null,
): LastFigures {
  const { market, side, state } = known
  const amount = position?.amount ?? null
  return {
    positionId: id,
    market,
    side,
    liquidationState: state,
    amount: amount === null ? null : absolute(amount),
    impliedPrice: position === null ? null : (markOf(position, prices)?.price ?? null),
    liquidationPrice: levelOf(position?.liquidationPrice),
    distance: position === null ? null : distanceToLiquidation(position, prices),
    stopLoss: levelOf(position?.protectiveOrders?.stopLoss),
    takeProfit: levelOf(position?.protectiveOrders?.takeProfit),
    seenAt,
  }
}

function text(cause: Alert['cause'], name: string): string | null {
  const value = cause[name]
  return typeof value === 'string' ? value : null
}

/** As stored in the alert; null if it is about several. */
export function lastFiguresIn(cause: Alert['cause']): LastFigures | null {
  const [positionId, market, side] = ['positionId', 'market', 'side'].map((name) =>
    text(cause, name),
  )
  if (
    positionId == null ||
    market == null ||
    (side !== 'long' && side !== 'short' && side !== 'unclear')
  )
    return null
  const decimal = (name: string): Decimal | null => {
    const value = text(cause, name)
    return value !== null && isDecimal(value) ? value : null
  }
  const { seenAt } = cause
  return {
    positionId,
    market,
    side,
    liquidationState: text(cause, 'liquidationState'),
    amount: decimal('amount'),
    impliedPrice: decimal('impliedPrice'),
    liquidationPrice: decimal('liquidationPrice'),
    distance: decimal('distance'),
    stopLoss: decimal('stopLoss'),
    takeProfit: decimal('takeProfit'),
    seenAt: typeof seenAt === 'number' ? seenAt : null,
  }
}

export function endedPosition(
  { positionId, market, side, amount, seenAt }: LastFigures,
  goneAt: UnixSeconds,
): EndedPosition {
  return {
    id: positionId,
    market,
    side,
    amount,
    seenAt,
    goneAt,
  }
}

/**
 * How far the price still was from a level that ends it, as a price; null if it was not near. Below
 * zero: beyond it.
 */
function wayTo(level: Decimal | null, price: Decimal | null, endsBelow: boolean): Decimal | null {
  if (level === null || price === null) return null
  const way = endsBelow ? subtract(price, level) : subtract(level, price)
  return compare(way, multiply(level, nearShare)) <= 0 ? way : null
}

function levelReached({
  side,
  impliedPrice,
  stopLoss,
  takeProfit,
}: LastFigures): PositionEnd | null {
  if (side === 'unclear') return null
  const isLong = side === 'long'
  const [toStop, toTarget] = [
    wayTo(stopLoss, impliedPrice, isLong),
    wayTo(takeProfit, impliedPrice, !isLong),
  ]
  const isTarget = toTarget !== null && (toStop === null || compare(toTarget, toStop) < 0)
  const price = isTarget ? takeProfit : toStop === null ? null : stopLoss
  return price === null ? null : { by: isTarget ? 'take-profit' : 'stop-loss', price }
}

/**
 * An order of which nothing is certain, such as one that rests, does not hide a liquidation that
 * the exchange stated.
 */
export function endOf(figures: LastFigures, order: EndingOrder | null): PositionEnd {
  const { liquidationState, distance } = figures
  const isStated = liquidationState === 'liquidation'
  if (order !== null && (order.outcome === 'carried-out' || !isStated))
    return { by: 'own-order', ...order }
  if (isStated) return { by: 'liquidation', stated: true }
  if (distance !== null && compare(distance, '0') <= 0) return { by: 'liquidation', stated: false }
  return levelReached(figures) ?? { by: 'unknown' }
}

/** What the cause of the alert calls it. */
export type EndedBy =
  | 'own-order'
  | `own-order-${Exclude<EndingOrder['outcome'], 'carried-out'>}`
  | Exclude<PositionEnd['by'], 'own-order'>

export function endedByOf(end: PositionEnd): EndedBy {
  return end.by !== 'own-order'
    ? end.by
    : end.outcome === 'carried-out'
      ? 'own-order'
      : `own-order-${end.outcome}`
}

/** More may become known: the order's response, or the exchange's lists. */
export function isOpenQuestion(endedBy: unknown): boolean {
  return endedBy === 'own-order-pending' || endedBy === 'own-order-unknown'
}
