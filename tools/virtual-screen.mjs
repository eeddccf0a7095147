// A private screen: no window, focus or clipboard is shared with the user or with tests that run in
// parallel. It is invisible.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

/** @typedef {{ name: string, stop(): Promise<void> }} VirtualScreen `name` is for DISPLAY */

/**
 * @param {string} size as 1920x1200
 * @returns {Promise<VirtualScreen>}
 */
export async function startVirtualScreen(size) {
  // It takes the first free number and reports it. In a separate process group: Ctrl-C ends what is
  // shown on it first.
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  const ended = new Promise((done) => screen.once('exit', done))
  // When asked to end rather than killed, it removes its socket.
  const ask = () => void screen.kill('SIGTERM')
  process.once('exit', ask)
  /** @type {string} */
  const name = await new Promise((resolve, reject) => {
    screen.once('error', reject)
    screen.once('exit', () => reject(new Error('Xvfb did not start')))
    screen.stdio[3]?.on('data', (data) => resolve(`:${String(data).trim()}`))
  })
  return {
    name,
    stop: async () => {
      process.off('exit', ask)
      ask()
      const late = setTimeout(() => screen.kill('SIGKILL'), 3000)
      await ended
      clearTimeout(late)
      if (screen.signalCode === 'SIGKILL')
        rmSync(`/tmp/.X11-unix/X${name.slice(1)}`, { force: true })
    },
  }
}
