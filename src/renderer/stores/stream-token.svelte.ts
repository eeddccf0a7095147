import type { Problem } from '../../shared/domain/problem.js'
import type { Bridge } from '../../shared/ipc/contract.js'
import type { UnixSeconds } from '../../shared/time.js'

/** The stream token as the page may know it: that it exists, and its text only while it is held revealed. */
export class StreamTokenStore {
  readonly #bridge: Bridge
  fetched = $state.raw<{ fetchedAt: UnixSeconds; length: number } | null>(null)
  /** Present only between `reveal` and `hide`. */
  text = $state.raw<string | null>(null)
  clearsAt = $state<UnixSeconds | null>(null)
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  /** Main gives it now, and the button had been let go: behind the box of the system it cannot be held. */
  letGo = $state(false)
  #held = false

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  async fetch(): Promise<void> {
    if (this.busy) return
    this.busy = true
    const answer = await this.#bridge.ask('stream-token/fetch', null)
    this.busy = false
    this.problem = answer.ok ? null : answer.error
    if (!answer.ok) return
    this.fetched = answer.value
    // A new one is confirmed anew.
    this.letGo = false
  }

  async reveal(): Promise<void> {
    if (this.#held) return
    this.#held = true
    this.letGo = false
    const answer = await this.#bridge.ask('stream-token/reveal', null)
    this.problem = answer.ok ? null : answer.error
    this.letGo = answer.ok && !this.#held
    if (answer.ok && this.#held) this.text = answer.value.token
  }

  hide(): void {
    this.#held = false
    this.text = null
  }

  /** The screen is left. */
  leave(): void {
    this.hide()
    this.letGo = false
  }

  async copy(): Promise<void> {
    const answer = await this.#bridge.ask('stream-token/copy', null)
    this.problem = answer.ok ? null : answer.error
    if (answer.ok) this.clearsAt = answer.value.clearsAt
  }

  /** For another profile this token means nothing. */
  forget(): void {
    this.leave()
    this.fetched = null
    this.clearsAt = null
    this.problem = null
  }
}
