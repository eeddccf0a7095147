import type { Problem } from '../../shared/problem.js'
import type { Bridge, Reply } from '../../shared/contract.js'
import { ok } from '../../shared/result.js'
import { Mirror } from '../shell/mirror.svelte.js'

/**
 * Whether Plimsoll is locked, and whether a passphrase opens it. What is typed is passed on once
 * and stored nowhere.
 */
export class LockStore extends Mirror<'lock'> {
  /** A passphrase is being checked, or the keychain is being read. */
  busy = $state(false)

  constructor(bridge: Bridge) {
    super(bridge, 'lock', () => bridge.ask('lock/read', null))
  }

  /** Whether arming, and unlocking, require a passphrase. */
  readonly asksPassphrase = $derived.by(() => this.latest?.passphrase === 'set')

  async lock(): Promise<void> {
    // Being locked by the time of the response is what was requested.
    const asking = this.bridge.ask('lock/now', null)
    const asked = asking.then((answer) =>
      !answer.ok && answer.error.code === 'key-locked' ? ok(null) : answer,
    )
    await this.failedRequest.note(asked, 'lock')
  }
  unlock(passphrase: string | null): Promise<Problem | null> {
    return this.#wait(() => this.bridge.ask('lock/unlock', { passphrase }))
  }
  resetPassphrase(keys: { apiKey: string; apiSecret: string }): Promise<Problem | null> {
    return this.#wait(() => this.bridge.ask('lock/reset-passphrase', keys))
  }
  /** `before` null if none is set; `next` null removes it. */
  changePassphrase(before: string | null, next: string | null): Promise<Problem | null> {
    return this.#wait(() => this.bridge.ask('lock/change-passphrase', { before, next }))
  }

  /** Null on success. */
  async #wait(ask: () => Promise<Reply<'lock/unlock'>>): Promise<Problem | null> {
    this.busy = true
    const answer = await ask()
    this.busy = false
    return answer.ok ? null : answer.error
  }
}
