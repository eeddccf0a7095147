import type { FlexExport, FlexFacets, FlexFilter, FlexView, SavedFilter } from '../../shared/domain/flex-history.js'
import { everything } from '../../shared/domain/flex-history.js'
import type { ExportFormat } from '../../shared/domain/trading.js'
import type { Bridge, Reply } from '../../shared/ipc/contract.js'
import { AccountMirror } from './mirror.svelte.js'
import type { AppStateStore } from './app-state.svelte.js'

/** The investment history as far as this computer holds it: how complete it is, what is chosen of it, and its way into a file. */
export class FlexStore extends AccountMirror<FlexView> {
  readonly #bridge: Bridge
  readonly #appState: AppStateStore
  #stopListening: (() => void) | null = null
  /** What is chosen of the history; the same for its rows, its earnings and its file. */
  filter = $state.raw<FlexFilter>(everything)
  facets = $state.raw<FlexFacets | null>(null)
  saved = $state.raw<readonly SavedFilter[]>([])
  /** The newest export of this account; null before the first. */
  exported = $state.raw<FlexExport | null>(null)
  /** Counts how often everything was forgotten: what was read before must be read again. */
  forgotten = $state(0)
  #exportId: string | null = null
  /** Answers for another profile are of no use. */
  #round = 0

  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, { listen: (receive) => bridge.listen('flex', receive), ask: () => bridge.ask('flex/read', null) })
    this.#bridge = bridge
    this.#appState = appState
  }

  override open(): void {
    super.open()
    this.#stopListening = this.#bridge.listen('flex-export', (now) => {
      // A word that comes late, of the account that was open before.
      if (now.profileId !== this.#appState.profile?.id) return
      // The first word of an export may come before the answer that names it.
      if (this.#exportId === null || now.id === this.#exportId) this.exported = now
    })
  }
  override close(): void {
    super.close()
    this.#stopListening?.()
    this.#stopListening = null
  }

  /** For another profile nothing of this means anything. */
  override forget(): void {
    super.forget()
    this.#round += 1
    this.forgotten += 1
    this.filter = everything
    this.facets = null
    this.saved = []
    this.exported = null
    this.#exportId = null
  }

  async sync(act: 'now' | 'pause' | 'resume'): Promise<void> {
    await this.failedRequest.note(this.#bridge.ask('flex/sync', { act }), act)
  }

  async readFacets(): Promise<void> {
    const round = this.#round
    const answer = await this.#bridge.ask('flex/facets', null)
    if (round === this.#round && answer.ok) this.facets = answer.value
  }

  async readSaved(): Promise<void> {
    await this.#keepSaved(this.#bridge.ask('flex/saved-filters', null))
  }
  /** Keeps the filter that is set now, or the one given. */
  save(name: string, filter: FlexFilter = this.filter): Promise<boolean> {
    return this.#keepSaved(this.#bridge.ask('flex/save-filter', { name, filter }))
  }
  deleteSaved(id: string): Promise<boolean> {
    return this.#keepSaved(this.#bridge.ask('flex/delete-filter', { id }))
  }

  /** An answer without an id: no file was chosen. */
  async startExport(format: ExportFormat, bom: boolean): Promise<Reply<'flex/export'>> {
    this.#exportId = null
    this.exported = null
    const round = this.#round
    const answer = await this.#bridge.ask('flex/export', { filter: this.filter, format, bom })
    if (round !== this.#round) return answer
    this.#exportId = answer.ok ? (answer.value?.id ?? null) : null
    this.#dropOther()
    return answer
  }
  async cancelExport(id: string): Promise<void> {
    await this.failedRequest.note(this.#bridge.ask('flex/cancel-export', { id }), 'cancel-export')
  }

  /** A late word of an export before the newest must not stand for it. */
  #dropOther(): void {
    if (this.exported?.id !== this.#exportId) this.exported = null
  }

  async #keepSaved(asking: Promise<Reply<'flex/saved-filters'>>): Promise<boolean> {
    const answer = await this.failedRequest.note(asking, 'saved-filters')
    if (answer?.ok === true) this.saved = answer.value
    return answer?.ok === true
  }
}
