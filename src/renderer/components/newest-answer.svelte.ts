import type { Problem } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'

/** For a store that sends main one request after another: each makes the previous one stale. */
export class NewestAnswer {
  protected readonly bridge: Bridge
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  #round = 0

  constructor(bridge: Bridge) {
    this.bridge = bridge
  }

  /** The response; null if it failed, was superseded, or everything was cleared meanwhile. */
  protected async newest<T>(
    ask: (isNewest: () => boolean) => Promise<Result<T, Problem>>,
  ): Promise<T | null> {
    this.#round += 1
    const round = this.#round
    const isNewest = (): boolean => round === this.#round
    this.busy = true
    const answer = await ask(isNewest)
    if (!isNewest()) return null
    this.busy = false
    this.problem = answer.ok ? null : answer.error
    return answer.ok ? answer.value : null
  }

  /** For another account, no response is valid. */
  forget(): void {
    this.#round += 1
    this.busy = false
    this.problem = null
  }
}
