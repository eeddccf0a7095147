import { expect, type Page } from '@playwright/test'
import type { SimulatorProgram } from './simulator-program.js'

/** What any script in the page could ask of main, past every button. */
export function askMain(page: Page, channel: string, payload: unknown): Promise<unknown> {
  return page.evaluate(
    ([name, words]) => {
      const bridge = Reflect.get(globalThis, 'plimsoll') as {
        ask(channel: string, payload: unknown): Promise<unknown>
      }
      return bridge.ask(name, words)
    },
    [channel, payload] as const,
  )
}

/**
 * What the exchange was asked is the only proof that Plimsoll looked, and that no more comes of the
 * look before.
 */
export async function timesAsked(simulator: SimulatorProgram, path: string): Promise<number> {
  return (await simulator.calls()).filter((call) => call.path === path).length
}

/**
 * Acts again until the exchange was asked: what is asked for within a second of the last look is
 * not looked at again.
 */
export async function actUntilAsked(
  simulator: SimulatorProgram,
  path: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const before = await timesAsked(simulator, path)
  await expect(async () => {
    await act()
    expect(await timesAsked(simulator, path)).toBeGreaterThan(before)
  }).toPass({ intervals: [250] })
}
