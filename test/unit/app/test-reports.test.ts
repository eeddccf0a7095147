import { expect, it } from 'vitest'
import { readPlaywright, readVitest } from '../../../tools/test-reports.mjs'

const spec = (title: string, status: string) => ({ title, ok: status !== 'unexpected', tests: [{ status }] })

it('tells a story that passed only at its second try by name, however deep it stands', () => {
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 2, skipped: 0 },
    suites: [
      {
        file: 'orders.spec.ts',
        specs: [spec('one that is steady', 'expected'), spec('one that is not', 'flaky')],
        suites: [{ file: 'orders.spec.ts', suites: [{ specs: [spec('one far inside', 'flaky'), spec('one that fails', 'unexpected')] }] }],
      },
    ],
  }
  expect(readPlaywright(report)).toEqual({
    counts: { passed: 3, failed: 1, skipped: 0 },
    failures: ['orders.spec.ts › one that fails'],
    unsteady: ['orders.spec.ts › one that is not', 'orders.spec.ts › one far inside'],
  })
})

it('tells a file that did not run as a failure', () => {
  const report = {
    ...{ numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 },
    testResults: [
      {
        name: '/here/a.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'breaks', failureMessages: ['1 is not 2'] }],
      },
      { name: '/here/b.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(readVitest(report, (name) => name.replace('/here/', ''))).toEqual({
    counts: { passed: 1, failed: 2, skipped: 2 },
    failures: ['a.test.ts › breaks', 'b.test.ts did not run'],
    unsteady: [],
  })
})

it('tells a test that passed only at its second try by name', () => {
  const passed = (fullName: string, ...failureMessages: string[]) => ({ status: 'passed', fullName, failureMessages })
  const report = {
    ...{ numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 },
    testResults: [{ name: '/here/a.test.ts', status: 'passed', assertionResults: [passed('holds'), passed('holds at last', 'too late')] }],
  }
  expect(readVitest(report, (name) => name.replace('/here/', ''))).toEqual({
    counts: { passed: 2, failed: 0, skipped: 0 },
    failures: [],
    unsteady: ['a.test.ts › holds at last'],
  })
})
