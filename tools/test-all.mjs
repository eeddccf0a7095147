// Everything `npm test` includes, with one count at the end: checks, unit, contract and
// integration, page, end to end, and the package beside that, because end-to-end tests mostly
// wait. With --record, the figures of this run become the reference for later runs:
// test/run-times.json.
import { spawn } from 'node:child_process'
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

const began = Date.now()
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
 * How a step reports: as it goes, or all at once when it has finished, because another step runs
 * beside it.
 * @typedef {'live' | 'afterwards'} Telling
 */

/**
 * @typedef {object} Command
 * @property {string} program
 * @property {string[]} words
 * @property {Record<string, string>} [env]
 */

/**
 * @param {Command} command
 * @param {Telling} telling
 * @returns {Promise<{ status: number, output: Buffer }>} no output if it was shown as it came
 */
function run({ program, words: args, env = {} }, telling) {
  return new Promise((done) => {
    // Windows starts npm's commands through a shell, which splits arguments at spaces.
    const child = spawn(program, windows ? args.map((word) => `"${word}"`) : args, {
      stdio: telling === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: windows,
      env: { ...process.env, ...env },
    })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece) => output.push(piece))
    const finish = (/** @type {number | null} */ code) => {
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
      done({ status: code ?? 1, output: Buffer.concat(output) })
    }
    child.once('error', (fault) => {
      output.push(Buffer.from(`${fault.message}\n`))
      finish(1)
    })
    child.once('close', finish)
    // A process it started and left behind may hold the pipe open.
    child.once('exit', (code) => void setTimeout(finish, 5000, code).unref())
  })
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

/** Each line is printed once. @type {Set<string>} */
const saidSkipped = new Set()

/**
 * @param {string} name
 * @param {() => Promise<{ counts: Counts, output?: Buffer }>} work
 * @param {Telling} telling
 */
async function step(name, work, telling = 'live') {
  const heading = `\n── ${name}`
  if (telling === 'live') console.error(heading)
  const started = Date.now()
  const { counts, output } = await work()
  const seconds = Math.round((Date.now() - started) / 1000)
  if (telling === 'afterwards') {
    console.error(`${heading} (${seconds} s, beside other steps)`)
    process.stderr.write(output ?? '')
  }
  for (const line of skipLines(allSkipped())) {
    if (saidSkipped.has(line)) continue
    saidSkipped.add(line)
    console.error(line)
  }
  steps.push({ name, counts, seconds })
}

/**
 * @param {string} name
 * @param {readonly string[]} scripts
 */
function check(name, scripts) {
  return step(name, async () => {
    const failed = await runSideBySide(scripts)
    failures.push(...failed)
    return {
      counts: { passed: scripts.length - failed.length, failed: failed.length, skipped: 0 },
    }
  })
}

/** @param {Parameters<typeof readVitest>[0]} report */
const vitestOutcome = (report) => readVitest(report, (name) => path.relative(process.cwd(), name))

// .ci/run installs before, and passes on how long that took.
const installed = Number(process.env.PLIMSOLL_INSTALL_SECONDS ?? 0)
if (installed > 0) steps.push({ name: 'installation', counts: null, seconds: installed })

/**
 * @param {string} name
 * @param {string} script of package.json that counts as one test
 * @param {Telling} telling
 */
function single(name, script, telling) {
  const command = { program: 'npm', words: ['run', '--silent', script] }
  return step(
    name,
    async () => {
      const { status, output } = await run(command, telling)
      if (status !== 0) failures.push(script)
      const failed = status === 0 ? 0 : 1
      return { counts: { passed: 1 - failed, failed, skipped: 0 }, output }
    },
    telling,
  )
}

/**
 * @param {string} name
 * @param {readonly string[]} script of package.json, and its words
 * @param {Telling} telling
 */
function suite(name, [script = '', ...its], telling = 'live') {
  const folder = path.join(reports, name.replaceAll(' ', '-'))
  mkdirSync(folder, { mode: 0o777 })
  const file = path.join(folder, 'report.json')
  const command = {
    program: 'npm',
    words: ['run', '--silent', script, '--', ...its],
    env: { PLIMSOLL_TEST_REPORT: file },
  }
  return step(
    name,
    async () => {
      const { status, output } = await run(command, telling)
      return { counts: readReport(file, (report) => readPlaywright(report, name), status), output }
    },
    telling,
  )
}

await check('checks', checks)
await single('build', 'build', 'live')

await step('unit, contract, integration', async () => {
  const file = path.join(reports, 'vitest.json')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = await run(
    { program: 'vitest', words: ['run', '--project', '!bench', ...reporters] },
    'live',
  )
  return { counts: readReport(file, vitestOutcome, status) }
})
await suite('page', ['test:page:all'])

/** @param {Telling} telling */
async function testPackage(telling) {
  await single('reproducible', 'check:reproducible', telling)
  // The check where Electron cannot be fetched; the stand-in for its files exists on Linux only.
  if (process.platform === 'linux')
    await suite('package without Electron', ['package:check', '--stand-in'], telling)
  await suite('package', ['package:check'], telling)
}

const testInElectron = () => suite('end to end', ['test:e2e:all'])
/** @param {Telling} telling */
function testOnStandIn(telling) {
  return suite('end to end on the stand-in', ['test:e2e:stand-in'], telling)
}

// Beside each other: the one mostly waits, the others mostly compute. On a screen that all would
// share, one after the other.
if (process.env.PLIMSOLL_OWN_DISPLAY === '1') {
  await testInElectron()
  await testOnStandIn('live')
  await testPackage('live')
} else {
  const testBesides = async () => {
    await testPackage('afterwards')
    await testOnStandIn('afterwards')
  }
  await Promise.all([testInElectron(), testBesides()])
}

const seconds = installed + Math.round((Date.now() - began) / 1000)
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
    writeFileSync(
      recordFile,
      `${JSON.stringify(recordOf(steps, { version, machine, seconds }), null, 2)}\n`,
    )
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
console.log(`\n${closingText({ steps, seconds, skipped, failures, recorded, notes })}`)
process.exit(failed === 0 ? 0 : 1)
