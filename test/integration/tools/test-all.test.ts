// The order of `npm test` and what it makes of failures, with programs in place of its steps.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const program = path.resolve(import.meta.dirname, '../../../tools/test-all.mjs')

/** Each suite has three tests. End-to-end tests end once the package was checked. */
const npm = `#!/bin/sh
echo "$3 begins"
if [ -n "$PLIMSOLL_TEST_REPORT" ]
then echo '{"stats":{"expected":3,"unexpected":0,"flaky":0,"skipped":0},"suites":[]}' >"$PLIMSOLL_TEST_REPORT"
fi
if [ "$3 $5" = 'package:check ' ]; then touch packaged; fi
if [ "$3" = test:e2e:all ] && [ -z "$PLIMSOLL_OWN_DISPLAY" ]
then while [ ! -e packaged ]; do sleep 0.05; done
fi
echo "$3 ends" >&2
if [ "$3" = "$FAILS" ]; then exit 1; fi
`
const vitest = `#!/bin/sh
for word in "$@"
do case $word in --outputFile.json=*)
  echo '{"numPassedTests":5,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0,"testResults":[]}' >"\${word#*=}"
esac
done
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-test-all-'))
  mkdirSync(path.join(folder, 'bin'))
  for (const [name, script] of Object.entries({ npm, vitest }))
    writeFileSync(path.join(folder, 'bin', name), script, { mode: 0o755 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function testAll(
  environment: Record<string, string> = {},
): Promise<{ code: number | null; said: string; table: string[]; last: string | undefined }> {
  const env = { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`, ...environment }
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program],
      { cwd: folder, env },
      (_fault, stdout, said) =>
        done({
          code: child.exitCode,
          said,
          table: stdout.split('\n').flatMap((line) => /^(.+?) {2,}\d+ +\d+ /.exec(line)?.[1] ?? []),
          last: stdout.trimEnd().split('\n').at(-1),
        }),
    )
  })
}

describe.runIf(process.platform === 'linux')('npm test', () => {
  it('checks the package beside the end-to-end tests, and prints the output of each step in one piece', async () => {
    const { code, said, last } = await testAll()
    expect({ code, last }).toEqual({ code: 0, last: '30 passed, 0 failed, 0 skipped' })
    for (const [step, script] of [
      ['reproducible', 'check:reproducible'],
      ['package without Electron', 'package:check'],
      ['package', 'package:check'],
    ])
      expect(said).toMatch(
        new RegExp(
          `\n── ${step} \\(\\d+ s, beside other steps\\)\n${script} begins\n${script} ends\n`,
        ),
      )
  })

  it('runs one step after the other on a screen that they share', async () => {
    const { code, said, table } = await testAll({ PLIMSOLL_OWN_DISPLAY: '1' })
    expect(code).toBe(0)
    expect(said).not.toContain('beside other steps')
    expect(table).toEqual([
      'checks',
      'build',
      'unit, contract, integration',
      'page',
      'end to end',
      'end to end on the stand-in',
      'reproducible',
      'package without Electron',
      'package',
      'total',
    ])
  })

  it.each([
    ['check:lint', '29 passed, 1 failed, 0 skipped'],
    ['build', '29 passed, 1 failed, 0 skipped'],
    ['check:reproducible', '29 passed, 1 failed, 0 skipped'],
    ['test:page:all', '30 passed, 1 failed, 0 skipped'],
    ['test:e2e:all', '30 passed, 1 failed, 0 skipped'],
    ['test:e2e:stand-in', '30 passed, 1 failed, 0 skipped'],
    ['package:check', '30 passed, 2 failed, 0 skipped'],
  ])('fails if %s fails, even if its report says otherwise', async (FAILS, last) => {
    expect(await testAll({ FAILS })).toMatchObject({ code: 1, last })
  })
})
