import { defaultSettings, type Settings } from '../../shared/domain/settings.js'
import { localZone, type Zone } from '../format/times.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'
import { Trouble } from './trouble.svelte.js'

/** What the person chose. Until main answers, the defaults stand. */
export class SettingsStore {
  readonly #bridge: Bridge
  readonly #mirror: Mirror<Settings>
  readonly trouble = new Trouble()

  constructor(bridge: Bridge) {
    this.#bridge = bridge
    this.#mirror = new Mirror({ listen: (hear) => bridge.listen('settings', hear), ask: () => bridge.ask('settings/read', null) })
  }

  readonly value = $derived.by(() => this.#mirror.value ?? defaultSettings)
  readonly zone = $derived.by<Zone>(() => (this.value.utcTimes ? null : localZone))

  open(): void {
    this.#mirror.open()
  }
  close(): void {
    this.#mirror.close()
  }

  async change(part: Partial<Settings>): Promise<void> {
    const answer = await this.trouble.note(this.#bridge.ask('settings/change', part), Object.keys(part).join())
    if (answer?.ok === true) this.#mirror.value = answer.value
  }
}
