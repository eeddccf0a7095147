import { expect, type Page } from '@playwright/test'
import type { SimulatorProgram } from './simulator-program.js'

/** What any script in the page could ask of main, bypassing every button. */
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
 * A request at the exchange is the only proof that Plimsoll checked, and that nothing more follows
 * from the check before.
 */
export async function timesAsked(simulator: SimulatorProgram, path: string): Promise<number> {
  return (await simulator.calls()).filter((call) => call.path === path).length
}

/**
 * Repeats the action until the exchange was asked: a request within a second of the last check is
 * skipped.
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
