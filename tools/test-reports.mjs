// The content of the runners' reports: the counts, and by name what failed and how.
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {{ what: string, why: string | null, tests: number }} LeftOut tests that were skipped;
 *   `why` is null if the report has no reason
 * @typedef {{ counts: Counts, failures: string[], leftOut: LeftOut[] }} Outcome
 * @typedef {{ results: { error?: { message?: string } }[], status?: string, annotations?: { type:
 *   string, description?: string }[] }} PlaywrightTest
 * @typedef {{ title: string, ok: boolean, tests?: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }}
 *   PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], stats: { expected: number, unexpected: number, flaky:
 *   number, skipped: number } }} PlaywrightReport
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestCase
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests: number, testResults: { name: string, status: string, assertionResults:
 *   VitestCase[] }[] }} VitestReport
 */

/**
 * A failure's name with the first lines of its message: often all there is to see of a run on
 * another computer.
 * @param {string} name
 * @param {string | undefined} message
 */
function failureText(name, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /u.test(line))
  return [name, ...lines.slice(0, 6).map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}

/** @param {PlaywrightSpec} spec */
function messageOf({ tests }) {
  return tests?.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error
    ?.message
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOf(suite) {
  return [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map((spec) => failureText(`${suite.file ?? ''} › ${spec.title}`, messageOf(spec))),
    ...(suite.suites ?? []).flatMap((inner) => failuresOf({ file: suite.file, ...inner })),
  ]
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]} a reason for each test that was skipped
 */
function skippedIn(suite) {
  return [
    ...(suite.specs ?? [])
      .flatMap(({ tests }) => tests ?? [])
      .filter(({ status }) => status === 'skipped')
      .map(
        ({ annotations }) =>
          annotations?.find(({ type }) => type === 'skip')?.description ?? 'no reason given',
      ),
    ...(suite.suites ?? []).flatMap(skippedIn),
  ]
}

/** @param {readonly string[]} names @returns {Map<string, number>} how often each is there */
function countEach(names) {
  /** @type {Map<string, number>} */
  const counted = new Map()
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1)
  return counted
}

/**
 * A test that passed only on the second try counts as failed: no suite has one.
 * @param {PlaywrightReport} report
 * @param {string} name of the suite
 * @returns {Outcome}
 */
export function readPlaywright({ stats, suites }, name) {
  return {
    counts: {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    },
    failures: suites.flatMap(failuresOf),
    leftOut: [...countEach(suites.flatMap(skippedIn))].map(([why, tests]) => ({
      what: name,
      why,
      tests,
    })),
  }
}

/** What the report calls a test that did not run. */
const leftOutAs = new Set(['skipped', 'pending', 'todo', 'disabled'])

/**
 * @param {VitestReport} report
 * @param {(path: string) => string} shortened
 * @returns {Outcome}
 */
export function readVitest(report, shortened) {
  const idle = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + idle.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    failures: report.testResults.flatMap((result) =>
      idle.includes(result)
        ? [`${shortened(result.name)} did not run`]
        : result.assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages }) =>
              failureText(`${shortened(result.name)} › ${fullName}`, failureMessages?.[0]),
            ),
    ),
    leftOut: report.testResults.flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => leftOutAs.has(status)).length
      return tests === 0 ? [] : [{ what: shortened(name), why: null, tests }]
    }),
  }
}

/**
 * The skipped tests of a report as lines to print: with the report's own reason, or, if no test
 * file gave one, as not for this system.
 * @param {readonly LeftOut[]} leftOut
 * @param {readonly import('./skipped.mjs').Skip[]} said by test files themselves
 * @param {string} system
 * @returns {import('./skipped.mjs').Skip[]}
 */
export function sayLeftOut(
  leftOut,
  said,
  system = `${process.platform}, ${process.getuid?.() === 0 ? 'root' : 'ordinary user'}`,
) {
  const files = new Set(said.map(({ file }) => file))
  return leftOut
    .filter(({ what, why }) => why !== null || !files.has(what))
    .map(({ what, why, tests }) => ({
      what: `${what}, ${tests} ${tests === 1 ? 'test' : 'tests'}`,
      why: why ?? `not for this system (${system}).`,
    }))
}
