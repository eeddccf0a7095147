import {
  type EarningsQuery,
  everything,
  type FlexEarnings,
  type FlexExport,
  type FlexFacets,
  type FlexFilter,
  type InvestmentDetail,
  type SavedFilter,
} from '../../shared/investments/flex-history.js'
import type { FlexRecord } from '../../shared/investments/investment.js'
import type { ExportFormat } from '../../shared/orders/trading.js'
import type { Unreadable } from '../../shared/unreadable.js'
import type { Bridge, Reply } from '../../shared/contract.js'
import type { EarningsShown } from './earnings-chart.js'
import { filterKey } from './flex-filter.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'
import { AccountMirror } from '../shell/mirror.svelte.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'

/**
 * The investment history as stored on this computer: how complete it is, what is selected from it,
 * and its export to a file.
 */
export class FlexStore extends AccountMirror<'flex'> {
  #stopListening: (() => void) | null = null
  /** The current selection; shared by its rows, its earnings and its file. */
  filter = $state.raw<FlexFilter>(everything)
  facets = $state.raw<FlexFacets | null>(null)
  saved = $state.raw<readonly SavedFilter[]>([])
  /** The newest export of this account; null before the first. */
  exported = $state.raw<FlexExport | null>(null)
  /** Counts how often everything was cleared: what was read before must be read again. */
  forgotten = $state(0)
  #exportId: string | null = null

  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, bridge, 'flex', () => bridge.ask('flex/read', null))
  }

  override open(): void {
    super.open()
    this.#stopListening = this.bridge.listen('flex-export', (now) => {
      // A late message for the previously open account.
      if (now.profileId !== this.appState.profile?.id) return
      // The first progress message of an export may arrive before the response that names it.
      if (this.#exportId === null || now.id === this.#exportId) this.exported = now
    })
  }
  override close(): void {
    super.close()
    this.#stopListening?.()
    this.#stopListening = null
  }

  /** For another profile none of this is valid. */
  override forget(): void {
    super.forget()
    this.forgotten += 1
    this.filter = everything
    this.facets = null
    this.saved = []
    this.exported = null
    this.#exportId = null
  }

  async sync(act: 'now' | 'pause' | 'resume'): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('flex/sync', { act }), act)
  }

  async readFacets(): Promise<void> {
    const answer = await this.failedRequest.note(this.bridge.ask('flex/facets', null), null)
    if (answer?.ok === true) this.facets = answer.value
  }

  async readSaved(): Promise<void> {
    await this.#keepSaved(this.bridge.ask('flex/saved-filters', null))
  }
  /** Saves the current filter, or the one given. */
  save(name: string, filter: FlexFilter = this.filter): Promise<boolean> {
    return this.#keepSaved(this.bridge.ask('flex/save-filter', { name, filter }))
  }
  deleteSaved(id: string): Promise<boolean> {
    return this.#keepSaved(this.bridge.ask('flex/delete-filter', { id }))
  }

  /** A response without an id: no file was chosen. */
  async startExport(format: ExportFormat, bom: boolean): Promise<Reply<'flex/export'>> {
    this.#exportId = null
    this.exported = null
    const asking = this.bridge.ask('flex/export', { filter: this.filter, format, bom })
    const answer = await this.failedRequest.note(asking, null)
    if (answer === null) return asking
    this.#exportId = answer.ok ? (answer.value?.id ?? null) : null
    this.#dropOther()
    return answer
  }
  async cancelExport(id: string): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('flex/cancel-export', { id }), 'cancel-export')
  }

  /** A late message of an earlier export must not replace the newest. */
  #dropOther(): void {
    if (this.exported?.id !== this.#exportId) this.exported = null
  }

  async #keepSaved(asking: Promise<Reply<'flex/saved-filters'>>): Promise<boolean> {
    const answer = await this.failedRequest.note(asking, 'saved-filters')
    if (answer?.ok === true) this.saved = answer.value
    return answer?.ok === true
  }
}

