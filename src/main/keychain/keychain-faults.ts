// What can be wrong with a keychain: how the libraries' sentences are classified, what is missing
// on this machine and how to get it.
import type { Problem, ProblemCode } from '../../shared/problem.js'
import { fail, type Result } from '../../shared/result.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'

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
  /** The library's own sentence, for the log: never shown, never contains what was stored. */
  readonly detail: string
}

export type KeychainResult<T> = Result<T, KeychainFault>

export function keychainFault(
  reason: KeychainReason,
  detail: string,
): { ok: false; error: KeychainFault } {
  return fail({ reason, detail: detail.slice(0, 300) })
}

/**
 * Of libsecret, GDBus, macOS and the loader. They return no codes, only sentences; the order
 * matters if two patterns match. Windows uses the user's language, so there most faults stay
 * UNKNOWN.
 */
const known: readonly (readonly [RegExp, KeychainReason])[] = [
  [
    /failed to load keytar native addon|cannot open shared object file|module did not self-register/i,
    'KEYCHAIN_NO_LIBRARY',
  ],
  [/no such (?:file|interface).*keytar|could not locate the bindings file/i, 'KEYCHAIN_NO_LIBRARY'],
  [
    /cannot autolaunch d-bus|could not connect|error spawning command line .?dbus-launch|unable to acquire .*bus/i,
    'KEYCHAIN_NO_BUS',
  ],
  [
    /connection refused|the connection is closed|message recipient disconnected|cannot spawn a message bus/i,
    'KEYCHAIN_NO_BUS',
  ],
  [/was not provided by any \.service files/i, 'KEYCHAIN_NO_SERVICE'],
  [/error\.(?:serviceunknown|namehasnoowner|spawn\.)/i, 'KEYCHAIN_NO_SERVICE'],
  [
    /process org\.freedesktop\.secrets exited with status|failed to activate service/i,
    'KEYCHAIN_NO_SERVICE',
  ],
  [/session wrapping the secret does not exist/i, 'KEYCHAIN_NO_SERVICE'],
  [
    /(?:object does not exist at path|no such (?:object|secret collection) at path)/i,
    'KEYCHAIN_NOT_INITIALISED',
  ],
  [/a default keychain could not be found/i, 'KEYCHAIN_NOT_INITIALISED'],
  [/locked collection|is locked|cannot get secret of a locked object/i, 'KEYCHAIN_LOCKED'],
  [
    /prompt (?:was )?(?:dismissed|cancell?ed)|user (?:cancell?ed|canceled) the operation/i,
    'KEYCHAIN_LOCKED',
  ],
  [
    /user interaction is not allowed|user name or passphrase you entered is not correct/i,
    'KEYCHAIN_LOCKED',
  ],
  [/an error occurred on the device|no space left|disk quota/i, 'KEYCHAIN_STORE_FULL'],
  [/timed? ?out|timeout was reached|did not receive a reply/i, 'KEYCHAIN_TIMEOUT'],
]

/**
 * What a keychain library's sentence means. An unrecognized sentence is KEYCHAIN_UNKNOWN, never a
 * guess.
 */
export function libraryFault(sentence: string): { ok: false; error: KeychainFault } {
  return keychainFault(
    known.find(([pattern]) => pattern.test(sentence))?.[1] ?? 'KEYCHAIN_UNKNOWN',
    sentence,
  )
}

export type DesktopFamily = 'gnome' | 'kde' | 'other'

/**
 * From XDG_CURRENT_DESKTOP ("ubuntu:GNOME", "KDE", "XFCE"), a list with the most specific name
 * first.
 */
export function desktopFamily(currentDesktop: string | undefined): DesktopFamily {
  const names = (currentDesktop ?? '').toLowerCase().split(':')
  if (names.includes('kde')) return 'kde'
  return names.some((name) =>
    ['gnome', 'unity', 'cinnamon', 'budgie', 'pantheon', 'mate', 'xfce'].includes(name),
  )
    ? 'gnome'
    : 'other'
}

const keyringCommands = {
  apt: 'sudo apt install gnome-keyring',
  dnf: 'sudo dnf install gnome-keyring',
}
const installKeyring = messageOf('exchange.keychain.install-keyring', keyringCommands)
const logInAgain = messageOf('exchange.keychain.log-in-again')

