// node tools/package-check.mjs [--folder-only] [--stand-in]
// Packages Plimsoll once, as far as the finished folder, and checks the result: contents, natives,
// fuses, sizes, the .deb. If a real Electron for it is available, the packaged app is then started,
// and a copy that can be driven is clicked through: from the folder and, on Debian as root, as
// installed. With --folder-only nothing is started; with --stand-in neither, and the package is
// made from a stand-in even if Electron is available.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { buildWhereNeeded, root } from './build.mjs'
import { runOnDesktop, whyNoDesktop } from './desktop.mjs'
import { howToGetElectron } from './electron-program.mjs'
import { oneAtATime } from './lock.mjs'
import { filesBelow, readPackage } from './package/archive.mjs'
import { startComplaints } from './package/at-start.mjs'
import {
  budgetComplaints,
  contentsComplaints,
  manifestComplaints,
  nativeComplaints,
  noticesComplaints,
  packagesComplaints,
  shippedComplaints,
  testHostComplaints,
} from './package/complaints.mjs'
import { installedIn, makeDeb } from './package/deb.mjs'
import { debComplaints } from './package/deb-complaints.mjs'
import { findElectronDist } from './package/electron-dist.mjs'
import { fuseComplaints, letTestsIn, readFuses } from './package/fuses.mjs'
import { loadingComplaints } from './package/native-loading.mjs'
import { notices, termsText } from './package/notices.mjs'
import { packFolder, placesIn } from './package/pack.mjs'
import { whatShips } from './package/shipped.mjs'
import { saySkipped } from './skipped.mjs'

const switches = new Set(process.argv.slice(2))
const unknown = [...switches].filter((one) => one !== '--folder-only' && one !== '--stand-in')
if (unknown.length > 0) {
  console.error(`There is no switch ${unknown.join(' ')}: it is --folder-only or --stand-in.`)
  process.exit(2)
}

const output = path.join(root, 'dist', switches.has('--stand-in') ? 'check-stand-in' : 'check')
/** @type {string[]} */
const failures = []
const counts = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))

/** @type {(name: string, complaints: readonly string[]) => void} */
function judge(name, complaints) {
  counts[complaints.length === 0 ? 'expected' : 'unexpected'] += 1
  if (complaints.length > 0) failures.push(name)
  console.error(`${complaints.length === 0 ? '  ok  ' : '  NOT '} ${name}`)
  for (const complaint of complaints.slice(0, 20)) console.error(`       ${complaint}`)
  if (complaints.length > 20) console.error(`       and ${complaints.length - 20} more`)
}

/** @type {(what: string, why: string, canBeRequired?: boolean) => void} */
function skip(what, why, canBeRequired = true) {
  const required = canBeRequired && process.env.PLIMSOLL_REQUIRE_E2E === '1'
  counts[required ? 'unexpected' : 'skipped'] += 1
  if (required) console.error(`COULD NOT RUN ${what}: ${why}`)
  else saySkipped({ what, why })
}

/**
 * @param {string} folder
 * @param {import('./package/electron-dist.mjs').ElectronDist['kind']} electron
 */
async function lookInto(folder, electron) {
  const { program, resources } = placesIn(folder)
  const pack = readPackage(resources)
  judge(
    'SUP-7 holds what runs and nothing else',
    contentsComplaints(pack, filesBelow(path.join(root, 'out'), 'out/')),
  )
  judge(
    'SUP-7 a manifest that tells what to start and nothing else',
    manifestComplaints(pack, manifest),
  )
  judge('SUP-6 of packages, those that are needed and no others', packagesComplaints(pack, lock))
  judge('SUP-7 one native part of each kind, outside the archive', nativeComplaints(pack))
  judge('SUP-7 the native parts load on this machine', await loadingComplaints(pack))
  judge('SUP-8 no host of tests', testHostComplaints(pack))
  const shipped = whatShips(root)
  const wantedNotices = notices(shipped, (place) => termsText(path.join(root, place)))
  const textBeside = (/** @type {string} */ name) => {
    const file = [resources, folder]
      .map((place) => path.join(place, name))
      .find((one) => existsSync(one))
    return file === undefined ? null : readFileSync(file, 'utf8')
  }
  judge('SUP-11 ships what it is said to ship', shippedComplaints(pack, shipped))
  judge('SUP-11 hands on the terms of all of it', noticesComplaints(textBeside, wantedNotices))
  judge('RES-6 sizes are within their budgets', budgetComplaints(pack))
  judge('RES-6 what runs at start is within its budget', startComplaints(pack))
  judge(
    'REN-14 the fuses, as read back',
    fuseComplaints(await readFuses(program), 'shipped', electron === 'override'),
  )
}

