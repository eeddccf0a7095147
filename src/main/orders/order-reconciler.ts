// What positions say of an order without an answer: an amount that changed by exactly the order's, within the time it was in flight,
// counts; anything merely similar does not. It is shown to the user and never decides: only an answer or the user does, so the positions of
// an unknown order are read again and again, and a read that fails concludes nothing.
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, EvidencePosition, OrderIntent, PositionsSnapshot } from '../../shared/domain/trading.js'
import { touches, unreadableCount, unreadableList } from '../../shared/domain/unreadable.js'
import { absolute, add, compare, type Decimal, isDecimal, negate, subtract } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Answer } from '../exchange/exchange-client.js'
import { notChecked, sideOf, snapshotOf, withStep } from './intent-state.js'
import { marketsOf } from './order-text.js'
import type { TradingState } from './trading-state.js'

type Conclusion = Pick<Evidence, 'verdict' | 'text'>

/** Seconds by which a time of the exchange may lie outside what both clocks are known to agree on. */
const slack = 2
/** Seconds after sending from which a position that has not changed says anything. */
const unchangedAfter = 5

const unclear = (text: string): Conclusion => ({ verdict: 'unclear', text })

/** Signed total of one side; a SHORT side's amounts count down. Null where an amount is not known. */
const totalOf = (positions: readonly EvidencePosition[]): Decimal | null =>
  positions.reduce<Decimal | null>((sum, { amount, positionSide }) => {
    if (sum === null || amount === null) return null
    const side = sideOf(positionSide)
    return add(sum, side === null ? amount : side === 'LONG' ? absolute(amount) : negate(absolute(amount)))
  }, '0')

const isSame = (a: EvidencePosition, b: EvidencePosition): boolean =>
  a.id === b.id && a.amount === b.amount && a.modifiedAt === b.modifiedAt

const sameList = (a: readonly EvidencePosition[], b: readonly EvidencePosition[]): boolean =>
  a.length === b.length && a.every((one) => b.some((other) => isSame(one, other)))

const within = (time: string, from: UnixSeconds, to: UnixSeconds): boolean =>
  isDecimal(time) && compare(time, String(from)) >= 0 && compare(time, String(to)) <= 0

const sentAt = (intent: OrderIntent): UnixSeconds => intent.timeline.find(({ what }) => what === 'sending')?.at ?? intent.createdAt

const compareSnapshots = (intent: OrderIntent, before: PositionsSnapshot | null, after: PositionsSnapshot, skew: number): Conclusion => {
  const [item] = intent.items
  if (intent.kind === 'close-investment')
    return unclear('Positions say nothing of an investment. Compare the main balance and the list of investments on the exchange.')
  if (intent.kind !== 'market' || item === undefined)
    return unclear(
      'Limit orders rest before they are filled, so positions cannot tell. Compare the open orders and the order history on the exchange.',
    )
  if (before === null) return unclear('What your positions were before is not known, so nothing can be compared.')
  const { market, amount } = item
  const side = sideOf(item.positionSide)
  const [allWas, allIs] = [before.positions[market] ?? [], after.positions[market] ?? []]
  const ofSide = (all: EvidencePosition[]): EvidencePosition[] => all.filter(({ positionSide }) => sideOf(positionSide) === side)
  const [was, is] = [ofSide(allWas), ofSide(allIs)]
  if (sameList(was, is)) {
    if (!sameList(allWas, allIs)) return unclear(`What changed on ${market} is of another side than this order names.`)
    return after.asOf >= sentAt(intent) + unchangedAfter
      ? { verdict: 'likely-not-filled', text: `Your position on ${market} is exactly what it was before.` }
      : unclear('Too little time has passed to tell.')
  }
  const [from, to] = [totalOf(was), totalOf(is)]
  if (from === null || to === null) return unclear(`The amount of a position on ${market} is not known.`)
  if (compare(from, to) === 0) return unclear(`Your position on ${market} has the same amount as before, but was touched since.`)
  if (compare(subtract(to, from), item.side === 'buy' ? amount : negate(amount)) !== 0)
    return unclear(`Your position on ${market} changed from ${from} to ${to}, which is not by the ${amount} of this order.`)
  const touched = is.filter((now) => !was.some((one) => isSame(now, one)))
  // When the order was in flight, by the exchange's clock.
  const [flightBegan, flightEnded] = [sentAt(intent) - skew - slack, after.asOf - skew + slack]
  if (touched.length === 0 || !touched.every(({ modifiedAt }) => within(modifiedAt, flightBegan, flightEnded)))
    return unclear(`Your position on ${market} changed by exactly ${amount}, but not certainly in the time this order was under way.`)
  return { verdict: 'likely-filled', text: `Your position on ${market} changed by exactly ${amount} while this order was under way.` }
}

export const reconcile = (intent: OrderIntent, positions: readonly Position[], at: UnixSeconds, skew: number | null): Evidence => {
  const before = intent.evidence?.before ?? null
  const after = snapshotOf(marketsOf(intent.items), positions, at)
  return { before, after, ...compareSnapshots(intent, before, after, skew ?? 0), problem: null }
}

