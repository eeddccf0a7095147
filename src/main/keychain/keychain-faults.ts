// What can be wrong with a keychain: how the sentences of the libraries are sorted, and what is missing on this machine and how to get it.
import type { Problem, ProblemCode } from '../../shared/domain/problem.js'
import { fail, type Result } from '../../shared/result.js'

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

export const keychainFault = (reason: KeychainReason, detail: string): { ok: false; error: KeychainFault } =>
  fail({ reason, detail: detail.slice(0, 300) })

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

/** What a keychain library's sentence means. A sentence nobody has met before is KEYCHAIN_UNKNOWN, never a guess. */
export const libraryFault = (sentence: string): { ok: false; error: KeychainFault } =>
  keychainFault(known.find(([pattern]) => pattern.test(sentence))?.[1] ?? 'KEYCHAIN_UNKNOWN', sentence)

export type DesktopFamily = 'gnome' | 'kde' | 'other'

/** From XDG_CURRENT_DESKTOP ("ubuntu:GNOME", "KDE", "XFCE"), which is a list with the most special name first. */
export const desktopFamily = (currentDesktop: string | undefined): DesktopFamily => {
  const names = (currentDesktop ?? '').toLowerCase().split(':')
  if (names.includes('kde')) return 'kde'
  return names.some((name) => ['gnome', 'unity', 'cinnamon', 'budgie', 'pantheon', 'mate', 'xfce'].includes(name)) ? 'gnome' : 'other'
}

const installKeyring = 'Install gnome-keyring (Debian, Ubuntu: “sudo apt install gnome-keyring”; Fedora: “sudo dnf install gnome-keyring”).'
const enableKwallet =
  'Open System Settings, KDE Wallet, and switch on the wallet subsystem and “Use KWallet for the Secret Service interface” (KDE Frameworks 5.97 or newer).'
const logInAgain = 'Log out and in again, so that it starts with your session.'

const serviceSteps: Record<DesktopFamily, readonly [string, ...string[]]> = {
  gnome: [installKeyring, logInAgain],
  kde: [enableKwallet, `Or: ${installKeyring}`, logInAgain],
  other: [installKeyring, 'On KDE, switch on the Secret Service in KWallet instead. KeePassXC can offer it too.', logInAgain],
}

const initialiseStep: Record<DesktopFamily, string> = {
  gnome: 'Open “Passwords and Keys” (seahorse), make a keyring named “Login” and set it as the default.',
  kde: 'Open KWallet Manager, make a wallet, and choose it as the default in System Settings, KDE Wallet.',
  other: 'Make a default keyring with your keyring’s own program (for gnome-keyring: seahorse).',
}

type System = 'darwin' | 'win32' | 'linux'

const unlockStep: Record<System, string> = {
  darwin: 'Open Keychain Access, unlock the “login” keychain, and allow Plimsoll if the system asks.',
  win32: 'Log in to Windows with your own account, so that Credential Manager opens.',
  linux: 'Answer the system’s password prompt, or unlock the keyring in its own program (Passwords and Keys, KWallet Manager).',
}

const ownName: Record<System, string> = { darwin: 'the macOS keychain', win32: 'Windows Credential Manager', linux: 'the keyring' }

/** What is wrong, and the next steps. */
const sentencesFor = (system: System, desktop: DesktopFamily): Record<KeychainReason, readonly [string, string, ...string[]]> => {
  const name = ownName[system]
  const unlock = unlockStep[system]
  return {
    KEYCHAIN_NO_BUS: [
      'Plimsoll cannot reach the D-Bus session, through which it would find a keyring.',
      'Start Plimsoll from your desktop session, not from a bare terminal, a container or another user’s account.',
    ],
    KEYCHAIN_NO_SERVICE: ['No program on this desktop offers the Secret Service, where keys are kept safely.', ...serviceSteps[desktop]],
    KEYCHAIN_NO_LIBRARY:
      system === 'linux'
        ? [
            'libsecret, the library that talks to the keyring, is not installed.',
            'Install it (Debian, Ubuntu: “sudo apt install libsecret-1-0”; Fedora: “sudo dnf install libsecret”).',
            'Then try again.',
          ]
        : [`The part of Plimsoll that talks to ${name} does not load.`, 'Install Plimsoll again.'],
    KEYCHAIN_NOT_INITIALISED: [
      `There is no default place to keep keys in: ${name} was never set up on this account.`,
      system === 'linux' ? initialiseStep[desktop] : unlock,
      'Then try again.',
    ],
    KEYCHAIN_LOCKED: [`Plimsoll may not use ${name} while it is locked.`, unlock, 'Then try again.'],
    KEYCHAIN_LOCKED_OR_MISSING: [
      'It is locked, or the entry is gone; the system does not say which. Nothing was deleted.',
      unlock,
      'Then try again. If it stays, enter the key anew.',
    ],
    KEYCHAIN_TIMEOUT: [
      `Either ${name} hangs, or a password prompt of the system is still open.`,
      'Look for a password prompt behind other windows and answer it.',
      'If there is none, log out and in again.',
    ],
    KEYCHAIN_STORE_FULL: [
      'The disk that holds the keyring is full or not writable. Nothing was stored.',
      'Make room in your home folder.',
      'Then try again.',
    ],
    KEYCHAIN_CRASH: [
      'The helper process that talks to the keychain ended unexpectedly. Plimsoll itself is not affected.',
      'Try again. If it stays, log out and in again.',
    ],
    KEYCHAIN_CLOSED: ['The keychain was not asked any more because Plimsoll is closing.', 'Start Plimsoll again.'],
    KEYCHAIN_READ_BACK_DIFFERS: [
      'What came back was not what was written, so the entry was not kept.',
      'Try again. If it stays, use the key for this session only and report it.',
    ],
    KEYCHAIN_UNREADABLE: [
      'The entry of this profile does not hold a key as Plimsoll writes it. It was left as it is.',
      'Enter the key anew.',
    ],
    KEYCHAIN_UNKNOWN: [
      `Plimsoll does not recognise what ${name} answered. Nothing was stored or deleted.`,
      'Try again. If it stays, log out and in again, and report it with the details.',
    ],
  }
}

const codes: Partial<Record<KeychainReason, ProblemCode>> = {
  KEYCHAIN_NO_BUS: 'keychain-unavailable',
  KEYCHAIN_NO_SERVICE: 'keychain-unavailable',
  KEYCHAIN_NO_LIBRARY: 'keychain-unavailable',
  KEYCHAIN_NOT_INITIALISED: 'keychain-unavailable',
  KEYCHAIN_LOCKED: 'keychain-locked',
  KEYCHAIN_LOCKED_OR_MISSING: 'keychain-locked',
}

export const keychainProblem = (reason: KeychainReason, platform: NodeJS.Platform, desktop: DesktopFamily = 'other'): Problem => {
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux'
  return { code: codes[reason] ?? 'keychain-trouble', message: sentencesFor(system, desktop)[reason].join(' '), reason }
}
