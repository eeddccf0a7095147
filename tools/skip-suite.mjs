import { writeFileSync } from 'node:fs'

/**
 * Ends a suite that cannot run: as skipped, or as failed where it is required.
 * @type {(suite: string, why: string, required: boolean) => never}
 */
export const skipSuite = (suite, why, required) => {
  console.error(`\n${suite} ${required ? 'COULD NOT RUN' : 'SKIPPED'}: ${why}\n`)
  const file = process.env.PLIMSOLL_TEST_REPORT
  if (!required && file) writeFileSync(file, JSON.stringify({ suites: [], stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 1 } }))
  process.exit(required ? 1 : 0)
}