/**
 * `shipped` cannot be driven, `program` can, and so can `installed`, in the folder of a package.
 * @param {{ program: string, shipped: string, installed: string | null }} programs
 */
function clickThrough({ program, shipped, installed }) {
  const code = runOnDesktop({
    config: 'test/e2e/packaged.config.ts',
    words: [],
    environment: {
      PLIMSOLL_ELECTRON: program,
      PLIMSOLL_SHIPPED: shipped,
      PLIMSOLL_PACKAGED: '1',
      ...(installed === null ? {} : { PLIMSOLL_INSTALLED: installed }),
    },
    readable: [program, shipped, path.join(root, 'out/main/index.js')],
  })
  judge(
    installed === null
      ? 'the packaged app is clicked through'
      : 'the packaged app is clicked through, in its folder and where it is installed',
    code === 0 ? [] : [`the stories ended with ${code}; see above`],
  )
}

/** Every file and folder of a package that is still there. */
function leftOf(/** @type {readonly string[]} */ brought) {
  return brought
    .filter((place) => place.startsWith(installedIn) || /plimsoll/i.test(place))
    .filter((place) => existsSync(place))
}

/**
 * The .deb that ships, for inspection; null if the tools to make one are missing.
 * @param {string} shipped
 */
function checkDeb(shipped) {
  if (process.platform !== 'linux' || spawnSync('dpkg-deb', ['--version']).status !== 0) return null
  const deb = makeDeb({
    folder: shipped,
    repository: root,
    output: path.join(output, 'deb-shipped'),
    manifest,
    arch: process.arch === 'arm64' ? 'arm64' : 'amd64',
    at: 1_700_000_000,
    // Checked and discarded: strong compression would take a minute.
    compression: 'none',
  })
  judge('the .deb of what ships is made as it must be', debComplaints(deb))
  return deb
}

/** Why the .deb is not installed here, or null. @param {string | null} deb */
function whyNotInstalled(deb) {
  if (deb === null) return 'dpkg-deb not installed. Only Debian and Ubuntu have it.'
  if (process.getuid?.() !== 0)
    return 'only root may install a .deb. Run npm test as root, or in a container.'
  if (existsSync(installedIn)) return `${installedIn} exists already, and is left alone.`
  return null
}

/**
 * The .deb that ships is installed, with a copy of the program beside it that can be driven, and
 * removed again after `use`.
 * @param {string} deb
 * @param {(programs: { shipped: string, installed: string }) => void} use
 */
