// What a lookup says about a resting order, and how its record changes. Only the exchange's lists
// say that an order was filled or cancelled; an order in no list gets neither label. An older read
// never reverts a newer one.
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { isCancelled, type Order } from '../../shared/orders/order.js'
import {
  filledInAll,
  isFilledWhole,
  isFollowable,
  isOver,
  withEarlier,
} from '../../shared/orders/resting-order.js'
import type {
  EarlierOrder,
  IntentItem,
  ItemState,
  OrderIntent,
} from '../../shared/orders/trading.js'
import { inOneLine, type Message, messageOf } from '../../shared/messages/messages.js'
import { compare, type Decimal, isDecimal, isZero } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { withStep } from './intent-state.js'
import { endedRecord } from './order-outcome.js'
import { isClosed, isWholeRead, type RecordRead } from './order-records.js'

/**
 * `gone`: it is neither among the open orders nor among the ended ones. `unread`: no conclusion is
 * possible.
 */
export type Progress =
  | { kind: 'unread' | 'gone' }
  | { kind: 'known'; order: Order; isOpen: boolean; earlier: EarlierOrder | undefined }

type Followed = IntentItem & { order: Order }

const unread: Progress = { kind: 'unread' }

/** The exchange's ids increase, so an older order with the same client id is another order. */
function isNewer(a: Order, b: Order): boolean {
  return isDecimal(a.id) && isDecimal(b.id) && compare(a.id, b.id) > 0
}

function isRenewalOf(item: Followed, order: Order): boolean {
  return (
    item.clientOrderId !== '' &&
    order.clientOrderId === item.clientOrderId &&
    order.market === item.market &&
    order.side === item.side &&
    isNewer(order, item.order)
  )
}

/** An order that ended, with a newer one under its client id, was changed elsewhere. */
function renewed(
  item: Followed,
  before: Order,
  [active, ended]: readonly RecordRead<Order>[],
): Progress | null {
  const endedOnes = (ended?.members ?? []).filter((order) => isRenewalOf(item, order))
  const isEnded = ({ id }: Order): boolean => endedOnes.some((order) => order.id === id)
  const open = (active?.members ?? []).filter(
    (order) => isRenewalOf(item, order) && !isEnded(order),
  )
  const [now, another] = open
  // Two open orders cannot be the same order.
  if (another !== undefined) return unread
  const newest = [...endedOnes, ...open].toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
  const [latest, ...between] = newest
  if (latest === undefined) return null
  if (now !== undefined && now !== latest) return unread
  const isOpen = now !== undefined
  return {
    kind: 'known',
    order: isOpen ? latest : endedRecord(latest),
    isOpen,
    earlier: withEarlier(item.earlier, [before, ...between]),
  }
}

/**
 * `reads`: its id among the open orders; if absent, among the ended ones; if not filled, its client
 * id in both.
 */
export function progressOf(item: Followed, reads: readonly RecordRead<Order>[]): Progress {
  const [active, ended, ...byClientId] = reads
  const isIt = ({ id, market }: Order): boolean => id === item.order.id && market === item.market
  if (active === undefined || active.problem !== null) return unread
  const open = active.members.find(isIt)
  if (open !== undefined) {
    const order = isCancelled(open) ? endedRecord(open) : open
    return { kind: 'known', order, isOpen: !isCancelled(open), earlier: item.earlier }
  }
  if (ended === undefined || ended.problem !== null) return unread
  if (byClientId.some(({ problem }) => problem !== null && !isClosed(problem))) return unread
  const end = ended.members.find(isIt)
  const next = renewed(item, end ?? item.order, byClientId)
  if (next !== null) return next
  if (end !== undefined)
    return { kind: 'known', order: endedRecord(end), isOpen: false, earlier: item.earlier }
  const isWhole = reads.every((read) => isWholeRead(read) && read.unreadable.length === 0)
  return isWhole ? { kind: 'gone' } : unread
}

function stateOf(item: Pick<IntentItem, 'order' | 'earlier'>, isOpen: boolean): ItemState {
  const { order } = item
  if (order === null) return 'not-open'
  if (!isOpen && isFilledWhole(order)) return 'placed'
  // It ended with an undocumented status.
  if (!isOpen && !isCancelled(order)) return 'not-open'
  return filledInAll(item) === null ? 'placed' : 'partly'
}

/** Keeps members that the response had and records omit. */
function withAnswered(order: Order, answered: Order): Order {
  const { oto, postOnly, ioc, rpi, reduceOnly, positionSide, price, type } = answered
  const { activationPrice, activationCondition } = answered
  const said = { oto, postOnly, ioc, rpi, reduceOnly, positionSide, price, type }
  const known = Object.entries({ ...said, activationPrice, activationCondition })
  const kept = known.filter(([, value]) => value !== undefined)
  const { withoutLevels: _without, ...record } = order
  return { ...Object.fromEntries(kept), ...(oto === undefined ? order : record) }
}

