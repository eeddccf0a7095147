import { describe, expect, it } from 'vitest'
import {
  closingText,
  readRecorded,
  recordOf,
  runTable,
  totalOf,
} from '../../../tools/run-table.mjs'

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped })
const steps = [
  { name: 'installation', counts: null, seconds: 41 },
  { name: 'checks', counts: counts(7), seconds: 90 },
  { name: 'page', counts: counts(1204, 1, 2), seconds: 230 },
]
const recorded = {
  version: '0.1.0',
  machine: 'two processors',
  // Less than the steps together: some ran beside each other.
  seconds: 320,
  steps: {
    installation: { seconds: 50, tests: 0 },
    checks: { seconds: 90, tests: 7 },
    page: { seconds: 210, tests: 1190 },
  },
}

describe('the table at the end of a run', () => {
  it("compares each step's count and time with the last release, with a total", () => {
    expect(runTable(steps, recorded, 340).split('\n')).toEqual([
      'step          passed  failed  skipped  seconds  tests at 0.1.0  seconds at 0.1.0  difference',
      '─'.repeat(92),
      'installation       –       –        –       41               –                50          -9',
      'checks             7       0        0       90               7                90           0',
      'page            1204       1        2      230            1190               210         +20',
      '─'.repeat(92),
      'total           1211       1        2      340            1197               320         +20',
    ])
  })

  it('shows a dash without recorded figures, and compares no total of different steps', () => {
    const { page: _page, ...others } = recorded.steps
    const lines = runTable(steps, { ...recorded, steps: others }, 340).split('\n')
    expect(lines[4]).toMatch(/^page +1204 +1 +2 +230 +– +– +–$/)
    expect(lines[6]).toMatch(/^total +1211 +1 +2 +340 +– +– +–$/)
    expect(runTable(steps, null, 340)).toMatch(
      /^step .+ tests at last release +seconds at last release +difference\n/,
    )
  })

  it('does not compare the seconds of a skipped step', () => {
    const lines = runTable(
      [...steps.slice(0, 2), { name: 'page', counts: counts(0, 0, 1), seconds: 1 }],
      recorded,
      340,
    ).split('\n')
    expect(lines[4]).toMatch(/^page +0 +0 +1 +1 +1190 +210 +–$/)
    expect(lines[6]).toMatch(/ –$/)
  })

  it('sums the counts of the steps', () => {
    expect(totalOf(steps)).toEqual({ passed: 1211, failed: 1, skipped: 2 })
    expect(totalOf([])).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })
})

describe('the end of a run', () => {
  const run = {
    steps,
    seconds: 340,
    skipped: ['SKIPPED one: no reason.'],
    failures: ['b.test.ts › breaks'],
    recorded,
    notes: ['A note.'],
  }

  it('lists skipped and failed tests before the table, and ends with the machine-readable line', () => {
    const table = runTable(steps, recorded, 340)
    const last = '1211 passed, 1 failed, 2 skipped'
    expect(closingText(run)).toBe(
      `SKIPPED one: no reason.\n\nFAILED b.test.ts › breaks\n\n${table}\nA note.\n\n${last}`,
    )
    expect(closingText({ ...run, skipped: [], failures: [], notes: [] })).toBe(
      `${table}\n\n${last}`,
    )
  })
})

describe('the recorded figures', () => {
  it('are those of the steps that ran', () => {
    const where = { version: '0.2.0', machine: 'four processors', seconds: 300 }
    const record = recordOf(
      [...steps, { name: 'end to end', counts: counts(0, 0, 1), seconds: 2 }],
      where,
    )
    expect(record).toEqual({
      ...where,
      steps: {
        installation: { seconds: 41, tests: 0 },
        checks: { seconds: 90, tests: 7 },
        page: { seconds: 230, tests: 1205 },
      },
    })
    expect(readRecorded(JSON.stringify(record))).toEqual(record)
  })

  it.each([[null], [''], ['{'], ['[]'], ['null'], ['{"version":"1","machine":"m","steps":{}}']])(
    'are empty if the file contains %j',
    (text) => {
      expect(readRecorded(text)).toBeNull()
    },
  )

  it('omit a damaged step', () => {
    expect(
      readRecorded(
        '{"version":"1","machine":"m","seconds":9,"steps":{"a":{"seconds":"1","tests":2},"b":{"seconds":1,"tests":2}}}',
      ),
    ).toEqual({
      version: '1',
      machine: 'm',
      seconds: 9,
      steps: { b: { seconds: 1, tests: 2 } },
    })
  })
})
