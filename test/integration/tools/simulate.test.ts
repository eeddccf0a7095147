// The simulator as users start it: through npm and the shell that npm uses on this system.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const windows = process.platform === 'win32'
const folder = mkdtempSync(path.join(tmpdir(), 'simulate-'))
const running: ChildProcess[] = []
afterEach(() => {
  for (const { pid, exitCode, signalCode } of running.splice(0))
    if (pid !== undefined && exitCode === null && signalCode === null)
      process.kill(windows ? pid : -pid, 'SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(...flags: string[]) {
  const child = spawn('npm', ['run', '--silent', 'simulate', '--', ...flags], {
    cwd: root,
    env: { ...process.env, npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: windows,
    detached: !windows,
  })
  running.push(child)
  return child
}

describe('npm run simulate', () => {
  it('starts the simulator with its arguments', async () => {
    const child = start('--help')
    let said = ''
    child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
    expect(await once(child, 'close')).toEqual([0, null])
    expect(said).toContain('--state FILE')
  })

  // Windows has no signal that lets a program shut down.
  it.skipIf(windows).each(['SIGTERM', 'SIGINT'] as const)(
    'ends with 0 on %s to npm alone, and not before its state is written',
    async (signal) => {
      const state = path.join(folder, `${signal}.json`)
      const child = start('--port', '0', '--state', state)
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      // Written once already, to test that it can be.
      rmSync(state)
      child.kill(signal)
      expect(await ended).toEqual([0, null])
      expect(existsSync(state)).toBe(true)
    },
    240_000,
  )
})
