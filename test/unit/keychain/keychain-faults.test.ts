import { describe, expect, test } from 'vitest'
import {
  desktopFamily,
  keychainProblem,
  type KeychainReason,
  libraryFault,
} from '../../../src/main/keychain/keychain-faults.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { messageContaining } from '../../support/saying.js'

const reasons: Record<KeychainReason, string> = {
  KEYCHAIN_TIMEOUT: 'keychain-trouble',
  KEYCHAIN_CRASH: 'keychain-trouble',
  KEYCHAIN_CLOSED: 'keychain-trouble',
  KEYCHAIN_LOCKED: 'keychain-locked',
  KEYCHAIN_LOCKED_OR_MISSING: 'keychain-locked',
  KEYCHAIN_NO_BUS: 'keychain-unavailable',
  KEYCHAIN_NO_SERVICE: 'keychain-unavailable',
  KEYCHAIN_NO_LIBRARY: 'keychain-unavailable',
  KEYCHAIN_NOT_INITIALISED: 'keychain-unavailable',
  KEYCHAIN_STORE_FULL: 'keychain-trouble',
  KEYCHAIN_READ_BACK_DIFFERS: 'keychain-trouble',
  KEYCHAIN_UNREADABLE: 'keychain-trouble',
  KEYCHAIN_UNKNOWN: 'keychain-trouble',
}
const all = Object.keys(reasons) as KeychainReason[]
const platforms = ['linux', 'darwin', 'win32'] as const
const desktops = ['gnome', 'kde', 'other'] as const

describe('help with the keychain', () => {
  test.each(all)('%s has a code, an explanation and a next step on every platform', (reason) => {
    for (const platform of platforms) {
      for (const desktop of desktops) {
        const problem = keychainProblem(reason, platform, desktop)
        expect(problem).toEqual({
          code: reasons[reason],
          reason,
          message: messageContaining(/\. .*\.$/),
        })
      }
    }
  })

  test('SEC-7 names what is missing and how to get it, by desktop', () => {
    expect(englishOf(keychainProblem('KEYCHAIN_NO_SERVICE', 'linux', 'gnome').message)).toMatch(
      /safely\. Install gnome-keyring.*Log out and in again/,
    )
    expect(englishOf(keychainProblem('KEYCHAIN_NO_SERVICE', 'linux', 'kde').message)).toMatch(
      /safely\. Open .*KWallet for the Secret Service/,
    )
    expect(englishOf(keychainProblem('KEYCHAIN_NO_LIBRARY', 'linux').message)).toMatch(/libsecret/)
  })

  test('names no Linux program on macOS and Windows', () => {
    for (const platform of ['darwin', 'win32'] as const) {
      for (const reason of [
        'KEYCHAIN_LOCKED',
        'KEYCHAIN_TIMEOUT',
        'KEYCHAIN_LOCKED_OR_MISSING',
        'KEYCHAIN_NOT_INITIALISED',
        'KEYCHAIN_NO_LIBRARY',
      ] as const) {
        expect(englishOf(keychainProblem(reason, platform).message)).not.toMatch(
          /KWallet|seahorse|libsecret|gnome/,
        )
      }
    }
  })

  test.each([
    ['GNOME', 'gnome'],
    ['ubuntu:GNOME', 'gnome'],
    ['KDE', 'kde'],
    ['XFCE', 'gnome'],
    ['sway', 'other'],
    ['', 'other'],
    [undefined, 'other'],
  ])('desktop %j is of the family %s', (name, family) => {
    expect(desktopFamily(name)).toBe(family)
  })
})

describe('errors of a keychain library', () => {
  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'KEYCHAIN_NO_BUS'],
    ['Could not connect: No such file or directory', 'KEYCHAIN_NO_BUS'],
    ['Could not connect: Connection refused', 'KEYCHAIN_NO_BUS'],
    [
      'Error spawning command line “dbus-launch --autolaunch=0 --binary-syntax”: Child process exited with code 1',
      'KEYCHAIN_NO_BUS',
    ],
    ['The connection is closed', 'KEYCHAIN_NO_BUS'],
    [
      'The name org.freedesktop.secrets was not provided by any .service files',
      'KEYCHAIN_NO_SERVICE',
    ],
    ['The name :1.0 was not provided by any .service files', 'KEYCHAIN_NO_SERVICE'],
    [
      'GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name org.freedesktop.secrets was not provided by any .service files',
      'KEYCHAIN_NO_SERVICE',
    ],
    ['The session wrapping the secret does not exist', 'KEYCHAIN_NO_SERVICE'],
    ['Process org.freedesktop.secrets exited with status 1', 'KEYCHAIN_NO_SERVICE'],
    [
      'Object does not exist at path “/org/freedesktop/secrets/collection/login”',
      'KEYCHAIN_NOT_INITIALISED',
    ],
    [
      'Object does not exist at path "/org/freedesktop/secrets/collection/login"',
      'KEYCHAIN_NOT_INITIALISED',
    ],
    ['A default keychain could not be found.', 'KEYCHAIN_NOT_INITIALISED'],
    ['Cannot create an item in a locked collection', 'KEYCHAIN_LOCKED'],
    ['Cannot get secret of a locked object', 'KEYCHAIN_LOCKED'],
    ['The prompt was dismissed', 'KEYCHAIN_LOCKED'],
    ['User canceled the operation.', 'KEYCHAIN_LOCKED'],
    ['User interaction is not allowed.', 'KEYCHAIN_LOCKED'],
    ["Couldn't create item: An error occurred on the device", 'KEYCHAIN_STORE_FULL'],
    [
      'Failed to load keytar native addon, checked ["../build/Release"] on prebuilds/linux-x64',
      'KEYCHAIN_NO_LIBRARY',
    ],
    [
      'libsecret-1.so.0: cannot open shared object file: No such file or directory',
      'KEYCHAIN_NO_LIBRARY',
    ],
    ['Timeout was reached', 'KEYCHAIN_TIMEOUT'],
    ['', 'KEYCHAIN_UNKNOWN'],
    ['Ein Fehler ist aufgetreten', 'KEYCHAIN_UNKNOWN'],
    ['Password is required.', 'KEYCHAIN_UNKNOWN'],
  ])('%j means %s', (message, reason) => {
    expect(libraryFault(message)).toEqual({ ok: false, error: { reason, detail: message } })
  })
})
