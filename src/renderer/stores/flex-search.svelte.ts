import type { FlexFilter } from '../../shared/domain/flex-history.js'
import type { FlexRecord } from '../../shared/domain/investment.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import type { Bridge } from '../../shared/ipc/contract.js'

/** What the exchange itself finds, for what is not held on this computer. */
export class FlexSearchStore {
  readonly #bridge: Bridge
  /** The filter that was asked with; null while nothing is searched. Its currency was never sent: the exchange has no such filter. */
  asked = $state.raw<FlexFilter | null>(null)
  /** Null until the first answer. */
  records = $state.raw<readonly FlexRecord[] | null>(null)
  /** Rows read, those of other currencies and those that could not be read included. */
  read = $state(0)
  /** Found, and not to be read. */
  unreadable = $state.raw<readonly Unreadable[]>([])
  more = $state(false)
  busy = $state(false)
  problem = $state.raw<Problem | null>(null)
  #round = 0

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  async search(filter: FlexFilter): Promise<void> {
    this.leave()
    this.asked = filter
    await this.#fetch(filter, 0)
  }

  async searchMore(): Promise<void> {
    if (this.asked !== null && this.more && !this.busy) await this.#fetch(this.asked, this.read)
  }

  /** Back to what is held on this computer. */
  leave(): void {
    this.#round += 1
    this.asked = null
    this.records = null
    this.read = 0
    this.unreadable = []
    this.more = false
    this.busy = false
    this.problem = null
  }

  /** For another profile it means nothing. */
  forget(): void {
    this.leave()
  }

  async #fetch(filter: FlexFilter, offset: number): Promise<void> {
    this.#round += 1
    const round = this.#round
    this.busy = true
    const answer = await this.#bridge.ask('flex/search', { filter: { ...filter, currency: null }, offset })
    if (round !== this.#round) return
    this.busy = false
    this.problem = answer.ok ? null : answer.error
    if (!answer.ok) return
    const fitting = answer.value.records.filter(({ currency }) => filter.currency === null || currency === filter.currency)
    this.records = [...(this.records ?? []), ...fitting]
    const { unreadable = [] } = answer.value
    const listed = answer.value.records.length + unreadable.length
    this.unreadable = [...this.unreadable, ...unreadable]
    this.read = offset + listed
    this.more = answer.value.more && listed > 0
  }
}
