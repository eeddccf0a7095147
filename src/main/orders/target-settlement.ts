// What the exchange's own records say of orders that were to be cancelled, and its positions of one that was to be closed, where the answer
// did not say it. An order that rests at two looks, two minutes apart, was not cancelled, also where the exchange refused because it rests no
// more; a position that is the same was not closed.
import { cancelsOrders } from '../../shared/domain/order-ticket.js'
import { isCancelled, type Order } from '../../shared/domain/order.js'
import { type AskedRecord, type IntentItem, openTargets, type OrderIntent } from '../../shared/domain/trading.js'
import { type Message, messageOf, type Told } from '../../shared/messages/messages.js'
import { absolute, compare } from '../../shared/money.js'
import { type Verdict, verdict } from './order-outcome.js'
import { type ExchangeRecords, isClosed, isWholeRead, type RecordRead } from './order-records.js'
import type { Finding, Look } from './order-settlement.js'
import { verdictOfEnded } from './target-outcome.js'

/**
 * What one look says. `still`: it is as it was. `gone`: it is nowhere, which alone is no proof. The verdict of either counts once it has
 * lasted for so many seconds. `as-said`: it is nowhere, and the exchange had said so.
 */
export type TargetFinding =
  Exclude<Finding, { kind: 'absent' }> | { kind: 'still' | 'gone'; verdict: Verdict; lasting: number } | { kind: 'as-said' }

/** Seconds between two looks that see the same. The public documentation names no delay of its lists. */
const listsAgree = 120
/** A position had been read before, so that it is not in the list is no delay; a list that comes empty once is a fault of it. */
const positionsAgree = 5

const unread = (why: Told | null): TargetFinding => ({ kind: 'unread', why })

const isOf = ({ target }: IntentItem, { id }: { id: string }): boolean => id === target?.id

const isUnreadable = (read: RecordRead<Order>): boolean => read.unreadable.length > 0 || !isWholeRead(read)

const orderFinding = (item: IntentItem, [active, ended]: readonly RecordRead<Order>[]): TargetFinding => {
  if (active === undefined || active.problem !== null) return unread(null)
  const known = item.state === 'not-open'
  const rests = active.members.find((order) => isOf(item, order))
  if (rests !== undefined && !isCancelled(rests))
    return { kind: 'still', verdict: verdict('not-executed', { order: rests, mismatch: item.mismatch }), lasting: listsAgree }
  const end = ended?.members.find((order) => isOf(item, order))
  if (end !== undefined) return { kind: 'found', verdict: { ...verdictOfEnded(end, known), mismatch: item.mismatch }, remarks: [] }
  if (ended === undefined || (ended.problem !== null && !isClosed(ended.problem))) return unread(null)
  if (isUnreadable(active) || (ended.problem === null && isUnreadable(ended)))
    return unread(messageOf('orders.unsettled.order-unread', { id: item.target?.id ?? '' }))
  return known ? { kind: 'as-said' } : { kind: 'gone', verdict: verdict('not-open', { mismatch: item.mismatch }), lasting: listsAgree }
}

const positionFinding = (item: IntentItem, { positions }: Look): TargetFinding => {
  const { amount, target } = item
  if (positions === null || target?.kind !== 'position') return unread(null)
  const now = positions.list.find((position) => isOf(item, position))
  if (now === undefined) {
    if (item.state === 'not-open') return { kind: 'as-said' }
    const closed = verdict('done', { mismatch: item.mismatch })
    // The exchange said that it takes it, and its list agrees.
    return item.state === 'accepted'
      ? { kind: 'found', verdict: closed, remarks: [] }
      : { kind: 'gone', verdict: closed, lasting: positionsAgree }
  }
  const isUntouched = now.modifiedAt !== undefined && now.modifiedAt === target.modifiedAt
  const isSame = now.amount !== null && compare(absolute(now.amount), amount) === 0 && isUntouched
  return isSame
    ? { kind: 'still', verdict: verdict('not-executed', { mismatch: item.mismatch }), lasting: listsAgree }
    : { kind: 'unclear', why: messageOf('orders.unsettled.still-open') }
}

/** By the index of each whose end is not known. */
export const targetFindings = (intent: OrderIntent, look: Look): Map<number, TargetFinding> =>
  new Map(
    openTargets(intent).map((item) => [
      item.index,
      cancelsOrders(intent.kind) ? orderFinding(item, look.records.targets.get(item.target?.id ?? '') ?? []) : positionFinding(item, look),
    ]),
  )

const thereWith = ({ status }: Order): Message =>
  status === undefined ? messageOf('orders.asked.there-only') : messageOf('orders.asked.there', { status })

/** What was asked for it, and what was found. */
export const askedOfTargets = (intent: OrderIntent, { targets }: ExchangeRecords): AskedRecord[] =>
  intent.items.flatMap((item) =>
    (targets.get(item.target?.id ?? '') ?? []).map(({ what, at, members, problem }): AskedRecord => {
      const order = members.find((one) => isOf(item, one))
      const found = order === undefined ? messageOf('orders.asked.not-there') : thereWith(order)
      return problem === null ? { what, at, found, problem } : { what, at, found: null, problem }
    }),
  )
