// What the runners' reports say: how many, and by name what failed.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {{ counts: Counts, failures: string[] }} Outcome
 * @typedef {{ title: string, ok: boolean }} PlaywrightSpec
 * @typedef {{ file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 * @typedef {{ status: string, fullName: string }} VitestCase
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, assertionResults: VitestCase[] }[] }} VitestReport
 */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
const failuresOf = (suite) => [
  ...(suite.specs ?? []).filter(({ ok }) => !ok).map(({ title }) => `${suite.file ?? ''} › ${title}`),
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
            .map(({ fullName }) => `${shortened(result.name)} › ${fullName}`),
    ),
  }
}
