// An accepted order: whether it may still be filled, and how much of it was filled under all of its
// ids.
import { add, type Decimal, isDecimal, isZero } from '../money.js'
import { isCancelled, type Order } from './order.js'
import type { EarlierOrder, IntentItem } from './trading.js'

function plus(a: Decimal, b: Decimal): Decimal {
  return isDecimal(a) && isDecimal(b) ? add(a, b) : a
}

/** Adds the fills of these orders, which had the earlier ids. */
export function withEarlier(
  before: EarlierOrder | undefined,
  orders: readonly [Order, ...Order[]],
): EarlierOrder {
  const none = { firstId: orders[0].id, dealStock: '0', dealMoney: '0' }
  return orders.reduce<EarlierOrder>(
    (sum, { dealStock, dealMoney }) => ({
      ...sum,
      dealStock: plus(sum.dealStock, dealStock),
      dealMoney: plus(sum.dealMoney, dealMoney),
    }),
    before ?? none,
  )
}

type Followed = Pick<IntentItem, 'state' | 'order' | 'target' | 'earlier'>

const isNone = (amount: Decimal): boolean => isDecimal(amount) && isZero(amount)
const isSome = (amount: Decimal): boolean => isDecimal(amount) && !isZero(amount)

/** For a cancelled order, `left` proves nothing. */
export function isFilledWhole(order: Order): boolean {
  return !isCancelled(order) && isNone(order.left) && isSome(order.dealStock)
}

/** The exchange said that nothing more can be filled. */
export function isOver(order: Order): boolean {
  return isCancelled(order) || isFilledWhole(order) || order.endedAt !== undefined
}

/** The exchange accepted the order, so its progress is followed. */
export function isFollowable(
  item: Followed,
): item is Followed & { order: Order; target?: undefined } {
  const { state, order, target } = item
  return (
    target === undefined &&
    order !== null &&
    (state === 'placed' || state === 'partly' || state === 'not-open')
  )
}

/** The filled amount under all ids; null if nothing was filled, or that is unknown. */
export function filledInAll({
  order,
  earlier = { firstId: '', dealStock: '0', dealMoney: '0' },
}: Pick<Followed, 'order' | 'earlier'>): { stock: Decimal; money: Decimal } | null {
  if (order === null || !isDecimal(order.dealStock) || !isDecimal(order.dealMoney)) return null
  const stock = add(order.dealStock, earlier.dealStock)
  return isZero(stock) ? null : { stock, money: add(order.dealMoney, earlier.dealMoney) }
}

/** Accepted, then cancelled with nothing filled under any id. */
export function isCancelledUnfilled(item: Followed): boolean {
  return isFollowable(item) && isCancelled(item.order) && filledInAll(item) === null
}