async function whileInstalled(deb, use) {
  const installed = path.join(installedIn, 'plimsoll.driven')
  /** @type {string[]} */
  let brought = []
  try {
    const { status, stderr } = spawnSync('dpkg', ['--install', deb], { encoding: 'utf8' })
    judge('the .deb that ships installs', status === 0 ? [] : [stderr.trim()])
    if (status === 0) {
      const { stdout } = spawnSync('dpkg', ['--verify', 'plimsoll'], { encoding: 'utf8' })
      judge(
        'every file of it arrives as it was packed',
        stdout.trim() === '' ? [] : stdout.trim().split('\n'),
      )
      brought = execFileSync('dpkg', ['--listfiles', 'plimsoll'], { encoding: 'utf8' })
        .trim()
        .split('\n')
      cpSync(path.join(installedIn, 'plimsoll'), installed, { mode: constants.COPYFILE_FICLONE })
      await letTestsIn(installed)
      use({ shipped: '/usr/bin/plimsoll', installed })
    }
  } finally {
    rmSync(installed, { force: true })
    const removed = spawnSync('dpkg', ['--remove', 'plimsoll'], { encoding: 'utf8' })
    const status = spawnSync('dpkg-query', ['--show', '--showformat=${Status}', 'plimsoll'], {
      encoding: 'utf8',
    }).stdout
    judge('removing it leaves nothing', [
      ...(removed.status === 0 ? [] : [removed.stderr.trim()]),
      ...(removed.status === 0 && brought.length < 20
        ? [`only ${brought.length} files were seen; nothing was proved`]
        : []),
      ...leftOf(brought).map((place) => `${place} is left`),
      ...(status === '' ? [] : [`dpkg still knows it: ${status}`]),
    ])
  }
}

async function check() {
  const dist = findElectronDist(path.join(output, 'stand-in-dist'), switches.has('--stand-in'))
  const say = {
    official: 'Electron as installed',
    override: 'the Electron for tests',
    'stand-in': 'a stand-in for Electron',
  }[dist.kind]
  console.error(`Packaging with ${say}.`)
  const shipped = await packFolder({
    root,
    dist: dist.folder,
    output: path.join(output, 'shipped'),
  })
  await lookInto(shipped, dist.kind)
  const deb = checkDeb(shipped)

  if (switches.size > 0) return void console.error('Nothing was started, as asked.')
  if (dist.kind === 'stand-in')
    return skip(
      'packaged app',
      `no Electron program; only the packaged folder was checked. ${howToGetElectron}`,
    )
  if (process.platform !== 'linux')
    return skip('packaged app', 'its tests run on Linux only.', false)
  const missing = whyNoDesktop()
  if (missing !== null) return skip('packaged app', missing)
  const driven = path.join(output, 'driven')
  cpSync(shipped, driven, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const programs = { shipped: placesIn(shipped).program, driven: placesIn(driven).program }
  await letTestsIn(programs.driven)
  judge(
    'REN-14 what is driven differs in one fuse',
    fuseComplaints(await readFuses(programs.driven), 'e2e', dist.kind === 'override'),
  )
  // The update tests write a feed there, as the unprivileged user they run as. While empty, it is
  // not a feed.
  const feedFile = path.join(placesIn(driven).resources, 'update-feed.json')
  writeFileSync(feedFile, '')
  chmodSync(feedFile, 0o666)
  const notInstalled = whyNotInstalled(deb)
  if (notInstalled !== null || deb === null) {
    clickThrough({ program: programs.driven, shipped: programs.shipped, installed: null })
    skip('installed package', notInstalled ?? '')
  } else
    await whileInstalled(deb, (places) => clickThrough({ program: programs.driven, ...places }))
  rmSync(feedFile)
}

if (!(await buildWhereNeeded())) process.exit(1)
await oneAtATime(
  output,
  () => console.error('Another check of the package is running. Waiting for it.'),
  async () => {
    try {
      await check()
    } catch (fault) {
      judge('packaging', [fault instanceof Error ? fault.message : String(fault)])
    }
  },
)
if (process.env.PLIMSOLL_KEEP_PACKAGE !== '1') rmSync(output, { recursive: true, force: true })
console.error(
  `\npackage: ${counts.expected} passed, ${counts.unexpected} failed, ${counts.skipped} skipped`,
)
const report = {
  stats: counts,
  // In the format of Playwright's own report, so that `npm test` lists these failures like any
  // others.
  suites: [{ file: 'package:check', specs: failures.map((title) => ({ title, ok: false })) }],
}
if (process.env.PLIMSOLL_TEST_REPORT)
  writeFileSync(process.env.PLIMSOLL_TEST_REPORT, JSON.stringify(report))
process.exit(counts.unexpected === 0 ? 0 : 1)
