// The whole way over a real socket, and what remains of it when the process dies.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { programPath } from '../../support/built-programs.js'
import { createFakeNtfy } from '../../support/fake-ntfy.js'
import { temporaryFolder } from '../../support/test-storage.js'

/** Starts it, and waits until its report is scheduled. */
async function startWatcher(folder: string, address: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [programPath('awayWatcher'), folder, address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as { armed: boolean; fault?: object }
    if (said.fault !== undefined) throw new Error(line)
    if (said.armed) break
  }
  return async () => {
    child.kill('SIGKILL')
    await ended
  }
}

describe('ALR-11 the report that Plimsoll stopped', () => {
  it('is delivered within its delay after kill -9, and one restart replaces it', async () => {
    let now = Date.now() / 1000
    const ntfy = createFakeNtfy(() => now)
    const server = await ntfy.listen()
    onTestFinished(server.close)
    const folder = temporaryFolder()

    const kill = await startWatcher(folder, server.address)
    await kill()
    expect(ntfy.scheduled()).toHaveLength(1)
    now += 60
    const killAgain = await startWatcher(folder, server.address)
    await killAgain()
    expect([ntfy.scheduled().length, ntfy.delivered()]).toEqual([1, []])
    now += 15 * 60
    expect(ntfy.delivered()).toMatchObject([{ title: 'Plimsoll stopped watching at 02:14' }])
  })
})
