import { expect, type ElectronApplication } from '@playwright/test'

/**
 * Disables all time limits in main: those of calls, and the one that ends the app when quitting
 * takes too long.
 */
export function holdLimits(app: ElectronApplication): Promise<void> {
  return app.evaluate(() => {
    const real = setTimeout
    globalThis.setTimeout = ((...words: Parameters<typeof real>) => {
      const timer = real(...words)
      clearTimeout(timer)
      return timer
    }) as typeof real
  })
}

/** Quits an app with disabled limits: either everything is closed properly, or it never ends. */
export async function quitByItself(app: ElectronApplication): Promise<void> {
  const program = app.process()
  await app.close()
  expect({ exitCode: program.exitCode, signalCode: program.signalCode }).toEqual({
    exitCode: 0,
    signalCode: null,
  })
}
