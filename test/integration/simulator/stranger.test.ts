// A conversation in another language, without our code: stranger.py knows the API and
// Python's standard library.
import { execFile, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSimulatorRuns, type SimulatorRuns } from '../../support/built-simulator.js'
import { leaveOut } from '../../support/leave-out.js'

const script = resolve(import.meta.dirname, 'stranger.py')
const there = spawnSync('python3', ['--version']).status === 0

let built: SimulatorRuns
beforeAll(async () => {
  built = openSimulatorRuns()
})
afterEach(() => built.endAll())
afterAll(() => built.dispose())

const steps = [
  'ping',
  'main balance',
  'flexible investment history',
  'close investment',
  'collateral market order',
  'bulk limit orders',
  'open positions',
  'credit line',
  'mining payout destination',
  'markets and prices',
  'orders placed, listed, cancelled, found again',
  'what the account is worth, closing a position',
  'investments and pool accounts',
  'nonces',
  'refusals',
  'stream token and stream',
]

if (!there)
  leaveOut(
    'simulator with a Python client',
    'python3 not installed. On Debian: sudo apt-get install python3',
    'PLIMSOLL_REQUIRE_PYTHON',
  )

describe.skipIf(!there)('a client in another language', () => {
  it.each(['spec', 'live'])(
    'signs by itself and calls every endpoint and the stream: %s',
    async (dialect) => {
      const { url, keys } = await built.run('--dialect', dialect).line()
      const [key] = keys
      if (key === undefined) throw new Error('a key expected')
      const { stdout } = await promisify(execFile)('python3', [
        script,
        url,
        key.apiKey,
        key.apiSecret,
        dialect,
      ])
      expect(stdout.trim().split('\n')).toEqual([
        ...steps.map((step) => `ok  ${step}`),
        `all well in the ${dialect} dialect`,
      ])
    },
  )
})
