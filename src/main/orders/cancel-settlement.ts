// What the exchange's own records say about orders to be cancelled, if the response did not say. An
// order that is open at two lookups two minutes apart was not cancelled, even if the exchange
// refused because it was no longer open.
import type { OrderKind } from '../../shared/orders/order-ticket.js'
import { isCancelled, type Order } from '../../shared/orders/order.js'
import type { Problem } from '../../shared/problem.js'
import {
  type AskedRecord,
  type IntentItem,
  openTargets,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import { englishOf, type Message, messageOf } from '../../shared/messages/messages.js'
import { compare, isDecimal } from '../../shared/money.js'
import type { ClientId, OrderId } from '../exchange/target-mapping.js'
import { verdict } from './order-outcome.js'
import { type ExchangeRecords, isClosed, isWholeRead, type RecordRead } from './order-records.js'
import { absentAfter, type Finding, type Look, sentAt, unread } from './order-settlement.js'
import { isOnlyOrderNotOpen, verdictOfEnded } from './cancel-outcome.js'
import type { OrderKindRules } from './kinds/order-kind.js'
import { unclear } from './position-evidence.js'

const isOf = ({ target }: IntentItem, { id }: { id: string }): boolean => id === target?.id

function isUnreadable(read: RecordRead<Order>): boolean {
  return read.unreadable.length > 0 || !isWholeRead(read)
}

/**
 * Seconds after sending during which an order changed elsewhere was changed before the request
 * reached it.
 */
const onItsWay = 5

const isRefusedForGood = ({ code }: Problem): boolean => code === 'bad-input' || code === 'refused'

/** Newest first. */
function byAge(a: Order, b: Order): number {
  return compare(b.timestamp, a.timestamp) || compare(b.id, a.id)
}

function changedElsewhere(old: string, { id }: Order): Problem {
  return {
    code: 'gone',
    message: messageOf('orders.outcome.changed-elsewhere', { old, id }),
    reason: 'CHANGED_ELSEWHERE',
  }
}

/**
 * The order as changed elsewhere, or placed again: it has another id and the same client id. Null
 * if there is none; `unread` if the lookup for it could not be read.
 */
function renewedAs(
  intent: OrderIntent,
  { side, target }: IntentItem,
  reads: readonly RecordRead<Order>[],
  { skew }: Look,
): { order: Order; rests: boolean; before: boolean } | 'unread' | null {
  const known = new Set(intent.items.map((one) => one.target?.id))
  // The exchange accepts a client id again: an older order that had it is not this one.
  const isNewer = (id: string, than: string): boolean =>
    !known.has(id) && isDecimal(id) && isDecimal(than) && compare(id, than) > 0
  const isRenewed = (order: Order): boolean =>
    target?.kind === 'order' &&
    order.clientOrderId === target.clientOrderId &&
    order.side === side &&
    isNewer(order.id, target.id)
  // A request the exchange refuses for good does not contradict what the order's own id says.
  const failed = reads.find(
    ({ problem }) => problem !== null && !isClosed(problem) && !isRefusedForGood(problem),
  )
  const [active, ended] = reads.map(({ members }) => members.filter(isRenewed).toSorted(byAge))
  const [order] = [...(active ?? []), ...(ended ?? [])]
  if (order === undefined) return failed === undefined ? null : 'unread'
  const before = compare(order.timestamp, String(sentAt(intent) - (skew ?? 0) + onItsWay)) <= 0
  return { order, rests: active?.includes(order) === true && !isCancelled(order), before }
}

/** How to interpret the result for its own id if the order continues under a new id. */
function orderFinding(
  intent: OrderIntent,
  item: IntentItem,
  reads: readonly RecordRead<Order>[],
  look: Look,
): Finding {
  const found = findingById(item, reads)
  const [, , ...renewed] = reads
  if (renewed.length === 0 || found.kind === 'still' || found.kind === 'unread') return found
  const next = renewedAs(intent, item, renewed, look)
  if (next === 'unread') return unread(null)
  // An order placed under the client id after this request was sent says nothing about the outcome.
  if (next === null || !next.before) return found
  const { order, rests } = next
  const end = rests ? verdict('not-executed', { order }) : verdictOfEnded(order, true)
  const problem = changedElsewhere(item.target?.id ?? '', order)
  return { kind: 'found', verdict: { ...end, mismatch: item.mismatch, problem }, remarks: [] }
}

function findingById(item: IntentItem, [active, ended]: readonly RecordRead<Order>[]): Finding {
  if (active === undefined || active.problem !== null) return unread(null)
  const known = item.state === 'not-open'
  const rests = active.members.find((order) => isOf(item, order))
  if (rests !== undefined && !isCancelled(rests))
    return {
      kind: 'still',
      verdict: verdict('not-executed', { order: rests, mismatch: item.mismatch }),
      lasting: absentAfter,
    }
  const end = ended?.members.find((order) => isOf(item, order))
  if (end !== undefined)
    return {
      kind: 'found',
      verdict: { ...verdictOfEnded(end, known), mismatch: item.mismatch },
      remarks: [],
    }
  if (ended === undefined || (ended.problem !== null && !isClosed(ended.problem)))
    return unread(null)
  if (isUnreadable(active) || (ended.problem === null && isUnreadable(ended)))
    return unread(messageOf('orders.unsettled.order-unread', { id: item.target?.id ?? '' }))
  return known
    ? { kind: 'as-said' }
    : {
        kind: 'gone',
        verdict: verdict('not-open', { mismatch: item.mismatch }),
        lasting: absentAfter,
      }
}

/** By the index of each whose outcome is unknown. */
export function cancelFindings(intent: OrderIntent, look: Look): Map<number, Finding> {
  return new Map(
    openTargets(intent).map((item) => [
      item.index,
      orderFinding(intent, item, look.records.targets.get(item.target?.id ?? '') ?? [], look),
    ]),
  )
}

/** The orders whose outcome is unknown, to be looked up by their ids. */
export function openOrderIds(intent: OrderIntent): (OrderId & ClientId)[] {
  return openTargets(intent).flatMap(({ market, target }) =>
    target?.kind === 'order'
      ? [{ market, id: target.id, clientOrderId: target.clientOrderId }]
      : [],
  )
}

function thereWith({ status }: Order): Message {
  return status === undefined
    ? messageOf('orders.asked.there-only')
    : messageOf('orders.asked.there', { status: { exchangeText: status } })
}

/** What was looked up for it, and what was found; what was not requested this time was before. */
export function askedForCancelled(intent: OrderIntent, records: ExchangeRecords): AskedRecord[] {
  const now = askedNow(intent, records)
  const before = (intent.evidence?.asked ?? []).filter(
    ({ what }) => !now.some((one) => englishOf(one.what) === englishOf(what)),
  )
  return [...before, ...now]
}

/** Shared by the kinds that only cancel open orders. */
export const settledAsCancelled = {
  isAlreadyDone: isOnlyOrderNotOpen,
  recordsWanted: (intent) => ({ markets: [], investments: false, targets: openOrderIds(intent) }),
  settle: (intent, look) => ({ orders: cancelFindings(intent, look), investment: null }),
  asked: askedForCancelled,
  evidence: () => unclear(messageOf('orders.evidence.cancelled')),
  endedPart: () => null,
  mayBeRetried: false,
  showsInPositions: false,
} as const satisfies Partial<OrderKindRules<OrderKind>>

function askedNow(intent: OrderIntent, { targets }: ExchangeRecords): AskedRecord[] {
  return intent.items.flatMap((item) =>
    (targets.get(item.target?.id ?? '') ?? []).map(
      ({ what, at, members, problem }, number): AskedRecord => {
        // The first two were requested by its own id.
        const order =
          number < 2
            ? members.find((one) => isOf(item, one))
            : members.find((one) => !isOf(item, one))
        const found = order === undefined ? messageOf('orders.asked.not-there') : thereWith(order)
        return problem === null ? { what, at, found, problem } : { what, at, found: null, problem }
      },
    ),
  )
}
