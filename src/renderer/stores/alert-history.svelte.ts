import type { Alert, AlertKind, AlertLevel, AlertQuery } from '../../shared/domain/alert.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { ok } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Opened, withOpened } from './alert-rows.js'
import { PagedRows } from './paged-rows.svelte.js'

const pageSize = 100

export class AlertHistoryStore {
  kind = $state<AlertKind | null>(null)
  level = $state<AlertLevel | null>(null)
  unreadOnly = $state(false)
  readonly list: PagedRows<Alert>
  #opened: Opened = {}

  constructor(bridge: Bridge) {
    this.list = new PagedRows<Alert>({
      pageSize,
      filter: () => JSON.stringify(this.#filter()),
      page: async (last) => {
        const after = last === undefined ? null : { at: last.at, id: last.id }
        const answer = await bridge.ask('alerts/page', { ...this.#filter(), after, limit: pageSize })
        return answer.ok ? ok({ rows: answer.value.alerts, more: answer.value.more }) : answer
      },
      merge: (fresh, shown) => (this.unreadOnly ? withOpened(fresh, shown, this.#opened) : fresh),
    })
  }

  readonly filtered = $derived.by(() => this.kind !== null || this.level !== null || this.unreadOnly)

  clearFilter(): void {
    this.kind = null
    this.level = null
    this.unreadOnly = false
  }

  /** Somebody reads this one: it stays in the list although it is not unread any more. */
  open(id: string, at: UnixSeconds): void {
    this.#opened = { ...this.#opened, [id]: at }
  }

  forget(): void {
    this.#opened = {}
    this.list.forget()
  }

  #filter(): Pick<AlertQuery, 'kinds' | 'levels' | 'unreadOnly'> {
    return {
      kinds: this.kind === null ? null : [this.kind],
      levels: this.level === null ? null : [this.level],
      unreadOnly: this.unreadOnly,
    }
  }
}
