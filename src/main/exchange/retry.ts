// Second and third tries, for reads only, and for when no call is sent at all. A call that moves
// money is never retried; it only observes the pause the exchange asks for.
import type { AfterTry } from '../../shared/calls/call.js'
import type { Problem } from '../../shared/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import { pause } from './timing.js'

/**
 * How a read may be retried. `pause`: the exchange wants fewer calls of every kind, for `ms` if it
 * said how long · `new-nonce`: immediately, signed again.
 */
export type Retry =
  | { kind: 'no' }
  | { kind: 'backoff' }
  | { kind: 'pause'; ms: number | null }
  | { kind: 'new-nonce' }

export type Attempt<T> = { result: Result<T, Problem>; retry: Retry }

type RetryPorts = {
  timing: Timing
  clock: Clock
  random: () => number
  stop: AbortSignal
  /** Pauses everything the exchange counts with this call. `problem`: how it requested that. */
  pauseHost: (ms: number, problem: Problem) => void
  /** The longest pause waited for; for a longer one, the problem says when it ends. */
  maxWait: number
  /** Three unless given. */
  maxTries?: number
  /** A try ended, and this follows. `problem` is null if the response was valid. */
  onTried?: (problem: Problem | null, after: AfterTry) => void
}

const nothingAfter: AfterTry = { again: false, ms: 0, pausedMs: null }

const usualTries = 3
const firstBackoffMs = 1000
const maxBackoffMs = 30_000

/** The pause after a refused call that moves money if the exchange does not say how long. */
const defaultPauseMs = 1000

/**
 * Full jitter: anywhere between nothing and the doubled wait, so that many clients do not retry at
 * the same time.
 */
export function backoffMs(waitsBefore: number, random: () => number): number {
  return random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** waitsBefore)
}

export async function withRetries<T>(
  attempt: () => Attempt<T> | Promise<Attempt<T>>,
  ports: RetryPorts,
): Promise<Result<T, Problem>> {
  const { maxTries = usualTries } = ports
  let waits = 0
  let resigned = false
  for (let tries = 1; ; tries += 1) {
    const { result, retry } = await attempt()
    if (result.ok || retry.kind === 'no') {
      ports.onTried?.(result.ok ? null : result.error, nothingAfter)
      return result
    }
    if (retry.kind === 'new-nonce' && !resigned && tries < maxTries) {
      ports.onTried?.(result.error, { ...nothingAfter, again: true })
      resigned = true
      continue
    }
    const ms =
      retry.kind === 'pause' && retry.ms !== null ? retry.ms : backoffMs(waits, ports.random)
    waits += 1
    const pausing = retry.kind === 'pause'
    const again = tries < maxTries && !(pausing && ms > ports.maxWait)
    ports.onTried?.(result.error, { again, ms: again ? ms : 0, pausedMs: pausing ? ms : null })
    if (pausing) {
      ports.pauseHost(ms, result.error)
      if (!again) return fail({ ...result.error, retryAt: ports.clock() + ms / 1000 })
    }
    if (!again || !(await pause(ports.timing, ms, ports.stop))) return result
  }
}

export function applyRetryAfter<T>(
  { result, retry }: Attempt<T>,
  { pauseHost, clock, onTried }: Pick<RetryPorts, 'pauseHost' | 'clock' | 'onTried'>,
): Result<T, Problem> {
  const problem = result.ok ? null : result.error
  if (result.ok || retry.kind !== 'pause') {
    onTried?.(problem, nothingAfter)
    return result
  }
  const ms = retry.ms ?? defaultPauseMs
  onTried?.(problem, { ...nothingAfter, pausedMs: ms })
  pauseHost(ms, result.error)
  return result.error.code === 'rate-limited'
    ? fail({ ...result.error, retryAt: clock() + ms / 1000 })
    : result
}

const failuresToOpen = 5
/** Shorter than the fastest poll interval, so that the first poll after recovery succeeds. */
const restMs = 4000

/**
 * After five consecutive failures, calls fail immediately with the last reason; after a short rest
 * one liveness check (specification 4.1) decides whether they are sent again.
 */
export type CircuitBreaker = {
  state(): { kind: 'closed' } | { kind: 'probe' } | { kind: 'open'; problem: Problem }
  succeeded(): void
  failed(problem: Problem): void
}

export function createCircuitBreaker(timing: Timing): CircuitBreaker {
  let failures = 0
  let last: Problem | null = null
  let restUntil = 0
  return {
    state(): { kind: 'closed' } | { kind: 'probe' } | { kind: 'open'; problem: Problem } {
      if (failures < failuresToOpen || last === null) return { kind: 'closed' }
      return timing.ticks() >= restUntil ? { kind: 'probe' } : { kind: 'open', problem: last }
    },
    succeeded(): void {
      failures = 0
      last = null
    },
    failed(problem: Problem): void {
      failures += 1
      last = problem
      if (failures >= failuresToOpen) restUntil = timing.ticks() + restMs
    },
  }
}
