import type { ConnectionView } from '../../shared/domain/connection.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'
import { ofProfile } from './of-profile.js'
import type { SessionStore } from './session.svelte.js'

/** Whether the exchange answers, how fast, and how far the clocks are apart. */
export class ConnectionStore {
  readonly #session: SessionStore
  readonly #mirror: Mirror<ConnectionView>

  constructor(bridge: Bridge, session: SessionStore) {
    this.#session = session
    this.#mirror = new Mirror({ listen: (hear) => bridge.listen('connection', hear), ask: () => bridge.ask('connection/read', null) })
  }

  readonly view = $derived.by(() => ofProfile(this.#mirror.value, this.#session.profile?.id ?? null))

  open(): void {
    this.#mirror.open()
  }
  close(): void {
    this.#mirror.close()
  }
}
