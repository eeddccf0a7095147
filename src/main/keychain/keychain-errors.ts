import type { KeychainReason } from './keychain-adapter.js'

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