/** A search on the exchange itself, for what is not stored on this computer. */
export class FlexSearchStore extends NewestAnswer {
  /**
   * The filter of the request; null while nothing is searched. Its currency was never sent: the
   * exchange has no such filter.
   */
  asked = $state.raw<FlexFilter | null>(null)
  /** Null until the first response. */
  records = $state.raw<readonly FlexRecord[] | null>(null)
  /** Rows read, including those of other currencies and those that could not be read. */
  read = $state(0)
  /** Found, but unreadable. */
  unreadable = $state.raw<readonly Unreadable[]>([])
  more = $state(false)

  async search(filter: FlexFilter): Promise<void> {
    this.forget()
    this.asked = filter
    await this.#fetch(filter)
  }

  async searchMore(): Promise<void> {
    if (this.asked !== null && this.more && !this.busy) await this.#fetch(this.asked)
  }

  /** Back to what is stored on this computer. */
  override forget(): void {
    super.forget()
    this.asked = null
    this.records = null
    this.read = 0
    this.unreadable = []
    this.more = false
  }

  async #fetch(filter: FlexFilter): Promise<void> {
    const found = await this.newest(() =>
      this.bridge.ask('flex/search', { filter: { ...filter, currency: null }, offset: this.read }),
    )
    if (found === null) return
    const { records, unreadable = [] } = found
    const fitting = records.filter(
      ({ currency }) => filter.currency === null || currency === filter.currency,
    )
    this.records = [...(this.records ?? []), ...fitting]
    this.unreadable = [...this.unreadable, ...unreadable]
    const listed = records.length + unreadable.length
    this.read += listed
    this.more = found.more && listed > 0
  }
}

/** Milliseconds between two requests for earnings while the records keep changing. */
const pause = 2000

/** What was earned, as summed up by main. */
export class FlexEarningsStore extends NewestAnswer {
  per = $state<EarningsQuery['per']>('day')
  shown = $state<EarningsShown>('earned')
  /** The currency of the chart; null takes the first. */
  currency = $state<string | null>(null)
  earnings = $state.raw<FlexEarnings | null>(null)
  /** The query of the figures on screen: dates of one format must not be read in the other. */
  answered = $state.raw<Pick<EarningsQuery, 'per' | 'utc'> | null>(null)
  #question = ''
  #version = -1
  /** The last query, until a while after its response. */
  #recent: EarningsQuery | null = null

  /**
   * Requests the sums if the query or the records have changed. Action types do not filter it: it
   * sums one of them.
   */
  update(filter: FlexFilter, utc: boolean, version: number): void {
    const query: EarningsQuery = { filter: { ...filter, actionTypes: [] }, per: this.per, utc }
    const question = `${filterKey(query.filter)} ${query.per} ${utc}`
    if (question === this.#question && (version === this.#version || this.#recent !== null)) return
    this.#question = question
    this.#version = version
    void this.#ask(query)
  }

  /** For another profile, the chosen currency is also invalid. */
  override forget(): void {
    this.currency = null
    this.again()
  }

  again(): void {
    super.forget()
    this.#question = ''
    this.#recent = null
    this.earnings = null
  }

  async #ask(query: EarningsQuery): Promise<void> {
    this.#recent = query
    const earnings = await this.newest(() => this.bridge.ask('flex/earnings', query))
    if (earnings !== null) {
      this.earnings = earnings
      this.answered = { per: query.per, utc: query.utc }
    }
    await new Promise((done) => setTimeout(done, pause))
    if (this.#recent === query) this.#recent = null
  }
}

/** The investment whose details are open. */
export class InvestmentDetailStore extends NewestAnswer {
  investmentId = $state<string | null>(null)
  /** The row it was opened from, to mark it. */
  transactionId = $state<string | null>(null)
  investment = $state.raw<InvestmentDetail | null>(null)

  async open(investmentId: string, transactionId: string | null): Promise<void> {
    if (investmentId !== this.investmentId) this.forget()
    this.investmentId = investmentId
    this.transactionId = transactionId
    await this.read()
  }

  /** Also when the records have changed. */
  async read(): Promise<void> {
    const { investmentId } = this
    if (investmentId === null) return
    this.investment =
      (await this.newest(() => this.bridge.ask('flex/detail', { investmentId }))) ?? this.investment
  }

  /** Closes the details. */
  override forget(): void {
    super.forget()
    this.investmentId = null
    this.transactionId = null
    this.investment = null
  }
}
