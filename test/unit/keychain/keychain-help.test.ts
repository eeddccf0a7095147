import { describe, expect, test } from 'vitest'
import { desktopFamily, keychainHelp, keychainProblem } from '../../../src/main/keychain/keychain-help.js'
import type { KeychainReason } from '../../../src/main/keychain/keychain-adapter.js'

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
  test.each(all)('%s has an explanation and a next step on every platform', (reason) => {
    for (const platform of platforms) {
      for (const desktop of desktops) {
        const help = keychainHelp(reason, platform, desktop)
        expect(help.text).toMatch(/\.$/)
        expect(help.steps.length).toBeGreaterThan(0)
        for (const step of help.steps) expect(step).toMatch(/\.$/)
      }
    }
  })

  test('SEC-7 names what is missing and how to get it, by desktop', () => {
    expect(keychainHelp('KEYCHAIN_NO_SERVICE', 'linux', 'gnome').steps.join(' ')).toMatch(/Install gnome-keyring.*Log out and in again/)
    expect(keychainHelp('KEYCHAIN_NO_SERVICE', 'linux', 'kde').steps[0]).toMatch(/KWallet for the Secret Service/)
    expect(keychainHelp('KEYCHAIN_NO_LIBRARY', 'linux').text).toMatch(/libsecret/)
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
        const { text, steps } = keychainHelp(reason, platform)
        expect([text, ...steps].join(' ')).not.toMatch(/KWallet|seahorse|libsecret|gnome/)
      }
    }
  })

  test.each(Object.entries(reasons))('%s becomes the problem %s with its reason and its sentences', (reason, code) => {
    const known = all.find((one) => one === reason)
    if (known === undefined) throw new Error(reason)
    const problem = keychainProblem({ reason: known }, 'linux', 'gnome')
    const help = keychainHelp(known, 'linux', 'gnome')
    expect(problem).toEqual({ code, reason, message: [help.text, ...help.steps].join(' ') })
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
