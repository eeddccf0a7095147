import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentQuery, IntentState, OrderIntent } from '../../shared/domain/trading.js'
import type { Bridge } from '../../shared/ipc/contract.js'

/** States as a person asks for them. */
export const journalFilters = {
  'needs-answer': ['unknown'],
  'under-way': ['intent', 'sending'],
  taken: ['acknowledged'],
  rejected: ['rejected'],
  'not-sent': ['not-sent'],
  resolved: ['resolved-filled', 'resolved-not-filled'],
} as const satisfies Record<string, readonly IntentState[]>
export type JournalFilter = keyof typeof journalFilters

const pageSize = 50

/** Everything that was ever confirmed for the profile, as far as it has been asked for, newest first. */
export class OrderJournalStore {
  readonly #bridge: Bridge
  kind = $state<OrderKind | null>(null)
  state = $state<JournalFilter | null>(null)
  /** Null until the first answer to the filter that is set. */
  intents = $state.raw<readonly OrderIntent[] | null>(null)
  more = $state(false)
  problem = $state.raw<Problem | null>(null)
  loading = $state(false)
  /** Each question makes the one before it worthless. */
  #round = 0
  #shownFilter = ''

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  readonly filtered = $derived.by(() => this.kind !== null || this.state !== null)

  /** Reads anew as much as was on screen, for an order or the filter has changed. */
  async read(): Promise<void> {
    const name = JSON.stringify([this.kind, this.state])
    // Rows of another filter would be wrong rows; those of this one are only a moment old.
    if (name !== this.#shownFilter) this.intents = null
    this.#shownFilter = name
    const wanted = this.intents?.length ?? 0
    await this.#fetch([], wanted > pageSize ? wanted : pageSize)
  }

  async readMore(): Promise<void> {
    if (this.loading || !this.more) return
    const shown = this.intents ?? []
    await this.#fetch(shown, shown.length + pageSize)
  }

  /** For another profile this journal means nothing. */
  forget(): void {
    this.#round += 1
    this.intents = null
    this.more = false
    this.problem = null
    this.loading = false
  }

  #filter(): Pick<IntentQuery, 'states' | 'kinds'> {
    return { states: this.state === null ? null : [...journalFilters[this.state]], kinds: this.kind === null ? null : [this.kind] }
  }

  async #fetch(start: readonly OrderIntent[], wanted: number): Promise<void> {
    this.#round += 1
    const round = this.#round
    const filter = this.#filter()
    let found = start
    let more = true
    this.loading = true
    while (more && found.length < wanted) {
      const last = found.at(-1)
      const after = last === undefined ? null : { at: last.createdAt, id: last.id }
      const answer = await this.#bridge.ask('orders/page', { ...filter, after, limit: pageSize })
      if (round !== this.#round) return
      if (!answer.ok) {
        this.problem = answer.error
        this.loading = false
        return
      }
      found = [...found, ...answer.value.intents]
      more = answer.value.more && answer.value.intents.length > 0
    }
    this.loading = false
    this.problem = null
    this.intents = found
    this.more = more
  }
}
