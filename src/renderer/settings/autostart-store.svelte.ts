import type { AutostartChange, AutostartView } from '../../shared/desktop/autostart.js'
import type { Bridge } from '../../shared/contract.js'
import { FailedRequest } from '../shell/mirror.svelte.js'

/**
 * Whether Plimsoll starts with the system. The system sends no change events, so it is read
 * whenever the setting is shown.
 */
export class AutostartStore {
  readonly #bridge: Bridge
  view = $state.raw<AutostartView | null>(null)
  readonly failedRequest = new FailedRequest()
  /** Only the latest response counts. */
  #round = 0

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  async read(): Promise<void> {
    this.#round += 1
    const round = this.#round
    const answer = await this.#bridge.ask('autostart/read', null)
    if (answer.ok && round === this.#round) this.view = answer.value
  }

  async change(wanted: AutostartChange): Promise<void> {
    this.#round += 1
    const round = this.#round
    const answer = await this.failedRequest.note(
      this.#bridge.ask('autostart/change', wanted),
      'autostart',
    )
    if (answer?.ok === true && round === this.#round) this.view = answer.value
  }
}
