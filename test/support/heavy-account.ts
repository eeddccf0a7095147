// The simulator's heavy account, 100,000 investment records over HTTP, and a store on disk to read them into.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FlexRecord } from '../../src/shared/domain/investment.js'
import { openSimulatorRuns } from './built-simulator.js'
import { endlessLimits } from './test-client.js'
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

export const openHeavyAccount = async ({ paceMs }: { paceMs: number }): Promise<HeavyAccount> => {
  const built = openSimulatorRuns()
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-flex-'))
  const { url, keys } = await built.run('--scene', 'heavy').line()
  const key = keys.find(({ name }) => name === 'full')
  if (key === undefined) throw new Error('a key expected')
  const truth = recordsOfState((await (await fetch(`${url}/__sim/state`)).json()) as Parameters<typeof recordsOfState>[0])
  const harness = openFlexHarness({
    client: flexClient(url, key, { known: endlessLimits }),
    paceMs,
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
