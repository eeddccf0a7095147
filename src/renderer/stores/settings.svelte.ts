import { defaultSettings, type Settings } from '../../shared/domain/settings.js'
import { localZone, type Zone } from '../format/times.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import { Mirror } from './mirror.svelte.js'

/** What the person chose. Until main answers, the defaults stand. */
export class SettingsStore extends Mirror<'settings'> {
  constructor(bridge: Bridge) {
    super(bridge, 'settings', () => bridge.ask('settings/read', null))
  }

  readonly value = $derived.by(() => this.latest ?? defaultSettings)
  readonly zone = $derived.by<Zone>(() => (this.value.utcTimes ? null : localZone))

  async change(part: Partial<Settings>): Promise<void> {
    const answer = await this.failedRequest.note(this.bridge.ask('settings/change', part), Object.keys(part).join())
    if (answer?.ok === true) this.latest = answer.value
  }
}
