// Processor time of all processes with one account on the simulator, hidden in the tray and with
// the window open, in turn with an empty window of the same Electron. `npm run bench -- idle`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addRow, spreadOf } from '../../../tools/bench/rows.mjs'
import { type BareProgram, startBare, writeEmptyProgram } from '../support/bare-program.js'
import { expect, test } from '../support/connected.js'
import { environment } from '../support/plimsoll.js'

const root = path.resolve(import.meta.dirname, '../../..')
const rounds = 5
const secondsOfRound = Number(process.env['PLIMSOLL_BENCH_SECONDS'] ?? 20)
/** The start and the first answers are not idle. */
const roundsBefore = 3

function pass(seconds: number): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- what is measured is that time passes
  return new Promise((passed) => setTimeout(passed, seconds * 1000))
}

/** Percent of a core over the next round. */
async function shareOf(program: BareProgram): Promise<number> {
  const before = program.worked()
  const begun = performance.now()
  await pass(secondsOfRound)
  return ((program.worked() - before) * 100) / (performance.now() - begun)
}

for (const { state, flags, target } of [
  { state: 'hidden in the tray', flags: ['--hidden'], target: 0.5 },
  { state: 'with the window open', flags: [], target: 1 },
])
  test(`processor time of one account ${state}, while nobody does anything`, async ({
    connected,
    installation,
    keyring,
    simulator,
  }) => {
    test.skip(process.platform !== 'linux', 'reads /proc')
    test.setTimeout((2 * rounds + roundsBefore) * secondsOfRound * 1000 + 240_000)
    await connected.close()
    const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'plimsoll-empty-')))
    const [empty = '', emptyData = ''] = folders
    writeEmptyProgram(empty)
    const bare = startBare({ program: empty, data: emptyData, flags, env: environment({}) })
    const own = startBare({
      program: root,
      data: installation.folder,
      flags,
      env: environment({ keyring }),
    })
    const before = (await simulator.calls()).length
    await pass(roundsBefore * secondsOfRound)
    const shares: { own: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1)
      shares.push({ bare: await shareOf(bare), own: await shareOf(own) })
    // It was monitored all the time.
    expect((await simulator.calls()).length - before).toBeGreaterThan(rounds)
    await own.stop()
    await bare.stop()
    for (const folder of folders)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })

    console.info(JSON.stringify(shares))
    const measured = spreadOf(shares.map((one) => one.own))
    const reference = spreadOf(shares.map((one) => one.bare))
    addRow({
      work: `one account ${state}`,
      peer: `an empty window in the same state: ${reference.median.toFixed(2)} %`,
      unit: '% of a core',
      measured,
      target,
      bound: 'at most',
    })
  })
