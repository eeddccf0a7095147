// The product's launcher, in a real Electron: what child_process.fork in the other tests cannot
// show.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { programPath } from '../../support/built-programs.js'
import { keyringMissing, startKeyring, type Keyring } from '../../support/keyring.js'
import { leaveOut } from '../../support/leave-out.js'
import { messageContaining } from '../../support/saying.js'
import { howToGetElectron } from '../../../tools/electron-program.mjs'

// Not require('electron'): without a binary, that would download one.
const folder =
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??
  resolve(import.meta.dirname, '../../../node_modules/electron/dist')
const binary = join(folder, 'electron')

function electronMissing(): boolean {
  const screen = spawnSync('sh', ['-c', 'command -v xvfb-run']).status === 0
  if (existsSync(binary) && screen) return false
  const why = screen
    ? `no Electron program. ${howToGetElectron}`
    : 'xvfb-run not installed. On Debian: sudo apt-get install xvfb'
  leaveOut('keychain broker in Electron', why, 'PLIMSOLL_REQUIRE_ELECTRON')
  return true
}

describe.skipIf(keyringMissing() || electronMissing())(
  'the broker as an Electron utility process',
  () => {
    let keyring: Keyring
    let app: ChildProcess | null = null

    afterEach(async () => {
      // Its own process group: Chromium's helper processes hide their environment, by which the
      // others are found.
      if (app?.pid !== undefined && app.exitCode === null) process.kill(-app.pid, 'SIGKILL')
      await keyring.dispose()
    })

    const run = async (): Promise<unknown> => {
      const args = [
        programPath('app'),
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${keyring.home}/app`,
        '--made-of=5ab1e',
      ]
      const env = {
        ...keyring.env,
        KEYCHAIN_ENTRY: programPath('broker'),
        REPORTER_ENTRY: programPath('reporter'),
        KEYRING_PID: String(keyring.daemonPid()),
        UNRELATED_SECRET: 'must not be inherited',
      }
      const child = spawn('xvfb-run', ['-a', binary, ...args], {
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      app = child
      let out = ''
      let errors = ''
      child.stdout.on('data', (data: Buffer) => (out += data.toString()))
      child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
      await new Promise((resolve) => child.once('exit', resolve))
      const line = out.split('\n').find((one) => one.startsWith('{'))
      if (line === undefined) throw new Error(errors)
      return JSON.parse(line)
    }

    test('SEC-10 SEC-11 SEC-12 stores and loads, survives a hang and a crash, and leaves no process', async () => {
      keyring = await startKeyring('unlocked')
      const result = await run()
      expect(result).toEqual({
        before: 0,
        stored: { ok: true, value: { trialLeft: false } },
        same: true,
        first: 1,
        timedOut: {
          ok: false,
          error: {
            code: 'keychain-trouble',
            reason: 'KEYCHAIN_TIMEOUT',
            message: messageContaining(/\w/),
          },
        },
        readMeanwhile: 40,
        leftAfterTimeout: 0,
        healed: true,
        crashed: { ok: false, error: { reason: 'KEYCHAIN_CRASH', detail: expect.any(String) } },
        removed: { ok: true, value: 'removed' },
        environment: expect.arrayContaining(['DBUS_SESSION_BUS_ADDRESS', 'LC_ALL']),
        closed: {
          ok: false,
          error: {
            code: 'keychain-trouble',
            reason: 'KEYCHAIN_CLOSED',
            message: messageContaining(/\w/),
          },
        },
        open: 1,
        leftAtEnd: 0,
        health: { calls: expect.any(Number), timeouts: 1, crashes: 1, busy: false },
      })
      expect(result).not.toMatchObject({
        environment: expect.arrayContaining(['UNRELATED_SECRET']),
      })
    })
  },
)
