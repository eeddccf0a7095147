// After five failures in a row calls fail at once with the last reason; after a short rest one liveness check (specification 4.1)
// decides whether they go out again.
import type { Timing } from '../../shared/time.js'
import type { Problem } from '../../shared/domain/problem.js'

export type CircuitState = { kind: 'closed' } | { kind: 'probe' } | { kind: 'open'; problem: Problem }

export type CircuitBreaker = {
  state(): CircuitState
  succeeded(): void
  failed(problem: Problem): void
}

const closed: CircuitState = { kind: 'closed' }

const failuresToOpen = 5
/** Shorter than the quickest poll, so that the first one after the exchange is back finds it back. */
const restMs = 4000

export const createCircuitBreaker = (timing: Timing): CircuitBreaker => {
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
