// What the real library reports in every state of a Linux keyring, and that each is distinguished
// from the others.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createKeychainBroker } from '../../../src/main/keychain/broker.js'
import type { KeychainAdapter } from '../../../src/main/keychain/keychain-adapter.js'
import type { KeychainReason, KeychainResult } from '../../../src/main/keychain/keychain-faults.js'
import { programPath } from '../../support/built-programs.js'
import { forkBroker } from '../../support/fork-broker.js'
import { createFakeTimer } from '../../support/fake-timer.js'
import {
  keyringMissing,
  startKeyring,
  type Keyring,
  type KeyringKind,
} from '../../support/keyring.js'

const account = '0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39'
const item = Buffer.from('{"apiKey":"public-key-01","apiSecret":"private-key-02"}')

function reasonOf(result: KeychainResult<unknown>): KeychainReason | 'worked' {
  return result.ok ? 'worked' : result.error.reason
}

describe.skipIf(keyringMissing())('FLT-8 a real keyring', () => {
  let keyring: Keyring
  let open: KeychainAdapter[] = []

  afterEach(async () => {
    for (const keychain of open) keychain.close()
    open = []
    await keyring.dispose()
  })

  /** No limit expires unless a test says so: a busy computer does not look like a hung keyring. */
  const { timer, ring } = createFakeTimer()
  const again = (env: { readonly [name: string]: string } = keyring.env): KeychainAdapter => {
    const keychain = createKeychainBroker({
      launch: () => forkBroker(programPath('broker'), env),
      timer,
    })
    open.push(keychain)
    return keychain
  }

  const setup = async (kind: KeyringKind): Promise<KeychainAdapter> => {
    keyring = await startKeyring(kind)
    return again()
  }

  const all = async (keychain: KeychainAdapter): Promise<Record<string, string>> => ({
    get: reasonOf(await keychain.get(account, 'silent')),
    set: reasonOf(await keychain.set(account, item, 'silent')),
    delete: reasonOf(await keychain.delete(account, 'silent')),
    probe: reasonOf(await keychain.probe('silent')),
  })

  test('that is open stores, returns and deletes', async () => {
    const keychain = await setup('unlocked')
    expect(await keychain.probe('silent')).toEqual({ ok: true, value: null })
    expect(await keychain.get(account, 'silent')).toEqual({ ok: true, value: null })
    expect(await keychain.delete(account, 'silent')).toEqual({ ok: true, value: false })
    expect(await keychain.set(account, item, 'silent')).toEqual({ ok: true, value: null })
    const read = await keychain.get(account, 'silent')
    expect(read.ok && read.value !== null && Buffer.from(read.value).equals(item)).toBe(true)
    expect(await keychain.delete(account, 'silent')).toEqual({ ok: true, value: true })
    expect(await keychain.get(account, 'silent')).toEqual({ ok: true, value: null })
    expect(keychain.health()).toMatchObject({ timeouts: 0, crashes: 0, busy: false })
  })

  test('is left unchanged by the probe', async () => {
    const keychain = await setup('unlocked')
    await keychain.probe('prompt')
    expect(
      (await keyring.secretTool(['search', '--all', 'service', 'plimsoll'])).out,
    ).not.toContain('attribute.account')
  })

  test('SEC-5 stores only up to a NUL while the library reports success', async () => {
    const keychain = await setup('unlocked')
    expect(await keychain.set(account, Buffer.from('abc\0def'), 'silent')).toEqual({
      ok: true,
      value: null,
    })
    const read = await keychain.get(account, 'silent')
    expect(read.ok && Buffer.from(read.value ?? []).toString()).toBe('abc')
  })

  test('SEC-7 no session bus', async () => {
    const reason = 'KEYCHAIN_NO_BUS'
    expect(await all(await setup('no-bus'))).toEqual({
      get: reason,
      set: reason,
      delete: reason,
      probe: reason,
    })
  })

  test('SEC-7 a session bus that is gone', async () => {
    await setup('no-bus')
    const keychain = again({
      ...keyring.env,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${keyring.home}/nobody`,
    })
    expect(reasonOf(await keychain.probe('silent'))).toBe('KEYCHAIN_NO_BUS')
  })

  test('SEC-7 a bus without a keyring service', async () => {
    const reason = 'KEYCHAIN_NO_SERVICE'
    expect(await all(await setup('absent'))).toEqual({
      get: reason,
      set: reason,
      delete: reason,
      probe: reason,
    })
  })

  test.each(['activatable', 'uninitialised'] as const)(
    'SEC-7 a service (%s) in which no keyring was ever created',
    async (kind) => {
      const keychain = await setup(kind)
      // `get` returns null here: this is why a `get` proves nothing.
      expect(await keychain.get(account, 'silent')).toEqual({ ok: true, value: null })
      expect(reasonOf(await keychain.set(account, item, 'silent'))).toBe('KEYCHAIN_NOT_INITIALISED')
      expect(reasonOf(await keychain.probe('silent'))).toBe('KEYCHAIN_NOT_INITIALISED')
    },
  )

  test('SEC-7 libsecret cannot be loaded', async () => {
    await setup('unlocked')
    const broken = join(keyring.home, 'broken-libraries')
    mkdirSync(broken)
    writeFileSync(join(broken, 'libsecret-1.so.0'), '')
    const probed = await again({ ...keyring.env, LD_LIBRARY_PATH: broken }).probe('silent')
    expect(reasonOf(probed)).toBe('KEYCHAIN_NO_LIBRARY')
    // keytar hides the loader's own message; the log needs it.
    expect(!probed.ok && probed.error.detail).toMatch(/libsecret-1\.so\.0/)
  })

  test('SEC-8 that is locked returns null, refuses to write, and deletes nothing', async () => {
    const keychain = await setup('unlocked')
    await keychain.set(account, item, 'silent')
    await keyring.lock()
    expect(await keychain.get(account, 'silent')).toEqual({ ok: true, value: null })
    expect(reasonOf(await keychain.set(account, item, 'silent'))).toBe('KEYCHAIN_LOCKED')
    expect(await keychain.delete(account, 'silent')).toEqual({ ok: true, value: false })
    expect(reasonOf(await keychain.probe('silent'))).toBe('KEYCHAIN_LOCKED')
    await keyring.unlock()
    const read = await keychain.get(account, 'silent')
    expect(reasonOf(read)).toBe('worked')
    expect(read.ok && Buffer.from(read.value ?? []).equals(item)).toBe(true)
  })

  test('SEC-8 that was opened with the wrong password', async () => {
    const keychain = await setup('unlocked')
    await keychain.set(account, item, 'silent')
    keychain.close()
    await keyring.unlock('not the password')
    const next = again()
    expect(await next.get(account, 'silent')).toEqual({ ok: true, value: null })
    expect(reasonOf(await next.set(account, item, 'silent'))).toBe('KEYCHAIN_LOCKED')
  })

  test('SEC-10 whose service is stopped', async () => {
    const keychain = await setup('unlocked')
    keyring.stopDaemon()
    const calls = [
      () => keychain.get(account, 'silent'),
      () => keychain.set(account, item, 'prompt'),
    ]
    for (const call of calls) {
      const asked = call()
      await expect.poll(() => keychain.health().busy).toBe(true)
      await ring(5_000)
      expect(reasonOf(await asked)).toBe('KEYCHAIN_TIMEOUT')
    }
    keyring.resumeDaemon()
    expect(reasonOf(await keychain.probe('silent'))).toBe('worked')
  })

  test('SEC-13 whose service was killed and came back', async () => {
    const keychain = await setup('unlocked')
    await keychain.set(account, item, 'silent')
    await keyring.killDaemon()
    expect(reasonOf(await keychain.get(account, 'silent'))).toBe('KEYCHAIN_NO_SERVICE')
    expect(reasonOf(await keychain.set(account, item, 'silent'))).toBe('KEYCHAIN_NO_SERVICE')
    await keyring.startDaemon(keyring.password)
    const read = await keychain.get(account, 'silent')
    expect(read.ok && Buffer.from(read.value ?? []).equals(item)).toBe(true)
  })

  test('SEC-13 whose service was replaced between two calls', async () => {
    const keychain = await setup('unlocked')
    await keychain.set(account, item, 'silent')
    await keyring.killDaemon()
    await keyring.startDaemon(keyring.password)
    const read = await keychain.get(account, 'silent')
    expect(read.ok && Buffer.from(read.value ?? []).equals(item)).toBe(true)
    await keyring.killDaemon()
    await keyring.startDaemon(keyring.password)
    expect(await keychain.set(account, item, 'silent')).toEqual({ ok: true, value: null })
    await keyring.killDaemon()
    await keyring.startDaemon(keyring.password)
    expect(await keychain.delete(account, 'silent')).toEqual({ ok: true, value: true })
  })

  test('that cannot write to its disk', async () => {
    const keychain = await setup('unlocked')
    const folder = join(keyring.home, '.local/share/keyrings')
    renameSync(folder, `${folder}-away`)
    writeFileSync(folder, 'a file where the folder should be')
    expect(reasonOf(await keychain.set(account, item, 'silent'))).toBe('KEYCHAIN_STORE_FULL')
    rmSync(folder)
    renameSync(`${folder}-away`, folder)
    expect(reasonOf(await keychain.probe('silent'))).toBe('worked')
  })

  test('runs simultaneous calls one after the other', async () => {
    const keychain = await setup('unlocked')
    const accounts = Array.from(
      { length: 20 },
      (_none, index) => `${account.slice(0, -2)}${String(index).padStart(2, '0')}`,
    )
    const stored = await Promise.all(
      accounts.map((name) => keychain.set(name, Buffer.from(`item of ${name}`), 'silent')),
    )
    expect(stored.every(({ ok }) => ok)).toBe(true)
    const read = await Promise.all(accounts.map((name) => keychain.get(name, 'silent')))
    expect(
      read.map((one) => (one.ok ? Buffer.from(one.value ?? []).toString() : one.error.reason)),
    ).toEqual(accounts.map((name) => `item of ${name}`))
  })
})
