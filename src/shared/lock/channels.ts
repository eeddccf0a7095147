import type { LockView } from './lock.js'
import { push, request } from '../channel.js'

export const lockChannels = {
  'lock/read': request<null, LockView>(),
  'lock/now': request<null, null>(),
  /** `passphrase` null if none is set: then the keychain is used. */
  'lock/unlock': request<{ passphrase: string | null }, null>(),
  /**
   * Unlocks and removes the passphrase, for a user who enters an account's key and secret as stored
   * in the keychain.
   */
  'lock/reset-passphrase': request<{ apiKey: string; apiSecret: string }, null>(),
  /** `before` null if none is set; `next` null removes it. */
  'lock/change-passphrase': request<{ before: string | null; next: string | null }, null>(),
}

export const lockTopics = { lock: push<LockView>() }
