// What the exchange's own records say about orders to be cancelled, and its positions about one to
// be closed, if the response did not say. An order that is open at two lookups two minutes apart
// was not cancelled, even if the exchange refused because it was no longer open; an unchanged
// position was not closed, nor was one that is still open after the exchange refused because it was
// not.
import { cancelsOrders } from '../../shared/orders/order-ticket.js'
import { isCancelled, type Order } from '../../shared/orders/order.js'
import type { Problem } from '../../shared/problem.js'
import {
  type AskedRecord,
  type IntentItem,
  openTargets,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import { type Message, messageOf, type Told } from '../../shared/messages/messages.js'
import { absolute, compare, isDecimal } from '../../shared/money.js'
import { type Verdict, verdict } from './order-outcome.js'
import { type ExchangeRecords, isClosed, isWholeRead, type RecordRead } from './order-records.js'
import { type Finding, type Look, sentAt } from './order-settlement.js'
import { verdictOfEnded } from './cancel-outcome.js'

/**
 * What one lookup says. `still`: it is unchanged. `gone`: it is nowhere, which alone proves
 * nothing. The verdict of either counts once it has lasted for this many seconds. `as-said`: it is
 * nowhere, and the exchange had said so.
 */
export type TargetFinding =
  | Exclude<Finding, { kind: 'absent' }>
  | { kind: 'still' | 'gone'; verdict: Verdict; lasting: number }
  | { kind: 'as-said' }

/**
 * Seconds between two lookups with the same result. The public documentation names no delay of its
 * lists.
 */
const listsAgree = 120
/**
 * A position had been read before, so its absence from the list is no delay; a single empty list is
 * an error.
 */
const positionsAgree = 5

const unread = (why: Told | null): TargetFinding => ({ kind: 'unread', why })

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
): TargetFinding {
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

function findingById(
  item: IntentItem,
  [active, ended]: readonly RecordRead<Order>[],
): TargetFinding {
  if (active === undefined || active.problem !== null) return unread(null)
  const known = item.state === 'not-open'
  const rests = active.members.find((order) => isOf(item, order))
  if (rests !== undefined && !isCancelled(rests))
    return {
      kind: 'still',
      verdict: verdict('not-executed', { order: rests, mismatch: item.mismatch }),
      lasting: listsAgree,
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
        lasting: listsAgree,
      }
}

function positionFinding(item: IntentItem, { positions }: Look): TargetFinding {
  const { amount, target } = item
  if (positions === null || target?.kind !== 'position') return unread(null)
  const now = positions.list.find((position) => isOf(item, position))
  if (now === undefined) {
    if (item.state === 'not-open') return { kind: 'as-said' }
    const closed = verdict('done', { mismatch: item.mismatch })
    // The exchange said that it accepted it, and its list agrees.
    return item.state === 'accepted'
      ? { kind: 'found', verdict: closed, remarks: [] }
      : { kind: 'gone', verdict: closed, lasting: positionsAgree }
  }
  // If the exchange does not send when it was changed, the entry price decides: a closed position
  // is not reopened at exactly the same one.
  const isUntouched =
    now.modifiedAt === undefined
      ? now.entryPrice != null && now.entryPrice === target.entryPrice
      : now.modifiedAt === target.modifiedAt
  const isSame = now.amount !== null && compare(absolute(now.amount), amount) === 0 && isUntouched
  // A refused close has changed nothing: whatever changed the position, it is still open.
  const wasRefused = item.state === 'not-open'
  return isSame || wasRefused
    ? {
        kind: 'still',
        verdict: verdict('not-executed', { mismatch: item.mismatch }),
        lasting: listsAgree,
      }
    : { kind: 'unclear', why: messageOf('orders.unsettled.still-open') }
}

/** By the index of each whose outcome is unknown. */
export function targetFindings(intent: OrderIntent, look: Look): Map<number, TargetFinding> {
  return new Map(
    openTargets(intent).map((item) => [
      item.index,
      cancelsOrders(intent.kind)
        ? orderFinding(intent, item, look.records.targets.get(item.target?.id ?? '') ?? [], look)
        : positionFinding(item, look),
    ]),
  )
}

function thereWith({ status }: Order): Message {
  return status === undefined
    ? messageOf('orders.asked.there-only')
    : messageOf('orders.asked.there', { status: { exchangeText: status } })
}

/** What was looked up for it, and what was found. */
export function askedOfTargets(intent: OrderIntent, { targets }: ExchangeRecords): AskedRecord[] {
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
