// A process that is killed repeatedly during the first download continues where it stopped, and in
// the end nothing is missing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, text } from '../../../src/main/database/database.js'
import { openHistoryDatabase } from '../../../src/main/investments/history-database.js'
import { buildScene } from '../../../src/simulator/scenes.js'
import { writeState } from '../../../src/simulator/state-file.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { programPath } from '../../support/built-programs.js'
import { openSimulatorRuns, type SimulatorRuns } from '../../support/built-simulator.js'
import { byId, recordsOfState } from '../../support/flex-records.js'
import { flexProfile, storedRecords } from '../../support/flex-harness.js'
import { casesOf } from '../../support/seed.js'
import { valueOf } from '../../support/test-storage.js'
import { letGoOfFiles } from '../../support/let-go-of-files.js'

const kills = casesOf({ gate: 5, scheduled: 20 })
/** From the heavy account: more than are read before the last kill. */
const recordCount = casesOf({ gate: 20_000, scheduled: 100_000 })
/** Each of them affects two calls in a row, half-way to a kill. */
const faults = [
  { drop: 'before' },
  { drop: 'after' },
  { malformed: true },
  { status: 503 },
  { body: '<html>Back soon</html>' },
]

let built: SimulatorRuns
let folder: string
beforeAll(async () => {
  built = openSimulatorRuns()
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-flex-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  built.dispose()
})

describe('a first download whose process is killed', () => {
  it(`DAT-10 ends with exactly the exchange’s records after ${kills} kills and as many faults, and reads almost nothing twice`, async () => {
    const state = join(built.folder, 'state.json')
    const world = buildScene('heavy', 1, Date.now() * 1000)
    const written = await writeState(state, {
      world: { ...world, flexRecords: world.flexRecords.slice(-recordCount) },
      faults: [],
    })
    expect(written.ok).toBe(true)
    const { url, keys } = await built.run('--state', state).line()
    const key = keys.find(({ name }) => name === 'full')
    if (key === undefined) throw new Error('a key expected')
    const control = async (lever: string, body?: unknown): Promise<unknown> =>
      (
        await fetch(
          `${url}/__sim/${lever}`,
          body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
        )
      ).json()
    const { flexInvestments } = (await control('state')) as { flexInvestments: { id: string }[] }

    /**
     * Runs until `more` further records are on disk, then kills. True if it was done before that.
     * The exchange fails half-way.
     */
    const readOn = async (more: number | null, fault?: object): Promise<boolean> => {
      await letGoOfFiles()
      const reader = spawn(
        process.execPath,
        [programPath('flexReader'), folder, url, key.apiKey, key.apiSecret],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const exited = once(reader, 'exit')
      let said = ''
      let first: number | null = null
      let failing: Promise<unknown> | null = null
      reader.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const counts = said
          .split('\n')
          .filter((line) => /^\d+$/.test(line))
          .map(Number)
        first ??= counts[0] ?? null
        const half = more !== null && first !== null && (counts.at(-1) ?? 0) >= first + more / 2
        if (half && fault !== undefined)
          failing ??= control('fault', { path: endpoints.flexHistory.path, times: 2, ...fault })
        if (more !== null && first !== null && (counts.at(-1) ?? 0) >= first + more)
          reader.kill('SIGKILL')
      })
      await exited
      await failing
      return said.includes('done')
    }

    let before = 0
    for (let kill = 0; kill < kills; kill += 1) {
      expect(await readOn(1500 + ((kill * 1709) % 4000), faults[kill % faults.length])).toBe(false)
      // Records arrive while nobody reads: everything behind them moves on by as much.
      const investment = flexInvestments[kill % flexInvestments.length]?.id
      await control('flex', { act: 'withdraw', investment, amount: `0.0000${kill + 1}` })
      if (kill % 5 !== 0) continue
      const database = openDatabase(join(folder, 'history.db'))
      expect(database.all(`SELECT ${text('integrity_check')} FROM pragma_integrity_check`)).toEqual(
        [{ integrity_check: 'ok' }],
      )
      database.close()
      const history = openHistoryDatabase({ folder })
      const { records } = valueOf(history.flex.kept(flexProfile))
      history.close()
      expect(records).toBeGreaterThan(before)
      before = records
    }
    expect(await readOn(null)).toBe(true)

    const truth = recordsOfState((await control('state')) as Parameters<typeof recordsOfState>[0])
    const history = openHistoryDatabase({ folder })
    const kept = storedRecords(history)
    history.close()
    expect(truth).toHaveLength(recordCount + kills)
    expect(byId(kept)).toEqual(byId(truth))
    const calls = (await control('calls')) as {
      path: string
      outcome: { status: number; dropped: boolean }
    }[]
    expect(
      calls.filter(({ outcome }) => outcome.status !== 200 || outcome.dropped).length,
    ).toBeGreaterThan(kills / 2)
    // Pages of a hundred with five in common, and the verification; at most a page in flight and
    // the front again for each kill, and the calls that failed.
    const pages = Math.ceil(recordCount / 95)
    expect(calls.filter(({ path }) => path === endpoints.flexHistory.path).length).toBeLessThan(
      pages + 4 * kills + 20,
    )
  })
})
