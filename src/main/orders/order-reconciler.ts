// Reads the positions again and again to see what an unknown order may have changed. A read that fails concludes nothing and never ends
// the checks: only an answer or the user does.
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, OrderIntent } from '../../shared/domain/trading.js'
import { touches, unreadableCount, unreadableList } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { Answer } from '../exchange/exchange-client.js'
import { reconciled } from './intent-state.js'
import { marketsOf } from './order-text.js'
import { reconcile, reconcileFailed } from './reconcile-by-positions.js'

/** Seconds before the next check; the last one repeats. */
const pauses = [1, 6, 20, 60, 300]

const noConnection: Problem = { code: 'unreachable', message: 'There is no connection with this account’s key now.' }
const closedMeanwhile: Problem = { code: 'gone', message: 'The account was closed in the meantime.' }

export type ReconcilerPorts = {
  clock: Clock
  timing: Timing
  unknown(): OrderIntent[]
  /** Null where there is no connection now: then nothing was tried. */
  readPositions(): Promise<Answer<Position[]>> | null
  clockSkew(): number | null
  /** Of the key that reads. */
  keyHint: string
  update(intent: OrderIntent): void
}

export type OrderReconciler = {
  /** An order became unknown: check soon. */
  start(): void
  checkNow(id: string): Promise<Result<null, Problem>>
  stop(): void
}

/** The key may belong to another account of the exchange now, whose positions say nothing of an order sent with the old one. */
const otherKey = ({ keyHint }: OrderIntent): Problem => ({
  code: 'gone',
  message: `It was sent with the key ${keyHint}, and this profile has another key now: its positions say nothing of this order.`,
  reason: 'OTHER_KEY',
})

/** What of the order's own markets could not be read: an absence among the others would prove nothing. */
const unreadProblem = (intent: OrderIntent, answer: Answer<Position[]>): Problem | null => {
  if (!answer.ok) return answer.error
  const { value, unreadable } = answer.value
  if (unreadable === undefined || !touches(unreadable, marketsOf(intent.items))) return null
  const message = `${unreadableCount(unreadable, value.length + unreadable.length, 'position')}: ${unreadableList(unreadable)}.`
  return { code: 'not-understood', message, reason: 'UNREAD_MEMBER' }
}

const summaryOf = (evidence: Evidence | null): string =>
  JSON.stringify([evidence?.verdict, evidence?.text, evidence?.problem?.code ?? null, evidence?.after === null])

export const createOrderReconciler = (ports: ReconcilerPorts): OrderReconciler => {
  let cancel: (() => void) | null = null
  let attempt = 0
  let stopped = false

  const isOurs = (intent: OrderIntent): boolean => intent.keyHint === ports.keyHint

  const compare = (intent: OrderIntent, answer: Answer<Position[]>): Evidence => {
    if (!isOurs(intent)) return reconcileFailed(intent, otherKey(intent))
    if (!answer.ok) return reconcileFailed(intent, answer.error)
    const unread = unreadProblem(intent, answer)
    return unread === null ? reconcile(intent, answer.value.value, answer.value.at, ports.clockSkew()) : reconcileFailed(intent, unread)
  }

  /** Saved where it says something new. A step of the timeline it is only where the verdict changes, or where the user asked. */
  const apply = (answer: Answer<Position[]>, asked: string | null): void => {
    for (const intent of ports.unknown()) {
      const evidence = compare(intent, answer)
      const isFirst = !intent.timeline.some(({ what }) => what === 'looked')
      const isStep = intent.id === asked || isFirst || evidence.verdict !== intent.evidence?.verdict
      if (isStep) ports.update(reconciled(intent, ports.clock(), evidence))
      else if (summaryOf(evidence) !== summaryOf(intent.evidence)) ports.update({ ...intent, evidence })
    }
  }

  const checkAll = async (): Promise<void> => {
    const reading = ports.readPositions()
    if (reading === null) attempt -= 1
    else {
      const answer = await reading
      if (stopped) return
      apply(answer, null)
    }
    schedule()
  }

  const schedule = (): void => {
    if (stopped || cancel !== null || ports.unknown().length === 0) return
    const seconds = pauses[attempt] ?? pauses[pauses.length - 1] ?? 300
    attempt += 1
    cancel = ports.timing.after(seconds * 1000, () => {
      cancel = null
      void checkAll()
    })
  }

  return {
    start: () => {
      cancel?.()
      cancel = null
      attempt = 0
      schedule()
    },
    checkNow: async (id) => {
      const asked = ports.unknown().find((intent) => intent.id === id)
      if (asked !== undefined && !isOurs(asked)) return fail(otherKey(asked))
      const reading = ports.readPositions()
      if (reading === null) return fail(noConnection)
      const answer = await reading
      if (stopped) return fail(closedMeanwhile)
      apply(answer, id)
      const problem = asked === undefined ? (answer.ok ? null : answer.error) : unreadProblem(asked, answer)
      return problem === null ? ok(null) : fail(problem)
    },
    stop: () => {
      stopped = true
      cancel?.()
      cancel = null
    },
  }
}
