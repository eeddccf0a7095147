// The same app on the fake Electron: the real main process in Node, its page in Chromium. Offers
// what the tests use of Playwright's Electron application, so that a test does not know which of
// the two it runs on.
import type { ElectronApplication, Page } from '@playwright/test'
import type { ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { endStandIn, startStandIn } from '../../stand-in-electron/launch.mjs'

export const onStandIn = process.env['PLIMSOLL_STAND_IN'] === '1'

type Said =
  | { kind: 'window' }
  | { kind: 'value'; id: number; value: unknown }
  | { kind: 'fault'; id: number; message: string }

type Waiting = { resolve(value: unknown): void; reject(fault: Error): void }

/** What a test may use of the application; the compiler compares it with Playwright's type. */
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

  close(): Promise<void> {
    return endStandIn(this.child)
  }
}

/** Starts it and connects to its browser. */
export async function launchStandIn(
  flags: string[],
  env: { [name: string]: string },
): Promise<{ app: ElectronApplication; page: Page }> {
  const { child, page } = await startStandIn(flags, env)
  // Tests call nothing else of it; those that do are marked as needing Electron.
  return { app: new StandInApplication(child) as unknown as ElectronApplication, page }
}
