// The promises about a user's key, against a real keyring: where it is, where it is not, and what
// can remove it.
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRedactor } from '../../../src/main/logging/redactor.js'
import { openLog } from '../../../src/main/logging/log-writer.js'
import { createKeychainBroker } from '../../../src/main/keychain/broker.js'
import type { KeychainAdapter } from '../../../src/main/keychain/keychain-adapter.js'
import { Secret, type Credentials } from '../../../src/main/keychain/secret.js'
import { createKeychain, type Keychain } from '../../../src/main/keychain/keychain.js'
import { ok } from '../../../src/shared/result.js'
import { canaryInFiles, canaryInProcesses, descendants } from '../../support/canary.js'
import { programPath } from '../../support/built-programs.js'
import { catalogues } from '../../support/catalogues.js'
import { forkBroker } from '../../support/fork-broker.js'
import { createFakeTimer } from '../../support/fake-timer.js'
import {
  keyringMissing,
  processesOf,
  startKeyring,
  type Keyring,
  type KeyringKind,
} from '../../support/keyring.js'
import { englishOf } from '../../../src/shared/messages/messages.js'

describe.skipIf(keyringMissing())('the keychain over a real keyring', () => {
  let keyring: Keyring
  let adapter: KeychainAdapter
  let ring: (ms: number) => void
  let profileId: string
  let canary: { apiKey: string; apiSecret: string }

  beforeEach(() => {
    profileId = randomUUID()
    canary = {
      apiKey: randomBytes(16).toString('hex'),
      apiSecret: `canary-${randomBytes(16).toString('hex')}`,
    }
  })
  afterEach(async () => {
    adapter.close()
    await keyring.dispose()
  })

  const setup = async (
    kind: KeyringKind = 'unlocked',
    change: (real: KeychainAdapter) => Partial<KeychainAdapter> = () => ({}),
  ): Promise<Keychain> => {
    keyring = await startKeyring(kind)
    const launch = () => forkBroker(programPath('broker'), keyring.env)
    const timers = createFakeTimer()
    ring = timers.ring
    adapter = createKeychainBroker({ launch, timer: timers.timer })
    const redactor = createRedactor()
    const log = openLog({ folder: `${keyring.home}/logs`, redactor, clock: () => 1_755_500_000 })
    return createKeychain({
      adapter: { ...adapter, ...change(adapter) },
      platform: 'linux',
      desktop: 'gnome',
      redactSecret: redactor.add,
      warn: log.warn,
    })
  }

  const credentials = (): Credentials => ({
    apiKey: Secret.of(canary.apiKey),
    apiSecret: Secret.of(canary.apiSecret),
  })

  const inKeyring = async (): Promise<string> =>
    (await keyring.secretTool(['search', '--all', 'service', 'plimsoll'])).out

  /** The call in progress reaches its limit. */
  const timesOut = async (): Promise<void> => {
    await expect.poll(() => adapter.health().busy).toBe(true)
    await ring(5_000)
  }

  const expectLoaded = async (keychain: Keychain): Promise<void> => {
    const loaded = await keychain.load(profileId)
    expect(loaded.ok && loaded.value.apiKey.reveal().toString()).toBe(canary.apiKey)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe(canary.apiSecret)
  }

  test('SEC-1 the key is in the keyring and nowhere else on disk, in no form', async () => {
    const keychain = await setup()
    expect(await keychain.store(profileId, credentials())).toEqual(ok({ trialLeft: false }))
    await expectLoaded(keychain)
    expect(await inKeyring()).toContain(
      `secret = {"apiKey":"${canary.apiKey}","apiSecret":"${canary.apiSecret}"}`,
    )
    keyring.stopDaemon()
    const hung = keychain.load(profileId)
    await timesOut()
    expect(await hung).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    keyring.resumeDaemon()
    for (const secret of [canary.apiSecret, canary.apiKey]) {
      const { looked, found } = canaryInFiles([keyring.home], secret)
      expect(looked).toBeGreaterThan(3)
      expect(found).toEqual([])
    }
    // The search itself must be able to find one.
    writeFileSync(`${keyring.home}/leak`, Buffer.from(`a${canary.apiSecret}`, 'utf16le'))
    expect(canaryInFiles([keyring.home], canary.apiSecret).found).toEqual([`${keyring.home}/leak`])
  })

  test('SEC-21 any program of the same user reads the entry without a prompt, as the documentation and the connect screen say', async () => {
    const keychain = await setup()
    await keychain.store(profileId, credentials())
    const { code, out } = await keyring.secretTool([
      'lookup',
      'service',
      'plimsoll',
      'account',
      profileId,
    ])
    expect([code, out]).toEqual([
      0,
      `{"apiKey":"${canary.apiKey}","apiSecret":"${canary.apiSecret}"}`,
    ])
    const textOf = (...where: string[]): string =>
      readFileSync(join(import.meta.dirname, '../../..', ...where), 'utf8').replaceAll(/\s+/g, ' ')
    expect(textOf('docs', 'security.md')).toContain(
      '**Any program of the same user can read the keychain entry**',
    )
    const advice = Object.entries(catalogues.en)
      .flatMap(([key, text]) => (key.startsWith('welcome.') ? [text] : []))
      .join(' ')
    for (const words of [
      'Any program you run as the same user can read',
      'Trusted addresses.',
      'Never give it the right to withdraw',
      'One key per installation',
    ])
      expect(advice).toContain(words)
  })

  test('SEC-4 no process shows the key in its arguments or environment', async () => {
    const keychain = await setup()
    const storing = keychain.store(profileId, credentials())
    const searches: { looked: number; found: string[] }[] = []
    const search = (): void =>
      void searches.push(canaryInProcesses([process.pid, ...descendants()], canary.apiSecret))
    // During a call as well as between two calls.
    const timer = setInterval(search, 2)
    expect(await storing).toEqual(ok({ trialLeft: false }))
    for (let round = 0; round < 20; round++) {
      await expectLoaded(keychain)
      search()
    }
    clearInterval(timer)
    searches.push(
      canaryInProcesses([...processesOf(keyring.home), ...descendants()], canary.apiSecret),
    )
    // Bus, keyring and broker, each with two files: the broker really was searched.
    expect(Math.max(...searches.map(({ looked }) => looked))).toBeGreaterThanOrEqual(8)
    expect(searches.flatMap(({ found }) => found)).toEqual([])
  })

  test('SEC-5 deletes and reports an entry that the keychain cut at a NUL', async () => {
    const keychain = await setup('unlocked', (real) => ({
      set: (account, item, patience) => {
        const withNul = Buffer.from(item)
        withNul[20] = 0
        return real.set(account, withNul, patience)
      },
    }))
    expect(await keychain.store(profileId, credentials())).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_READ_BACK_DIFFERS' },
    })
    expect(await inKeyring()).not.toContain(profileId)
  })

  test.each([
    ['no-bus', 'KEYCHAIN_NO_BUS'],
    ['absent', 'KEYCHAIN_NO_SERVICE'],
    ['uninitialised', 'KEYCHAIN_NOT_INITIALISED'],
  ] as const)(
    'SEC-7 %s: refuses the key with %s and how to get a keychain, and writes it nowhere',
    async (kind, reason) => {
      const keychain = await setup(kind)
      const stored = await keychain.store(profileId, credentials())
      expect(stored).toMatchObject({ ok: false, error: { code: 'keychain-unavailable', reason } })
      expect(!stored.ok && englishOf(stored.error.message).length).toBeGreaterThan(60)
      expect(await keychain.probe()).toMatchObject({ ok: false, error: { reason } })
      expect(canaryInFiles([keyring.home], canary.apiSecret).found).toEqual([])
    },
  )

  test('SEC-8 a locked keyring keeps the key: nothing is overwritten or deleted', async () => {
    const keychain = await setup()
    await keychain.store(profileId, credentials())
    await keyring.lock()
    expect(await keychain.load(profileId)).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked', reason: 'KEYCHAIN_LOCKED_OR_MISSING' },
    })
    const other = {
      apiKey: Secret.of('another-key-0000'),
      apiSecret: Secret.of('another-secret-0000'),
    }
    expect(await keychain.store(profileId, other)).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked', reason: 'KEYCHAIN_LOCKED' },
    })
    expect(await keychain.remove(profileId)).toMatchObject({
      ok: false,
      error: { code: 'keychain-locked', reason: 'KEYCHAIN_LOCKED' },
    })
    await keyring.unlock()
    await expectLoaded(keychain)
  })

  test('SEC-8 FLT-8 reports an entry deleted outside in the same words, and it can be entered again', async () => {
    const keychain = await setup()
    await keychain.store(profileId, credentials())
    await keyring.secretTool(['clear', 'service', 'plimsoll', 'account', profileId])
    expect(await keychain.load(profileId)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_LOCKED_OR_MISSING' },
    })
    expect(await keychain.store(profileId, credentials())).toEqual(ok({ trialLeft: false }))
    await expectLoaded(keychain)
  })

  test('SEC-13 returns the key from a keyring that was killed and came back, without a restart of the app', async () => {
    const keychain = await setup()
    await keychain.store(profileId, credentials())
    await keyring.killDaemon()
    expect(await keychain.load(profileId)).toMatchObject({
      ok: false,
      error: { reason: 'KEYCHAIN_NO_SERVICE' },
    })
    await keyring.startDaemon(keyring.password)
    await expectLoaded(keychain)
  })

  test('SEC-14 a removed key is gone, and other profiles keep theirs', async () => {
    const keychain = await setup()
    const otherId = randomUUID()
    await keychain.store(profileId, credentials())
    await keychain.store(otherId, {
      apiKey: Secret.of('another-key-0000'),
      apiSecret: Secret.of('another-secret-0000'),
    })
    expect(await keychain.remove(profileId)).toEqual(ok('removed'))
    expect(await inKeyring()).not.toContain(profileId)
    expect(await inKeyring()).toContain(otherId)
    expect(await keychain.remove(profileId)).toEqual(ok('not-found'))
  })

  test('SEC-14 does not report a key saved in another keyring as removed, and it stays there', async () => {
    const keychain = await setup()
    await keychain.store(profileId, credentials())
    const keyrings = join(keyring.home, '.local', 'share', 'keyrings')
    const swapFor = async (one: string, other: string): Promise<void> => {
      await keyring.killDaemon()
      renameSync(keyrings, `${keyrings}-${one}`)
      if (existsSync(`${keyrings}-${other}`)) renameSync(`${keyrings}-${other}`, keyrings)
      await keyring.startDaemon(keyring.password)
    }
    await swapFor('first', 'second')
    expect(await keychain.remove(profileId)).toEqual(ok('not-found'))
    await swapFor('second', 'first')
    await expectLoaded(keychain)
    expect(await keychain.remove(profileId)).toEqual(ok('removed'))
  })

  test('SEC-14 can repeat a failed removal', async () => {
    const keychain = await setup()
    await keychain.store(profileId, credentials())
    keyring.stopDaemon()
    const removing = keychain.remove(profileId)
    await timesOut()
    expect(await removing).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    keyring.resumeDaemon()
    expect(await inKeyring()).toContain(profileId)
    expect(await keychain.remove(profileId)).toEqual(ok('removed'))
    expect(await inKeyring()).not.toContain(profileId)
  })

  test('SEC-20 the keyring shows a random id and a generic label, and no name', async () => {
    const keychain = await setup()
    await keychain.store(profileId, credentials())
    const shown = (await inKeyring())
      .split('\n')
      .filter((line) => /^(label|attribute|schema)/.test(line))
    expect(shown.toSorted()).toEqual([
      `attribute.account = ${profileId}`,
      'attribute.service = plimsoll',
      `label = plimsoll/${profileId}`,
      'schema = org.freedesktop.Secret.Generic',
    ])
  })

  test('returns the longest key and secret, with every character, unchanged', async () => {
    const keychain = await setup()
    const every = Array.from({ length: 95 }, (_none, index) =>
      String.fromCharCode(0x20 + index),
    ).join('')
    canary = { apiKey: 'k'.repeat(512), apiSecret: `x${every.repeat(5)}`.slice(0, 511) + 'x' }
    expect(await keychain.store(profileId, credentials())).toEqual(ok({ trialLeft: false }))
    await expectLoaded(keychain)
  })
})
