import { defaultSettings, hiddenFigures, type Settings } from '../../shared/settings/settings.js'
import type { HiddenFigures } from '../../shared/hidden-amounts.js'
import { localZone, type Zone } from '../components/times.js'
import type { Bridge } from '../../shared/contract.js'
import { Mirror } from '../shell/mirror.svelte.js'

/** The user's settings. Until main responds, the defaults apply. */
export class SettingsStore extends Mirror<'settings'> {
  constructor(bridge: Bridge) {
    super(bridge, 'settings', () => bridge.ask('settings/read', null))
  }

  readonly value = $derived.by(() => this.latest ?? defaultSettings)
  /** The pending change, so that amounts are hidden before main has responded. */
  #asked = $state<boolean | null>(null)
  /**
   * Until main has sent the setting, amounts are hidden: a figure visible for a moment has been
   * seen.
   */
  readonly amountsHidden = $derived.by(() => this.#asked ?? this.latest?.hideAmounts ?? true)
  /** Which figures are hidden; until main has responded, all of them. */
  readonly hidden = $derived.by<HiddenFigures | null>(() =>
    this.amountsHidden ? (this.latest === null ? 'all' : hiddenFigures(this.latest)) : null,
  )
  readonly zone = $derived.by<Zone>(() => (this.value.utcTimes ? null : localZone))

  async hideAmounts(hidden: boolean): Promise<void> {
    this.#asked = hidden
    await this.change({ hideAmounts: hidden })
    // If the setting could not be saved, what was hidden stays hidden on the page.
    if (!hidden || this.latest?.hideAmounts === true) this.#asked = null
  }

  async change(part: Partial<Settings>): Promise<void> {
    const answer = await this.failedRequest.note(
      this.bridge.ask('settings/change', part),
      Object.keys(part).join(),
    )
    if (answer?.ok === true) this.latest = answer.value
  }
}
