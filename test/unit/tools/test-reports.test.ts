import { expect, it } from 'vitest'
import { readPlaywright, readVitest, sayLeftOut } from '../../../tools/test-reports.mjs'

const spec = (title: string, ok: boolean) => ({ title, ok })

it('counts a test that passed only on its second attempt as failed, and names failures with their error at any depth', () => {
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 2, skipped: 0 },
    suites: [
      {
        file: 'orders.spec.ts',
        specs: [
          spec('one that is steady', true),
          {
            ...spec('one that fails', false),
            tests: [
              {
                results: [
                  {
                    error: {
                      message:
                        '\u001b[31mError: listeners\u001b[0m\n\nExpected: 81\n    at leaks.ts:1',
                    },
                  },
                ],
              },
            ],
          },
        ],
        suites: [{ file: 'orders.spec.ts', suites: [{ specs: [spec('one far inside', false)] }] }],
      },
    ],
  }
  expect(readPlaywright(report, 'end to end')).toEqual({
    counts: { passed: 1, failed: 3, skipped: 0 },
    failures: [
      'orders.spec.ts › one that fails\n    Error: listeners\n    Expected: 81',
      'orders.spec.ts › one far inside',
    ],
    leftOut: [],
  })
})

it('reports a file that did not run as a failure', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: '/here/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'breaks', failureMessages: ['Error: no\n    at a.ts:1'] },
        ],
      },
      { name: '/here/b.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(readVitest(report, (name) => name.replace('/here/', ''))).toEqual({
    counts: { passed: 1, failed: 2, skipped: 2 },
    failures: ['a.test.ts › breaks\n    Error: no', 'b.test.ts did not run'],
    leftOut: [],
  })
})

it('lists what Playwright skipped by reason, with the number of tests', () => {
  const skipped = (description: string) => ({
    ...spec('left out', true),
    tests: [
      {
        results: [],
        status: 'skipped',
        annotations: [{ type: 'needs' }, { type: 'skip', description }],
      },
    ],
  })
  const report = {
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 3 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [skipped('needs Linux')],
        suites: [{ specs: [skipped('needs Linux'), skipped('needs root')] }],
      },
    ],
  }
  expect(readPlaywright(report, 'end to end').leftOut).toEqual([
    { what: 'end to end', why: 'needs Linux', tests: 2 },
    { what: 'end to end', why: 'needs root', tests: 1 },
  ])
})

it('lists what Vitest skipped, file by file', () => {
  const cases = (...states: string[]) => states.map((status) => ({ status, fullName: status }))
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: cases('passed', 'skipped', 'pending'),
      },
      { name: 'b.test.ts', status: 'passed', assertionResults: cases('passed') },
    ],
  }
  expect(readVitest(report, (name) => name).leftOut).toEqual([
    { what: 'a.test.ts', why: null, tests: 2 },
  ])
})

it('gives every skipped test a line: its own reason, that of its file, or the system', () => {
  const leftOut = [
    { what: 'end to end', why: 'needs root', tests: 1 },
    { what: 'a.test.ts', why: null, tests: 2 },
    { what: 'b.test.ts', why: null, tests: 1 },
  ]
  expect(
    sayLeftOut(
      leftOut,
      [{ what: 'keychain', why: 'no keyring', file: 'b.test.ts' }],
      'win32, ordinary user',
    ),
  ).toEqual([
    { what: 'end to end, 1 test', why: 'needs root' },
    { what: 'a.test.ts, 2 tests', why: 'not for this system (win32, ordinary user).' },
  ])
})
