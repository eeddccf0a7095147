// Whether the order that takes the place of another is waiting at the exchange, so that the other
// can be removed without leaving the position unprotected.
import { isCurrent } from '../markets/live-price.js'
import { compare, isDecimal, isZero } from '../money.js'
import type { Feed } from '../portfolio/feed.js'
import type { UnixSeconds } from '../time.js'
import { conditionSide, triggerPrice } from './order-amount.js'
import { type Guard, isCancelled, type Order } from './order.js'
import type { OrderIntent, TimelineStep } from './trading.js'

/** Steps at which the exchange said what became of it. */
const saidAt: ReadonlySet<TimelineStep['what']> = new Set(['answered', 'late-answer', 'settled'])

/** Seconds for which what the exchange said counts where no list shows the order. */
const answerLasts = 30

/** In the exchange's own words; nothing it leaves out is assumed. */
function waitsAs({ level, direction, trigger }: Guard, order: Order): boolean {
  const price = triggerPrice(order)
  const side = (level === 'stopLoss') === (direction === 'long') ? 'below' : 'above'
  return (
    order.reduceOnly === true &&
    price !== null &&
    isDecimal(trigger) &&
    compare(price, trigger) === 0 &&
    conditionSide(order) === side &&
    !isCancelled(order) &&
    isDecimal(order.dealStock) &&
    isZero(order.dealStock)
  )
}

/** Listed now, or just confirmed where the list is not newer. */
export function isInPlace(
  { state, timeline, items: [item] }: OrderIntent,
  openOrders: Feed<Order[]>,
  now: UnixSeconds,
): boolean {
  const { guards, order } = item ?? {}
  if (guards === undefined || order == null || item?.state !== 'placed') return false
  if (state !== 'acknowledged' || item.mismatch.length > 0) return false
  const listed = isCurrent(openOrders, now)
    ? openOrders.value?.find(({ id, market }) => id === order.id && market === item.market)
    : undefined
  if (listed !== undefined) return waitsAs(guards, listed)
  const said = timeline.findLast(({ what }) => saidAt.has(what))?.at
  const isNewest = said !== undefined && (openOrders.asOf === null || openOrders.asOf <= said)
  return isNewest && now - said <= answerLasts && waitsAs(guards, order)
}
