import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'

/** Why something that was asked for in passing was not done. Stays until it is dismissed, or the same is done after all. */
export class FailedRequest {
  problem = $state.raw<Problem | null>(null)
  /** What went wrong. */
  #act = ''
  /** Answers for another account are of no use. */
  #round = 0

  /**
   * Waits for the answer and keeps what went wrong; null where another account was opened meanwhile. What goes well under another `act` says
   * nothing about what went wrong before.
   */
  async note<T>(asking: Promise<Result<T, Problem>>, act: string): Promise<Result<T, Problem> | null> {
    const round = this.#round
    const answer = await asking
    if (round !== this.#round) return null
    // A system dialog that was answered with no is no failedRequest.
    if (!answer.ok && answer.error.code !== 'cancelled') {
      this.problem = answer.error
      this.#act = act
    } else if (act === this.#act) this.problem = null
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
