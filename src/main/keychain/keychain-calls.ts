// What every system keychain has in common: one untyped call underneath, four typed ones on top.
import { fail, ok } from '../../shared/result.js'
import type { BrokerOperation } from './broker-protocol.js'
import type { KeychainFault, KeychainHealth, KeychainPort, KeychainReason, KeychainResult, Patience } from './keychain-port.js'
import { probeKeychain } from './keychain-probe.js'

export type KeychainValue = Uint8Array | boolean | null
export type KeychainCall = { readonly op: BrokerOperation; readonly account: string; readonly item: Uint8Array | null }

/** Rings once after `ms` milliseconds; returns what cancels it. */
export type Timer = (ms: number, ring: () => void) => () => void

export const systemTimer: Timer = (ms, ring) => {
  const handle = setTimeout(ring, ms)
  // A call that waits must never be what keeps the app from ending.
  handle.unref()
  return () => clearTimeout(handle)
}

export type CallLimits = {
  /** How long a call may take that no person has to answer, in milliseconds. */
  readonly silentMs: number
  /** The same where the system may be asking a person for a password. */
  readonly promptMs: number
}

export const usualCallLimits: CallLimits = { silentMs: 5_000, promptMs: 90_000 }

export const keychainFault = (reason: KeychainReason, detail: string): { ok: false; error: KeychainFault } =>
  fail({ reason, detail: detail.slice(0, 300) })

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const odd = (op: BrokerOperation) => keychainFault('KEYCHAIN_UNKNOWN', `${op} was answered with something else`)

export const keychainPort = (parts: {
  backend: string
  call: (call: KeychainCall, patience: Patience) => Promise<KeychainResult<KeychainValue>>
  health: () => KeychainHealth
  close: () => void
}): KeychainPort => {
  const port: KeychainPort = {
    backend: parts.backend,
    probe: (patience) => probeKeychain(port, patience),
    get: async (account, patience) => {
      const answer = await parts.call({ op: 'get', account, item: null }, patience)
      if (!answer.ok) return answer
      return typeof answer.value === 'boolean' ? odd('get') : ok(answer.value)
    },
    set: async (account, item, patience) => {
      const answer = await parts.call({ op: 'set', account, item }, patience)
      return answer.ok ? ok(null) : answer
    },
    delete: async (account, patience) => {
      const answer = await parts.call({ op: 'delete', account, item: null }, patience)
      if (!answer.ok) return answer
      return typeof answer.value === 'boolean' ? ok(answer.value) : odd('delete')
    },
    health: parts.health,
    close: parts.close,
  }
  return port
}
