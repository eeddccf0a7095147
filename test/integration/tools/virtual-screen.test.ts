// A private screen leaves nothing in the folder shared by all screens of a computer. Needs Xvfb.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveOut, noXvfb } from '../../support/leave-out.js'
import { startVirtualScreen, type VirtualScreen } from '../../../tools/virtual-screen.mjs'

function screenMissing(): boolean {
  if (process.platform === 'linux' && spawnSync('sh', ['-c', 'command -v Xvfb']).status === 0)
    return false
  leaveOut('virtual screens', noXvfb, 'PLIMSOLL_REQUIRE_ELECTRON')
  return true
}

const isThere = (name: string): boolean => existsSync(`/tmp/.X11-unix/X${name.slice(1)}`)

/** Started by this process. */
function pidOfScreen(): number {
  const isOurs = (pid: string): boolean => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return status.startsWith('Name:\tXvfb\n') && status.includes(`\nPPid:\t${process.pid}\n`)
    } catch {
      return false
    }
  }
  return Number(readdirSync('/proc').find((name) => /^\d+$/.test(name) && isOurs(name)))
}

describe.skipIf(screenMissing())('a virtual screen', () => {
  let screen: VirtualScreen | null = null
  afterEach(() => screen?.stop())

  it('removes its socket, however often it is stopped', async () => {
    screen = await startVirtualScreen('640x480')
    expect(isThere(screen.name)).toBe(true)
    await Promise.all([screen.stop(), screen.stop()])
    await screen.stop()
    expect(isThere(screen.name)).toBe(false)
  })

  it('leaves no socket once it no longer listens', async () => {
    screen = await startVirtualScreen('640x480')
    process.kill(pidOfScreen(), 'SIGSTOP')
    await screen.stop()
    expect(isThere(screen.name)).toBe(false)
  })

  it('ends with the process that started it', async () => {
    const tool = path.resolve(import.meta.dirname, '../../../tools/virtual-screen.mjs')
    const script = `console.log((await (await import(${JSON.stringify(tool)})).startVirtualScreen('640x480')).name); process.exit()`
    const child = execFile(process.execPath, ['--input-type=module', '--eval', script])
    let said = ''
    child.stdout?.on('data', (piece: string) => (said += piece))
    expect(await once(child, 'close')).toEqual([0, null])
    expect(said).toMatch(/^:\d+\n$/)
    await expect.poll(() => isThere(said.trim()), { timeout: 30_000 }).toBe(false)
  })
})
