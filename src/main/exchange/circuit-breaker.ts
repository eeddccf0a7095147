// Stops asking an exchange that is evidently down. After five failures in a row calls answer at once with the last reason; after
// a short rest one liveness check (specification 4.1) decides whether they go out again.
import type { Problem } from '../../shared/domain/problem.js'
import type { Timing } from './timing.js'

export type BreakerState = { kind: 'closed' } | { kind: 'probe' } | { kind: 'open'; problem: Problem }

export type Breaker = {
  /** `open`: do not call, `problem` says why. `probe`: check liveness first. */
  state(): BreakerState
  succeeded(): void
  failed(problem: Problem): void
}

const closed: BreakerState = { kind: 'closed' }

const failuresToOpen = 5
/** Shorter than the quickest poll, so that the first look after the exchange is back finds it back. */
const restMs = 4000

export const createBreaker = (timing: Timing): Breaker => {
  let failures = 0
  let last: Problem | null = null
  let restUntil = 0
  return {
    state() {
      if (failures < failuresToOpen || last === null) return closed
      return timing.ticks() >= restUntil ? { kind: 'probe' } : { kind: 'open', problem: last }
    },
    succeeded() {
      failures = 0
      last = null
    },
    failed(problem) {
      failures += 1
      last = problem
      if (failures >= failuresToOpen) restUntil = timing.ticks() + restMs
    },
  }
}
