// The main process of a little Electron app that only talks to the keychain, through the product's
// own launcher. Prints one JSON line.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { app } from 'electron'
import { launchBroker } from '../../src/main/keychain/open-keychain.js'
import { createKeychainBroker } from '../../src/main/keychain/broker.js'
import type { BrokerChild } from '../../src/main/keychain/broker.js'
import { callLimits } from '../../src/main/keychain/keychain-adapter.js'
import { createKeychain } from '../../src/main/keychain/keychain.js'
import { Secret } from '../../src/main/keychain/secret.js'
import { createFakeTimer } from './fake-timer.js'

const entry = process.env['KEYCHAIN_ENTRY'] ?? ''
const reporter = process.env['REPORTER_ENTRY'] ?? ''
const daemon = Number.parseInt(process.env['KEYRING_PID'] ?? '', 10)
const profileId = '0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39'
const canary = process.argv.at(-1)?.replace('--made-of=', 'canary-') ?? ''

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The names in the environment of whatever the product's launcher starts. */
function inherited(): Promise<unknown> {
  return new Promise((resolve) => {
    const child = launchBroker(reporter, process.env)
    child.listen({
      message: (names) => {
        child.kill()
        resolve(names)
      },
      exit: resolve,
    })
  })
}

function running(pid: number): boolean {
  try {
    // A process that has ended but was not yet cleared away is not running.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, 'latin1'))
  } catch {
    return false
  }
}

/** The brokers' processes, found by the name Electron gives them. */
function brokers(): number[] {
  return app
    .getAppMetrics()
    .filter(({ name, pid }) => name === 'Plimsoll keychain' && running(pid))
    .map(({ pid }) => pid)
}

/**
 * Those that are left once they have had their time: less than D-Bus gives a call, so that none is
 * gone because its call has ended.
 */
async function left(pids: readonly number[]): Promise<number> {
  for (let tries = 0; tries < 1000 && pids.some(running); tries += 1) await pause(20)
  return pids.filter(running).length
}

async function run(): Promise<unknown> {
  const launch = (): BrokerChild => launchBroker(entry, process.env)
  const { timer, ring } = createFakeTimer()
  const adapter = createKeychainBroker({ launch, timer })
  const underWay = async (): Promise<void> => {
    while (!adapter.health().busy) await pause(20)
  }
  const keychain = createKeychain({ adapter, platform: process.platform })
  const before = brokers().length
  const stored = await keychain.store(profileId, {
    apiKey: Secret.of('public-key-0123456789'),
    apiSecret: Secret.of(canary),
  })
  const loaded = await keychain.load(profileId)
  const same = loaded.ok && loaded.value.apiSecret.reveal().toString() === canary
  const first = brokers()

  process.kill(daemon, 'SIGSTOP')
  const hung = keychain.load(profileId)
  await underWay()
  // More than there are threads in the pool: had the call blocked it, none of them would end.
  const reads = await Promise.all(Array.from({ length: 40 }, () => readFile(import.meta.filename)))
  const readMeanwhile = adapter.health().busy ? reads.length : 0
  await ring(callLimits.silent)
  const timedOut = await hung
  const leftAfterTimeout = await left(first)
  process.kill(daemon, 'SIGCONT')
  const healed = (await keychain.load(profileId)).ok

  for (const pid of brokers()) process.kill(pid, 'SIGSTOP')
  const crash = adapter.get(profileId, 'silent')
  await underWay()
  for (const pid of brokers()) {
    process.kill(pid, 'SIGSEGV')
    process.kill(pid, 'SIGCONT')
  }
  const crashed = await crash
  const removed = await keychain.remove(profileId)
  const environment = await inherited()

  // Unwanted before it is even up, as at a quit right after the start of a call.
  const unwanted = launch()
  const unwantedEnded = new Promise((exit) => unwanted.listen({ message: exit, exit }))
  unwanted.kill()
  await unwantedEnded
  process.kill(daemon, 'SIGSTOP')
  const last = keychain.load(profileId)
  await underWay()
  const open = brokers()
  keychain.close()
  const closed = await last
  const leftAtEnd = await left(open)
  process.kill(daemon, 'SIGCONT')
  return {
    before,
    stored,
    same,
    first: first.length,
    timedOut,
    readMeanwhile,
    leftAfterTimeout,
    healed,
    crashed,
    removed,
    environment,
    closed,
    open: open.length,
    leftAtEnd,
    health: adapter.health(),
  }
}

// Electron becomes ready only after this module has loaded, so nothing may be awaited at its top.
void app.whenReady().then(async () => {
  process.stdout.write(`${JSON.stringify(await run())}\n`)
  app.exit(0)
})
