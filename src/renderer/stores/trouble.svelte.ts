import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

/** Why something that was asked for in passing was not done. Stays until it is dismissed, or the next is done. */
export class Trouble {
  problem = $state.raw<Problem | null>(null)
  /** Answers for another account are of no use. */
  #round = 0

  /** Waits for the answer and keeps what went wrong; null where another account was opened meanwhile. */
  async note<T>(asking: Promise<Result<T, Problem>>): Promise<Result<T, Problem> | null> {
    const round = this.#round
    const answer = await asking
    if (round !== this.#round) return null
    // A system dialog that was answered with no is no trouble.
    this.problem = answer.ok || answer.error.code === 'cancelled' ? null : answer.error
    return answer
  }

  dismiss(): void {
    this.problem = null
  }

  /** For another account it means nothing. */
  forget(): void {
    this.#round += 1
    this.problem = null
  }
}
