// From the confirmation of an order to the first byte of it on the socket, beside what the disk
// takes to write the same number of commits: the rest is Plimsoll. On the disk of this checkout,
// because a folder for temporary files may be in memory.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { addRow, spreadOf } from '../../tools/bench/rows.mjs'
import type { OrderTicket } from '../../src/shared/orders/order-ticket.js'
import { openSimulatorRuns } from '../support/built-simulator.js'
import '../support/english-catalogue.js'
import { openOrderEngine } from '../support/order-engine.js'
import { endedIntent } from '../support/order-sends.js'
import { aTicket } from '../support/order-harness.js'
import { valueOf } from '../support/test-storage.js'

const rounds = 40
const mostBeyond = 3
const orderPath = '/api/v4/order/collateral/market'
const page = 'page'

const headerBytes = 32
const frameHeaderBytes = 24

type Log = { salt: string; commits: number }

/** How many commits the write-ahead log of a database holds: frames that say how large it is. */
function readLog(file: string): Log {
  const log = readFileSync(file)
  if (log.length < headerBytes) return { salt: '', commits: 0 }
  const size = frameHeaderBytes + log.readUInt32BE(8)
  const salt = log.subarray(16, 24).toString('hex')
  let commits = 0
  for (let at = headerBytes; at + size <= log.length; at += size) {
    // Frames of an earlier round of the log are left behind it.
    if (log.subarray(at + 8, at + 16).toString('hex') !== salt) break
    if (log.readUInt32BE(at + 4) > 0) commits += 1
  }
  return { salt, commits }
}

function logsIn(folder: string): Map<string, Log> {
  const files = readdirSync(folder).filter((name) => name.endsWith('-wal'))
  return new Map(files.map((name) => [name, readLog(join(folder, name))]))
}

/** Null where a log began again in between, so that they cannot be counted. */
function commitsSince(before: ReadonlyMap<string, Log>, after: ReadonlyMap<string, Log>) {
  let commits = 0
  for (const [name, log] of after) {
    const earlier = before.get(name)
    if (earlier !== undefined && earlier.salt !== log.salt) return null
    commits += log.commits - (earlier?.commits ?? 0)
  }
  return commits
}

const pageBytes = Buffer.alloc(4096 + frameHeaderBytes, 1)

/** Milliseconds for so many commits of one page each, on the same disk. */
function bareCommits(file: number, commits: number): number {
  const begun = performance.now()
  for (let written = 0; written < commits; written += 1) {
    writeSync(file, pageBytes)
    fsyncSync(file)
  }
  return performance.now() - begun
}

type Sent = { at: number; logs: ReadonlyMap<string, Log> }

/** The next order that leaves, as its first bytes are written. */
function nextOrder(folder: string): Promise<Sent> {
  return new Promise((resolve) => {
    const channel = 'undici:client:sendHeaders'
    const note = (message: unknown): void => {
      const { request } = message as { request: { path: string } }
      if (request.path !== orderPath) return
      const at = performance.now()
      unsubscribe(channel, note)
      resolve({ at, logs: logsIn(folder) })
    }
    subscribe(channel, note)
  })
}

it('an order leaves as soon as what must be on disk before it is', async () => {
  const cache = join(import.meta.dirname, '../../node_modules/.plimsoll-bench')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'confirm-'))
  const runs = openSimulatorRuns()
  onTestFinished(() => {
    runs.dispose()
    rmSync(folder, { recursive: true, force: true })
  })
  const { url, keys } = await runs.run('--scene', 'calm', '--seed', '7').line()
  const key = keys.find(({ name }) => name === 'full')
  const engine = await openOrderEngine({
    folder,
    baseUrl: url,
    deadline: 20_000,
    readDeadline: 20_000,
    ...(key !== undefined && { credentials: key }),
  })
  const file = openSync(join(folder, 'bare'), 'w')
  onTestFinished(() => {
    closeSync(file)
    engine.close()
  })
  const beyond: number[] = []
  const disk: number[] = []
  const counted: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const ticket: OrderTicket = aTicket({ amount: '0.001', side: round % 2 === 0 ? 'buy' : 'sell' })
    const preview = valueOf(engine.orders.prepare(ticket, page))
    const before = logsIn(folder)
    const leaving = nextOrder(folder)
    const begun = performance.now()
    const confirmed = engine.orders.confirm(preview.token, page)
    const { at, logs } = await leaving
    await endedIntent(engine, valueOf(await confirmed).intentId)
    const commits = commitsSince(before, logs)
    if (commits === null) continue
    const written = bareCommits(file, commits)
    counted.push(commits)
    disk.push(written)
    beyond.push(at - begun - written)
  }
  console.info(JSON.stringify({ counted: spreadOf(counted), disk: spreadOf(disk) }))
  // Nothing is sent that is not written first.
  expect(Math.min(...counted)).toBeGreaterThan(0)
  const measured = spreadOf(beyond)
  addRow({
    work: 'confirmation to the first byte of the order',
    peer: `${spreadOf(counted).median} commits of one page: ${spreadOf(disk).median.toFixed(2)} ms`,
    unit: 'ms beyond it',
    measured,
    target: mostBeyond,
    bound: 'at most',
  })
  console.info(`beyond the disk: ${JSON.stringify(measured)}`)
})
