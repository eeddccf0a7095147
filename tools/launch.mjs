// node tools/launch.mjs [--demo] [--hidden] [Electron's own flags…]
// Builds if needed and opens the app. On Linux without a display, the demo is shown as text and
// pictures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWhereNeeded, root } from './build.mjs'
import { endLike, runHere } from './child.mjs'
import { cannotBeReached, lookAtDisplays } from './display.mjs'
import { findElectron } from './electron-program.mjs'

const flags = process.argv.slice(2)

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`)

/** @type {(text: string) => never} */
function stop(text) {
  say(text)
  process.exit(1)
}

const linux = process.platform === 'linux'
const { set, unreachable } = linux
  ? await lookAtDisplays(process.env)
  : { set: [], unreachable: [] }
const noDisplay = linux && unreachable.length === set.length
const isDemo = flags.includes('--demo')
const unreached = unreachable.length === 0 ? null : cannotBeReached(unreachable, process.env)
if (noDisplay && !isDemo) {
  stop(
    `${unreached ?? 'There is no display to open a window on'}. Start it in a desktop session; npm run demo shows the demo account without one.`,
  )
}
if (noDisplay && unreached !== null) say(`${unreached}, so the demo runs without one.`)
// Electron would try it first, or nothing else.
for (const name of unreachable) Reflect.deleteProperty(process.env, name)

const program = await findElectron(say)
if (program === null && !isDemo) {
  stop(
    'Electron’s program is not on this computer and could not be fetched. Check the network connection (it comes from github.com) and try again; without it, npm run demo shows the demo account in Chromium.',
  )
}
const findBrowser = async () => (await import('./chromium.mjs')).findChromium()
if (noDisplay) {
  const { bringDisplay } = await import('./bootstrap-system.mjs')
  const inBrowser = program === null
  const missing = bringDisplay(say, {
    inBrowser,
    browser: inBrowser && (await findBrowser()) !== null,
  })
  if (missing !== null) stop(missing)
}
if (program === null) {
  const { howToGetBrowser } = await import('./browsers.mjs')
  const browser = await findBrowser()
  if (browser === null)
    stop(
      `Electron’s program could not be fetched, and there is no Chromium or Chrome to show the demo in. Install one (${howToGetBrowser()}) and try again.`,
    )
  say(
    `Electron’s program could not be fetched, so the demo opens in ${browser} instead: the same Plimsoll, for the demo account only.`,
  )
}

if (!(await buildWhereNeeded())) process.exit(1)

const asRoot = linux && process.getuid?.() === 0
if (asRoot)
  say(
    'Running as root: the page is started without the operating system’s sandbox. Use an ordinary account for real money.',
  )

if (noDisplay) {
  const aside = mkdtempSync(path.join(tmpdir(), 'plimsoll-demo-'))
  const inner = path.join(root, 'tools', 'demo', 'without-display.mjs')
  const shownWith = program === null ? {} : { PLIMSOLL_ELECTRON: program }
  const ending = await runHere(process.execPath, [inner, ...flags], {
    env: { ...process.env, ...shownWith, TMPDIR: aside },
  })
  rmSync(aside, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  endLike(ending)
}
if (program === null) {
  const standIn = path.join(root, 'test', 'stand-in-electron', 'run.mjs')
  endLike(await runHere(process.execPath, [...process.execArgv, standIn, ...flags], { cwd: root }))
  process.exit(1)
}

const environment = { ...process.env }
// Set inside some editors' terminals; it would make Electron behave as plain Node.
delete environment.ELECTRON_RUN_AS_NODE

endLike(
  await runHere(program, ['.', ...(asRoot ? ['--no-sandbox'] : []), ...flags], {
    cwd: root,
    env: environment,
  }),
)
