// What the runners' reports say: how many, and by name what failed and how.
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {{ counts: Counts, failures: string[] }} Outcome
 * @typedef {{ title: string, ok: boolean, tests?: { results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 * @typedef {{ file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestCase
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, assertionResults: VitestCase[] }[] }} VitestReport
 */

/**
 * A failure's name with the first lines of what went wrong: often all that is seen of a run on another computer.
 * @param {string} name
 * @param {string | undefined} message
 */
const told = (name, message = '') => {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /u.test(line))
  return [name, ...lines.slice(0, 6).map((line) => `    ${line.slice(0, 200)}`)].join('\n')
}

/** @param {PlaywrightSpec} spec */
const messageOf = ({ tests }) => tests?.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error?.message

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
const failuresOf = (suite) => [
  ...(suite.specs ?? []).filter(({ ok }) => !ok).map((spec) => told(`${suite.file ?? ''} › ${spec.title}`, messageOf(spec))),
  ...(suite.suites ?? []).flatMap((inner) => failuresOf({ file: suite.file, ...inner })),
]

/** A test that passed only at a second try counts as failed: no suite has one. @param {PlaywrightReport} report @returns {Outcome} */
export const readPlaywright = ({ stats, suites }) => ({
  counts: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
  failures: suites.flatMap(failuresOf),
})

/**
 * @param {VitestReport} report
 * @param {(path: string) => string} shortened
 * @returns {Outcome}
 */
export const readVitest = (report, shortened) => {
  const idle = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
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
            .map(({ fullName, failureMessages }) => told(`${shortened(result.name)} › ${fullName}`, failureMessages?.[0])),
    ),
  }
}
