import type { Bridge } from '../../shared/contract.js'
import { Mirror } from '../shell/mirror.svelte.js'

/** The state of the update check. Requested only by the panel that shows it. */
export class UpdatesStore extends Mirror<'updates'> {
  constructor(bridge: Bridge) {
    super(bridge, 'updates', () => bridge.ask('updates/read', null))
  }

  act(act: 'check' | 'download' | 'later' | 'install'): void {
    void this.bridge.ask(`updates/${act}`, null)
  }
}
