import type { UpdateView } from '../../shared/domain/update.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'

/** Where looking for a newer Plimsoll stands. Asked for only by the panel that shows it. */
export class UpdatesStore {
  readonly #bridge: Bridge
  readonly #mirror: Mirror<UpdateView>

  constructor(bridge: Bridge) {
    this.#bridge = bridge
    this.#mirror = new Mirror({ listen: (hear) => bridge.listen('updates', hear), ask: () => bridge.ask('updates/read', null) })
  }

  readonly view = $derived.by(() => this.#mirror.value)

  open(): void {
    this.#mirror.open()
  }
  close(): void {
    this.#mirror.close()
  }

  look(): void {
    void this.#bridge.ask('updates/look', null)
  }
  download(): void {
    void this.#bridge.ask('updates/download', null)
  }
  later(): void {
    void this.#bridge.ask('updates/later', null)
  }
  install(): void {
    void this.#bridge.ask('updates/install', null)
  }
}
