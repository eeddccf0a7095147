import type { CapabilitiesView } from '../../shared/capabilities/capability.js'
import type { Problem } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'

/**
 * What the key of one account can do, while its dialog is open, for the account it was opened for.
 */
export class CapabilitiesStore {
  readonly #bridge: Bridge
  /** The profile's id; null while nothing is shown. */
  shownFor = $state<string | null>(null)
  view = $state.raw<CapabilitiesView | null>(null)
  /** Why there is nothing to show, or why the check ended early. */
  problem = $state.raw<Problem | null>(null)
  checkProblem = $state.raw<Problem | null>(null)
  /** A check has finished since the dialog was opened. */
  checked = $state(false)

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  show(profileId: string): void {
    this.hide()
    this.shownFor = profileId
  }

  /** A running check continues, and its results are kept. */
  hide(): void {
    this.shownFor = null
    this.view = null
    this.problem = null
    this.checkProblem = null
    this.checked = false
  }

  async read(): Promise<void> {
    const id = this.shownFor
    if (id === null) return
    const answer = await this.#bridge.ask('capabilities/read', { id })
    if (id !== this.shownFor) return
    if (answer.ok) this.view = answer.value
    // The results of a closed account must not look as if they were still being updated.
    else if (answer.error.code === 'gone') this.view = null
    this.problem = answer.ok ? null : answer.error
  }

  async check(): Promise<void> {
    const id = this.shownFor
    if (id === null) return
    this.checkProblem = null
    this.checked = false
    const checking = this.#bridge.ask('capabilities/check', { id })
    await this.read()
    const answer = await checking
    if (id !== this.shownFor) return
    this.checkProblem = answer.ok || answer.error.code === 'cancelled' ? null : answer.error
    this.checked = answer.ok
    await this.read()
  }

  async stopCheck(): Promise<void> {
    const id = this.shownFor
    if (id === null) return
    await this.#bridge.ask('capabilities/stop-check', { id })
    await this.read()
  }
}
