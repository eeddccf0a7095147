// Everything that `npm test` means, in order, with one count at the end: checks, unit, contract and integration, page, end to end.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checks, runSideBySide } from './checks.mjs'
import { readPlaywright, readVitest } from './test-reports.mjs'

const reports = mkdtempSync(path.join(tmpdir(), 'plimsoll-reports-'))
// The end-to-end suite may run as another user, who has to get to the folder made for it in here.
chmodSync(reports, 0o755)
/** @typedef {import('./test-reports.mjs').Counts} Counts */

/** @type {Counts} */
const totals = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const summary = []
/** What failed, by name: the log above is long.
 * @type {string[]} */
const failures = []
const windows = process.platform === 'win32'

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
const run = (command, args, env = {}) =>
  // Windows starts npm's commands through a shell, which takes words apart at blanks.
  spawnSync(command, windows ? args.map((word) => `"${word}"`) : args, {
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, ...env },
  }).status ?? 1

/**
 * @param {string} name
 * @param {Counts} counts
 * @param {number} seconds
 */
const record = (name, counts, seconds) => {
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) totals[key] += counts[key]
  summary.push(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`)
}

/**
 * A runner that says nothing usable counts as one failure, never as success.
 * @template Report
 * @param {string} file
 * @param {(report: Report) => import('./test-reports.mjs').Outcome} read
 * @param {number} status
 * @returns {Counts}
 */
const readReport = (file, read, status) => {
  try {
    const { counts, failures: failed } = read(JSON.parse(readFileSync(file, 'utf8')))
    failures.push(...failed)
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * @param {string} name
 * @param {() => Counts | Promise<Counts>} work
 */
const step = async (name, work) => {
  console.error(`\n── ${name}`)
  const began = Date.now()
  const counts = await work()
  record(name, counts, Math.round((Date.now() - began) / 1000))
}

/**
 * @param {string} name
 * @param {readonly string[]} scripts
 */
const check = (name, scripts) =>
  step(name, async () => {
    const failed = await runSideBySide(scripts)
    failures.push(...failed)
    return { passed: scripts.length - failed.length, failed: failed.length, skipped: 0 }
  })

/** @param {Parameters<typeof readVitest>[0]} report */
const vitestOutcome = (report) => readVitest(report, (name) => path.relative(process.cwd(), name))

await check('checks', checks)
await check('build', ['build'])
await check('reproducible', ['check:reproducible'])

await step('unit, contract, integration', () => {
  const file = path.join(reports, 'vitest.json')
  const status = run('vitest', ['run', '--project', '!bench', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  return readReport(file, vitestOutcome, status)
})

/** @type {[name: string, script: string, ...words: string[]][]} */
const suites = [
  ['page', 'test:page:all'],
  ['end to end', 'test:e2e:all'],
  ['end to end on the stand-in', 'test:e2e:stand-in'],
  ['package', 'package:check'],
]
// How it is checked where Electron cannot be fetched; its files are stood in for on Linux only.
if (process.platform === 'linux') suites.push(['package without Electron', 'package:check', '--stand-in'])

for (const [name, script, ...words] of suites) {
  await step(name, () => {
    const folder = path.join(reports, name.replaceAll(' ', '-'))
    mkdirSync(folder, { mode: 0o777 })
    const file = path.join(folder, 'report.json')
    const status = run('npm', ['run', '--silent', script, '--', ...words], { PLIMSOLL_TEST_REPORT: file })
    return readReport(file, readPlaywright, status)
  })
}

rmSync(reports, { recursive: true, force: true })
console.log(`\n${summary.join('\n')}\n`)
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed === 0 ? 0 : 1)
