import type { EarningsQuery, FlexEarnings, FlexFilter } from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { filterKey } from '../format/flex-filter.js'
import type { EarningsShown } from '../format/earnings-chart.js'

/** Milliseconds between two questions while the records keep changing. */
const pause = 2000

/** What was earned, as main sums it up. */
export class FlexEarningsStore {
  readonly #bridge: Bridge
  per = $state<EarningsQuery['per']>('day')
  shown = $state<EarningsShown>('earned')
  /** The currency in the picture; null takes the first. */
  currency = $state<string | null>(null)
  earnings = $state.raw<FlexEarnings | null>(null)
  /** What the figures on screen were asked with: dates of one manner must not be read in the other. */
  answered = $state.raw<Pick<EarningsQuery, 'per' | 'utc'> | null>(null)
  problem = $state.raw<Problem | null>(null)
  #round = 0
  #asked = ''
  #asking = false

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Asks when the question or the records are others than last time. Action types do not narrow it: it sums one of them. */
  update(filter: FlexFilter, utc: boolean, version: number): void {
    const query: EarningsQuery = { filter: { ...filter, actionTypes: [] }, per: this.per, utc }
    const asked = `${filterKey(query.filter)} ${query.per} ${utc} ${version}`
    if (asked === this.#asked) return
    const sameQuestion = this.#asked.slice(0, this.#asked.lastIndexOf(' ')) === asked.slice(0, asked.lastIndexOf(' '))
    if (sameQuestion && this.#asking) return
    this.#asked = asked
    void this.#ask(query)
  }

  /** For another profile these sums mean nothing, nor does a currency that was chosen among them. */
  forget(): void {
    this.currency = null
    this.again()
  }

  again(): void {
    this.#round += 1
    this.#asked = ''
    this.#asking = false
    this.earnings = null
    this.problem = null
  }

  async #ask(query: EarningsQuery): Promise<void> {
    this.#round += 1
    const round = this.#round
    this.#asking = true
    const answer = await this.#bridge.ask('flex/earnings', query)
    if (round !== this.#round) return
    this.problem = answer.ok ? null : answer.error
    if (answer.ok) {
      this.earnings = answer.value
      this.answered = { per: query.per, utc: query.utc }
    }
    await new Promise((done) => setTimeout(done, pause))
    if (round === this.#round) this.#asking = false
  }
}
