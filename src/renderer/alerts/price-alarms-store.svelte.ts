import type { PriceAlarmSettings } from '../../shared/alerts/price-alarm.js'
import type { Bridge, Reply } from '../../shared/contract.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'
import { AccountMirror } from '../shell/mirror.svelte.js'

/** The price alerts of the account on screen, and main's responses to changes. */
export class PriceAlarmsStore extends AccountMirror<'price-alarms'> {
  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, bridge, 'price-alarms', () => bridge.ask('price-alarms/read', null))
  }

  /** Sets a new alarm, or resets the one with this id. The form shows why it was refused. */
  set(id: string | null, settings: PriceAlarmSettings): Promise<Reply<'price-alarms/add'>> {
    return id === null
      ? this.bridge.ask('price-alarms/add', settings)
      : this.bridge.ask('price-alarms/change', { id, settings })
  }
  async armAgain(id: string, { market, rule, repeats }: PriceAlarmSettings): Promise<void> {
    await this.failedRequest.note(this.set(id, { market, rule, repeats }), `arm ${id}`)
  }
  async remove(id: string): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('price-alarms/remove', { id }), `remove ${id}`)
  }
}
