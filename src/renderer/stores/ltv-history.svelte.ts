import type { LtvHistory } from '../../shared/domain/ltv-history.js'
import type { UnixSeconds } from '../../shared/time.js'
import { NewestAnswer } from './newest-answer.svelte.js'

const rangeSeconds = { '1h': 3600, '24h': 86_400, '7d': 7 * 86_400, '30d': 30 * 86_400 }
export type LtvRange = keyof typeof rangeSeconds

/** `asOf`: when the loan was last seen. */
export type LtvQuestion = { profileId: string; range: LtvRange; asOf: UnixSeconds | null; at: UnixSeconds }

/** The history is not asked for more often than this, in seconds, for one profile and range. */
const pause = 15
/** Where nothing newer is seen it is asked for this often all the same, in seconds: the picture has to move away from what was seen last. */
const longestPause = 60

/** Whether the history is to be asked for: for another profile or range at once, for a newer look at the loan after a pause. */
export const isDue = (asked: LtvQuestion | null, question: LtvQuestion): boolean => {
  if (asked === null || asked.profileId !== question.profileId || asked.range !== question.range) return true
  const passed = question.at - asked.at
  // A clock that jumped back must not silence the chart.
  return passed < 0 || passed >= (asked.asOf === question.asOf ? longestPause : pause)
}

/** LTV over time for the loan on screen. */
export class LtvHistoryStore extends NewestAnswer {
  range = $state<LtvRange>('24h')
  history = $state.raw<LtvHistory | null>(null)
  #asked: LtvQuestion | null = null

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

  override forget(): void {
    super.forget()
    this.#asked = null
    this.history = null
  }

  async #ask(from: UnixSeconds): Promise<void> {
    this.history = (await this.newest(() => this.bridge.ask('credit-line/history', { from }))) ?? this.history
  }
}
