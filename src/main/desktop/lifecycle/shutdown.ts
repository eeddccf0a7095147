// Quitting is a sequence: stop asking, finish writing, close what is open. It never takes longer than a person waits.
import type { App } from 'electron'

/** Closes one part. Later steps run even when an earlier one failed or hangs. */
export type QuitStep = { name: string; run: () => void | Promise<void> }

export type QuitParts = {
  app: Pick<App, 'on' | 'exit'>
  /** What must end by itself before anything is closed: an order on its way. Not bounded here. */
  first: () => Promise<void>
  steps: readonly QuitStep[]
  /** Calls back once, after so many milliseconds. Gives back what cancels it. */
  after: (ms: number, act: () => void) => () => void
  log: (what: string, fault: unknown) => void
}

/** All steps together. When it is over, what has not begun is begun without waiting, and the app ends. */
export const quitLimitMs = 1800

/** Takes over every way to end: no window is no reason to, and `before-quit` runs the steps in order, then ends through `app.exit(0)`. */
export const installQuitOrder = ({ app, first, steps, after, log }: QuitParts): { quitting(): boolean } => {
  const left = [...steps]
  let quitting = false
  let ended = false

  const run = async (step: QuitStep): Promise<void> => {
    try {
      await step.run()
    } catch (fault) {
      log(`quit step "${step.name}" failed`, fault)
    }
  }

  const end = (): void => {
    if (ended) return
    ended = true
    app.exit(0)
  }

  const shutDown = async (): Promise<void> => {
    await run({ name: 'orders', run: first })
    let running: QuitStep | undefined
    const cancel = after(quitLimitMs, () => {
      log(`quit step "${running?.name ?? ''}" did not end in time`, null)
      for (const step of left.splice(0)) void run(step)
      end()
    })
    while ((running = left.shift()) !== undefined) await run(running)
    cancel()
    end()
  }

  // Electron would end the app with its last window.
  app.on('window-all-closed', () => undefined)
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (quitting) return
    quitting = true
    void shutDown()
  })

  return { quitting: () => quitting }
}
