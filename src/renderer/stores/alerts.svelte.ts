import type { AlertsView } from '../../shared/domain/alert.js'
import type { Bridge, Reply } from '../../shared/ipc/contract.js'
import type { UnixSeconds } from '../../shared/time.js'
import { Mirror } from './mirror.svelte.js'
import { ofProfile } from './of-profile.js'
import type { SessionStore } from './session.svelte.js'
import { Trouble } from './trouble.svelte.js'

/** What main warns of, for the profile on screen. The page decides nothing about it; it shows it and passes on what is done about it. */
export class AlertsStore {
  readonly #bridge: Bridge
  readonly #session: SessionStore
  readonly #mirror: Mirror<AlertsView>
  readonly trouble = new Trouble()

  constructor(bridge: Bridge, session: SessionStore) {
    this.#bridge = bridge
    this.#session = session
    this.#mirror = new Mirror({ listen: (hear) => bridge.listen('alerts', hear), ask: () => bridge.ask('alerts/read', null) })
  }

  readonly view = $derived.by(() => ofProfile(this.#mirror.value, this.#session.profile?.id ?? null))
  /** What the system does with notifications concerns every profile. */
  readonly notifications = $derived.by(() => this.#mirror.value?.notifications ?? 'untried')
  get problem() {
    return this.#mirror.problem
  }

  open(): void {
    this.#mirror.open()
  }
  close(): void {
    this.#mirror.close()
  }
  forget(): void {
    this.trouble.forget()
  }

  async acknowledge(id: string): Promise<void> {
    await this.trouble.note(this.#bridge.ask('alerts/acknowledge', { id }), `acknowledge ${id}`)
  }
  async snooze(id: string, until: UnixSeconds): Promise<void> {
    await this.trouble.note(this.#bridge.ask('alerts/snooze', { id, until }), `snooze ${id}`)
  }
  /** `ids` null marks everything. */
  async markRead(ids: string[] | null): Promise<void> {
    await this.trouble.note(this.#bridge.ask('alerts/mark-read', { ids }), 'mark-read')
  }
  sendTest(): Promise<Reply<'alerts/test-notification'>> {
    return this.#bridge.ask('alerts/test-notification', null)
  }
}
