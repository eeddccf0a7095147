// The calls of the account on screen: a list that grows at its top, loaded by the page, and the
// details of one call.
import {
  type CallDetail,
  type CallPage,
  type CallQuery,
  type CallSummary,
  mostCalls,
} from '../../shared/calls/call.js'
import { ok } from '../../shared/result.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'

const pageSize = 100

type Filter = Pick<CallQuery, 'search' | 'path' | 'failedOnly'>

export class CallListStore extends NewestAnswer {
  /** Newest first; null before the first response. */
  rows = $state.raw<readonly CallSummary[] | null>(null)
  more = $state(false)
  /** The paths of the stored calls. */
  paths = $state.raw<readonly string[]>([])
  path = $state<string | null>(null)
  failedOnly = $state(false)
  /** The text of the search field; the search runs once typing pauses. */
  typed = $state('')
  search = $state('')
  /** Nothing is added while the user is reading. */
  paused = $state(false)
  /** By how many rows the visible rows have moved down; a new object each time. */
  shift = $state.raw<{ by: number } | null>(null)
  /** The newest call the list knows of, whether or not it matches the filter. */
  seen = $state(0)
  #following = false

  readonly filtered = $derived.by(() => this.path !== null || this.failedOnly || this.search !== '')

  clearFilter(): void {
    this.path = null
    this.failedOnly = false
    this.search = this.typed = ''
  }

  get filterText(): string {
    return JSON.stringify(this.#filter())
  }

  /** From the newest. */
  async read(): Promise<void> {
    this.rows = null
    await this.#fetch(null)
  }

  async readMore(): Promise<void> {
    const last = this.rows?.at(-1)
    if (this.busy || !this.more || last === undefined) return
    await this.#fetch(last.id)
  }

  /** Loads what has arrived since, at least up to this call. */
  async follow(newest: number): Promise<void> {
    if (this.#following || this.busy || this.paused || this.rows === null) return
    this.#following = true
    try {
      while (newest > this.seen && !this.paused && (await this.#followOnce()));
    } finally {
      this.#following = false
    }
  }

  override forget(): void {
    super.forget()
    this.rows = null
    this.more = this.paused = false
    this.paths = []
    this.shift = null
    this.seen = 0
    this.clearFilter()
  }

  #filter(): Filter {
    const search = this.search.trim()
    return { search: search === '' ? null : search, path: this.path, failedOnly: this.failedOnly }
  }

  async #fetch(olderThan: number | null): Promise<void> {
    const page = await this.newest(() =>
      this.bridge.ask('calls/page', {
        ...this.#filter(),
        olderThan,
        newerThan: null,
        limit: pageSize,
      }),
    )
    if (page === null) return
    this.rows = olderThan === null ? page.calls : [...(this.rows ?? []), ...page.calls]
    this.more = page.more
    this.#note(page, olderThan === null)
  }

  #note({ paths, newest }: CallPage, fromTheTop: boolean): void {
    this.paths = paths
    if (fromTheTop) this.seen = newest
  }

  /** False once there is nothing more to load. */
  async #followOnce(): Promise<boolean> {
    const { rows, seen, filterText } = this
    const answer = await this.bridge.ask('calls/page', {
      ...this.#filter(),
      olderThan: null,
      newerThan: seen,
      limit: 200,
    })
    // Another list has replaced it meanwhile.
    if (rows === null || this.rows !== rows || this.filterText !== filterText) return false
    if (!answer.ok) return false
    const { calls, more, oldest } = answer.value
    if (more) {
      await this.read()
      return false
    }
    this.#note(answer.value, true)
    if (calls.length === 0) return true
    this.rows = [...calls, ...rows.filter(({ id }) => id >= oldest)].slice(0, mostCalls)
    this.shift = { by: calls.length }
    return true
  }
}

/** The call whose details are open. */
export class CallDetailStore extends NewestAnswer {
  id = $state<number | null>(null)
  detail = $state.raw<CallDetail | null>(null)

  async open(id: number): Promise<void> {
    this.id = id
    if (this.detail?.id !== id) this.detail = null
    const detail = await this.newest(() => this.bridge.ask('calls/detail', { id }))
    if (detail !== null && this.id === id) this.detail = detail
  }

  /** It came with the console's response. */
  show(detail: CallDetail): void {
    void this.newest(() => Promise.resolve(ok(null)))
    this.id = detail.id
    this.detail = detail
  }

  override forget(): void {
    super.forget()
    this.id = null
    this.detail = null
  }
}