/** Seconds before each of the first checks, and before every later one. */
const firstPauses = [1, 6, 20, 60]
const laterPause = 300

const noConnection: Problem = { code: 'unreachable', message: 'There is no connection with this account’s key now.' }
const closedMeanwhile: Problem = { code: 'gone', message: 'The account was closed in the meantime.' }

/** The key may belong to another account of the exchange now, whose positions say nothing of an order sent with the old one. */
const otherKey = ({ keyHint }: OrderIntent): Problem => ({
  code: 'gone',
  message: `It was sent with the key ${keyHint}, and this profile has another key now: its positions say nothing of this order.`,
  reason: 'OTHER_KEY',
})

/** What the answer says of this order's markets: of the key it was sent with, and nothing where one of them could not be read whole. */
const readFor = (intent: OrderIntent, keyHint: string, answer: Answer<Position[]>): Answer<Position[]> => {
  if (intent.keyHint !== keyHint) return fail(otherKey(intent))
  if (!answer.ok) return answer
  const { value, unreadable } = answer.value
  // An absence among the others would prove nothing.
  if (unreadable === undefined || !touches(unreadable, marketsOf(intent.items))) return answer
  const message = `${unreadableCount(unreadable, value.length + unreadable.length, 'position')}: ${unreadableList(unreadable)}.`
  return fail({ code: 'not-understood', message, reason: 'UNREAD_MEMBER' })
}

const reconciled = (intent: OrderIntent, at: UnixSeconds, evidence: Evidence): OrderIntent => {
  const { problem, verdict } = evidence
  const text = problem === null ? evidence.text : `The check failed: ${problem.message} Nothing is concluded from that.`
  const details = { verdict, ...(problem === null ? {} : { problem: problem.code }) }
  return withStep(intent, { at, what: 'looked', text, details }, { evidence })
}

const summaryOf = (evidence: Evidence | null): string =>
  JSON.stringify([evidence?.verdict, evidence?.text, evidence?.problem?.code ?? null, evidence?.after === null])

export const notInRecord: Problem = { code: 'gone', message: 'This order is not in the record of this account.' }

export const createOrderReconciler = ({ profile, intents, ports }: TradingState, changed: () => void) => {
  let cancel: (() => void) | null = null
  let attempt = 0
  let stopped = false

  const unknown = (): OrderIntent[] => intents.open().filter(({ state }) => state === 'unknown')
  /** Null where there is no connection now: then nothing was tried. */
  const readPositions = () => ports.client()?.openPositions(undefined, { urgent: true }) ?? null

  /** Saved where it says something new. A step of the timeline it is only where the verdict changes, or where the user asked. */
  const apply = (answer: Answer<Position[]>, asked: string | null): void => {
    for (const intent of unknown()) {
      const read = readFor(intent, profile.keyHint, answer)
      // A read that failed concludes nothing: what was known stays.
      const evidence = read.ok
        ? reconcile(intent, read.value.value, read.value.at, ports.conditions().connection.clockSkew)
        : { ...(intent.evidence ?? notChecked), problem: read.error }
      const isFirst = !intent.timeline.some(({ what }) => what === 'looked')
      const isStep = intent.id === asked || isFirst || evidence.verdict !== intent.evidence?.verdict
      if (!isStep && summaryOf(evidence) === summaryOf(intent.evidence)) continue
      intents.saveOrKeep(isStep ? reconciled(intent, ports.clock(), evidence) : { ...intent, evidence })
      changed()
    }
  }

  const checkAll = async (): Promise<void> => {
    const reading = readPositions()
    if (reading === null) attempt -= 1
    else {
      const answer = await reading
      if (stopped) return
      apply(answer, null)
    }
    schedule()
  }

  const schedule = (): void => {
    if (stopped || cancel !== null || unknown().length === 0) return
    const seconds = firstPauses[attempt] ?? laterPause
    attempt += 1
    cancel = ports.timing.after(seconds * 1000, () => {
      cancel = null
      void checkAll()
    })
  }

  return {
    /** An order became unknown: check soon. */
    start: (): void => {
      cancel?.()
      cancel = null
      attempt = 0
      schedule()
    },
    checkNow: async (id: string): Promise<Result<null, Problem>> => {
      const asked = unknown().find((intent) => intent.id === id)
      if (asked === undefined) return fail(notInRecord)
      if (asked.keyHint !== profile.keyHint) return fail(otherKey(asked))
      const reading = readPositions()
      if (reading === null) return fail(noConnection)
      const answer = await reading
      if (stopped) return fail(closedMeanwhile)
      apply(answer, id)
      const read = readFor(asked, profile.keyHint, answer)
      return read.ok ? ok(null) : read
    },
    stop: (): void => {
      stopped = true
      cancel?.()
      cancel = null
    },
  }
}
