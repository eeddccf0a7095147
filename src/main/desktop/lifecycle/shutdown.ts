// Shutdown in order: stop requests, finish writes, close. Bounded in time.
import type { App } from 'electron'

/** Closes one part. Later steps run even when an earlier one failed or hangs. */
export type ShutdownStep = { name: string; run: () => void | Promise<void> }

/** For all steps together. After that the remaining steps are started without waiting, and the app exits. */
export const shutdownLimitMs = 1800

/** Closing the last window does not quit; `before-quit` runs the steps in order, then exits through `app.exit(0)`. */
export const installShutdown = (parts: {
  app: Pick<App, 'on' | 'exit'>
  /** Awaited before anything is closed, without a limit: an order in flight. */
  first: () => Promise<void>
  steps: readonly ShutdownStep[]
  /** Calls back once, after so many milliseconds. Gives back what cancels it. */
  after: (ms: number, act: () => void) => () => void
  log: (what: string, fault: unknown) => void
}): { quitting(): boolean } => {
  const { app, first, steps, after, log } = parts
  const left = [...steps]
  let quitting = false
  let ended = false

  const run = async (step: ShutdownStep): Promise<void> => {
    try {
      await step.run()
    } catch (fault) {
      log(`shutdown step "${step.name}" failed`, fault)
    }
  }

  const end = (): void => {
    if (ended) return
    ended = true
    app.exit(0)
  }

  const shutDown = async (): Promise<void> => {
    await run({ name: 'orders', run: first })
    let running: ShutdownStep | undefined
    const cancel = after(shutdownLimitMs, () => {
      log(`shutdown step "${running?.name ?? ''}" did not end in time`, null)
      for (const step of left.splice(0)) void run(step)
      end()
    })
    while ((running = left.shift()) !== undefined) await run(running)
    cancel()
    end()
  }

  // Without a listener Electron quits with the last window.
  app.on('window-all-closed', () => undefined)
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (quitting) return
    quitting = true
    void shutDown()
  })

  return { quitting: () => quitting }
}
