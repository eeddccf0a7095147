import { describe, expect, test } from 'vitest'
import { classifyKeychainMessage } from '../../../src/main/keychain/keychain-adapter.js'

describe('what a keychain library says', () => {
  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'KEYCHAIN_NO_BUS'],
    ['Could not connect: No such file or directory', 'KEYCHAIN_NO_BUS'],
    ['Could not connect: Connection refused', 'KEYCHAIN_NO_BUS'],
    ['Error spawning command line “dbus-launch --autolaunch=0 --binary-syntax”: Child process exited with code 1', 'KEYCHAIN_NO_BUS'],
    ['The connection is closed', 'KEYCHAIN_NO_BUS'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'KEYCHAIN_NO_SERVICE'],
    ['The name :1.0 was not provided by any .service files', 'KEYCHAIN_NO_SERVICE'],
    [
      'GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name org.freedesktop.secrets was not provided by any .service files',
      'KEYCHAIN_NO_SERVICE',
    ],
    ['The session wrapping the secret does not exist', 'KEYCHAIN_NO_SERVICE'],
    ['Process org.freedesktop.secrets exited with status 1', 'KEYCHAIN_NO_SERVICE'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'KEYCHAIN_NOT_INITIALISED'],
    ['Object does not exist at path "/org/freedesktop/secrets/collection/login"', 'KEYCHAIN_NOT_INITIALISED'],
    ['A default keychain could not be found.', 'KEYCHAIN_NOT_INITIALISED'],
    ['Cannot create an item in a locked collection', 'KEYCHAIN_LOCKED'],
    ['Cannot get secret of a locked object', 'KEYCHAIN_LOCKED'],
    ['The prompt was dismissed', 'KEYCHAIN_LOCKED'],
    ['User canceled the operation.', 'KEYCHAIN_LOCKED'],
    ['User interaction is not allowed.', 'KEYCHAIN_LOCKED'],
    ["Couldn't create item: An error occurred on the device", 'KEYCHAIN_STORE_FULL'],
    ['Failed to load keytar native addon, checked ["../build/Release"] on prebuilds/linux-x64', 'KEYCHAIN_NO_LIBRARY'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'KEYCHAIN_NO_LIBRARY'],
    ['Timeout was reached', 'KEYCHAIN_TIMEOUT'],
    ['', 'KEYCHAIN_UNKNOWN'],
    ['Ein Fehler ist aufgetreten', 'KEYCHAIN_UNKNOWN'],
    ['Password is required.', 'KEYCHAIN_UNKNOWN'],
  ])('%j means %s', (message, reason) => {
    expect(classifyKeychainMessage(message)).toBe(reason)
  })
})
