// The broker against a real keyring that misbehaves: the app must stay alive, responsive and able
// to quit.
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeychainBroker } from '../../../src/main/keychain/broker.js'
import type { KeychainAdapter } from '../../../src/main/keychain/keychain-adapter.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import { createKeychain } from '../../../src/main/keychain/keychain.js'
import { descendants } from '../../support/canary.js'
import { programPath } from '../../support/built-programs.js'
import { forkBroker } from '../../support/fork-broker.js'
import { createFakeTimer } from '../../support/fake-timer.js'
import { keyringMissing, startKeyring, type Keyring } from '../../support/keyring.js'

const account = '0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39'

/** The time limits of a call and of an idle process. */
const [callMs, leaseMs] = [5_000, 30_000]

async function becomes(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 30_000, interval: 10 }).toBe(true)
}

/**
 * Whether a process is in a keychain call: the library has begun to talk to the bus, on its own
 * thread.
 */
function isInCall(pid: number | undefined): boolean {
  try {
    const threads = `/proc/${String(pid)}/task`
    return readdirSync(threads).some(
      (thread) => readFileSync(`${threads}/${thread}/comm`, 'utf8').trim() === 'gdbus',
    )
  } catch {
    return false
  }
}

const alive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

describe.skipIf(keyringMissing())('the broker process', () => {
  let keyring: Keyring
  let started: ChildProcess[]
  let open: KeychainAdapter[]

  beforeEach(async () => {
    started = []
    open = []
    keyring = await startKeyring('unlocked')
  })
  afterEach(async () => {
    for (const adapter of open) adapter.close()
    await keyring.dispose()
  })

  /** Its limits expire when `ring` says so. */
  const setup = (): {
    adapter: KeychainAdapter
    ring: (ms: number) => Promise<void>
    timers: () => number
  } => {
    const launch = () =>
      forkBroker(programPath('broker'), keyring.env, (child) => void started.push(child))
    const { timer, ring, pending } = createFakeTimer()
    const adapter = createKeychainBroker({ launch, timer })
    open.push(adapter)
    return { adapter, ring, timers: pending }
  }

  test('SEC-9 contains no call that lists entries in the built program', async () => {
    // What it shares with other programs is in files beside it.
    const folder = dirname(programPath('broker'))
    const files = readdirSync(folder).filter((one) => one.endsWith('.mjs'))
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    expect(texts.some((text) => text.includes('getPassword'))).toBe(true)
    for (const text of texts) expect(text).not.toMatch(/findCredentials|findPassword/)
  })

  test('is not started by creating a keychain', () => {
    createKeychain({ adapter: setup().adapter, platform: 'linux' }).describe()
    expect(started.length).toBe(0)
  })

  test('SEC-10 times out after 5 s on a hung keychain, and the app reads files meanwhile', async () => {
    const { adapter, ring } = setup()
    keyring.stopDaemon()
    const asked = adapter.get(account, 'silent')
    await becomes(() => isInCall(started[0]?.pid))
    // More than there are threads in the pool: if the call had blocked it, none of them would end.
    const texts = await Promise.all(
      Array.from({ length: 40 }, () => readFile(import.meta.filename, 'utf8')),
    )
    expect(texts).toHaveLength(40)
    expect(adapter.health()).toMatchObject({ timeouts: 0, busy: true })
    await ring(callMs)
    expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    expect(adapter.health()).toMatchObject({ timeouts: 1, busy: false })
  })

  test.each(['SIGSEGV', 'SIGABRT', 'SIGKILL'] as const)(
    'SEC-11 treats an exit by %s in a call as a crash, counts it, and the next call works',
    async (signal) => {
      const { adapter } = setup()
      keyring.stopDaemon()
      const asked = adapter.get(account, 'silent')
      await becomes(() => isInCall(started[0]?.pid))
      started[0]?.kill(signal)
      expect(await asked).toMatchObject({
        ok: false,
        error: { reason: 'KEYCHAIN_CRASH', detail: expect.stringContaining(signal) },
      })
      keyring.resumeDaemon()
      expect(await adapter.probe('silent')).toEqual({ ok: true, value: null })
      expect(adapter.health()).toMatchObject({ crashes: 1, timeouts: 0 })
    },
  )

  test('SEC-10 is killed at the limit if it is stopped itself', async () => {
    const { adapter, ring } = setup()
    expect((await adapter.get(account, 'silent')).ok).toBe(true)
    started[0]?.kill('SIGSTOP')
    const asked = adapter.get(account, 'silent')
    await becomes(() => adapter.health().busy)
    await ring(callMs)
    expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    await becomes(() => started[0] !== undefined && !alive(started[0]))
    expect(started[0]?.signalCode).toBe('SIGKILL')
    expect((await adapter.get(account, 'silent')).ok).toBe(true)
  })

  test('SEC-12 ends the call and the process at once when closed with an open call', async () => {
    const { adapter } = setup()
    const keychain = createKeychain({ adapter, platform: 'linux' })
    keyring.stopDaemon()
    const asked = keychain.load(account)
    await becomes(() => isInCall(started[0]?.pid))
    keychain.close()
    expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    await becomes(() => started.every((child) => !alive(child)))
    expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
  })

  test('RES-3 leaves no file, no timer and no process after twenty timeouts', async () => {
    const { adapter, ring, timers } = setup()
    const timeOut = async (): Promise<void> => {
      const asked = adapter.get(account, 'silent')
      await becomes(() => adapter.health().busy)
      await ring(callMs)
      expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    }
    await adapter.get(account, 'silent')
    keyring.stopDaemon()
    const openFiles = (): number => readdirSync('/proc/self/fd').length
    await timeOut()
    await becomes(() => started.every((child) => !alive(child)))
    // The test's own waiting uses timers of the system.
    const resources = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout').length
    const before = { files: openFiles(), resources: resources(), children: descendants().length }
    for (let round = 0; round < 20; round++) await timeOut()
    expect(started).toHaveLength(21)
    expect(adapter.health()).toMatchObject({ timeouts: 21, crashes: 0, busy: false })
    await becomes(() => descendants().length === before.children)
    await becomes(() => openFiles() <= before.files)
    await becomes(() => resources() <= before.resources)
    expect(timers()).toBe(0)
  })

  test('keeps one process for consecutive calls, and ends it when its time is over', async () => {
    const { adapter, ring } = setup()
    for (let call = 0; call < 5; call++) await adapter.get(account, 'silent')
    expect(started.length).toBe(1)
    await ring(leaseMs)
    await becomes(() => started[0] !== undefined && !alive(started[0]))
    expect(started[0]?.signalCode).toBe('SIGKILL')
    expect((await adapter.get(account, 'silent')).ok).toBe(true)
    expect(started.length).toBe(2)
  })

  test('keeps a stored key when it dies', async () => {
    const keychain = createKeychain({ adapter: setup().adapter, platform: 'linux' })
    await keychain.store(account, {
      apiKey: Secret.of('public-key-0123456789'),
      apiSecret: Secret.of('private-9876543210'),
    })
    started[0]?.kill('SIGKILL')
    await becomes(() => started[0] !== undefined && !alive(started[0]))
    const loaded = await keychain.load(account)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe('private-9876543210')
  })
})