const serviceSteps: Record<DesktopFamily, readonly Message[]> = {
  gnome: [installKeyring, logInAgain],
  kde: [
    messageOf('exchange.keychain.enable-kwallet', {
      option: 'Use KWallet for the Secret Service interface',
    }),
    messageOf('exchange.keychain.or-install-keyring', keyringCommands),
    logInAgain,
  ],
  other: [installKeyring, messageOf('exchange.keychain.other-services'), logInAgain],
}

type System = 'darwin' | 'win32' | 'linux'

/** What is wrong, and the next steps. */
function sentencesFor(
  system: System,
  desktop: DesktopFamily,
): Record<KeychainReason, readonly [Message, ...Message[]]> {
  const keychain = messageOf(`exchange.keychain.name.${system}`)
  const unlock = messageOf(`exchange.keychain.unlock.${system}`)
  const thenTry = messageOf('exchange.keychain.then-try')
  return {
    KEYCHAIN_NO_BUS: [
      messageOf('exchange.keychain.no-bus'),
      messageOf('exchange.keychain.no-bus-next'),
    ],
    KEYCHAIN_NO_SERVICE: [messageOf('exchange.keychain.no-service'), ...serviceSteps[desktop]],
    KEYCHAIN_NO_LIBRARY:
      system === 'linux'
        ? [
            messageOf('exchange.keychain.no-libsecret'),
            messageOf('exchange.keychain.install-libsecret', {
              apt: 'sudo apt install libsecret-1-0',
              dnf: 'sudo dnf install libsecret',
            }),
            thenTry,
          ]
        : [
            messageOf('exchange.keychain.part-not-loaded', { keychain }),
            messageOf('exchange.keychain.install-again'),
          ],
    KEYCHAIN_NOT_INITIALISED: [
      messageOf('exchange.keychain.not-initialised', { keychain }),
      system === 'linux' ? messageOf(`exchange.keychain.make-default.${desktop}`) : unlock,
      thenTry,
    ],
    KEYCHAIN_LOCKED: [messageOf('exchange.keychain.locked', { keychain }), unlock, thenTry],
    KEYCHAIN_LOCKED_OR_MISSING: [
      messageOf('exchange.keychain.locked-or-missing'),
      unlock,
      messageOf('exchange.keychain.enter-if-it-stays'),
    ],
    KEYCHAIN_TIMEOUT: [
      messageOf('exchange.keychain.timeout', { keychain }),
      messageOf('exchange.keychain.look-for-prompt'),
      messageOf('exchange.keychain.else-log-in'),
    ],
    KEYCHAIN_STORE_FULL: [
      messageOf('exchange.keychain.store-full'),
      messageOf('exchange.keychain.make-room'),
      thenTry,
    ],
    KEYCHAIN_CRASH: [
      messageOf('exchange.keychain.crash'),
      messageOf('exchange.keychain.try-or-log-in'),
    ],
    KEYCHAIN_CLOSED: [
      messageOf('exchange.keychain.closed'),
      messageOf('exchange.keychain.start-again'),
    ],
    KEYCHAIN_READ_BACK_DIFFERS: [
      messageOf('exchange.keychain.read-back-differs'),
      messageOf('exchange.keychain.session-and-report'),
    ],
    KEYCHAIN_UNREADABLE: [
      messageOf('exchange.keychain.unreadable'),
      messageOf('exchange.keychain.enter-again'),
    ],
    KEYCHAIN_UNKNOWN: [
      messageOf('exchange.keychain.unknown', { keychain }),
      messageOf('exchange.keychain.log-in-and-report'),
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

export function keychainProblem(
  reason: KeychainReason,
  platform: NodeJS.Platform,
  desktop: DesktopFamily = 'other',
): Problem {
  const system = platform === 'darwin' || platform === 'win32' ? platform : 'linux'
  const message = sentencesFor(system, desktop)[reason].reduce((first, next) =>
    messageOf('exchange.and-then', { first, next }),
  )
  return { code: codes[reason] ?? 'keychain-trouble', message, reason }
}
