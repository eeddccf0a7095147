// One confirmation dialog at a time. A compromised page could open the same dialog until the user clicks the wrong button, so after each
// refusal the next one waits longer.
import type { Problem } from '../../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import type { Clock } from '../../../shared/time.js'
import type { ConfirmRequest } from './confirm-dialog.js'

const firstWait = 2_000
const factor = 4
const defaultLongestWait = 300_000
/** Asking again later than this after the wait starts the back-off anew. */
const pressingWindow = 60_000

export type Confirm = (question: ConfirmRequest) => Promise<Result<null, Problem>>

const refused: Problem = {
  code: 'cancelled',
  message: 'It was not confirmed in the system dialog, so nothing was done.',
  reason: 'BOX',
}
const open: Problem = { code: 'busy', message: 'Another question is still open. Answer it first.', reason: 'BOX_OPEN' }

const tooSoon = (ms: number, now: number): Problem => {
  const seconds = Math.ceil(ms / 1000)
  return {
    code: 'busy',
    message: `A question like this was answered with no just now. It can be asked again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    reason: 'BOX_AGAIN',
    retryAt: now + seconds,
  }
}

/** `ticks`: monotonic milliseconds. `show`: true only where the confirming button was pressed. */
export const createConfirmQueue = (ports: { show(question: ConfirmRequest): Promise<boolean>; ticks(): number; clock: Clock }): Confirm => {
  const { show, ticks, clock } = ports
  let isOpen = false
  /** By dialog title. */
  const waits = new Map<string, { ms: number; until: number }>()

  return async (question) => {
    if (isOpen) return fail(open)
    const wait = waits.get(question.title)
    if (wait !== undefined && ticks() < wait.until) return fail(tooSoon(wait.until - ticks(), clock()))
    isOpen = true
    // A dialog that could not be shown was not confirmed.
    const agreed = await show(question).catch(() => null)
    isOpen = false
    if (agreed === null) return fail(refused)
    if (agreed) {
      waits.delete(question.title)
      return ok(null)
    }
    const isPressing = wait !== undefined && ticks() - wait.until <= pressingWindow
    const ms = isPressing ? Math.min(question.longestWait ?? defaultLongestWait, wait.ms * factor) : firstWait
    waits.set(question.title, { ms, until: ticks() + ms })
    return fail(refused)
  }
}
