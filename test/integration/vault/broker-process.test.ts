// The broker against a real keyring that is made to misbehave: the app must stay alive, quick and able to end.
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeychainBroker } from '../../../src/main/vault/broker.js'
import type { CallLimits } from '../../../src/main/vault/keychain-calls.js'
import type { KeychainPort } from '../../../src/main/vault/keychain-port.js'
import { Secret } from '../../../src/main/vault/secret.js'
import { createVault } from '../../../src/main/vault/vault.js'
import { descendants } from '../../support/canary.js'
import { buildPrograms, type BuiltPrograms } from '../../support/built-programs.js'
import { forkBroker } from '../../support/fork-broker.js'
import { keyringMissing, startKeyring, type Keyring } from '../../support/keyring.js'

const account = '0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39'

const until = async (holds: () => boolean, ms = 2_000): Promise<void> => {
  const end = performance.now() + ms
  while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
}

const alive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

describe.skipIf(keyringMissing())('the broker process', () => {
  let programs: BuiltPrograms
  let keyring: Keyring
  let started: ChildProcess[]
  let open: KeychainPort[]

  beforeAll(async () => {
    programs = await buildPrograms({ broker: 'src/main/vault/broker-entry.ts', quitter: 'test/support/keychain-quitter.ts' })
  })
  afterAll(() => programs.dispose())
  beforeEach(async () => {
    started = []
    open = []
    keyring = await startKeyring('unlocked')
  })
  afterEach(async () => {
    for (const keychain of open) keychain.close()
    await keyring.dispose()
  })

  const setup = (limits: Partial<CallLimits> = {}): KeychainPort => {
    const launch = () => forkBroker(programs.path('broker'), keyring.env, (child) => void started.push(child))
    const keychain = createKeychainBroker({ launch, limits })
    open.push(keychain)
    return keychain
  }

  test('SEC-9 the built program holds no call that lists entries', async () => {
    const built = await readFile(programs.path('broker'), 'utf8')
    expect(built).toContain('getPassword')
    expect(built).not.toMatch(/findCredentials|findPassword/)
  })

  test('is not started by making a vault', () => {
    createVault({ keychain: setup(), platform: 'linux' }).describe()
    expect(started.length).toBe(0)
  })

  test('SEC-10 a hung keychain is a timeout after 5 s, and the app reads files meanwhile in under 50 ms', async () => {
    const keychain = setup()
    keyring.stopDaemon()
    const began = performance.now()
    const asked = keychain.get(account, 'silent')
    const reads: number[] = []
    const reading = (async () => {
      while (performance.now() - began < 4_000) {
        const start = performance.now()
        await readFile(import.meta.filename)
        reads.push(performance.now() - start)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    const took = performance.now() - began
    await reading
    expect(took).toBeGreaterThan(4_900)
    expect(took).toBeLessThan(6_000)
    // Single reads may be slow because the machine is busy; a blocked thread pool would have let none through at all.
    expect(reads.length).toBeGreaterThan(20)
    expect(reads.toSorted((a, b) => a - b)[reads.length >> 1]).toBeLessThan(50)
    expect(keychain.health()).toMatchObject({ timeouts: 1, busy: false })
  })

  test.each(['SIGSEGV', 'SIGABRT', 'SIGKILL'] as const)(
    'SEC-11 a broker that ends by %s in a call is a crash, counted, and the next call works',
    async (signal) => {
      const keychain = setup()
      keyring.stopDaemon()
      const asked = keychain.get(account, 'silent')
      await until(() => started.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 200))
      started[0]?.kill(signal)
      expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CRASH', detail: expect.stringContaining(signal) } })
      keyring.resumeDaemon()
      expect(await keychain.probe('silent')).toEqual({ ok: true, value: null })
      expect(keychain.health()).toMatchObject({ crashes: 1, timeouts: 0 })
    },
  )

  test('SEC-10 a broker that is itself stopped is killed at the limit', async () => {
    const keychain = setup({ silentMs: 2_500 })
    expect((await keychain.get(account, 'silent')).ok).toBe(true)
    started[0]?.kill('SIGSTOP')
    expect(await keychain.get(account, 'silent')).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    await until(() => started[0] !== undefined && !alive(started[0]))
    expect(started[0]?.signalCode).toBe('SIGKILL')
    expect((await keychain.get(account, 'silent')).ok).toBe(true)
  })

  test('SEC-12 closing with a call open ends the call and the process at once', async () => {
    const keychain = setup()
    const vault = createVault({ keychain, platform: 'linux' })
    keyring.stopDaemon()
    const asked = vault.load(account)
    await until(() => started.length > 0)
    const began = performance.now()
    vault.close()
    expect(await asked).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_CLOSED' } })
    await until(() => started.every((child) => !alive(child)))
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(started.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL'])
  })

  const quitter = async (how: 'close' | 'die'): Promise<{ pid: number; broker: number; ms: number }> => {
    keyring.stopDaemon()
    const app = spawn(process.execPath, [programs.path('quitter'), programs.path('broker'), how], {
      env: { ...keyring.env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const broker: number = await new Promise((resolve) =>
      app.stdout.once('data', (data: Buffer) => resolve(Number.parseInt(data.toString(), 10))),
    )
    const began = performance.now()
    const ended = new Promise((resolve) => app.once('exit', resolve))
    if (how === 'die') app.kill('SIGKILL')
    else app.stdin.end('quit')
    await ended
    return { pid: app.pid ?? 0, broker, ms: performance.now() - began }
  }

  const running = (pid: number): boolean => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  test('SEC-12 an app with an open keychain call ends within 2 s and leaves no broker', async () => {
    const { broker, ms } = await quitter('close')
    expect(ms).toBeLessThan(2_000)
    await until(() => !running(broker))
    expect(running(broker)).toBe(false)
  })

  test('SEC-12 an app that is killed leaves no broker either', async () => {
    const { broker } = await quitter('die')
    await until(() => !running(broker))
    expect(running(broker)).toBe(false)
  })

  test('RES-3 a hundred timeouts leave no file, no timer and no process behind', async () => {
    const keychain = setup({ silentMs: 120 })
    await keychain.get(account, 'silent')
    keyring.stopDaemon()
    const openFiles = (): number => readdirSync('/proc/self/fd').length
    await keychain.get(account, 'silent')
    await until(() => started.every((child) => !alive(child)))
    const before = { files: openFiles(), resources: process.getActiveResourcesInfo().length, children: descendants().length }
    for (let round = 0; round < 100; round++) {
      expect(await keychain.get(account, 'silent')).toMatchObject({ ok: false, error: { reason: 'KEYCHAIN_TIMEOUT' } })
    }
    await until(() => started.every((child) => !alive(child)))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(started.length).toBeGreaterThanOrEqual(100)
    expect(keychain.health().timeouts).toBeGreaterThanOrEqual(101)
    expect(keychain.health()).toMatchObject({ crashes: 0, busy: false })
    expect(descendants().length).toBe(before.children)
    expect(openFiles()).toBeLessThanOrEqual(before.files)
    expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before.resources)
  })

  test('keeps one process for calls that follow each other, and gives it up when its time is over', async () => {
    const launch = () => forkBroker(programs.path('broker'), keyring.env, (child) => void started.push(child))
    const keychain = createKeychainBroker({ launch, leaseMs: 3_000 })
    open.push(keychain)
    for (let call = 0; call < 5; call++) await keychain.get(account, 'silent')
    expect(started.length).toBe(1)
    await until(() => started[0] !== undefined && !alive(started[0]), 8_000)
    expect(started[0]?.signalCode).toBe('SIGKILL')
    expect((await keychain.get(account, 'silent')).ok).toBe(true)
    expect(started.length).toBe(2)
  })

  test('a stored key survives the death of the broker', async () => {
    const vault = createVault({ keychain: setup(), platform: 'linux' })
    await vault.store(account, { apiKey: Secret.of('public-key-0123456789'), apiSecret: Secret.of('private-9876543210') })
    started[0]?.kill('SIGKILL')
    await until(() => started[0] !== undefined && !alive(started[0]))
    const loaded = await vault.load(account)
    expect(loaded.ok && loaded.value.apiSecret.reveal().toString()).toBe('private-9876543210')
  })
})
