import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Bridge, Reply } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'
import { ofProfile } from './of-profile.js'
import type { SessionStore } from './session.svelte.js'

/** Balances, positions and the loan of the profile on screen. Figures of any other profile are never shown. */
export class PortfolioStore {
  readonly #bridge: Bridge
  readonly #session: SessionStore
  readonly #mirror: Mirror<PortfolioView>
  refreshing = $state(false)
  /** Why the last refresh somebody asked for did not happen. */
  refreshProblem = $state.raw<Problem | null>(null)

  constructor(bridge: Bridge, session: SessionStore) {
    this.#bridge = bridge
    this.#session = session
    this.#mirror = new Mirror({ listen: (hear) => bridge.listen('portfolio', hear), ask: () => bridge.ask('portfolio/read', null) })
  }

  readonly view = $derived.by(() => ofProfile(this.#mirror.value, this.#session.profile?.id ?? null))
  get problem() {
    return this.#mirror.problem
  }

  open(): void {
    this.#mirror.open()
  }
  close(): void {
    this.#mirror.close()
  }

  /** Looks at everything once, now. A second call while one is under way is the same call. */
  async refresh(): Promise<Reply<'portfolio/refresh'> | null> {
    if (this.refreshing) return null
    this.refreshing = true
    const answer = await this.#bridge.ask('portfolio/refresh', null)
    this.refreshing = false
    this.refreshProblem = answer.ok ? null : answer.error
    return answer
  }
}
