// Parses cancel and close requests. The page names targets by the exchange's ids; every figure
// comes from what main itself has read.
import type { Feed } from '../../shared/portfolio/feed.js'
import {
  type CancelAllTicket,
  type CancelTicket,
  type ClosePositionTicket,
  mostTargets,
  type TargetTicket,
} from '../../shared/orders/order-ticket.js'
import { amountIn, limitPrice, triggerPrice } from '../../shared/orders/order-amount.js'
import type { Order, OrderSide, PositionSide } from '../../shared/orders/order.js'
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import { touches } from '../../shared/unreadable.js'
import type { CancelScope } from '../../shared/orders/trading.js'
import { t } from '../../shared/messages/messages.js'
import { absolute, isZero } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { DraftItem, FieldErrors, OrderDraft } from './ticket-parser.js'

export type KnownTargets = { openOrders: Feed<Order[]>; positions: Feed<Position[]> }

const none = { investmentId: null, stopOnFail: null, retryOf: null }
const makesNoOrder = { clientOrderId: '', stopLoss: null, takeProfit: null }

const sides: readonly OrderSide[] = ['buy', 'sell']
const legs: readonly PositionSide[] = ['LONG', 'SHORT', 'BOTH']

/** Null for a side that this version does not know. */
function legOf(side: string | undefined): PositionSide | null {
  return legs.find((one) => one === side) ?? null
}

function itemOf(order: Order, field: string): DraftItem | null {
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
    ...makesNoOrder,
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

function readOrders(
  { orders }: CancelTicket,
  known: readonly Order[],
): Result<DraftItem[], FieldErrors> {
  if (orders.length === 0) return fail({ orders: [t('orders.ticket.no-orders')] })
  const over = orders.length - mostTargets
  if (over > 0)
    return fail({ orders: [t('orders.ticket.too-many-orders', { most: mostTargets, over })] })
  const errors: FieldErrors = {}
  const items: DraftItem[] = []
  const seen = new Set<string>()
  for (const [number, { market, id }] of orders.entries()) {
    const field = `orders.${number}`
    const order = known.find((one) => one.id === id && one.market === market)
    const item = order === undefined ? null : itemOf(order, field)
    if (seen.has(id)) errors[field] = [t('orders.ticket.order-twice')]
    else if (item === null)
      errors[field] = [
        t(order === undefined ? 'orders.ticket.order-not-listed' : 'orders.ticket.order-strange'),
      ]
    else items.push(item)
    seen.add(id)
  }
  return Object.keys(errors).length === 0 ? ok(items) : fail(errors)
}

/** Levels of the positions of a market, or of all; a level of zero is none. */
function levelsOf(positions: readonly Position[], market: string | null): CancelScope['levels'] {
  return positions.flatMap(({ id, market: on, protectiveOrders }) => {
    const { stopLoss = null, takeProfit = null } = protectiveOrders ?? {}
    const isSet = [stopLoss, takeProfit].some((level) => level !== null)
    return isSet && (market === null || on === market)
      ? [{ market: on, positionId: id, stopLoss, takeProfit }]
      : []
  })
}

function readAll(
  { market }: CancelAllTicket,
  { openOrders, positions }: KnownTargets,
): Result<OrderDraft, FieldErrors> {
  const orders = (openOrders.value ?? []).filter(
    (order) => market === null || order.market === market,
  )
  const { unreadable = [] } = openOrders
  if (
    orders.length === 0 &&
    (market === null ? unreadable.length > 0 : touches(unreadable, [market]))
  )
    return fail({ market: [t('orders.ticket.order-strange')] })
  if (orders.length === 0)
    return fail({
      market: [
        market === null
          ? t('orders.ticket.none-open')
          : t('orders.ticket.none-open-on', { market }),
      ],
    })
  const items = orders
    .slice(0, mostTargets)
    .flatMap((order, number) => itemOf(order, `orders.${number}`) ?? [])
  if (items.length === 0) return fail({ market: [t('orders.ticket.order-strange')] })
  return ok({
    ...none,
    kind: 'cancel-all',
    items,
    scope: { market, orders: orders.length, levels: levelsOf(positions.value ?? [], market) },
  })
}

function readPosition(
  { market, positionId }: ClosePositionTicket,
  positions: readonly Position[],
): Result<OrderDraft, FieldErrors> {
  const position = positions.find((one) => one.id === positionId && one.market === market)
  if (position === undefined) return fail({ positionId: [t('orders.ticket.position-gone')] })
  const {
    amount,
    modifiedAt = '',
    entryPrice = null,
    unrealizedPnl = null,
    protectiveOrders,
  } = position
  if (amount === null || isZero(amount))
    return fail({ positionId: [t('orders.ticket.position-no-amount')] })
  const direction = directionOf(position)
  const { stopLoss = null, takeProfit = null } = protectiveOrders ?? {}
  const item: DraftItem = {
    ...makesNoOrder,
    field: '',
    market,
    amount: absolute(amount),
    price: null,
    postOnly: false,
    ioc: false,
    rpi: false,
    side: direction === 'short' ? 'buy' : 'sell',
    positionSide: legOf(position.positionSide),
    target: {
      kind: 'position',
      id: positionId,
      direction,
      modifiedAt,
      entryPrice,
      unrealizedPnl,
      stopLoss,
      takeProfit,
    },
  }
  return ok({ ...none, kind: 'close-position', items: [item] })
}

export function draftOfTargets(
  ticket: TargetTicket,
  { openOrders, positions }: KnownTargets,
): Result<OrderDraft, FieldErrors> {
  if (ticket.kind === 'close-position') return readPosition(ticket, positions.value ?? [])
  if (openOrders.value === null) return fail({ orders: [t('orders.ticket.orders-unread')] })
  if (ticket.kind === 'cancel-all') return readAll(ticket, { openOrders, positions })
  const items = readOrders(ticket, openOrders.value)
  return items.ok ? ok({ ...none, kind: 'cancel', items: items.value }) : items
}
