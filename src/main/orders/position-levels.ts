// The stop losses and take profits of an open position, as main has read them, and whether the
// position is still what a request about one of them was prepared for.
import type { Level } from '../../shared/orders/order-effect.js'
import { markOf } from '../../shared/portfolio/position-measure.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import { type Protection, protectionOf } from '../../shared/portfolio/protection.js'
import type { Problem } from '../../shared/problem.js'
import type { KnownTargets } from './draft-targets.js'
import { otherPosition, positionChanging } from './pre-trade-checks.js'
import type { DraftItem } from './ticket-parser.js'
import type { TradingState } from './trading-state.js'

export type KnownOrders = Pick<KnownTargets, 'openOrders' | 'conditionalOrders' | 'prices'>

export function protectionsOf(
  position: Position,
  { openOrders, conditionalOrders, prices }: KnownOrders,
): Protection[] {
  const listed = { orders: openOrders.value ?? [], linked: conditionalOrders.value ?? [] }
  return protectionOf(position, listed, markOf(position, prices))
}

/** The order or pair with this id that protects the position; null if there is none. */
export function removable(
  position: Position,
  id: string,
  known: KnownOrders,
  level: Level | null = null,
): Protection | null {
  const isMeant = (one: Protection): boolean =>
    one.by !== 'position' && one.id === id && (level === null || one.level === level)
  return protectionsOf(position, known).find(isMeant) ?? null
}

export function positionOf(
  { ports }: TradingState,
  { market, guards }: DraftItem,
): Position | null {
  const { value } = ports.conditions().positions
  return value?.find((one) => one.id === guards?.positionId && one.market === market) ?? null
}

/**
 * The position is gone, has turned, or may just be changing: then nobody knows what a level would
 * protect.
 */
export function positionProblem(trading: TradingState, item: DraftItem): Problem | null {
  const position = positionOf(trading, item)
  if (position === null || directionOf(position) !== item.guards?.direction) return otherPosition
  const { asOf } = trading.ports.conditions().positions
  return asOf === null || trading.intents.mayHaveChanged(item.market, asOf)
    ? positionChanging
    : null
}
