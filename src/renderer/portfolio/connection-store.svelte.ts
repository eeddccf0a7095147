import {
  type Circumstances,
  explainConnection,
  explainProblem,
  isUnderMaintenance,
} from '../../shared/circumstances.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { Problem } from '../../shared/problem.js'
import type { Bridge, Pushes } from '../../shared/contract.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'
import type { ClockStore } from '../components/clock.svelte.js'
import { AccountMirror } from '../shell/mirror.svelte.js'

/**
 * Whether the exchange responds, how fast, the clock skew, and which of these explains a failure.
 */
export class ConnectionStore extends AccountMirror<'connection'> {
  readonly #prices: { readonly view: PricesView | null }
  readonly #clock: ClockStore
  readonly #appState: AppStateStore

  constructor(
    bridge: Bridge,
    appState: AppStateStore,
    prices: { readonly view: PricesView | null },
    clock: ClockStore,
  ) {
    super(appState, bridge, 'connection', () => bridge.ask('connection/read', null))
    this.#prices = prices
    this.#clock = clock
    this.#appState = appState
  }

  readonly #maintenance = $derived.by(() => {
    const { view } = this.#prices
    // Only an announced maintenance ends with time.
    return (
      view?.platform.value === 'maintenance' && isUnderMaintenance(view.platform, this.#clock.now)
    )
  })

  /**
   * The demo's time can be set forward on purpose, so its clock says nothing about this computer's.
   */
  readonly circumstances = $derived.by((): Circumstances => {
    const isDemo = this.#appState.profile?.region === 'demo'
    return {
      maintenance: this.#maintenance,
      clockSkew: isDemo ? null : (this.latest?.clockSkew ?? null),
    }
  })

  explain(problem: Problem): Problem {
    return explainProblem(problem, this.circumstances)
  }

  protected override explained(view: Pushes['connection']): Pushes['connection'] {
    return explainConnection(view, this.circumstances)
  }
}
