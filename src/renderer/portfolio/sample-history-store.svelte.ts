import type { LtvHistory } from '../../shared/portfolio/ltv-history.js'
import type { Problem } from '../../shared/problem.js'
import type { WorthHistory } from '../../shared/portfolio/worth-history.js'
import { wordsBy } from '../../shared/messages/messages.js'
import type { Bridge } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'

const day = 86_400
const rangeSeconds = { '1h': 3600, '24h': day, '7d': 7 * day, '30d': 30 * day, '1y': 365 * day }
export type HistoryRange = keyof typeof rangeSeconds

export const rangeTitles: Readonly<Record<HistoryRange, string>> = wordsBy({
  '1h': 'common.range.1h',
  '24h': 'common.range.24h',
  '7d': 'common.range.7d',
  '30d': 'common.range.30d',
  '1y': 'common.range.1y',
})

/** `subject`: whose, and in what, it is. `asOf`: when what is sampled was last seen. */
export type HistoryQuestion = {
  subject: string
  range: HistoryRange
  asOf: UnixSeconds | null
  at: UnixSeconds
}

/** A history is not asked for more often than this, in seconds, for one subject and range. */
const pause = 15
/**
 * Where nothing newer is seen it is asked for this often all the same, in seconds: the picture has
 * to move away from what was seen last.
 */
const longestPause = 60

/**
 * Whether a history is to be asked for: of another subject or range at once, for newer figures
 * after a pause.
 */
export function isDue(asked: HistoryQuestion | null, question: HistoryQuestion): boolean {
  if (asked === null || asked.subject !== question.subject || asked.range !== question.range)
    return true
  const passed = question.at - asked.at
  // A clock that jumped back must not silence the chart.
  return passed < 0 || passed >= (asked.asOf === question.asOf ? longestPause : pause)
}

/** Something over time, of the account on screen. */
class SampleHistory<History> extends NewestAnswer {
  range = $state<HistoryRange>('24h')
  history = $state.raw<History | null>(null)
  readonly #read: (from: UnixSeconds) => Promise<Result<History, Problem>>
  #asked: HistoryQuestion | null = null

  constructor(bridge: Bridge, read: (from: UnixSeconds) => Promise<Result<History, Problem>>) {
    super(bridge)
    this.#read = read
  }

  /** To be called with every tick while the chart is on screen. */
  update(subject: string, asOf: UnixSeconds | null, now: UnixSeconds): void {
    const question = { subject, range: this.range, asOf, at: now }
    const asked = this.#asked
    if (!isDue(asked, question)) return
    if (asked?.subject !== subject || asked.range !== this.range) this.history = null
    this.#asked = question
    void this.#ask(now - rangeSeconds[this.range])
  }

  override forget(): void {
    super.forget()
    this.#asked = null
    this.history = null
  }

  async #ask(from: UnixSeconds): Promise<void> {
    this.history = (await this.newest(() => this.#read(from))) ?? this.history
  }
}

/** LTV over time. */
export class LtvHistoryStore extends SampleHistory<LtvHistory> {
  constructor(bridge: Bridge) {
    super(bridge, (from) => bridge.ask('credit-line/history', { from }))
  }
}

/** What the account was worth. */
export class WorthHistoryStore extends SampleHistory<WorthHistory> {
  constructor(bridge: Bridge) {
    super(bridge, (from) => bridge.ask('portfolio/worth-history', { from }))
  }
}
