// Second and third tries, for reads alone. A call that moves money is never tried again; it only heeds the quiet that is asked for.
import type { Problem } from '../../shared/domain/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { pause, type Timing } from './timing.js'

/**
 * How a read may be tried again. `later`: after a backoff · `quiet`: the exchange wants less of everything, for `ms` where it said
 * how long · `new-nonce`: at once, signed anew.
 */
export type Again = { kind: 'no' } | { kind: 'later' } | { kind: 'quiet'; ms: number | null } | { kind: 'new-nonce' }

export type Attempt<T> = { result: Result<T, Problem>; again: Again }

export type RetryPorts = {
  timing: Timing
  clock: Clock
  random: () => number
  stop: AbortSignal
  /** Has whatever is counted with this call be quiet as well. `problem` is how the exchange asked for it. */
  hush: (ms: number, problem: Problem) => void
  /** The longest a caller is kept waiting for the exchange's quiet to end; beyond it, the problem says when. */
  patience: number
}

const mostTries = 3
const firstWaitMs = 1000
const longestWaitMs = 30_000

/** The quiet kept after a refused call that moves money where the exchange does not say how long. */
const unnamedQuietMs = 1000

/** Full jitter: anywhere between nothing and the doubled wait, so that many clients do not come back in step. */
export const backoffMs = (waitsBefore: number, random: () => number): number =>
  random() * Math.min(longestWaitMs, firstWaitMs * 2 ** waitsBefore)

export const withRetries = async <T>(attempt: () => Attempt<T> | Promise<Attempt<T>>, ports: RetryPorts): Promise<Result<T, Problem>> => {
  let waits = 0
  let signedAnew = false
  for (let tries = 1; ; tries += 1) {
    const { result, again } = await attempt()
    if (result.ok || again.kind === 'no') return result
    if (again.kind === 'new-nonce' && !signedAnew && tries < mostTries) {
      signedAnew = true
      continue
    }
    const ms = again.kind === 'quiet' && again.ms !== null ? again.ms : backoffMs(waits, ports.random)
    waits += 1
    if (again.kind === 'quiet') {
      ports.hush(ms, result.error)
      if (tries === mostTries || ms > ports.patience) return fail({ ...result.error, retryAt: ports.clock() + ms / 1000 })
    }
    if (tries === mostTries || !(await pause(ports.timing, ms, ports.stop))) return result
  }
}

/** What the exchange asks of one call holds for what is counted with it, and whoever was refused learns when it ends. */
export const heedQuiet = <T>({ result, again }: Attempt<T>, { hush, clock }: Pick<RetryPorts, 'hush' | 'clock'>): Result<T, Problem> => {
  if (result.ok || again.kind !== 'quiet') return result
  const ms = again.ms ?? unnamedQuietMs
  hush(ms, result.error)
  return result.error.code === 'rate-limited' ? fail({ ...result.error, retryAt: clock() + ms / 1000 }) : result
}
