import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Bridge, Reply } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'
import { ofProfile } from './of-profile.js'
import type { SessionStore } from './session.svelte.js'
import { Trouble } from './trouble.svelte.js'

/** Balances, positions and the loan of the profile on screen. Figures of any other profile are never shown. */
export class PortfolioStore {
  readonly #bridge: Bridge
  readonly #session: SessionStore
  readonly #mirror: Mirror<PortfolioView>
  refreshing = $state(false)
  /** Why the last refresh somebody asked for did not happen. */
  readonly trouble = new Trouble()

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
  forget(): void {
    this.trouble.forget()
    this.refreshing = false
  }

  /** Looks at everything once, now. A second call while one is under way is the same call. Null where the answer is of no use any more. */
  async refresh(): Promise<Reply<'portfolio/refresh'> | null> {
    if (this.refreshing) return null
    this.refreshing = true
    const answer = await this.trouble.note(this.#bridge.ask('portfolio/refresh', null), 'refresh')
    if (answer !== null) this.refreshing = false
    return answer
  }
}
