// Questions in a system dialog, one at a time. Whoever opens the same one again and again after a no, as a page that was
// taken over would until somebody clicks the wrong button, has to wait longer each time.
import type { Problem } from '../../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import type { Clock } from '../../../shared/time.js'
import type { Question } from './confirm-dialog.js'

const firstWait = 2_000
const factor = 4
const longestWait = 300_000
/** Who asks again later than this after the wait does not press for an answer. */
const patience = 60_000

export type Ask = (question: Question) => Promise<Result<null, Problem>>

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

/** `ticks`: milliseconds that only grow. `show`: true only where the button that names the act was pressed. */
export const createQuestions = (ports: { show(question: Question): Promise<boolean>; ticks(): number; clock: Clock }): Ask => {
  const { show, ticks, clock } = ports
  let isOpen = false
  /** By the title of the question. */
  const waits = new Map<string, { ms: number; until: number }>()

  return async (question) => {
    if (isOpen) return fail(open)
    const wait = waits.get(question.title)
    if (wait !== undefined && ticks() < wait.until) return fail(tooSoon(wait.until - ticks(), clock()))
    isOpen = true
    // A box that cannot be shown has not been answered.
    const agreed = await show(question).catch(() => null)
    isOpen = false
    if (agreed === null) return fail(refused)
    if (agreed) {
      waits.delete(question.title)
      return ok(null)
    }
    const presses = wait !== undefined && ticks() - wait.until <= patience
    const ms = presses ? Math.min(question.mostWait ?? longestWait, wait.ms * factor) : firstWait
    waits.set(question.title, { ms, until: ticks() + ms })
    return fail(refused)
  }
}
