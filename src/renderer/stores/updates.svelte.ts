import type { UpdateView } from '../../shared/domain/update.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'

/** Where looking for a newer Plimsoll stands. Asked for only by the panel that shows it. */
export class UpdatesStore extends Mirror<UpdateView> {
  readonly #bridge: Bridge

  constructor(bridge: Bridge) {
    super({ listen: (receive) => bridge.listen('updates', receive), ask: () => bridge.ask('updates/read', null) })
    this.#bridge = bridge
  }

  act(act: 'check' | 'download' | 'later' | 'install'): void {
    void this.#bridge.ask(`updates/${act}`, null)
  }
}
