// Past alerts and orders, loaded by the page, newest first.
import type { Alert, AlertKind, AlertLevel, AlertQuery } from '../../shared/alerts/alert.js'
import type { GapQuery, GapReason, MonitoringGap } from '../../shared/alerts/monitoring-gap.js'
import type { OrderKind } from '../../shared/orders/order-ticket.js'
import type { Problem } from '../../shared/problem.js'
import type { IntentQuery, IntentState, OrderIntent } from '../../shared/orders/trading.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { NewestAnswer } from './newest-answer.svelte.js'

type HistoryPage<Row> = Result<{ rows: readonly Row[]; more: boolean }, Problem>

/** A history, as far as it has been loaded. */
export abstract class HistoryStore<Row> extends NewestAnswer {
  /** Rows per request. */
  protected abstract readonly pageSize: number
  /** Null until the first response for the current filter. */
  rows = $state.raw<readonly Row[] | null>(null)
  more = $state(false)
  #shownFilter = ''

  abstract readonly filtered: boolean
  abstract clearFilter(): void
  /** The current query. */
  protected abstract filter(): object
  /** The rows after this one, or the newest. */
  protected abstract page(after: Row | undefined): Promise<HistoryPage<Row>>
  /** What is listed of the reloaded rows. */
  protected merged(fresh: readonly Row[]): readonly Row[] {
    return fresh
  }

  /** The same text for the same rows. */
  get filterText(): string {
    return JSON.stringify(this.filter())
  }

  /** Reloads as much as was on screen, because the history or the filter has changed. */
  async read(): Promise<void> {
    const { filterText } = this
    // Rows of another filter would be wrong; those of this one are only slightly stale.
    if (filterText !== this.#shownFilter) this.rows = null
    this.#shownFilter = filterText
    const shown = this.rows?.length ?? 0
    await this.#fetch([], shown > this.pageSize ? shown : this.pageSize)
  }

  async readMore(): Promise<void> {
    if (this.busy || !this.more) return
    const shown = this.rows ?? []
    await this.#fetch(shown, shown.length + this.pageSize)
  }

  override forget(): void {
    super.forget()
    this.rows = null
    this.more = false
  }

  async #fetch(start: readonly Row[], wanted: number): Promise<void> {
    const found = await this.newest((isNewest) => this.#pages(start, wanted, isNewest))
    if (found === null) return
    this.rows = this.merged(found.rows)
    this.more = found.more
  }

  async #pages(
    start: readonly Row[],
    wanted: number,
    isNewest: () => boolean,
  ): Promise<HistoryPage<Row>> {
    let rows = start
    let more = true
    while (more && rows.length < wanted && isNewest()) {
      const page = await this.page(rows.at(-1))
      if (!page.ok) return page
      rows = [...rows, ...page.value.rows]
      more = page.value.more && page.value.rows.length > 0
    }
    return ok({ rows, more })
  }
}

/** Rows that were opened, and when. */
type Opened = { readonly [alertId: string]: UnixSeconds }

const newestFirst = (a: Alert, b: Alert): number => b.at - a.at || (a.id < b.id ? 1 : -1)

/**
 * The reloaded list plus the rows opened meanwhile: opening marks them read, and where only unread
 * ones are listed they would disappear while being read.
 */
export function withOpened(
  fresh: readonly Alert[],
  shown: readonly Alert[],
  opened: Opened,
): readonly Alert[] {
  const kept = shown.flatMap((alert): Alert[] => {
    const at = opened[alert.id]
    return at === undefined || fresh.some(({ id }) => id === alert.id)
      ? []
      : [{ ...alert, readAt: alert.readAt ?? at }]
  })
  return kept.length === 0 ? fresh : [...fresh, ...kept].sort(newestFirst)
}

export class AlertHistoryStore extends HistoryStore<Alert> {
  protected readonly pageSize = 100
  kind = $state<AlertKind | null>(null)
  level = $state<AlertLevel | null>(null)
  unreadOnly = $state(false)
  #opened: Opened = {}

  readonly filtered = $derived.by(
    () => this.kind !== null || this.level !== null || this.unreadOnly,
  )

  clearFilter(): void {
    this.kind = null
    this.level = null
    this.unreadOnly = false
  }

  /** This one is being read: it stays in the list although it is no longer unread. */
  open(id: string, at: UnixSeconds): void {
    this.#opened = { ...this.#opened, [id]: at }
  }

