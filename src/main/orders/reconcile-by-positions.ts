// What positions say of an order without an answer: an amount that changed by exactly the order's, within the time it was in flight,
// counts; anything merely similar does not. It is shown to the user and never decides.
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, EvidencePosition, OrderIntent } from '../../shared/domain/trading.js'
import { absolute, add, compare, type Decimal, isDecimal, negate, subtract } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { marketsOf } from './order-text.js'

export const notChecked: Evidence = { before: null, after: null, verdict: 'unclear', text: 'Not checked yet.', problem: null }

type Snapshot = NonNullable<Evidence['before']>
type Conclusion = Pick<Evidence, 'verdict' | 'text'>

/** Seconds by which a time of the exchange may lie outside what both clocks are known to agree on. */
const slack = 2
/** Seconds after sending from which a position that has not changed says anything. */
const unchangedAfter = 5

const snapshotPosition = ({ id, positionSide, amount, modifiedAt }: Position): EvidencePosition => ({
  id,
  positionSide: positionSide ?? null,
  amount,
  modifiedAt,
})

export const snapshotOf = (markets: readonly string[], positions: readonly Position[], asOf: UnixSeconds): Snapshot => ({
  asOf,
  positions: Object.fromEntries(
    markets.map((market) => [market, positions.filter((position) => position.market === market).map(snapshotPosition)]),
  ),
})

const unclear = (text: string): Conclusion => ({ verdict: 'unclear', text })

const sideOf = ({ positionSide }: EvidencePosition): string => (positionSide === 'LONG' || positionSide === 'SHORT' ? positionSide : 'BOTH')

/** Signed total of one side; a SHORT side's amounts count down. Null where an amount is not known. */
const totalOf = (positions: readonly EvidencePosition[]): Decimal | null =>
  positions.reduce<Decimal | null>((sum, position) => {
    if (sum === null || position.amount === null) return null
    const size = absolute(position.amount)
    const side = sideOf(position)
    return add(sum, side === 'LONG' ? size : side === 'SHORT' ? negate(size) : position.amount)
  }, '0')

const sameList = (a: readonly EvidencePosition[], b: readonly EvidencePosition[]): boolean =>
  a.length === b.length &&
  a.every((one) => b.some((other) => other.id === one.id && other.amount === one.amount && other.modifiedAt === one.modifiedAt))

const within = (time: string, from: UnixSeconds, to: UnixSeconds): boolean =>
  isDecimal(time) && compare(time, String(from)) >= 0 && compare(time, String(to)) <= 0

const sentAt = (intent: OrderIntent): UnixSeconds => intent.timeline.find(({ what }) => what === 'sending')?.at ?? intent.createdAt

/** When the order was in flight, by the exchange's clock. */
const flightOf = (intent: OrderIntent, readAt: UnixSeconds, skew: number): { from: UnixSeconds; to: UnixSeconds } => ({
  from: sentAt(intent) - skew - slack,
  to: readAt - skew + slack,
})

const compareSnapshots = (intent: OrderIntent, before: Snapshot | null, after: Snapshot, skew: number): Conclusion => {
  const [item] = intent.items
  if (intent.kind === 'close-investment')
    return unclear('Positions say nothing of an investment. Compare the main balance and the list of investments on the exchange.')
  if (intent.kind !== 'market' || item === undefined)
    return unclear(
      'Limit orders rest before they are filled, so positions cannot tell. Compare the open orders and the order history on the exchange.',
    )
  if (before === null) return unclear('What your positions were before is not known, so nothing can be compared.')
  const side = item.positionSide === 'LONG' || item.positionSide === 'SHORT' ? item.positionSide : 'BOTH'
  const ofSide = (snapshot: Snapshot): EvidencePosition[] =>
    (snapshot.positions[item.market] ?? []).filter((position) => sideOf(position) === side)
  const [was, is] = [ofSide(before), ofSide(after)]
  if (sameList(was, is) && !sameList(before.positions[item.market] ?? [], after.positions[item.market] ?? []))
    return unclear(`What changed on ${item.market} is of another side than this order names.`)
  if (sameList(was, is)) {
    return after.asOf >= sentAt(intent) + unchangedAfter
      ? { verdict: 'likely-not-filled', text: `Your position on ${item.market} is exactly what it was before.` }
      : unclear('Too little time has passed to tell.')
  }
  const [from, to] = [totalOf(was), totalOf(is)]
  if (from === null || to === null) return unclear(`The amount of a position on ${item.market} is not known.`)
  if (compare(from, to) === 0) return unclear(`Your position on ${item.market} has the same amount as before, but was touched since.`)
  const expected = item.side === 'buy' ? item.amount : negate(item.amount)
  if (compare(subtract(to, from), expected) !== 0)
    return unclear(`Your position on ${item.market} changed from ${from} to ${to}, which is not by the ${item.amount} of this order.`)
  const touched = is.filter(
    (now) => !was.some((one) => one.id === now.id && one.modifiedAt === now.modifiedAt && one.amount === now.amount),
  )
  const flight = flightOf(intent, after.asOf, skew)
  const inTime = touched.length > 0 && touched.every(({ modifiedAt }) => within(modifiedAt, flight.from, flight.to))
  if (!inTime)
    return unclear(
      `Your position on ${item.market} changed by exactly ${item.amount}, but not certainly in the time this order was under way.`,
    )
  return {
    verdict: 'likely-filled',
    text: `Your position on ${item.market} changed by exactly ${item.amount} while this order was under way.`,
  }
}

export const reconcile = (intent: OrderIntent, positions: readonly Position[], at: UnixSeconds, skew: number | null): Evidence => {
  const before = intent.evidence?.before ?? null
  const after = snapshotOf(marketsOf(intent.items), positions, at)
  return { before, after, ...compareSnapshots(intent, before, after, skew ?? 0), problem: null }
}

/** A read that failed concludes nothing: what was known stays. */
export const reconcileFailed = ({ evidence }: OrderIntent, problem: Problem): Evidence => ({ ...(evidence ?? notChecked), problem })
