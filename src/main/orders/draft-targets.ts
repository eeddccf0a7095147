// The orders and positions that a request is for. The page names them by the exchange's ids; every
// figure comes from what main itself has read.
import type { MarketPrices } from '../../shared/markets/live-price.js'
import { amountIn, limitPrice, triggerPrice } from '../../shared/orders/order-amount.js'
import type { ConditionalOrder, Order, OrderSide, PositionSide } from '../../shared/orders/order.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { PurseFeeds } from '../../shared/portfolio/purses.js'
import type { Position } from '../../shared/portfolio/position.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { FieldErrors } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { DraftItem } from './ticket-parser.js'

export type KnownTargets = {
  openOrders: Feed<Order[]>
  conditionalOrders: Feed<ConditionalOrder[]>
  positions: Feed<Position[]>
  purses: PurseFeeds
  prices: MarketPrices
}

/** Of an item that is a target. */
export const createsNoOrder = { clientOrderId: '', stopLoss: null, takeProfit: null }

const sides: readonly OrderSide[] = ['buy', 'sell']
const legs: readonly PositionSide[] = ['LONG', 'SHORT', 'BOTH']

/** Null for a side that this version does not know. */
export function legOf(side: string | undefined): PositionSide | null {
  return legs.find((one) => one === side) ?? null
}

/** Null if the side of the order is not one this version knows. */
export function itemOf(order: Order, field: string): DraftItem | null {
  const side = sides.find((one) => one === order.side)
  if (side === undefined) return null
  const {
    id,
    clientOrderId,
    market,
    amount,
    type,
    left,
    positionSide,
    postOnly = false,
    ioc = false,
    rpi = false,
    reduceOnly = false,
  } = order
  const [price, trigger] = [limitPrice(order), triggerPrice(order)]
  return {
    ...createsNoOrder,
    field,
    market,
    side,
    amount,
    postOnly,
    ioc,
    rpi,
    price,
    positionSide: legOf(positionSide),
    target: {
      kind: 'order',
      id,
      clientOrderId,
      type: type ?? '',
      left,
      reduceOnly,
      ...(price === null ? { amountIn: amountIn(order) } : {}),
      ...(trigger === null ? {} : { trigger }),
    },
  }
}

/** The open orders, if the list of them was read. */
export function listedOrders({ openOrders }: KnownTargets): Result<Order[], FieldErrors> {
  return openOrders.value === null
    ? fail({ orders: [messageOf('orders.ticket.orders-unread')] })
    : ok(openOrders.value)
}
