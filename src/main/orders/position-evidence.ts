// What positions say about an order without a response: an amount that changed by exactly the
// order's, within the time it was in flight, counts; anything merely similar does not. It is shown
// to the user and never decides.
import type { EndedPosition } from '../../shared/alerts/position-end.js'
import type {
  Evidence,
  EvidencePosition,
  IntentItem,
  OrderIntent,
  PositionsSnapshot,
} from '../../shared/orders/trading.js'
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import {
  absolute,
  add,
  compare,
  type Decimal,
  isDecimal,
  isZero,
  negate,
  subtract,
} from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { sideOf } from './intent-state.js'
import { type Finding, type Look, sentAt, unread, unseenPart } from './order-settlement.js'

export type Conclusion = Pick<Evidence, 'verdict' | 'text'>

/** Seconds by which a time of the exchange may lie outside the range both clocks agree on. */
const slack = 2
/** Seconds after sending from which on an unchanged position says anything. */
const unchangedAfter = 5

/** The positions of an order's markets. `skew`: this computer's clock less the exchange's. */
export type Snapshots = {
  before: PositionsSnapshot | null
  after: PositionsSnapshot
  skew: number
}

export function unclear(text: MessageOrText): Conclusion {
  return { verdict: 'unclear', text }
}

/** Signed total of one side; a SHORT side's amounts are negative. Null if an amount is unknown. */
function totalOf(positions: readonly EvidencePosition[]): Decimal | null {
  return positions.reduce<Decimal | null>((sum, { amount, positionSide }) => {
    if (sum === null || amount === null) return null
    const side = sideOf(positionSide)
    return add(
      sum,
      side === null ? amount : side === 'LONG' ? absolute(amount) : negate(absolute(amount)),
    )
  }, '0')
}

function isSame(a: EvidencePosition, b: EvidencePosition): boolean {
  return (
    a.id === b.id && a.amount === b.amount && a.modifiedAt !== '' && a.modifiedAt === b.modifiedAt
  )
}

function sameList(a: readonly EvidencePosition[], b: readonly EvidencePosition[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => isSame(one, other)))
}

function sameSide(
  { market, positionSide }: IntentItem,
  { positions }: PositionsSnapshot,
): EvidencePosition[] {
  return (positions[market] ?? []).filter(
    (position) => sideOf(position.positionSide) === sideOf(positionSide),
  )
}

function within(time: string, from: UnixSeconds, to: UnixSeconds): boolean {
  return isDecimal(time) && compare(time, String(from)) >= 0 && compare(time, String(to)) <= 0
}

/** Whether its positions changed as a market order would have changed them. */
export function changedBy(intent: OrderIntent, { before, after, skew }: Snapshots): Conclusion {
  const [item] = intent.items
  if (item === undefined) return unclear(messageOf('orders.evidence.limit'))
  if (before === null) return unclear(messageOf('orders.evidence.no-before'))
  const { market, amount } = item
  const [allWas, allIs] = [before.positions[market] ?? [], after.positions[market] ?? []]
  const [was, is] = [sameSide(item, before), sameSide(item, after)]
  if (sameList(was, is)) {
    if (!sameList(allWas, allIs))
      return unclear(messageOf('orders.evidence.other-side', { market }))
    return after.asOf >= sentAt(intent) + unchangedAfter
      ? { verdict: 'likely-not-filled', text: messageOf('orders.evidence.same', { market }) }
      : unclear(messageOf('orders.evidence.too-soon'))
  }
  const [from, to] = [totalOf(was), totalOf(is)]
  if (from === null || to === null)
    return unclear(messageOf('orders.evidence.no-amount', { market }))
  if (compare(from, to) === 0) return unclear(messageOf('orders.evidence.touched', { market }))
  if (compare(subtract(to, from), item.side === 'buy' ? amount : negate(amount)) !== 0)
    return unclear(messageOf('orders.evidence.other-change', { market, from, to, amount }))
  const touched = is.filter((now) => !was.some((one) => isSame(now, one)))
  // When the order was in flight, by the exchange's clock.
  const [flightBegan, flightEnded] = [sentAt(intent) - skew - slack, after.asOf - skew + slack]
  if (
    touched.length === 0 ||
    !touched.every(({ modifiedAt }) => within(modifiedAt, flightBegan, flightEnded))
  )
    return unclear(messageOf('orders.evidence.other-time', { market, amount }))
  return {
    verdict: 'likely-filled',
    text: messageOf('orders.evidence.changed', { market, amount }),
  }
}

/**
 * Whether the positions of a market order's market are unchanged; null if that is unknown, if only
 * their amounts are the same, or if there is none of its side: a position opened and closed in
 * between leaves no trace.
 */
export function isUnchanged(
  { items: [item] }: OrderIntent,
  { before, after }: Evidence,
): boolean | null {
  if (item === undefined || before === null || after === null) return null
  const { market } = item
  const totals = [before, after].map((seen) => [
    totalOf(sameSide(item, seen)),
    totalOf(seen.positions[market] ?? []),
  ])
  const [was, is] = totals
  if (was === undefined || is === undefined || totals.flat().includes(null)) return null
  if (!was.every((total, at) => compare(total ?? '0', is[at] ?? '0') === 0)) return false
  if (sameSide(item, before).length === 0) return null
  return sameList(before.positions[item.market] ?? [], after.positions[item.market] ?? [])
    ? true
    : null
}

/** What positions say against an absence. Null if nothing does. */
export function doubtOfAbsence(
  intent: OrderIntent,
  look: Look,
  evidence: Evidence,
): Finding | null {
  if (look.positions === null) return unread(null)
  const unchanged = evidence.problem === null ? isUnchanged(intent, evidence) : null
  if (evidence.verdict === 'likely-filled' || unchanged === false)
    return { kind: 'unclear', why: messageOf('orders.unsettled.position-changed') }
  return unchanged === true ? null : unseenPart(look)
}

function amountOf({ amount, order }: IntentItem): Decimal {
  return order !== null && isDecimal(order.dealStock) && !isZero(order.dealStock)
    ? order.dealStock
    : amount
}

/** Whether an order goes against it. In one-way mode a market has one position. */
function goesAgainst(item: IntentItem, { market, side }: EndedPosition): boolean {
  const leg = sideOf(item.positionSide)
  const isOfLeg = leg === null || side === 'unclear' || (leg === 'LONG') === (side === 'long')
  const isOpposite = side === 'unclear' || item.side === (side === 'long' ? 'sell' : 'buy')
  return item.market === market && isOfLeg && isOpposite
}

/**
 * Seconds for which the exchange's list may still show a position as it was before an answered
 * order.
 */
const listLag = 5

/**
 * `amount` null: all of it. `shownWithin`: seconds after the response for which the exchange's list
 * may still show the position as it was.
 */
export type EndedPart = { amount: Decimal | null; shownWithin: number }

/** Of an order on collateral. */
export function partEndedBy(item: IntentItem, ended: EndedPosition): EndedPart | null {
  return goesAgainst(item, ended) ? { amount: amountOf(item), shownWithin: listLag } : null
}
