// The texts for a keychain that does not work: what is missing on this machine, and how to get it.
import type { Problem, ProblemCode } from '../../shared/domain/problem.js'
import type { KeychainFault, KeychainReason } from './keychain-adapter.js'

type KeychainHelp = { readonly code: ProblemCode; readonly text: string; readonly steps: readonly string[] }

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

const serviceSteps: Record<DesktopFamily, readonly string[]> = {
  gnome: [installKeyring, logInAgain],
  kde: [enableKwallet, `Or: ${installKeyring}`, logInAgain],
  other: [installKeyring, 'On KDE, switch on the Secret Service in KWallet instead. KeePassXC can offer it too.', logInAgain],
}

const initialiseSteps: Record<DesktopFamily, readonly string[]> = {
  gnome: ['Open “Passwords and Keys” (seahorse), make a keyring named “Login” and set it as the default.', 'Then try again.'],
  kde: ['Open KWallet Manager, make a wallet, and choose it as the default in System Settings, KDE Wallet.', 'Then try again.'],
  other: ['Make a default keyring with your keyring’s own program (for gnome-keyring: seahorse).', 'Then try again.'],
}

type System = 'darwin' | 'win32' | 'linux'

const unlockStep: Record<System, string> = {
  darwin: 'Open Keychain Access, unlock the “login” keychain, and allow Plimsoll if the system asks.',
  win32: 'Log in to Windows with your own account, so that Credential Manager opens.',
  linux: 'Answer the system’s password prompt, or unlock the keyring in its own program (Passwords and Keys, KWallet Manager).',
}

const ownName: Record<System, string> = {
  darwin: 'the macOS keychain',
  win32: 'Windows Credential Manager',
  linux: 'the keyring',
}

const helpOn = (system: System, desktop: DesktopFamily): Record<KeychainReason, KeychainHelp> => {
  const name = ownName[system]
  return {
    KEYCHAIN_NO_BUS: {
      code: 'keychain-unavailable',
      text: 'Plimsoll cannot reach the D-Bus session, through which it would find a keyring.',
      steps: ['Start Plimsoll from your desktop session, not from a bare terminal, a container or another user’s account.'],
    },
    KEYCHAIN_NO_SERVICE: {
      code: 'keychain-unavailable',
      text: 'No program on this desktop offers the Secret Service, where keys are kept safely.',
      steps: serviceSteps[desktop],
    },
    KEYCHAIN_NO_LIBRARY:
      system === 'linux'
        ? {
            code: 'keychain-unavailable',
            text: 'libsecret, the library that talks to the keyring, is not installed.',
            steps: [
              'Install it (Debian, Ubuntu: “sudo apt install libsecret-1-0”; Fedora: “sudo dnf install libsecret”).',
              'Then try again.',
            ],
          }
        : {
            code: 'keychain-unavailable',
            text: `The part of Plimsoll that talks to ${name} does not load.`,
            steps: ['Install Plimsoll again.'],
          },
    KEYCHAIN_NOT_INITIALISED: {
      code: 'keychain-unavailable',
      text: `There is no default place to keep keys in: ${name} was never set up on this account.`,
      steps: system === 'linux' ? initialiseSteps[desktop] : [unlockStep[system], 'Then try again.'],
    },
    KEYCHAIN_LOCKED: {
      code: 'keychain-locked',
      text: `Plimsoll may not use ${name} while it is locked.`,
      steps: [unlockStep[system], 'Then try again.'],
    },
    KEYCHAIN_LOCKED_OR_MISSING: {
      code: 'keychain-locked',
      text: 'It is locked, or the entry is gone; the system does not say which. Nothing was deleted.',
      steps: [unlockStep[system], 'Then try again. If it stays, enter the key anew.'],
    },
    KEYCHAIN_TIMEOUT: {
      code: 'keychain-trouble',
      text: `Either ${name} hangs, or a password prompt of the system is still open.`,
      steps: ['Look for a password prompt behind other windows and answer it.', 'If there is none, log out and in again.'],
    },
    KEYCHAIN_STORE_FULL: {
      code: 'keychain-trouble',
      text: 'The disk that holds the keyring is full or not writable. Nothing was stored.',
      steps: ['Make room in your home folder.', 'Then try again.'],
    },
    KEYCHAIN_CRASH: {
      code: 'keychain-trouble',
      text: 'The helper process that talks to the keychain ended unexpectedly. Plimsoll itself is not affected.',
      steps: ['Try again. If it stays, log out and in again.'],
    },
    KEYCHAIN_CLOSED: {
      code: 'keychain-trouble',
      text: 'The keychain was not asked any more because Plimsoll is closing.',
      steps: ['Start Plimsoll again.'],
    },
    KEYCHAIN_READ_BACK_DIFFERS: {
      code: 'keychain-trouble',
      text: 'What came back was not what was written, so the entry was not kept.',
      steps: ['Try again. If it stays, use the key for this session only and report it.'],
    },
    KEYCHAIN_UNREADABLE: {
      code: 'keychain-trouble',
      text: 'The entry of this profile does not hold a key as Plimsoll writes it. It was left as it is.',
      steps: ['Enter the key anew.'],
    },
    KEYCHAIN_UNKNOWN: {
      code: 'keychain-trouble',
      text: `Plimsoll does not recognise what ${name} answered. Nothing was stored or deleted.`,
      steps: ['Try again. If it stays, log out and in again, and report it with the details.'],
    },
  }
}

export const keychainHelp = (reason: KeychainReason, platform: NodeJS.Platform, desktop: DesktopFamily = 'other'): KeychainHelp =>
  helpOn(platform === 'darwin' || platform === 'win32' ? platform : 'linux', desktop)[reason]

export const keychainProblem = (fault: Pick<KeychainFault, 'reason'>, platform: NodeJS.Platform, desktop?: DesktopFamily): Problem => {
  const { code, text, steps } = keychainHelp(fault.reason, platform, desktop)
  return { code, message: [text, ...steps].join(' '), reason: fault.reason }
}
