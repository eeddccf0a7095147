// One order in flight. It still listens after it was marked unknown: an answer that comes late is still the truth.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { OrderGateway, OrderResult, PreparedRequest } from '../exchange/order-gateway.js'
import type { SignedCall } from '../exchange/request-pipeline.js'
import { answered, hasOutcome, lateAnswer, signed, withoutAnswer } from './intent-state.js'
import type { InFlightOrder, OrderOwner } from './order-journal.js'
import { outcomeOf } from './order-outcome.js'

/** Milliseconds. Longer than any queue and deadline of the exchange's client: beyond it something is broken, and nobody knows. */
const longestWait = 90_000

/**
 * Seconds from the confirmation within which an order is sent or never is: the queue, and opening its connection, take less. Whoever
 * confirmed it did so for the market of that moment.
 */
const sendWithin = 20
/** Seconds by which both clocks may part in that time. More means that the computer slept, or that somebody set its clock. */
const mostClockDrift = 10

const tooLate: Problem = {
  code: 'cancelled',
  message: 'Too much time passed between the confirmation and the moment it could leave; the computer may have slept. It was not sent.',
  reason: 'TOO_LATE',
}

const disarmedBefore: Problem = {
  code: 'cancelled',
  message: 'Trading was disarmed before this left, so it was not sent.',
  reason: 'HELD_BACK',
}

const bodyAltered: Problem = {
  code: 'internal',
  message: 'What was about to be sent is not what was confirmed, so it was not sent.',
  reason: 'BODY_ALTERED',
}

const broken: Problem = {
  code: 'outcome-unknown',
  message: 'Something inside Plimsoll broke while this was under way.',
  reason: 'INTERNAL',
}

export type Execution = {
  orderGateway: OrderGateway
  prepared: PreparedRequest
  /** Recorded already. */
  intent: OrderIntent
  confirmedTicks: number
  msSinceConfirmed(): number
  clock: Clock
  timing: Timing
  owner(): OrderOwner
  /** A fault of ours while an answer was taken in. */
  onDefect(fault: unknown): void
}

export const executeOrder = (execution: Execution): InFlightOrder => {
  const { clock, timing, owner, msSinceConfirmed } = execution
  const confirmedAt = clock()
  let isCancelled = false
  let isLate = false
  // Times and status go to disk with the answer: nothing may stand between the signature and the wire but the one write that must.
  let sentMs: number | null = null
  let httpStatus: number | null = null
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })

  const current = (): OrderIntent => owner().current(execution.intent.id) ?? execution.intent

  /** Checked here and not only by what watches for sleep: when a computer wakes up, this may run before that does. */
  const isTooLate = (): boolean => {
    const ticked = (timing.ticks() - execution.confirmedTicks) / 1000
    const drift = clock() - confirmedAt - ticked
    return ticked > sendWithin || drift > mostClockDrift || drift < -mostClockDrift
  }

  const onSigned = (call: SignedCall): Result<null, Problem> => {
    const intent = current()
    if (isCancelled || intent.state !== 'intent') return fail(disarmedBefore)
    if (isTooLate()) return fail(tooLate)
    if (call.bodyHash !== intent.bodyHash) return fail(bodyAltered)
    const saved = owner().save(signed(intent, clock(), call))
    return saved.ok ? ok(null) : fail({ ...saved.error, message: `It could not be recorded, so it was not sent. ${saved.error.message}` })
  }

  const onAnswer = (answer: OrderResult): void => {
    const before = current()
    const intent = { ...before, httpStatus, ms: { ...before.ms, answered: msSinceConfirmed(), sent: sentMs } }
    const outcome = outcomeOf(intent, answer)
    owner().saveOrKeep(hasOutcome(intent) ? lateAnswer(intent, clock(), outcome) : answered(intent, clock(), outcome))
    end()
  }

  const markUnknown = (why: string): void => {
    const intent = current()
    if (intent.state === 'sending') owner().saveOrKeep(withoutAnswer({ ...intent, ms: { ...intent.ms, sent: sentMs } }, clock(), why))
    end()
  }

  const cancelTimeout = timing.after(longestWait, () => markUnknown('no answer came long after the deadline'))
  const hooks = {
    onSigned,
    // Opening a connection can outlast a lock of the screen, and sleep.
    maySend: () => {
      if (!isCancelled && isTooLate()) isCancelled = isLate = true
      return !isCancelled
    },
    onFirstByte: () => {
      sentMs = msSinceConfirmed()
    },
    onAnswered: (status: number) => {
      httpStatus = status
    },
  }

  const send = async (): Promise<void> => {
    const sent = execution.orderGateway.send(execution.prepared, hooks)
    const answer = await sent.catch((): OrderResult => fail({ outcome: 'unknown', problem: broken }))
    cancelTimeout()
    try {
      onAnswer(isLate && !answer.ok && answer.error.outcome === 'not-sent' ? fail({ outcome: 'not-sent', problem: tooLate }) : answer)
    } catch (fault) {
      execution.onDefect(fault)
      markUnknown('its answer could not be taken in')
    }
  }

  return {
    ended,
    answered: send(),
    markUnknown,
    cancelUnsent: () => {
      isCancelled = true
    },
  }
}
