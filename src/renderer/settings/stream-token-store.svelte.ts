import type { Problem } from '../../shared/problem.js'
import type { Bridge } from '../../shared/contract.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { FailedRequest } from '../shell/mirror.svelte.js'

/**
 * The stream token as the page may know it: that it exists, and its text only while it is held
 * revealed.
 */
export class StreamTokenStore {
  readonly #bridge: Bridge
  fetched = $state.raw<{ fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number } | null>(
    null,
  )
  /** Present only between `reveal` and `hide`. */
  text = $state.raw<string | null>(null)
  clearsAt = $state<UnixSeconds | null>(null)
  readonly failedRequest = new FailedRequest()
  busy = $state(false)
  /**
   * Main released it only now, after the button was let go: behind the system dialog it cannot be
   * held.
   */
  letGo = $state(false)
  #held = false

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Whether there is a new one. */
  async fetch(): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    const answer = await this.failedRequest.note(
      this.#bridge.ask('stream-token/fetch', null),
      'fetch',
    )
    if (answer === null) return false
    this.busy = false
    if (!answer.ok) return false
    this.fetched = answer.value
    // A new one has to be confirmed again.
    this.letGo = false
    return true
  }

  async reveal(): Promise<void> {
    if (this.#held) return
    this.#held = true
    this.letGo = false
    const answer = await this.#ofKept(this.#bridge.ask('stream-token/reveal', null))
    this.letGo = answer !== null && !this.#held
    if (answer !== null && this.#held) this.text = answer.token
  }

  hide(): void {
    this.#held = false
    this.text = null
  }

  /** The user leaves the screen. */
  leave(): void {
    this.hide()
    this.letGo = false
  }

  /** When it will be cleared from the clipboard; null if it was not copied. */
  async copy(): Promise<UnixSeconds | null> {
    const answer = await this.#ofKept(this.#bridge.ask('stream-token/copy', null))
    if (answer === null) return null
    this.clearsAt = answer.clearsAt
    return answer.clearsAt
  }

  /** For another profile this token is invalid. */
  forget(): void {
    this.leave()
    this.fetched = null
    this.clearsAt = null
    this.busy = false
    this.failedRequest.forget()
  }

  /** Main may have dropped it: then there is none to show here either. */
  async #ofKept<T>(asking: Promise<Result<T, Problem>>): Promise<T | null> {
    const answer = await this.failedRequest.note(asking, 'kept')
    if (answer?.ok === false && answer.error.code === 'gone') this.fetched = null
    return answer?.ok === true ? answer.value : null
  }
}
