// One confirmed order on its way: written down, signed, let go, answered, or given up on. It listens on even after it was given up on:
// an answer that comes late is still the truth.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderIntent } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { answered, givenUp, isSettled, lateAnswer, signed } from './intent-state.js'
import { settle } from './order-outcome.js'
import type { Timing } from '../polling/poll-scheduler.js'
import type { OrderOnItsWay } from './order-journal.js'
import type { MoveAnswer, Mover, PreparedMove, SignedCall } from './orders-ports.js'

/** Longer than any turn and deadline of the exchange's client: beyond it something is broken, and nobody knows. */
const longestWait = 90_000

/**
 * Seconds from the confirmation within which an order leaves or never does: its turn, and opening its connection, take less. Whoever
 * confirmed it did so for the market of that moment.
 */
const leavesWithin = 20
/** Seconds by which both clocks may part in that time. More means that the computer slept, or that somebody set its clock. */
const clocksPartBy = 10

const tooLate: Problem = {
  code: 'cancelled',
  message: 'Too much time passed between the confirmation and the moment it could leave; the computer may have slept. It was not sent.',
  reason: 'TOO_LATE',
}

const cancelledBefore: Problem = {
  code: 'cancelled',
  message: 'Trading was disarmed before this left, so it was not sent.',
  reason: 'HELD_BACK',
}

const broken: Problem = {
  code: 'outcome-unknown',
  message: 'Something inside Plimsoll broke while this was under way.',
  reason: 'INTERNAL',
}

export type SenderPorts = {
  clock: Clock
  timing: Timing
  /** Milliseconds since the confirmation, as the history shows them. */
  msSince(ticks: number): number
  current(): OrderIntent
  /** On disk when it returns well; where it fails nothing has changed. */
  writeFirst(intent: OrderIntent): Result<null, Problem>
  write(intent: OrderIntent): void
  /** A defect of ours while an answer was taken in: it must not end the listening of others. */
  broke(fault: unknown): void
}

export const sendOrder = (mover: Mover, prepared: PreparedMove, confirmedTicks: number, ports: SenderPorts): OrderOnItsWay => {
  const { clock, timing } = ports
  const confirmedAt = clock()
  let heldBack = false
  let late = false
  let finish: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    finish = resolve
  })

  /** Asked here and not only of those who watch for sleep: when a computer wakes up, this may run before they do. */
  const isTooLate = (): boolean => {
    const ticked = (timing.ticks() - confirmedTicks) / 1000
    const parted = clock() - confirmedAt - ticked
    return ticked > leavesWithin || parted > clocksPartBy || parted < -clocksPartBy
  }

  const mark = (name: keyof OrderIntent['ms'], more: Partial<OrderIntent> = {}): OrderIntent => {
    const intent = ports.current()
    return { ...intent, ...more, ms: { ...intent.ms, [name]: ports.msSince(confirmedTicks) } }
  }

  // Times and status go to disk with the answer: nothing may stand between the signature and the wire but the one write that must.
  let sentMs: number | null = null
  let status: number | null = null

  const onSigned = (call: SignedCall): Result<null, Problem> => {
    const intent = ports.current()
    if (heldBack || intent.state !== 'intent') return fail(cancelledBefore)
    if (isTooLate()) return fail(tooLate)
    if (call.bodyHash !== intent.bodyHash) {
      return fail({
        code: 'internal',
        message: 'What was about to be sent is not what was confirmed, so it was not sent.',
        reason: 'BODY_ALTERED',
      })
    }
    const written = ports.writeFirst(signed(intent, clock(), call))
    return written.ok
      ? ok(null)
      : fail({ ...written.error, message: `It could not be recorded, so it was not sent. ${written.error.message}` })
  }

  const hear = (answer: MoveAnswer): void => {
    const intent = { ...mark('answered', { httpStatus: status }) }
    const timed = { ...intent, ms: { ...intent.ms, sent: sentMs } }
    const settled = settle(timed, answer)
    ports.write(isSettled(timed) ? lateAnswer(timed, clock(), settled) : answered(timed, clock(), settled))
    finish()
  }

  const giveUp = (why: string): void => {
    const intent = ports.current()
    if (intent.state === 'sending') ports.write(givenUp({ ...intent, ms: { ...intent.ms, sent: sentMs } }, clock(), why))
    finish()
  }

  const cancelWatch = timing.after(longestWait, () => giveUp('no answer came long after the deadline'))
  const escort = {
    onSigned,
    // Opening a connection can outlast a lock of the screen, and sleep.
    mayLeave: () => {
      if (!heldBack && isTooLate()) heldBack = late = true
      return !heldBack
    },
    onFirstByte: () => {
      sentMs = ports.msSince(confirmedTicks)
    },
    onAnswered: (said: number) => {
      status = said
    },
  }
  const go = async (): Promise<void> => {
    const answer = await mover.send(prepared, escort).catch((): MoveAnswer => fail({ outcome: 'unknown', problem: broken }))
    cancelWatch()
    try {
      hear(late && !answer.ok && answer.error.outcome === 'not-sent' ? fail({ outcome: 'not-sent', problem: tooLate }) : answer)
    } catch (fault) {
      ports.broke(fault)
      giveUp('its answer could not be taken in')
    }
  }

  return {
    ended,
    answered: go(),
    giveUp,
    holdBack: () => {
      heldBack = true
    },
  }
}
