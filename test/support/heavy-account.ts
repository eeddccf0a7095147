// The simulator's heavy account, 100,000 investment records over HTTP, and a store on disk to read
// them into.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FlexRecord } from '../../src/shared/investments/investment.js'
import { buildScene } from '../../src/simulator/scenes.js'
import { writeState } from '../../src/simulator/state-file.js'
import { openSimulatorRuns, type SimulatorRuns } from './built-simulator.js'
import { endlessLimits, wallClock } from './test-client.js'
import { recordsOfState } from './flex-records.js'
import { flexClient, openFlexHarness, type FlexHarness } from './flex-harness.js'

export type HeavyAccount = {
  harness: FlexHarness
  /** Every record the simulator holds. */
  truth: FlexRecord[]
  /** Where the store and the export are. */
  folder: string
  close(): void
}

const longestRun = 1800

/**
 * A day that ends pays interest: where one is about to, it ends before the records are counted.
 * @returns seconds that the simulator is ahead from then on
 */
async function passMidnight(url: string): Promise<number> {
  const left = 86_400 - (Math.floor(Date.now() / 1000) % 86_400)
  if (left > longestRun) return 0
  const answer = await fetch(`${url}/__sim/advance`, {
    method: 'POST',
    body: JSON.stringify({ seconds: left + 1 }),
  })
  if (!answer.ok) throw new Error('the simulator did not move its time')
  return left + 1
}

/** Writes the heavy scene to a file, with the records of only its first `plans` plans. */
async function stateOfPlans(built: SimulatorRuns, plans: number): Promise<string> {
  const world = buildScene('heavy', 1, Date.now() * 1000)
  const kept = new Set(world.flexPlans.slice(0, plans).map(({ id }) => id))
  const flexRecords = world.flexRecords.filter(({ planId }) => kept.has(planId))
  const file = join(built.folder, 'state.json')
  const written = await writeState(file, { world: { ...world, flexRecords }, faults: [] })
  if (!written.ok) throw new Error('the state was not written')
  return file
}

/** `plans`: keeps only the records of this many plans; null keeps all 100,000. */
export async function openHeavyAccount({
  paceMs,
  plans,
}: {
  paceMs: number
  plans: number | null
}): Promise<HeavyAccount> {
  const built = openSimulatorRuns()
  const world =
    plans === null ? ['--scene', 'heavy'] : ['--state', await stateOfPlans(built, plans)]
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-flex-'))
  const { url, keys } = await built.run(...world).line()
  const ahead = await passMidnight(url)
  const key = keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('a key expected')
  const truth = recordsOfState(
    (await (await fetch(`${url}/__sim/state`)).json()) as Parameters<typeof recordsOfState>[0],
  )
  const harness = openFlexHarness({
    client: flexClient(url, key, { known: endlessLimits }),
    paceMs,
    clock: () => wallClock() + ahead,
    folder,
    file: join(folder, 'export.csv'),
  })
  return {
    harness,
    truth,
    folder,
    close: () => {
      harness.stop()
      rmSync(folder, { recursive: true, force: true })
      built.dispose()
    },
  }
}
