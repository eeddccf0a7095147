import type { Bridge, Reply } from '../../shared/contract.js'
import type { Exported } from '../../shared/orders/trading.js'
import type { UnixSeconds } from '../../shared/time.js'
import { AccountMirror } from '../shell/mirror.svelte.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'

/**
 * Alerts from main for the profile on screen. The page decides nothing about them; it shows them
 * and passes on the user's actions.
 */
export class AlertsStore extends AccountMirror<'alerts'> {
  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, bridge, 'alerts', () => bridge.ask('alerts/read', null))
  }

  /** How the system handles notifications concerns every profile. */
  readonly notifications = $derived.by(() => this.latest?.notifications ?? 'untried')

  async acknowledge(id: string): Promise<void> {
    await this.failedRequest.note(
      this.bridge.ask('alerts/acknowledge', { id }),
      `acknowledge ${id}`,
    )
  }
  async snooze(id: string, until: UnixSeconds): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('alerts/snooze', { id, until }), `snooze ${id}`)
  }
  /** `ids` null marks everything. */
  async markRead(ids: string[] | null): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('alerts/mark-read', { ids }), 'mark-read')
  }
  async exportAll(): Promise<Exported | null> {
    const answer = await this.failedRequest.note(this.bridge.ask('alerts/export', null), 'export')
    return answer?.ok === true ? answer.value : null
  }
  /** Errors only: on success, the notification itself is the confirmation. */
  async sendTestInPassing(): Promise<void> {
    await this.failedRequest.note(this.sendTest(), 'test')
  }
  sendTest(): Promise<Reply<'alerts/test-notification'>> {
    return this.bridge.ask('alerts/test-notification', null)
  }
}
