// What every adapter has in common: one untyped call underneath, four typed ones on top.
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { fail, ok } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import type { BrokerOperation } from './broker-protocol.js'
import type { KeychainFault, KeychainHealth, KeychainAdapter, KeychainReason, KeychainResult, Patience } from './keychain-adapter.js'

export type KeychainValue = Uint8Array | boolean | null
export type KeychainCall = { readonly op: BrokerOperation; readonly account: string; readonly item: Uint8Array | null }

export type Timer = Timing['after']

export const systemTimer: Timer = (ms, act) => {
  const handle = setTimeout(act, ms)
  // A call that waits must never be what keeps the app from ending.
  handle.unref()
  return () => clearTimeout(handle)
}

export type CallLimits = {
  readonly silentMs: number
  /** Where the system may be asking a person for a password. */
  readonly promptMs: number
}

export const usualCallLimits: CallLimits = { silentMs: 5_000, promptMs: 90_000 }

export const keychainFault = (reason: KeychainReason, detail: string): { ok: false; error: KeychainFault } =>
  fail({ reason, detail: detail.slice(0, 300) })

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.byteLength === b.byteLength && timingSafeEqual(a, b)

/** Writes, reads back and deletes one random item under a random name, and leaves nothing behind. */
export const probeKeychain = async (
  keychain: Pick<KeychainAdapter, 'get' | 'set' | 'delete'>,
  patience: Patience,
): Promise<KeychainResult<null>> => {
  const account = randomUUID()
  const item = Buffer.from(randomBytes(24).toString('hex'))
  const written = await keychain.set(account, item, patience)
  if (!written.ok) return written
  const read = await keychain.get(account, patience)
  const deleted = await keychain.delete(account, patience)
  if (!read.ok) return read
  if (!deleted.ok) return deleted
  if (read.value === null || !sameBytes(read.value, item)) {
    return fail({ reason: 'KEYCHAIN_READ_BACK_DIFFERS', detail: 'a test item did not come back as it was written' })
  }
  if (!deleted.value) return fail({ reason: 'KEYCHAIN_UNKNOWN', detail: 'a test item could not be deleted again' })
  return ok(null)
}

const unexpected = (op: BrokerOperation) => keychainFault('KEYCHAIN_UNKNOWN', `${op} was answered with something else`)

export const createAdapter = (parts: {
  backend: string
  call: (call: KeychainCall, patience: Patience) => Promise<KeychainResult<KeychainValue>>
  health: () => KeychainHealth
  close: () => void
}): KeychainAdapter => {
  const adapter: KeychainAdapter = {
    backend: parts.backend,
    probe: (patience) => probeKeychain(adapter, patience),
    get: async (account, patience) => {
      const answer = await parts.call({ op: 'get', account, item: null }, patience)
      if (!answer.ok) return answer
      return typeof answer.value === 'boolean' ? unexpected('get') : ok(answer.value)
    },
    set: async (account, item, patience) => {
      const answer = await parts.call({ op: 'set', account, item }, patience)
      return answer.ok ? ok(null) : answer
    },
    delete: async (account, patience) => {
      const answer = await parts.call({ op: 'delete', account, item: null }, patience)
      if (!answer.ok) return answer
      return typeof answer.value === 'boolean' ? ok(answer.value) : unexpected('delete')
    },
    health: parts.health,
    close: parts.close,
  }
  return adapter
}
