// Which of our orders may have ended a position: a close of that very position, or opposite market
// orders for all of it. Bulk orders use the trade balance, and cancelling leaves positions open, so
// neither ends one. Also which order closed a fixed investment.
import type { EndedPosition, EndingOrder } from '../../shared/alerts/position-end.js'
import { isCancelledUnfilled, isFollowable } from '../../shared/orders/resting-order.js'
import type { IntentItem, OrderIntent } from '../../shared/orders/trading.js'
import { add, compare, type Decimal, isDecimal, isZero } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { carriedOutWithin } from './kinds/order-kind.js'
import { rulesOf } from './kinds/kinds.js'
import { sentAt } from './order-settlement.js'

/** Seconds a response with the positions may take: an order sent meanwhile may have ended one. */
const readTakes = 15
/**
 * If it is unknown when it was last seen open: how many seconds before it was found gone orders
 * count.
 */
const longestUnseen = 600

type Outcome = Exclude<EndingOrder['outcome'], 'possible'>

/** `amount` null: for all of the position. */
type Part = { sentAt: UnixSeconds; outcome: Outcome; amount: Decimal | null }

const outcomeSteps: ReadonlySet<string> = new Set([
  'answered',
  'late-answer',
  'settled',
  'resolved',
  'found-at-start',
])

function outcomeAt({ timeline }: OrderIntent): UnixSeconds | null {
  return timeline.findLast(({ what }) => outcomeSteps.has(what))?.at ?? null
}

/** Null if it certainly did nothing. */
function outcomeOf(item: IntentItem): Outcome | null {
  const { state, price, order } = item
  if (isCancelledUnfilled(item)) return null
  switch (state) {
    case 'pending':
      return 'pending'
    case 'unknown':
      return 'unknown'
    case 'placed':
    case 'partly':
      // Accepted, with nothing filled when the exchange responded.
      return order !== null && isDecimal(order.dealStock) && isZero(order.dealStock)
        ? 'unknown'
        : 'carried-out'
    case 'accepted':
    case 'done':
      return 'carried-out'
    case 'resolved-filled':
      // The user said that it was filled: of one that rests, not when.
      return price === null ? 'carried-out' : 'unknown'
    case 'not-open':
      // A resting order may have been filled completely: how it ended is unknown.
      return isFollowable(item) ? 'unknown' : null
    default:
      return null
  }
}

function partOf(intent: OrderIntent, ended: EndedPosition): Part | null {
  const [item] = intent.items
  const part = item === undefined ? null : rulesOf(intent).endedPart(item, ended)
  if (item === undefined || part === null) return null
  const sure = outcomeOf(item)
  if (sure === null) return null
  // Its fills came later; some may have happened long before the position was closed.
  const progressAt = intent.timeline.findLast(({ what }) => what === 'progress')?.at ?? null
  const outcome = progressAt !== null && sure === 'carried-out' ? 'unknown' : sure
  const [sent, known] = [sentAt(intent), outcomeAt(intent)]
  const seenAt = ended.seenAt ?? ended.goneAt - longestUnseen
  const isAnswered = outcome === 'carried-out' && known !== null
  const usual = !isAnswered ? sent + carriedOutWithin : known + part.shownWithin
  const later = progressAt === null ? 0 : progressAt + part.shownWithin
  const until = later > usual ? later : usual
  const isInTime = sent <= ended.goneAt + readTakes && (outcome === 'pending' || until >= seenAt)
  return isInTime ? { sentAt: sent, outcome, amount: part.amount } : null
}

function newestOf(parts: readonly Part[], outcome: EndingOrder['outcome']): EndingOrder {
  return {
    sentAt: parts.reduce((newest, { sentAt: at }) => (at > newest ? at : newest), 0),
    outcome,
  }
}

/**
 * When the close of this investment was sent that the exchange accepted, or that the user says was
 * executed; null if none was.
 */
export function investmentClosedBy(
  intents: readonly OrderIntent[],
  investmentId: string,
): UnixSeconds | null {
  const close = intents.findLast(
    ({ state, investmentId: id }) =>
      id === investmentId && (state === 'acknowledged' || state === 'resolved-filled'),
  )
  return close === undefined ? null : sentAt(close)
}

const surestFirst: readonly Outcome[] = ['carried-out', 'pending', 'unknown']

/**
 * The order among these; null if none can have ended it. Market orders count together: two halves
 * make the whole.
 */
export function endingOrderOf(
  intents: readonly OrderIntent[],
  ended: EndedPosition,
): EndingOrder | null {
  const parts = intents.flatMap((intent) => partOf(intent, ended) ?? [])
  const { amount } = ended
  for (const [last, outcome] of surestFirst.entries()) {
    const counted = parts.filter((part) => surestFirst.indexOf(part.outcome) <= last)
    const closes = counted.filter((part) => part.amount === null && part.outcome === outcome)
    if (closes.length > 0) return newestOf(closes, outcome)
    const orders = counted.filter((part) => part.amount !== null)
    if (!orders.some((part) => part.outcome === outcome)) continue
    if (amount === null) return newestOf(orders, outcome === 'carried-out' ? 'possible' : outcome)
    const total = orders.reduce((sum, part) => add(sum, part.amount ?? '0'), '0')
    if (compare(total, amount) >= 0) return newestOf(orders, outcome)
  }
  return null
}
