// The same app over the stand-in for Electron: the real main process in Node, its page in Chromium. Gives what stories use of
// Playwright's own Electron application, so that a story does not know which of the two it runs on.
import { chromium, type ElectronApplication, type Page } from '@playwright/test'
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import path from 'node:path'

export const onStandIn = process.env['PLIMSOLL_STAND_IN'] === '1'

const program = path.resolve(import.meta.dirname, '../../../tools/stand-in/run.mjs')

type Said =
  { kind: 'window'; address: string } | { kind: 'value'; id: number; value: unknown } | { kind: 'fault'; id: number; message: string }

type Waiting = { resolve(value: unknown): void; reject(fault: Error): void }

/** What a story may use of the application; the compiler holds it against Playwright's. */
type Used = Pick<ElectronApplication, 'process' | 'close'>

class StandInApplication extends EventEmitter implements Used {
  private readonly waiting = new Map<number, Waiting>()
  private next = 1
  private readonly child: ChildProcess

  constructor(child: ChildProcess) {
    super()
    this.child = child
    child.on('message', (said: Said) => {
      if (said.kind === 'window') return
      const one = this.waiting.get(said.id)
      this.waiting.delete(said.id)
      if (said.kind === 'value') one?.resolve(said.value)
      else one?.reject(new Error(said.message))
    })
    child.once('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('The app has ended.'))
      this.waiting.clear()
      this.emit('close')
    })
  }

  process(): ChildProcess {
    return this.child
  }

  evaluate(act: (...words: never[]) => unknown, arg?: unknown): Promise<unknown> {
    const id = this.next++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.child.send({ kind: 'evaluate', id, code: String(act), arg })
    })
  }

  async waitForEvent(name: 'close'): Promise<unknown> {
    return once(this, name)
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = once(this.child, 'exit')
    // It may be ending already, and then nobody listens.
    if (this.child.connected) this.child.send({ kind: 'quit' }, () => undefined)
    const slow = setTimeout(() => this.child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(slow)
  }
}

const whereItShows = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.on('message', (said: Said) => {
      if (said.kind === 'window') resolve(said.address)
    })
    child.once('exit', (code) => reject(new Error(`The stand-in ended with ${String(code)} before it showed a window.`)))
  })

/** Starts it, and joins in its browser. */
export const launchStandIn = async (
  flags: string[],
  env: { [name: string]: string },
): Promise<{ app: ElectronApplication; page: Page }> => {
  const child = fork(program, flags, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const app = new StandInApplication(child)
  const browser = await chromium.connectOverCDP(await whereItShows(child))
  // A stand-in that is killed, as some stories do, leaves its browser behind.
  const control = await browser.newBrowserCDPSession()
  child.once('exit', () => void control.send('Browser.close').catch(() => undefined))
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('The stand-in shows no page.')
  // Stories call nothing else of it; those that do are named as needing Electron.
  return { app: app as unknown as ElectronApplication, page }
}