function isLess(a: Decimal, b: Decimal): boolean {
  return isDecimal(a) && isDecimal(b) && compare(a, b) < 0
}

/** The item with the result of a lookup; null if that is not newer than what is known. */
function advanced(item: Followed, { order, isOpen, earlier }: Progress & { kind: 'known' }) {
  const { order: before } = item
  const isSame = order.id === before.id
  const isKnownOver = isOver(before) && item.state !== 'not-open'
  if (isSame && (isKnownOver || isLess(order.dealStock, before.dealStock))) return null
  const isAsBefore =
    order.dealStock === before.dealStock && order.left === before.left && item.state !== 'not-open'
  if (isSame && isOpen && isAsBefore) return null
  const merged = isSame ? withAnswered(order, before) : order
  const next: Followed = { ...item, order: merged, ...(earlier === undefined ? {} : { earlier }) }
  return { ...next, state: stateOf(next, isOpen) }
}

/** Steps of the timeline for changes of one order's id. */
const mostChanges = 20

/** `isListed`: the lookup found it in a list. */
function wordsOf(item: Followed, before: Followed, isListed: boolean): Message[] {
  const { base, quote } = currenciesOf(item.market)
  const { order, earlier } = item
  const fill = filledInAll(item)
  const deal = { stock: fill?.stock ?? '0', base, money: fill?.money ?? '0', quote }
  const isEnd = item.state === 'not-open' || isOver(order)
  const moved = order.id === before.order.id ? [] : [order.id]
  const cancelled = fill === null ? 'cancelled-unfilled' : 'rest-cancelled'
  return [
    ...moved.map((id) => messageOf('orders.settled.changed-elsewhere', { id })),
    ...(fill === null
      ? []
      : [
          isEnd || earlier !== undefined
            ? messageOf('outcomes.said.filled', deal)
            : messageOf('outcomes.said.filled-left', { ...deal, left: order.left, unit: base }),
        ]),
    ...(isCancelled(order)
      ? [messageOf(`outcomes.said.${cancelled}`)]
      : item.state === 'not-open'
        ? [
            isListed
              ? messageOf('orders.progress.odd-end', { status: order.status ?? '' })
              : messageOf('orders.progress.not-listed'),
          ]
        : []),
  ]
}

/** Not every fill is a step of the timeline, because an order may have thousands. */
function isStep(item: Followed, before: Followed, { timeline }: OrderIntent): boolean {
  if (item.state !== before.state) return true
  if (isOver(item.order) !== isOver(before.order)) return true
  const changes = timeline.filter(({ what }) => what === 'progress').length
  return item.order.id !== before.order.id && changes < mostChanges
}

export type Advance = { intent: OrderIntent; isFilled: boolean }

function advance(
  intent: OrderIntent,
  at: UnixSeconds,
  [before, item]: readonly [Followed, Followed],
  isListed: boolean,
): Advance {
  const items = intent.items.map((one) => (one.index === item.index ? item : one))
  const known = { ...intent, items }
  const details = { items: { [item.index]: item.state }, order: item.order.id }
  const words = wordsOf(item, before, isListed)
  const isFilled = isLess(filledInAll(before)?.stock ?? '0', filledInAll(item)?.stock ?? '0')
  if (words.length === 0 || !isStep(item, before, intent)) return { intent: known, isFilled }
  const text = inOneLine(words)
  return { intent: withStep(known, { at, what: 'progress', text, details }), isFilled }
}

/** The intent with the result of a lookup of one of its orders; null if nothing changes. */
export function withProgress(
  intent: OrderIntent,
  at: UnixSeconds,
  index: number,
  progress: Progress & { kind: 'known' },
): Advance | null {
  const item = followedItem(intent, index)
  const next = item === null ? null : advanced(item, progress)
  return item === null || next === null ? null : advance(intent, at, [item, next], true)
}

/** For an order that no lookup found for long enough: not open, and how it ended is unknown. */
export function withoutTrace(intent: OrderIntent, at: UnixSeconds, index: number): Advance | null {
  const item = followedItem(intent, index)
  if (item === null || item.state === 'not-open' || isOver(item.order)) return null
  return advance(intent, at, [item, { ...item, state: 'not-open' }], false)
}

/** The item if it is followed, otherwise null. */
export function followedItem({ items }: OrderIntent, index: number): Followed | null {
  const item = items.find((one) => one.index === index)
  return item === undefined || item.order === null || !isFollowable(item)
    ? null
    : { ...item, order: item.order }
}

/** Whether the list shows a larger fill than is known. */
export function isFurther(listed: Order, known: Decimal): boolean {
  return isLess(known, listed.dealStock) || (isDecimal(listed.left) && isZero(listed.left))
}
