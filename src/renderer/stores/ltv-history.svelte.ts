import type { LtvHistory } from '../../shared/domain/ltv-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import type { UnixSeconds } from '../../shared/time.js'
import { isDue, type LtvQuestion, type LtvRange, rangeSeconds } from './ltv-ranges.js'

/** LTV over time for the loan on screen. */
export class LtvHistoryStore {
  readonly #bridge: Bridge
  range = $state<LtvRange>('24h')
  history = $state.raw<LtvHistory | null>(null)
  problem = $state.raw<Problem | null>(null)
  #round = 0
  #asked: LtvQuestion | null = null

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /**
   * To be called with every tick while the chart is on screen. Asks when the range or the profile is another one, when the loan was seen
   * again, at most every 15 seconds, and every minute in any case.
   */
  update(profileId: string, asOf: UnixSeconds | null, now: UnixSeconds): void {
    const question = { profileId, range: this.range, asOf, at: now }
    const asked = this.#asked
    if (!isDue(asked, question)) return
    if (asked?.profileId !== profileId || asked.range !== this.range) this.history = null
    this.#asked = question
    void this.#ask(now - rangeSeconds[this.range])
  }

  /** For another profile this history means nothing. */
  forget(): void {
    this.#round += 1
    this.#asked = null
    this.history = null
    this.problem = null
  }

  async #ask(from: UnixSeconds): Promise<void> {
    this.#round += 1
    const round = this.#round
    const answer = await this.#bridge.ask('credit-line/history', { from })
    if (round !== this.#round) return
    this.problem = answer.ok ? null : answer.error
    if (answer.ok) this.history = answer.value
  }
}
