// node test/stand-in-electron/run.mjs [--demo] [--user-data-dir=…]
// Runs the real, built main process in Node and shows its page in an installed Chromium. For the
// demo account, and for the end-to-end suite, which starts it with a channel to speak through.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findChromium } from '../../tools/chromium.mjs'
import { debuggerAddress, openBrowser } from './browser.mjs'
import { serveDriver } from './driver.mjs'
import electron, { given } from './electron.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const driven = process.send !== undefined
const flags = process.argv.slice(2)
/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`)

const program = findChromium()
if (program === null) {
  say('There is no Chromium or Chrome here to show the demo in.')
  process.exit(1)
}

const switches = new Map(
  flags
    .filter((flag) => flag.startsWith('--'))
    .map((flag) => {
      const [name = '', ...value] = flag.slice(2).split('=')
      return [name, value.join('=')]
    }),
)
const own =
  switches.get('user-data-dir') === undefined
    ? mkdtempSync(path.join(tmpdir(), 'plimsoll-demo-'))
    : null
const userData = switches.get('user-data-dir') ?? own ?? ''

given.ended = () => own !== null && rmSync(own, { recursive: true, force: true })
let ending = false

function end() {
  ending = true
  electron.app.quit()
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end)
// Whoever drives it is over, or died: so is this.
process.on('disconnect', end)

const asRoot = process.platform === 'linux' && process.getuid?.() === 0
const headless = process.env.PLIMSOLL_STAND_IN_HEADLESS === '1'
const context = await openBrowser({
  program,
  headless,
  size: { width: 1280, height: 800 },
  asRoot,
  shared: driven,
})
const [page] = context.pages()
const workArea = await page
  ?.evaluate(() => ({
    x: 0,
    y: 0,
    width: globalThis.screen.availWidth,
    height: globalThis.screen.availHeight,
  }))
  .catch(() => undefined)

Object.assign(given, {
  root,
  version: JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version,
  userData,
  switches: new Map([...switches, ['user-data-dir', userData]]),
  workArea: workArea ?? given.workArea,
  say,
})

function module(/** @type {string} */ name) {
  return pathToFileURL(path.join(import.meta.dirname, name)).href
}

const replaced = new Map([
  ['electron', module('electron.mjs')],
  ['keytar', module('memory-vault.mjs')],
])
registerHooks({
  resolve: (wanted, from, next) => {
    const url = replaced.get(wanted)
    return url === undefined ? next(wanted, from) : { url, shortCircuit: true, format: 'module' }
  },
})

const versions = { electron: 'none (stand-in)', chrome: context.browser()?.version() ?? 'unknown' }
Object.defineProperty(process, 'versions', {
  value: { ...process.versions, ...versions },
  enumerable: true,
})
Object.assign(process, { type: 'browser', resourcesPath: root })
// What opens the demo takes in no key, whoever drives it: a key typed here would be in a process
// nobody hardened.
process.argv = [
  process.execPath,
  root,
  ...flags,
  ...(!driven || switches.has('demo') ? ['--demo-only'] : []),
]

// What was told to end while the browser opened ends as soon as that has closed again.
if (ending) await new Promise(() => {})
if (driven) serveDriver({ electron, debuggerAddress })
// eslint-disable-next-line no-unsanitized/method -- our own build, beside this file.
await import(pathToFileURL(path.join(root, 'out', 'main', 'index.js')).href)
