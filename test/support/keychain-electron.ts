// The main process of a little Electron app that only talks to the keychain, through the product's own launcher. Prints one JSON line.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { app } from 'electron'
import { launchBroker } from '../../src/main/vault/broker-launcher.js'
import { createKeychainBroker } from '../../src/main/vault/broker.js'
import type { BrokerChild } from '../../src/main/vault/broker.js'
import { createVault } from '../../src/main/vault/vault.js'
import { Secret } from '../../src/main/vault/secret.js'

const entry = process.env['KEYCHAIN_ENTRY'] ?? ''
const reporter = process.env['REPORTER_ENTRY'] ?? ''
const daemon = Number.parseInt(process.env['KEYRING_PID'] ?? '', 10)
const profileId = '0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39'
const canary = process.argv.at(-1)?.replace('--made-of=', 'canary-') ?? ''

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The brokers' processes, found by the name Electron gives them. */
const brokers = (): number[] =>
  app
    .getAppMetrics()
    .filter((metric) => metric.name === 'Plimsoll keychain')
    .map(({ pid }) => pid)

/** The names in the environment of whatever the product's launcher starts. */
const inherited = (): Promise<unknown> =>
  new Promise((resolve) => {
    const child = launchBroker(reporter, process.env)
    child.listen({
      message: (names) => {
        child.kill()
        resolve(names)
      },
      exit: resolve,
    })
  })

const running = (pid: number): boolean => {
  try {
    // A process that has ended but was not yet cleared away is not running.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, 'latin1'))
  } catch {
    return false
  }
}

const tell = async (): Promise<unknown> => {
  const launch = (): BrokerChild => launchBroker(entry, process.env)
  const keychain = createKeychainBroker({ launch, limits: { silentMs: 3_000 } })
  const vault = createVault({ keychain, platform: process.platform })
  const before = brokers().length
  const stored = await vault.store(profileId, { apiKey: Secret.of('public-key-0123456789'), apiSecret: Secret.of(canary) })
  const loaded = await vault.load(profileId)
  const same = loaded.ok && loaded.value.apiSecret.reveal().toString() === canary
  const first = brokers()

  process.kill(daemon, 'SIGSTOP')
  const reads: number[] = []
  const hung = vault.load(profileId)
  for (let read = 0; read < 50; read++) {
    const start = performance.now()
    await readFile(import.meta.filename)
    reads.push(performance.now() - start)
    await pause(20)
  }
  const timedOut = await hung
  process.kill(daemon, 'SIGCONT')
  await pause(500)
  const leftAfterTimeout = first.filter(running).length
  const healed = (await vault.load(profileId)).ok

  for (const pid of brokers()) process.kill(pid, 'SIGSTOP')
  const crash = keychain.get(profileId, 'silent')
  await pause(200)
  for (const pid of brokers()) {
    process.kill(pid, 'SIGSEGV')
    process.kill(pid, 'SIGCONT')
  }
  const crashed = await crash
  const removed = await vault.remove(profileId)
  const environment = await inherited()

  // Unwanted before it is even up, as at a quit right after the start of a call.
  launch().kill()
  process.kill(daemon, 'SIGSTOP')
  const last = vault.load(profileId)
  await pause(200)
  const began = performance.now()
  vault.close()
  const closed = await last
  const closedWithin = performance.now() - began
  await pause(1_000)
  process.kill(daemon, 'SIGCONT')
  const leftAtEnd = brokers().filter(running).length
  return {
    before,
    stored,
    same,
    first: first.length,
    timedOut,
    usualRead: reads.toSorted((a, b) => a - b)[reads.length >> 1],
    leftAfterTimeout,
    healed,
    crashed,
    removed,
    environment,
    closed,
    closedWithin,
    leftAtEnd,
    health: keychain.health(),
  }
}

// Electron becomes ready only after this module has loaded, so nothing may be awaited at its top.
void app.whenReady().then(async () => {
  process.stdout.write(`${JSON.stringify(await tell())}\n`)
  app.exit(0)
})
