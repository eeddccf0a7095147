import { expect, it } from 'vitest'
import { readPlaywright, readVitest } from '../../../tools/test-reports.mjs'

const spec = (title: string, ok: boolean) => ({ title, ok })

it('counts a story that passed only at its second try as failed, and names failures with what went wrong, however deep they stand', () => {
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 2, skipped: 0 },
    suites: [
      {
        file: 'orders.spec.ts',
        specs: [
          spec('one that is steady', true),
          {
            ...spec('one that fails', false),
            tests: [{ results: [{ error: { message: '\u001b[31mError: listeners\u001b[0m\n\nExpected: 81\n    at leaks.ts:1' } }] }],
          },
        ],
        suites: [{ file: 'orders.spec.ts', suites: [{ specs: [spec('one far inside', false)] }] }],
      },
    ],
  }
  expect(readPlaywright(report)).toEqual({
    counts: { passed: 1, failed: 3, skipped: 0 },
    failures: ['orders.spec.ts › one that fails\n    Error: listeners\n    Expected: 81', 'orders.spec.ts › one far inside'],
  })
})

it('tells a file that did not run as a failure', () => {
  const report = {
    ...{ numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 },
    testResults: [
      {
        name: '/here/a.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'breaks', failureMessages: ['Error: no\n    at a.ts:1'] }],
      },
      { name: '/here/b.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(readVitest(report, (name) => name.replace('/here/', ''))).toEqual({
    counts: { passed: 1, failed: 2, skipped: 2 },
    failures: ['a.test.ts › breaks\n    Error: no', 'b.test.ts did not run'],
  })
})
