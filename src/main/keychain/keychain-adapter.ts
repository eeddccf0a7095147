import type { Result } from '../../shared/result.js'

/** Stays the same in logs, support mails and tests. */
export type KeychainReason =
  | 'KEYCHAIN_TIMEOUT'
  | 'KEYCHAIN_CRASH'
  | 'KEYCHAIN_CLOSED'
  | 'KEYCHAIN_LOCKED'
  | 'KEYCHAIN_LOCKED_OR_MISSING'
  | 'KEYCHAIN_NO_BUS'
  | 'KEYCHAIN_NO_SERVICE'
  | 'KEYCHAIN_NO_LIBRARY'
  | 'KEYCHAIN_NOT_INITIALISED'
  | 'KEYCHAIN_STORE_FULL'
  | 'KEYCHAIN_READ_BACK_DIFFERS'
  | 'KEYCHAIN_UNREADABLE'
  | 'KEYCHAIN_UNKNOWN'

export type KeychainFault = {
  readonly reason: KeychainReason
  /** The library's own words, for the log: never shown, never holds what was stored. */
  readonly detail: string
}

export type KeychainResult<T> = Result<T, KeychainFault>

/** `silent`: no person is waiting, give up soon. `prompt`: the system may be asking a person for a password, so give them time. */
export type Patience = 'silent' | 'prompt'

export type KeychainHealth = {
  readonly calls: number
  readonly timeouts: number
  readonly crashes: number
  /** A call is in flight. In-process adapters cannot cut one short: see `close` there. */
  readonly busy: boolean
}

/**
 * The system's keychain as Plimsoll uses it: single items under one service name, never a listing. Items cross as bytes, so that the
 * one who reads them can zero them; the caller owns every buffer it passes in or gets.
 */
export type KeychainAdapter = {
  readonly backend: string
  /** Writes, reads back and deletes a random item: the only proof that the keychain works (a `get` succeeds in many broken states). */
  probe(patience: Patience): Promise<KeychainResult<null>>
  /** Null means absent or locked: the libraries below cannot tell which. */
  get(account: string, patience: Patience): Promise<KeychainResult<Uint8Array | null>>
  set(account: string, item: Uint8Array, patience: Patience): Promise<KeychainResult<null>>
  /** False means that nothing was deleted: absent or locked. */
  delete(account: string, patience: Patience): Promise<KeychainResult<boolean>>
  health(): KeychainHealth
  /** Ends at once, also in the middle of a call. Every call in flight or to come ends with KEYCHAIN_CLOSED. */
  close(): void
}

export const keychainService = 'plimsoll'
