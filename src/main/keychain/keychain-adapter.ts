// What the system's keychain is asked for, what every adapter has in common, and what the sentences of the libraries mean.
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Timing } from '../../shared/time.js'
import type { BrokerOperation } from './broker-protocol.js'

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

export type KeychainValue = Uint8Array | boolean | null
export type KeychainAnswer = KeychainResult<KeychainValue>
export type KeychainCall = { readonly op: BrokerOperation; readonly account: string; readonly item: Uint8Array | null }

export type Timer = Timing['after']

export const systemTimer: Timer = (ms, act) => {
  const handle = setTimeout(act, ms)
  // A call that waits must never be what keeps the app from ending.
  handle.unref()
  return () => clearTimeout(handle)
}

/** `promptMs`: where the system may be asking a person for a password. */
export const usualCallLimits = { silentMs: 5_000, promptMs: 90_000 }

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

/** One untyped call underneath, four typed ones on top. */
export const createAdapter = (
  parts: Pick<KeychainAdapter, 'backend' | 'health' | 'close'> & {
    call: (call: KeychainCall, patience: Patience) => Promise<KeychainAnswer>
  },
): KeychainAdapter => {
  const adapter: KeychainAdapter = {
    backend: parts.backend,
    health: parts.health,
    close: parts.close,
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
  }
  return adapter
}

/**
 * Of libsecret, GDBus, macOS and the loader. They give no codes, only sentences; the order matters where two patterns fit. Windows speaks
 * the user's language, so there most faults stay UNKNOWN.
 */
const known: readonly (readonly [RegExp, KeychainReason])[] = [
  [/failed to load keytar native addon|cannot open shared object file|module did not self-register/i, 'KEYCHAIN_NO_LIBRARY'],
  [/no such (?:file|interface).*keytar|could not locate the bindings file/i, 'KEYCHAIN_NO_LIBRARY'],
  [/cannot autolaunch d-bus|could not connect|error spawning command line .?dbus-launch|unable to acquire .*bus/i, 'KEYCHAIN_NO_BUS'],
  [/connection refused|the connection is closed|message recipient disconnected|cannot spawn a message bus/i, 'KEYCHAIN_NO_BUS'],
  [/was not provided by any \.service files/i, 'KEYCHAIN_NO_SERVICE'],
  [/error\.(?:serviceunknown|namehasnoowner|spawn\.)/i, 'KEYCHAIN_NO_SERVICE'],
  [/process org\.freedesktop\.secrets exited with status|failed to activate service/i, 'KEYCHAIN_NO_SERVICE'],
  [/session wrapping the secret does not exist/i, 'KEYCHAIN_NO_SERVICE'],
  [/(?:object does not exist at path|no such (?:object|secret collection) at path)/i, 'KEYCHAIN_NOT_INITIALISED'],
  [/a default keychain could not be found/i, 'KEYCHAIN_NOT_INITIALISED'],
  [/locked collection|is locked|cannot get secret of a locked object/i, 'KEYCHAIN_LOCKED'],
  [/prompt (?:was )?(?:dismissed|cancell?ed)|user (?:cancell?ed|canceled) the operation/i, 'KEYCHAIN_LOCKED'],
  [/user interaction is not allowed|user name or passphrase you entered is not correct/i, 'KEYCHAIN_LOCKED'],
  [/an error occurred on the device|no space left|disk quota/i, 'KEYCHAIN_STORE_FULL'],
  [/timed? ?out|timeout was reached|did not receive a reply/i, 'KEYCHAIN_TIMEOUT'],
]

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a keychain library's sentence means. A sentence nobody has met before is KEYCHAIN_UNKNOWN, never a guess. */
export const classifyKeychainMessage = (message: string): KeychainReason =>
  known.find(([pattern]) => pattern.test(message))?.[1] ?? 'KEYCHAIN_UNKNOWN'
