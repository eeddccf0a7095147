// Starts the stand-in for Electron with a channel to speak through, joins in its browser, and ends
// it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { chromium } from '@playwright/test'

const program = path.join(import.meta.dirname, 'run.mjs')

/**
 * What it says over the channel.
 * @typedef {{ kind: 'window', address: string } | { kind: 'value', id: number, value: unknown } | {
 *   kind: 'fault', id: number, message: string }} Said
 */

/** @type {(child: import('node:child_process').ChildProcess) => Promise<string>} */
function whereItShows(child) {
  return new Promise((resolve, reject) => {
    child.on('message', (/** @type {Said} */ said) => {
      if (said.kind === 'window') resolve(said.address)
    })
    child.once('exit', (code) =>
      reject(new Error(`The stand-in ended with ${code} before it showed a window.`)),
    )
  })
}

/**
 * @param {readonly string[]} flags
 * @param {NodeJS.ProcessEnv} env
 */
export async function startStandIn(flags, env) {
  const child = fork(program, flags, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const browser = await chromium.connectOverCDP(await whereItShows(child))
  // A stand-in that is killed, as some stories do, leaves its browser behind.
  const control = await browser.newBrowserCDPSession()
  child.once('exit', () => void control.send('Browser.close').catch(() => undefined))
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('The stand-in shows no page.')
  return { child, page }
}

/** @param {import('node:child_process').ChildProcess} child */
export async function endStandIn(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // It may be ending already, and then nobody listens.
  if (child.connected) child.send({ kind: 'quit' }, () => undefined)
  const slow = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(slow)
}
