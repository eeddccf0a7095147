import type { PriceAlertSettings } from '../../shared/alerts/price-alert.js'
import type { Bridge, Reply } from '../../shared/contract.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'
import { AccountMirror } from '../shell/mirror.svelte.js'

/** The price alerts of the account on screen, and main's responses to changes. */
export class PriceAlertsStore extends AccountMirror<'price-alerts'> {
  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, bridge, 'price-alerts', () => bridge.ask('price-alerts/read', null))
  }

  /** Sets a new alert, or resets the one with this id. The form shows why it was refused. */
  set(id: string | null, settings: PriceAlertSettings): Promise<Reply<'price-alerts/add'>> {
    return id === null
      ? this.bridge.ask('price-alerts/add', settings)
      : this.bridge.ask('price-alerts/change', { id, settings })
  }
  async armAgain(id: string, { market, rule, repeats }: PriceAlertSettings): Promise<void> {
    await this.failedRequest.note(this.set(id, { market, rule, repeats }), `arm ${id}`)
  }
  async remove(id: string): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('price-alerts/remove', { id }), `remove ${id}`)
  }
}
