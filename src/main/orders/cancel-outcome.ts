// What a response, or the exchange's history, says about orders to be cancelled. One that was no
// longer open is not a failure: how it ended is then reported, as far as the exchange says.
import {
  type CancelEntry,
  isCancelled,
  isStatusUnderstood,
  type Order,
} from '../../shared/orders/order.js'
import { amountIn, filledOf } from '../../shared/orders/order-amount.js'
import type { Problem } from '../../shared/problem.js'
import type { IntentItem, ItemState } from '../../shared/orders/trading.js'
import { messageOf } from '../../shared/messages/messages.js'
import { compare, isDecimal, isZero } from '../../shared/money.js'
import { type Match, matchEntries } from './response-matching.js'
import { isNotOpen } from './intent-outcome.js'
import {
  quoted,
  some,
  strangeStatus,
  tellsOfAnother,
  reportedTwice,
  type Verdict,
  verdict,
  withSurplus,
} from './order-outcome.js'

/** The code of a refusal because the order is not open; a disabled key has it as well. */
const notOpenCode = 2

export function isNotOpenOrder(problem: Problem): boolean {
  return isNotOpen(problem, notOpenCode)
}

/** Of several, the refusal does not say which of them it is about. */
export function isOnlyOrderNotOpen(items: readonly IntentItem[], problem: Problem): boolean {
  const [only, another] = items
  return another === undefined && only?.target !== undefined && isNotOpenOrder(problem)
}

function isFilled(order: Order): boolean {
  const { status, amount, left, dealStock } = order
  const filled = filledOf(order)
  return (
    status === 'FILLED' ||
    (some(dealStock) && isDecimal(left) && isZero(left)) ||
    (filled !== null && isDecimal(amount) && some(filled) && compare(filled, amount) >= 0)
  )
}

/**
 * How it ended; `accepted` if it has not, `unknown` if its status says nothing. For a cancelled
 * one, `left` says nothing: some servers set it to zero.
 */
function endOf(
  order: Order,
): Extract<ItemState, 'already-filled' | 'done' | 'accepted' | 'unknown'> {
  if (isCancelled(order)) return isFilled({ ...order, left: '' }) ? 'already-filled' : 'done'
  if (isFilled(order)) return 'already-filled'
  return isStatusUnderstood(order) || order.status === undefined ? 'accepted' : 'unknown'
}

/**
 * For one that has ended. A buy amount in quote currency is rarely spent to the last digit, so a
 * remainder says nothing.
 */
function isGivenUp(order: Order): boolean {
  return (
    order.status === undefined &&
    !isFilled(order) &&
    (!some(order.dealStock) || amountIn(order) === 'base')
  )
}

/**
 * For an order in the exchange's history. `before`: it is known that this request found it ended.
 */
export function verdictOfEnded(record: Order, before: boolean): Verdict {
  const order: Order = isGivenUp(record) ? { ...record, givenUp: true } : record
  const end = endOf(order)
  if (end === 'already-filled') return verdict(end, { order })
  // It is among the ended orders, because of maintenance or another reason of the exchange's own.
  if (end !== 'done') return verdict('not-open', { order })
  return verdict(before ? 'already-cancelled' : end, { order })
}

function verdictOfCancelled(
  { market, target }: IntentItem,
  { id, market: on, order }: Extract<CancelEntry, { kind: 'cancelled' }>,
): Verdict {
  const mismatch = [
    ...(id === target?.id
      ? []
      : [
          messageOf('orders.mismatch.cancelled-other', {
            is: quoted(id, 'name'),
            asked: quoted(target?.id, 'name'),
          }),
        ]),
    ...(on === market
      ? []
      : [
          messageOf('orders.mismatch.cancelled-market', {
            is: quoted(on, 'name'),
            asked: quoted(market, 'name'),
          }),
        ]),
  ]
  if (mismatch.length > 0) return verdict('unknown', { order, mismatch })
  if (order === null) return verdict('done')
  const state = endOf(order)
  return verdict(state, { order, problem: state === 'unknown' ? strangeStatus(order) : null })
}

function verdictOfRefusal(problem: Problem): Verdict {
  return isNotOpenOrder(problem) ? verdict('not-open') : verdict('rejected', { problem })
}

const idOf = (entry: CancelEntry): string => (entry.kind === 'refused' ? '' : entry.id)

/**
 * `response[i]` is about `orders[i]` according to the public documentation; a contradicting id is
 * believed.
 */
export function mapCancelAnswer(
  items: readonly IntentItem[],
  entries: readonly CancelEntry[],
): IntentItem[] {
  const ids = items.map(({ target }) => target?.id ?? '')
  const { matches } = matchEntries(ids, entries, idOf)

  const found = (item: IntentItem, match: Match<CancelEntry>): Verdict => {
    if (match.by === 'nothing' || match.by === 'other') return verdict('unknown')
    const { entry } = match
    if (entry.kind === 'refused')
      return match.by === 'place' && match.sure
        ? verdictOfRefusal(entry.problem)
        : verdict('unknown')
    if (match.by === 'id' && match.again) return verdict('unknown', { mismatch: [reportedTwice()] })
    if (entry.kind === 'unclear') return verdict('unknown', { problem: entry.problem })
    // A single entry is reported as is; of several, one that names none of them may be about any.
    if (match.by === 'place' && items.length > 1)
      return verdict('unknown', { mismatch: [tellsOfAnother()] })
    return verdictOfCancelled(item, entry)
  }
  return withSurplus(
    items.map((item, number) => ({
      ...item,
      ...found(item, matches[number] ?? { by: 'nothing' }),
    })),
    entries.length,
  )
}
