// What the runners' reports say: how many, and by name what failed and what passed only at a second try.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @typedef {{ counts: Counts, failures: string[], unsteady: string[] }} Outcome `unsteady` is counted as passed, too: told, it cannot hide.
 * @typedef {{ title: string, ok: boolean, tests?: { status?: string }[] }} PlaywrightSpec
 * @typedef {{ file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestCase what it failed with stays where a second try passed
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, assertionResults: VitestCase[] }[] }} VitestReport
 */

/**
 * @param {PlaywrightSuite} suite
 * @param {(spec: PlaywrightSpec) => boolean} wanted
 * @returns {string[]}
 */
const specsOf = (suite, wanted) => [
  ...(suite.specs ?? []).filter(wanted).map(({ title }) => `${suite.file ?? ''} › ${title}`),
  ...(suite.suites ?? []).flatMap((inner) => specsOf({ file: suite.file, ...inner }, wanted)),
]

/** @param {PlaywrightReport} report @returns {Outcome} */
export const readPlaywright = ({ stats, suites }) => ({
  counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  failures: suites.flatMap((suite) => specsOf(suite, ({ ok }) => !ok)),
  unsteady: suites.flatMap((suite) => specsOf(suite, ({ tests }) => (tests ?? []).some(({ status }) => status === 'flaky'))),
})

/**
 * @param {VitestReport} report
 * @param {(path: string) => string} shortened
 * @returns {Outcome}
 */
export const readVitest = (report, shortened) => {
  const idle = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  /** @param {VitestReport['testResults'][number]} result @param {(one: VitestCase) => boolean} wanted */
  const namesOf = ({ name, assertionResults }, wanted) =>
    assertionResults.filter(wanted).map(({ fullName }) => `${shortened(name)} › ${fullName}`)
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + idle.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    failures: report.testResults.flatMap((result) =>
      idle.includes(result) ? [`${shortened(result.name)} did not run`] : namesOf(result, ({ status }) => status === 'failed'),
    ),
    unsteady: report.testResults.flatMap((result) =>
      namesOf(result, ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0),
    ),
  }
}
