import type { Alert, AlertKind, AlertLevel, AlertQuery } from '../../shared/domain/alert.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Opened, withOpened } from './alert-rows.js'

export type AlertFilter = Pick<AlertQuery, 'kinds' | 'levels' | 'unreadOnly'>

const pageSize = 100

/** The history of alerts as far as it has been asked for, newest first. */
export class AlertHistoryStore {
  readonly #bridge: Bridge
  kind = $state<AlertKind | null>(null)
  level = $state<AlertLevel | null>(null)
  unreadOnly = $state(false)
  /** Null until the first answer to the filter that is set. */
  alerts = $state.raw<readonly Alert[] | null>(null)
  more = $state(false)
  problem = $state.raw<Problem | null>(null)
  loading = $state(false)
  /** Each question makes the one before it worthless. */
  #round = 0
  #shownFilter = ''
  /** Rows that were opened since the filter was set, and when. */
  #opened: Opened = {}

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  readonly filtered = $derived.by(() => this.kind !== null || this.level !== null || this.unreadOnly)

  /** Reads anew as much as was on screen, for the history or the filter has changed. */
  async read(): Promise<void> {
    const filter = this.#filter()
    const name = JSON.stringify(filter)
    // Rows of another filter would be wrong rows; those of this one are only a moment old.
    if (name !== this.#shownFilter) {
      this.alerts = null
      this.#opened = {}
    }
    this.#shownFilter = name
    const wanted = this.alerts?.length ?? 0
    await this.#fetch([], wanted > pageSize ? wanted : pageSize)
  }

  async readMore(): Promise<void> {
    if (this.loading || !this.more) return
    const shown = this.alerts ?? []
    await this.#fetch(shown, shown.length + pageSize)
  }

  /** Somebody reads this one: it stays in the list although it is not unread any more. */
  open(id: string, at: UnixSeconds): void {
    this.#opened = { ...this.#opened, [id]: at }
  }

  /** For another profile this history means nothing. */
  forget(): void {
    this.#round += 1
    this.#opened = {}
    this.alerts = null
    this.more = false
    this.problem = null
    this.loading = false
  }

  #filter(): AlertFilter {
    return {
      kinds: this.kind === null ? null : [this.kind],
      levels: this.level === null ? null : [this.level],
      unreadOnly: this.unreadOnly,
    }
  }

  async #fetch(start: readonly Alert[], wanted: number): Promise<void> {
    this.#round += 1
    const round = this.#round
    const filter = this.#filter()
    let found = start
    let more = true
    this.loading = true
    while (more && found.length < wanted) {
      const last = found.at(-1)
      const after = last === undefined ? null : { at: last.at, id: last.id }
      const answer = await this.#bridge.ask('alerts/page', { ...filter, after, limit: pageSize })
      if (round !== this.#round) return
      if (!answer.ok) {
        this.problem = answer.error
        this.loading = false
        return
      }
      found = [...found, ...answer.value.alerts]
      more = answer.value.more && answer.value.alerts.length > 0
    }
    this.loading = false
    this.problem = null
    this.alerts = filter.unreadOnly ? withOpened(found, this.alerts ?? [], this.#opened) : found
    this.more = more
  }
}
