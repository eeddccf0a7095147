// The table at the end of `npm test`: the counts and the duration of each step, next to the
// recorded figures of the last release. Pure. Durations are for information: nothing here decides
// whether a run passes (docs/decisions/014-the-gate-counts.md).

/**
 * @typedef {import('./test-reports.mjs').Counts} Counts
 * @typedef {{ name: string, counts: Counts | null, seconds: number }} Step `counts` is null if
 *   nothing is counted
 * @typedef {{ seconds: number, tests: number }} Figures
 * @typedef {{ version: string, machine: string, seconds: number, steps: Record<string, Figures> }}
 *   Recorded `seconds` of the whole run, in which some steps ran beside each other
 */

const none = '–'

/** @param {Counts} counts */
export function ranTests({ passed, failed }) {
  return passed + failed
}

/** The duration of a skipped step means nothing. @param {Step} step */
function wasSkipped({ counts }) {
  return counts !== null && ranTests(counts) === 0
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0)
}

/** @param {number} seconds */
function signed(seconds) {
  return seconds > 0 ? `+${seconds}` : String(seconds)
}

/**
 * @param {Step} step
 * @param {Figures | undefined} then
 * @returns {string[]}
 */
function row(step, then) {
  const { name, counts, seconds } = step
  return [
    name,
    ...(counts === null
      ? [none, none, none]
      : [counts.passed, counts.failed, counts.skipped].map(String)),
    String(seconds),
    then === undefined || counts === null ? none : String(then.tests),
    then === undefined ? none : String(then.seconds),
    then === undefined || wasSkipped(step) ? none : signed(seconds - then.seconds),
  ]
}

/** @param {readonly Step[]} steps @returns {Counts} */
export function totalOf(steps) {
  const counted = steps.flatMap(({ counts }) => (counts === null ? [] : [counts]))
  return {
    passed: sum(counted.map(({ passed }) => passed)),
    failed: sum(counted.map(({ failed }) => failed)),
    skipped: sum(counted.map(({ skipped }) => skipped)),
  }
}

/**
 * @param {readonly Step[]} steps
 * @param {Recorded | null} recorded
 * @param {number} seconds of the whole run
 * @returns {string} lines without a newline at the end
 */
export function runTable(steps, recorded, seconds) {
  const then = new Map(Object.entries(recorded?.steps ?? {}))
  // The total of other steps than those of this run would compare nothing.
  const all =
    steps.every((step) => then.has(step.name) && !wasSkipped(step)) && then.size === steps.length
  const whole =
    all && recorded !== null
      ? { seconds: recorded.seconds, tests: sum([...then.values()].map(({ tests }) => tests)) }
      : undefined
  const total = { name: 'total', counts: totalOf(steps), seconds }
  const at = recorded?.version ?? 'last release'
  const rows = [
    [
      'step',
      'passed',
      'failed',
      'skipped',
      'seconds',
      `tests at ${at}`,
      `seconds at ${at}`,
      'difference',
    ],
    ...steps.map((step) => row(step, then.get(step.name))),
    row(total, whole),
  ]
  const widths =
    rows[0]?.map((_title, column) =>
      Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
    ) ?? []
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  const rule = '─'.repeat(lines[0]?.length ?? 0)
  return [lines[0], rule, ...lines.slice(1, -1), rule, lines.at(-1)].join('\n')
}

/**
 * The summary at the end of a run. The last line is for programs, and must not change.
 * @param {{ steps: readonly Step[], seconds: number, skipped: readonly string[], failures: readonly
 *   string[], recorded: Recorded | null, notes: readonly string[] }} run
 */
export function closingText({ steps, seconds, skipped, failures, recorded, notes }) {
  const totals = totalOf(steps)
  const parts = [
    skipped.join('\n'),
    failures.map((failure) => `FAILED ${failure}`).join('\n'),
    [runTable(steps, recorded, seconds), ...notes].join('\n'),
    `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/**
 * What is recorded of a run: the steps that ran.
 * @param {readonly Step[]} steps
 * @param {{ version: string, machine: string, seconds: number }} run
 * @returns {Recorded}
 */
export function recordOf(steps, { version, machine, seconds }) {
  const ran = steps.filter((step) => !wasSkipped(step))
  return {
    version,
    machine,
    seconds,
    steps: Object.fromEntries(
      ran.map(({ name, counts, seconds }) => [
        name,
        { seconds, tests: counts === null ? 0 : ranTests(counts) },
      ]),
    ),
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null
}

/** @param {unknown} value @returns {value is Figures} */
function isFigures(value) {
  return isObject(value) && typeof value.seconds === 'number' && typeof value.tests === 'number'
}

/**
 * Null if nothing is recorded, or it cannot be read: that does not fail a run.
 * @param {string | null} text
 * @returns {Recorded | null}
 */
export function readRecorded(text) {
  try {
    /** @type {unknown} */
    const value = JSON.parse(text ?? 'null')
    if (
      !isObject(value) ||
      typeof value.version !== 'string' ||
      typeof value.machine !== 'string' ||
      typeof value.seconds !== 'number' ||
      !isObject(value.steps)
    )
      return null
    const steps = Object.entries(value.steps).flatMap(([name, figures]) =>
      isFigures(figures) ? [[name, figures]] : [],
    )
    return {
      version: value.version,
      machine: value.machine,
      seconds: value.seconds,
      steps: Object.fromEntries(steps),
    }
  } catch {
    return null
  }
}
