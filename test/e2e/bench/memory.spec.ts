// Memory of the app while it is hidden, by process, over real minutes. Without Playwright attached:
// an inspector keeps objects alive. `npm run bench -- memory`.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { addRow, spreadOf } from '../../../tools/bench/rows.mjs'
import { type BareProgram, startBare } from '../support/bare-program.js'
import { expect, test } from '../support/connected.js'
import { environment } from '../support/plimsoll.js'

const root = path.resolve(import.meta.dirname, '../../..')
const minutes = Number(process.env['PLIMSOLL_BENCH_MINUTES'] ?? 38)
const samplesPerMinute = 2
/** Start-up is over, and the first collections have run. */
const warmUp = Math.min(10, minutes / 3)

/** Megabytes that no other process shares, by kind of process. */
function privateMemory(program: BareProgram): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { pid, type } of program.processes()) {
    try {
      const said = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      const kilobytes = [...said.matchAll(/^Private_\w+: +(\d+)/gm)].map(([, size]) => Number(size))
      sums[type] = (sums[type] ?? 0) + kilobytes.reduce((sum, one) => sum + one, 0) / 1024
    } catch {
      // It ended since it was listed.
    }
  }
  return sums
}

/** Megabytes a minute, by least squares. */
function slopeOf(points: readonly { at: number; size: number }[]): number {
  const mean = (of: (point: { at: number; size: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [at, size] = [mean((point) => point.at), mean((point) => point.size)]
  return (
    mean((point) => (point.at - at) * (point.size - size)) / mean((point) => (point.at - at) ** 2)
  )
}

test('memory of a monitored account while hidden', async ({
  connected,
  installation,
  keyring,
  simulator,
}) => {
  test.setTimeout((minutes + 5) * 60_000)
  test.skip(process.platform !== 'linux', 'reads /proc')
  await connected.close()
  const program = startBare({
    program: root,
    data: installation.folder,
    flags: ['--hidden'],
    env: environment({ keyring }),
  })
  const samples: { at: number; sizes: Record<string, number> }[] = []
  for (let taken = 0; taken <= minutes * samplesPerMinute; taken += 1) {
    // eslint-disable-next-line no-restricted-syntax -- what is measured is that time passes
    await new Promise((passed) => setTimeout(passed, 60_000 / samplesPerMinute))
    const sizes = privateMemory(program)
    samples.push({ at: taken / samplesPerMinute, sizes })
    console.info(JSON.stringify({ minute: taken / samplesPerMinute, ...sizes }))
  }
  expect((await simulator.calls()).length).toBeGreaterThan(minutes)
  await program.stop()

  const late = samples.filter(({ at }) => at >= warmUp)
  const kinds = [...new Set(late.flatMap(({ sizes }) => Object.keys(sizes)))]
  for (const kind of kinds) {
    const slope = slopeOf(late.map(({ at, sizes }) => ({ at, size: sizes[kind] ?? 0 })))
    console.info(`${kind}: ${slope.toFixed(3)} MB a minute after ${warmUp} minutes`)
  }
  const total = slopeOf(
    late.map(({ at, sizes }) => ({
      at,
      size: Object.values(sizes).reduce((sum, one) => sum + one, 0),
    })),
  )
  addRow({
    work: 'growth of memory while hidden',
    peer: 'none',
    unit: 'MB a minute',
    measured: spreadOf([total]),
    target: 0.1,
    bound: 'at most',
  })
})
