import { explainPortfolio } from '../../shared/circumstances.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Bridge } from '../../shared/contract.js'
import type { Exported } from '../../shared/orders/trading.js'
import { t } from '../../shared/messages/messages.js'
import type { Announcer } from '../components/announcer.svelte.js'
import { AccountMirror } from '../shell/mirror.svelte.js'
import type { ConnectionStore } from './connection-store.svelte.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'

/**
 * Balances, positions and the loan of the profile on screen. Figures of any other profile are never
 * shown.
 */
export class PortfolioStore extends AccountMirror<'portfolio'> {
  readonly #announcer: Announcer
  readonly #connection: ConnectionStore
  refreshing = $state(false)

  constructor(
    bridge: Bridge,
    appState: AppStateStore,
    announcer: Announcer,
    connection: ConnectionStore,
  ) {
    super(appState, bridge, 'portfolio', () => bridge.ask('portfolio/read', null))
    this.#announcer = announcer
    this.#connection = connection
  }

  protected override explained(view: PortfolioView): PortfolioView {
    return explainPortfolio(view, this.#connection.circumstances)
  }

  /** Unchanged feeds stay the same objects, so that derived values are not recalculated. */
  protected override received(view: PortfolioView): void {
    const before = this.latest
    const same = <T>(was: T | undefined, is: T): T =>
      was !== undefined && JSON.stringify(was) === JSON.stringify(is) ? was : is
    super.received({
      ...view,
      balance: same(before?.balance, view.balance),
      positions: same(before?.positions, view.positions),
      openOrders: same(before?.openOrders, view.openOrders),
    })
  }

  override forget(): void {
    super.forget()
    this.refreshing = false
  }

  async export(what: 'balances' | 'positions' | 'open-orders'): Promise<Exported | null> {
    const answer = await this.failedRequest.note(
      this.bridge.ask(`portfolio/export-${what}`, null),
      'export',
    )
    return answer?.ok === true ? answer.value : null
  }

  /** Polls everything once, now. A second call while one is pending returns the same promise. */
  async refresh(): Promise<void> {
    if (this.refreshing || this.appState.profile === null) return
    this.refreshing = true
    const answer = await this.failedRequest.note(
      this.bridge.ask('portfolio/refresh', null),
      'refresh',
    )
    if (answer === null) return
    this.refreshing = false
    if (!answer.ok) return
    this.received(answer.value)
    const { balance, positions, loan } = answer.value
    if ([balance, positions, loan].every(({ problem }) => problem === null))
      this.#announcer.mention(t('shell.refreshed'))
  }
}
