// The stop losses and take profits of an open position, as main has read them, and whether the
// position is still what a request about one of them was prepared for.
import type { Level } from '../../shared/orders/order-effect.js'
import type { LevelTarget } from '../../shared/orders/order-ticket.js'
import type { Order } from '../../shared/orders/order.js'
import { markOf } from '../../shared/portfolio/position-measure.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import {
  hidesList,
  isWholeList,
  type Protection,
  protectionOf,
} from '../../shared/portfolio/protection.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { compare, isDecimal } from '../../shared/money.js'
import type { Problem } from '../../shared/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { KnownTargets } from './draft-targets.js'
import { currentPrices } from './order-prices.js'
import { otherPosition, positionChanging } from './pre-trade-checks.js'
import type { DraftItem } from './ticket-parser.js'
import type { TradingState } from './trading-state.js'

export type KnownOrders = Pick<
  KnownTargets,
  'openOrders' | 'conditionalOrders' | 'positions' | 'prices'
>

/** `now`: if given, only by prices that are current then. */
export function protectionsOf(
  position: Position,
  { openOrders, conditionalOrders, positions, prices }: KnownOrders,
  now?: UnixSeconds,
): Protection[] {
  const listed = { orders: openOrders.value ?? [], linked: conditionalOrders.value ?? [] }
  const mark =
    now === undefined
      ? markOf(position, prices)
      : (currentPrices(position.market, { positions, prices }, now)[0] ?? null)
  return protectionOf(position, listed, mark)
}

/** The order or pair that protects the position; null if there is none. */
export function removable(
  position: Position,
  { id, by }: LevelTarget,
  known: KnownOrders,
  level: Level | null = null,
): Protection | null {
  const isMeant = (one: Protection): boolean =>
    one.by === by && one.id === id && (level === null || one.level === level)
  return protectionsOf(position, known).find(isMeant) ?? null
}

/** One that we placed: only single orders are placed here. */
function isOurs({ repositories }: TradingState, { clientOrderId }: Order): boolean {
  if (clientOrderId === '') return false
  const taken = repositories.orders.taken([clientOrderId])
  return taken.ok && taken.value.length > 0
}

/**
 * Why it is not known whether an order is one of a pair, which would be broken up, or a pair still
 * is one; null if it is known.
 */
export function pairDoubt(
  trading: TradingState,
  market: string,
  { id, by }: LevelTarget,
): Message | null {
  const { openOrders, conditionalOrders: pairs, connection } = trading.ports.conditions()
  const isMeant = (one: Order): boolean => one.id === id && one.market === market
  const order = by === 'order' ? openOrders.value?.find(isMeant) : undefined
  if (order !== undefined && isOurs(trading, order)) return null
  if (hidesList(pairs)) return messageOf('orders.levels.pair-not-shown')
  const readAt = String((pairs.asOf ?? 0) - (connection.clockSkew ?? 0))
  const isYounger =
    order !== undefined && (!isDecimal(order.timestamp) || compare(order.timestamp, readAt) > 0)
  const isHalf =
    by === 'order' &&
    pairs.value?.some(
      (one) => one.kind === 'oco' && (isMeant(one.stopLoss) || isMeant(one.takeProfit)),
    )
  return isHalf === true || isYounger || !isWholeList(pairs, market, trading.ports.clock())
    ? messageOf('orders.levels.pair-unread')
    : null
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
