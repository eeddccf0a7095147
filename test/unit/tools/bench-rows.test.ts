import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  addRow,
  benchTable,
  collectingIn,
  readRows,
  spreadOf,
  verdictOf,
  type Row,
} from '../../../tools/bench/rows.mjs'

function row(changes: Partial<Row> = {}): Row {
  return {
    work: 'signing one order',
    peer: 'createHmac',
    unit: '×',
    measured: { min: 1, median: 1.05, max: 1.2 },
    target: 1.1,
    bound: 'at most',
    ...changes,
  }
}

function measured(median: number): Row['measured'] {
  return { min: median, median, max: median }
}

it('gives the median between the least and the most', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 })
  expect(spreadOf([])).toEqual({ min: Number.NaN, median: Number.NaN, max: Number.NaN })
})

it.each([
  ['at most', 1.1, 'met'],
  ['at most', 2.2, 'missed'],
  ['at most', 2.3, 'missed twice over'],
  ['at most', Number.NaN, 'not measured'],
  ['at least', 1.1, 'met'],
  ['at least', 0.55, 'missed'],
  ['at least', 0.5, 'missed twice over'],
] as const)('a figure of %s 1.1 that is %s: %s', (bound, median, verdict) => {
  expect(verdictOf(row({ bound, measured: measured(median) }))).toBe(verdict)
})

it('collects the rows of several parts in one file, in order', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-rows-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'rows')
  expect(readRows(file)).toEqual([])
  for (const [name, value] of Object.entries(collectingIn(file))) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  addRow(row())
  addRow(row({ work: 'not measured', measured: measured(Number.NaN) }))
  const [first, second] = readRows(file)
  expect(first).toEqual(row())
  // JSON has no NaN: what was not measured stays not measured.
  expect(second === undefined ? null : verdictOf(second)).toBe('not measured')
})

it('adds nothing where no whole run collects', () => {
  vi.stubEnv('PLIMSOLL_BENCH_ROWS', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => addRow(row())).not.toThrow()
})

it('prints one aligned table with target and verdict', () => {
  const rows = [
    row(),
    row({ work: 'simulator', bound: 'at least', measured: measured(120), target: 0.65 }),
  ]
  expect(benchTable(rows)).toBe(
    [
      'work               peer        median   min   max  target',
      'signing one order  createHmac    1.05  1.00  1.20  ≤ 1.1 ×   met',
      'simulator          createHmac     120   120   120  ≥ 0.65 ×  met',
    ].join('\n'),
  )
})
