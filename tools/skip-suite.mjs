import { writeFileSync } from 'node:fs'
import { saySkipped } from './skipped.mjs'

/**
 * Ends a suite that cannot run: as skipped, or as failed if it is required.
 * @type {(suite: string, why: string, required: boolean) => never}
 */
export function skipSuite(suite, why, required) {
  if (required) {
    console.error(`COULD NOT RUN ${suite}: ${why}`)
    process.exit(1)
  }
  saySkipped({ what: suite, why })
  const file = process.env.PLIMSOLL_TEST_REPORT
  if (file)
    writeFileSync(
      file,
      JSON.stringify({ suites: [], stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 1 } }),
    )
  process.exit(0)
}
