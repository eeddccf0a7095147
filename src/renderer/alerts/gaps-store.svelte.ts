import type { Bridge } from '../../shared/contract.js'
import type { AppStateStore } from '../accounts/app-state-store.svelte.js'
import { AccountMirror } from '../shell/mirror.svelte.js'

/** The periods without monitoring that nobody has seen, of the account on screen. */
export class GapsStore extends AccountMirror<'monitoring-gaps'> {
  constructor(bridge: Bridge, appState: AppStateStore) {
    super(appState, bridge, 'monitoring-gaps', () => bridge.ask('monitoring-gaps/read', null))
  }

  async seen(): Promise<void> {
    await this.failedRequest.note(this.bridge.ask('monitoring-gaps/seen', null), 'seen')
  }
}
