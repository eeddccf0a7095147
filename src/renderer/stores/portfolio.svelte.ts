import { explainPortfolio } from '../../shared/domain/circumstances.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import type { Exported } from '../../shared/domain/trading.js'
import type { Announcer } from './announcer.svelte.js'
import { AccountMirror } from './mirror.svelte.js'
import type { ConnectionStore } from './connection.svelte.js'
import type { AppStateStore } from './app-state.svelte.js'

/** Balances, positions and the loan of the profile on screen. Figures of any other profile are never shown. */
export class PortfolioStore extends AccountMirror<'portfolio'> {
  readonly #announcer: Announcer
  readonly #connection: ConnectionStore
  refreshing = $state(false)

  constructor(bridge: Bridge, appState: AppStateStore, announcer: Announcer, connection: ConnectionStore) {
    super(appState, bridge, 'portfolio', () => bridge.ask('portfolio/read', null))
    this.#announcer = announcer
    this.#connection = connection
  }

  protected override explained(view: PortfolioView): PortfolioView {
    return explainPortfolio(view, this.#connection.circumstances)
  }

  override forget(): void {
    super.forget()
    this.refreshing = false
  }

  async exportBalances(): Promise<Exported | null> {
    const answer = await this.failedRequest.note(this.bridge.ask('portfolio/export-balances', null), 'export')
    return answer?.ok === true ? answer.value : null
  }

  /** Looks at everything once, now. A second call while one is under way is the same call. */
  async refresh(): Promise<void> {
    if (this.refreshing || this.appState.profile === null) return
    this.refreshing = true
    const answer = await this.failedRequest.note(this.bridge.ask('portfolio/refresh', null), 'refresh')
    if (answer !== null) this.refreshing = false
    if (answer?.ok === true) this.#announcer.mention('Figures refreshed.')
  }
}
