import { wordsBy } from '../../shared/messages/messages.js'
import type { Bridge, Reply } from '../../shared/contract.js'
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

/** `subject`: whose it is, and in which currency. `asOf`: when the sampled value was last seen. */
export type HistoryQuestion = {
  subject: string
  range: HistoryRange
  asOf: UnixSeconds | null
  at: UnixSeconds
}

/**
 * The minimum interval in seconds between two requests for the history of one subject and range.
 */
const pause = 15
/**
 * Without newer values it is still requested this often, in seconds: the chart has to move away
 * from the last value seen.
 */
const longestPause = 60

/**
 * Whether to request a history: immediately for another subject or range, after a pause for newer
 * figures.
 */
export function isDue(asked: HistoryQuestion | null, question: HistoryQuestion): boolean {
  if (asked === null || asked.subject !== question.subject || asked.range !== question.range)
    return true
  const passed = question.at - asked.at
  // A clock that jumped back must not freeze the chart.
  return passed < 0 || passed >= (asked.asOf === question.asOf ? longestPause : pause)
}

type HistoryChannel = 'credit-line/history' | 'portfolio/margin-history' | 'portfolio/worth-history'
type HistoryIn<C extends HistoryChannel> = Extract<Reply<C>, { ok: true }>['value']

/** A time series of the account on screen. */
export class SampleHistoryStore<C extends HistoryChannel> extends NewestAnswer {
  range = $state<HistoryRange>('24h')
  history = $state.raw<HistoryIn<C> | null>(null)
  readonly #channel: C
  #asked: HistoryQuestion | null = null

  constructor(bridge: Bridge, channel: C) {
    super(bridge)
    this.#channel = channel
  }

  /** Call it with every tick while the chart is on screen. */
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
    const ask = this.bridge.ask as (channel: C, payload: { from: UnixSeconds }) => Promise<Reply<C>>
    const answer = await this.newest<HistoryIn<C>>(() => ask(this.#channel, { from }))
    this.history = answer ?? this.history
  }
}
