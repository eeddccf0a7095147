// How Plimsoll shuts down: in order (stop requests, finish writes, close) and within a time limit,
// or immediately after a fault.
import type { App } from 'electron'
import { t } from '../../shared/messages/messages.js'
import type { Timing } from '../../shared/time.js'

/** Closes one part. Later steps run even if an earlier one failed or hangs. */
export type ShutdownStep = { name: string; run: () => void | Promise<void> }

/**
 * For all steps together. After that the remaining steps are started without waiting, and the app
 * exits.
 */
export const shutdownLimitMs = 1800

/**
 * Quitting on request: from the menu, the tray or a window. A signal and the end of a session also
 * arrive as `before-quit`, and nothing else tells them apart. Electron emits it within `quit`.
 */
export function createQuitRequest(app: Pick<App, 'quit'>): {
  quit: () => void
  isUnderWay: () => boolean
} {
  let isUnderWay = false
  return {
    quit: () => {
      isUnderWay = true
      try {
        app.quit()
      } finally {
        isUnderWay = false
      }
    },
    isUnderWay: () => isUnderWay,
  }
}

/**
 * Closing the last window does not quit; `before-quit` asks whether it may, runs the steps in
 * order, then exits through `app.exit(0)`.
 */
export function installShutdown(parts: {
  app: Pick<App, 'on' | 'exit'>
  isRequested: () => boolean
  /** It quits without having been requested: nothing may hold that up. */
  onOutside: () => void
  /** Asked before anything else: false keeps Plimsoll running. */
  mayQuit: () => Promise<boolean>
  /** Awaited before anything is closed, without a limit: an order in flight. */
  first: () => Promise<void>
  steps: readonly ShutdownStep[]
  after: Timing['after']
  log: (what: string, fault: unknown) => void
}): void {
  const { app, isRequested, onOutside, mayQuit, first, steps, after, log } = parts
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

  const quit = async (): Promise<void> => {
    const may = await mayQuit().catch((fault: unknown) => {
      log('the question before quitting failed', fault)
      return true
    })
    if (may) await shutDown()
    else quitting = false
  }

  // Without a listener Electron quits with the last window.
  app.on('window-all-closed', () => undefined)
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (!isRequested()) onOutside()
    if (quitting) return
    quitting = true
    void quit()
  })
}

export const fatalErrorCode = 70

/**
 * Handles the first uncaught error, after which the state of main can no longer be trusted. The
 * process exits even if logging or the dialog fails.
 */
export function installFatalErrorHandler(parts: {
  process: Pick<NodeJS.Process, 'on'>
  /**
   * Stops everything that could send or write. Synchronous; one that throws does not stop the
   * others.
   */
  stops: () => readonly (() => void)[]
  /** Goes through the redactor. */
  log: (what: string, fault: unknown) => void
  /** Shows a dialog and blocks until it is closed. */
  tell: (text: string) => void
  exit: (code: number) => void
}): void {
  const { process, stops, log, tell: showText, exit } = parts
  let ending = false
  const attempt = (act: () => void): void => {
    try {
      act()
    } catch {
      // Exiting must not depend on it.
    }
  }
  const end = (what: string) => (fault: unknown) => {
    if (ending) return
    ending = true
    attempt(() => stops().forEach(attempt))
    attempt(() => log(what, fault))
    attempt(() => showText(t('desktop.stopped.text')))
    exit(fatalErrorCode)
  }
  process.on('uncaughtException', end('uncaught exception'))
  process.on('unhandledRejection', end('unhandled rejection'))
}
