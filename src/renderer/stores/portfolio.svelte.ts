import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Bridge, Reply } from '../../shared/ipc/contract.js'
import { AccountMirror } from './mirror.svelte.js'
import type { AppStateStore } from './app-state.svelte.js'

/** Balances, positions and the loan of the profile on screen. Figures of any other profile are never shown. */
export class PortfolioStore extends AccountMirror<PortfolioView> {
  readonly #bridge: Bridge
  refreshing = $state(false)

  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, { listen: (receive) => bridge.listen('portfolio', receive), ask: () => bridge.ask('portfolio/read', null) })
    this.#bridge = bridge
  }

  override forget(): void {
    super.forget()
    this.refreshing = false
  }

  /** Looks at everything once, now. A second call while one is under way is the same call. Null where the answer is of no use any more. */
  async refresh(): Promise<Reply<'portfolio/refresh'> | null> {
    if (this.refreshing) return null
    this.refreshing = true
    const answer = await this.failedRequest.note(this.#bridge.ask('portfolio/refresh', null), 'refresh')
    if (answer !== null) this.refreshing = false
    return answer
  }
}
