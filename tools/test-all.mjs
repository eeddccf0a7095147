// Everything `npm test` includes, in order, with one count at the end: checks, unit, contract and
// integration, page, end to end. With --record, the figures of this run become the reference for
// later runs: test/run-times.json.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { checks, runSideBySide } from './checks.mjs'
import { closingText, readRecorded, recordOf, totalOf } from './run-table.mjs'
import { readSkipped, skipLines } from './skipped.mjs'
import { readPlaywright, readVitest, sayLeftOut } from './test-reports.mjs'

const words = process.argv.slice(2)
const unknown = words.filter((word) => word !== '--record')
if (unknown.length > 0) {
  console.error(`npm test takes no option ${unknown.join(' ')}: only --record.`)
  process.exit(2)
}

const recordFile = 'test/run-times.json'
const reports = mkdtempSync(path.join(os.tmpdir(), 'plimsoll-reports-'))
// The end-to-end suite may run as another user, who needs access to the folder created for it in
// here.
chmodSync(reports, 0o755)
const skippedFile = path.join(reports, 'skipped')
writeFileSync(skippedFile, '')
chmodSync(skippedFile, 0o666)
process.env.PLIMSOLL_SKIPPED = skippedFile

/** @typedef {import('./test-reports.mjs').Counts} Counts */

/** @type {import('./run-table.mjs').Step[]} */
const steps = []
/**
 * Failures by name: the log above is long.
 * @type {string[]}
 */
const failures = []
/**
 * Skipped tests from the reports: what the suites reported themselves is in the file.
 * @type {import('./skipped.mjs').Skip[]}
 */
const leftOut = []
const windows = process.platform === 'win32'

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function run(command, args, env = {}) {
  // Windows starts npm's commands through a shell, which splits arguments at spaces.
  return (
    spawnSync(command, windows ? args.map((word) => `"${word}"`) : args, {
      stdio: 'inherit',
      shell: windows,
      env: { ...process.env, ...env },
    }).status ?? 1
  )
}

/**
 * A runner without a usable report counts as one failure, never as success.
 * @template Report
 * @param {string} file
 * @param {(report: Report) => import('./test-reports.mjs').Outcome} read
 * @param {number} status
 * @returns {Counts}
 */
function readReport(file, read, status) {
  try {
    const { counts, failures: failed, leftOut: left } = read(JSON.parse(readFileSync(file, 'utf8')))
    failures.push(...failed)
    leftOut.push(...sayLeftOut(left, readSkipped(skippedFile)))
    return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** Everything skipped so far. */
const allSkipped = () => [...readSkipped(skippedFile), ...leftOut]

/**
 * @param {string} name
 * @param {() => Counts | Promise<Counts>} work
 */
async function step(name, work) {
  console.error(`\n── ${name}`)
  const began = Date.now()
  const before = new Set(skipLines(allSkipped()))
  const counts = await work()
  for (const line of skipLines(allSkipped())) if (!before.has(line)) console.error(line)
  steps.push({ name, counts, seconds: Math.round((Date.now() - began) / 1000) })
}

/**
 * @param {string} name
 * @param {readonly string[]} scripts
 */
function check(name, scripts) {
  return step(name, async () => {
    const failed = await runSideBySide(scripts)
    failures.push(...failed)
    return { passed: scripts.length - failed.length, failed: failed.length, skipped: 0 }
  })
}

/** @param {Parameters<typeof readVitest>[0]} report */
const vitestOutcome = (report) => readVitest(report, (name) => path.relative(process.cwd(), name))

// .ci/run installs before, and passes on how long that took.
const installed = Number(process.env.PLIMSOLL_INSTALL_SECONDS ?? Number.NaN)
if (Number.isFinite(installed))
  steps.push({ name: 'installation', counts: null, seconds: installed })

await check('checks', checks)
await check('build', ['build'])
await check('reproducible', ['check:reproducible'])

await step('unit, contract, integration', () => {
  const file = path.join(reports, 'vitest.json')
  const status = run('vitest', [
    'run',
    '--project',
    '!bench',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return readReport(file, vitestOutcome, status)
})

/** @type {[name: string, script: string, ...words: string[]][]} */
const suites = [
  ['page', 'test:page:all'],
  ['end to end', 'test:e2e:all'],
  ['end to end on the stand-in', 'test:e2e:stand-in'],
  ['package', 'package:check'],
]
// The check where Electron cannot be fetched; the stand-in for its files exists on Linux only.
if (process.platform === 'linux')
  suites.push(['package without Electron', 'package:check', '--stand-in'])

for (const [name, script, ...words] of suites) {
  await step(name, () => {
    const folder = path.join(reports, name.replaceAll(' ', '-'))
    mkdirSync(folder, { mode: 0o777 })
    const file = path.join(folder, 'report.json')
    const status = run('npm', ['run', '--silent', script, '--', ...words], {
      PLIMSOLL_TEST_REPORT: file,
    })
    return readReport(file, (report) => readPlaywright(report, name), status)
  })
}

const skipped = skipLines(allSkipped())
rmSync(reports, { recursive: true, force: true })
const recorded = readRecorded(existsSync(recordFile) ? readFileSync(recordFile, 'utf8') : null)
const { failed } = totalOf(steps)

/** @returns {string} the outcome of --record */
function recordRun() {
  if (failed > 0) return 'Nothing was recorded: the run failed.'
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const processor = os.cpus()[0]?.model.trim() ?? 'unknown processor'
  const machine = `${process.platform} ${process.arch}, ${os.availableParallelism()} × ${processor}`
  try {
    writeFileSync(recordFile, `${JSON.stringify(recordOf(steps, { version, machine }), null, 2)}\n`)
    return `Recorded these figures in ${recordFile}.`
  } catch (fault) {
    return `Nothing was recorded: ${fault instanceof Error ? fault.message : String(fault)}`
  }
}

const notes = [
  ...(recorded === null
    ? []
    : [`Figures of ${recorded.version}: ${recordFile}, from ${recorded.machine}.`]),
  ...(words.includes('--record') ? [recordRun()] : []),
]
console.log(`\n${closingText({ steps, skipped, failures, recorded, notes })}`)
process.exit(failed === 0 ? 0 : 1)
