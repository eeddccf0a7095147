import type { LockView } from './lock.js'
import { push, request } from '../channel.js'

export const lockChannels = {
  'lock/read': request<null, LockView>(),
  'lock/now': request<null, null>(),
  /** `passphrase` null where none is set: then the keychain is asked. */
  'lock/unlock': request<{ passphrase: string | null }, null>(),
  /**
   * Unlocks and removes the passphrase, for who enters the key and the secret of an account that
   * are in the keychain.
   */
  'lock/reset-passphrase': request<{ apiKey: string; apiSecret: string }, null>(),
  /** `before` null where none is set; `next` null removes it. */
  'lock/change-passphrase': request<{ before: string | null; next: string | null }, null>(),
}

export const lockTopics = { lock: push<LockView>() }