  override forget(): void {
    this.#opened = {}
    super.forget()
  }

  protected filter(): Pick<AlertQuery, 'kinds' | 'levels' | 'unreadOnly'> {
    return {
      kinds: this.kind === null ? null : [this.kind],
      levels: this.level === null ? null : [this.level],
      unreadOnly: this.unreadOnly,
    }
  }

  protected async page(last: Alert | undefined): Promise<HistoryPage<Alert>> {
    const after = last === undefined ? null : { at: last.at, id: last.id }
    const answer = await this.bridge.ask('alerts/page', {
      ...this.filter(),
      after,
      limit: this.pageSize,
    })
    return answer.ok ? ok({ rows: answer.value.alerts, more: answer.value.more }) : answer
  }

  protected override merged(fresh: readonly Alert[]): readonly Alert[] {
    return this.unreadOnly ? withOpened(fresh, this.rows ?? [], this.#opened) : fresh
  }
}

export class GapHistoryStore extends HistoryStore<MonitoringGap> {
  protected readonly pageSize = 50
  reason = $state<GapReason | null>(null)

  readonly filtered = $derived.by(() => this.reason !== null)

  clearFilter(): void {
    this.reason = null
  }

  protected filter(): Pick<GapQuery, 'reasons'> {
    return { reasons: this.reason === null ? null : [this.reason] }
  }

  protected async page(last: MonitoringGap | undefined): Promise<HistoryPage<MonitoringGap>> {
    const after = last === undefined ? null : { at: last.at, id: last.id }
    const answer = await this.bridge.ask('monitoring-gaps/page', {
      ...this.filter(),
      after,
      limit: this.pageSize,
    })
    return answer.ok ? ok({ rows: answer.value.gaps, more: answer.value.more }) : answer
  }
}

/** States, as the filter groups them. */
const statesOf = {
  'needs-answer': ['unknown'],
  'under-way': ['intent', 'sending'],
  taken: ['acknowledged'],
  rejected: ['rejected'],
  'not-sent': ['not-sent'],
  'not-executed': ['not-executed'],
  resolved: ['resolved-filled', 'resolved-not-filled'],
} as const satisfies Record<string, readonly IntentState[]>
export type JournalFilter = keyof typeof statesOf

/** Everything that was ever confirmed for the profile. */
export class OrderJournalStore extends HistoryStore<OrderIntent> {
  protected readonly pageSize = 50
  kind = $state<OrderKind | null>(null)
  state = $state<JournalFilter | null>(null)
  /** The text of the search field; the search runs once typing pauses. */
  typed = $state('')
  search = $state('')
  market = $state<string | null>(null)
  from = $state<UnixSeconds | null>(null)
  before = $state<UnixSeconds | null>(null)
  /** The markets that have orders, as last read. */
  markets = $state.raw<readonly string[]>([])
  /** The latest query; responses to others are ignored. */
  #askedMarkets: symbol | null = null

  readonly filtered = $derived.by(() => Object.values(this.filter()).some((part) => part !== null))

  clearFilter(): void {
    this.kind = this.state = this.market = this.from = this.before = null
    this.search = this.typed = ''
  }

  /** If they cannot be read, the list itself says why. */
  async readMarkets(): Promise<void> {
    const asked = Symbol('markets')
    this.#askedMarkets = asked
    const answer = await this.bridge.ask('orders/markets', null)
    if (answer.ok && this.#askedMarkets === asked) this.markets = answer.value
  }

  override forget(): void {
    super.forget()
    this.#askedMarkets = null
    // A search in one account means nothing in another.
    this.markets = []
    this.market = null
    this.search = this.typed = ''
  }

  protected filter(): Omit<IntentQuery, 'after' | 'limit'> {
    const search = this.search.trim()
    return {
      states: this.state === null ? null : [...statesOf[this.state]],
      kinds: this.kind === null ? null : [this.kind],
      search: search === '' ? null : search,
      market: this.market,
      from: this.from,
      before: this.before,
    }
  }

  protected async page(last: OrderIntent | undefined): Promise<HistoryPage<OrderIntent>> {
    const after = last === undefined ? null : { at: last.createdAt, id: last.id }
    const answer = await this.bridge.ask('orders/page', {
      ...this.filter(),
      after,
      limit: this.pageSize,
    })
    return answer.ok ? ok({ rows: answer.value.intents, more: answer.value.more }) : answer
  }
}
