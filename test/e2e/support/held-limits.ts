import { expect, type ElectronApplication } from '@playwright/test'

/**
 * From here on no time limit ends anything in main: neither that of a call, nor the one that ends
 * the app where quitting takes too long.
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

/** Quits an app whose limits are held: with all that quitting closes closed, or never. */
export async function quitByItself(app: ElectronApplication): Promise<void> {
  const program = app.process()
  await app.close()
  expect({ exitCode: program.exitCode, signalCode: program.signalCode }).toEqual({
    exitCode: 0,
    signalCode: null,
  })
}
