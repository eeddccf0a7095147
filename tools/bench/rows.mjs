// The rows `npm run bench` reports: each a piece of work with its peer, what was measured and the
// target. Parts run in processes of their own and add their rows to one file.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ min: number, median: number, max: number }} Spread
 * @typedef {'at most' | 'at least'} Bound
 * @typedef {{ work: string, peer: string, unit: string, measured: Spread, target: number,
 *   bound: Bound }} Row `unit` follows the figures: `×`, `% of a core`, `MB`
 * @typedef {'met' | 'missed' | 'missed twice over' | 'not measured'} Verdict
 */

const file = 'PLIMSOLL_BENCH_ROWS'

/** @param {readonly number[]} measured @returns {Spread} NaN for all if nothing was measured */
export function spreadOf(measured) {
  const sorted = [...measured].sort((a, b) => a - b)
  /** @param {number} share */
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return { min: at(0), median: at(0.5), max: at(1) }
}

/** Adds a row to those of this run, if a whole run is collecting them. @param {Row} row */
export function addRow(row) {
  const path = process.env[file]
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(row)}\n`)
}

/** @param {string} path @returns {Row[]} in the order they were measured */
export function readRows(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /** @type {Row} */ (JSON.parse(line)))
}

/** What a part needs in its environment. @param {string} path */
export function collectingIn(path) {
  return { [file]: path }
}

/**
 * A target missed by a factor of two is a fault; by less it is work that remains, or a busy
 * machine.
 * @param {Row} row
 * @returns {Verdict}
 */
export function verdictOf({ measured: { median }, target, bound }) {
  // JSON has no NaN.
  if (typeof median !== 'number' || Number.isNaN(median)) return 'not measured'
  const missedBy = bound === 'at most' ? median / target : target / median
  if (missedBy <= 1) return 'met'
  return missedBy <= 2 ? 'missed' : 'missed twice over'
}

/** @param {number} value */
function figure(value) {
  if (typeof value !== 'number' || Number.isNaN(value)) return '–'
  return value.toFixed(Math.abs(value) >= 100 ? 0 : 2)
}

const heads = ['work', 'peer', 'median', 'min', 'max', 'target', '']

/** @param {readonly Row[]} rows @returns {string} lines without a newline at the end */
export function benchTable(rows) {
  const lines = rows.map((row) => {
    const { work, peer, unit, measured, target, bound } = row
    const limit = `${bound === 'at most' ? '≤' : '≥'} ${target} ${unit}`
    return [
      work,
      peer,
      figure(measured.median),
      figure(measured.min),
      figure(measured.max),
      limit,
      verdictOf(row),
    ]
  })
  const all = [heads, ...lines]
  const widths = heads.map((_, at) => Math.max(...all.map((line) => (line[at] ?? '').length)))
  return all
    .map((line) =>
      line
        .map((cell, at) =>
          at >= 2 && at <= 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
