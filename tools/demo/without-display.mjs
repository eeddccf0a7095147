// node tools/demo/without-display.mjs --demo [Electron's own flags…]
// The demo without a display: runs on a virtual one until its figures are live; then prints them as
// text and saves a picture of every screen in demo-pictures/. PLIMSOLL_ELECTRON is the program that
// shows it; without it, an installed Chromium. PLIMSOLL_DEMO_PATIENCE is how many seconds each step
// may take, for a busy computer; without it, 60. Its temporary files are in the system's temporary
// folder: tools/launch.mjs provides a folder for that, and removes it.
import { mkdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { _electron } from '@playwright/test'
import { root } from '../build.mjs'
import { endStandIn, startStandIn } from '../../test/stand-in-electron/launch.mjs'
import { startVirtualScreen } from '../virtual-screen.mjs'

// The report formats figures as the app does, with the app's own functions: TypeScript, which Node
// runs but does not resolve by another extension.
const sources = `${pathToFileURL(path.join(root, 'src'))}/`
registerHooks({
  resolve: (name, context, next) => {
    const address = name.startsWith('.') ? new URL(name, context.parentURL).href : name
    return next(address.startsWith(sources) ? address.replace(/\.js$/, '.ts') : name, context)
  },
})
const { readCataloguesFrom } = await import('../../src/shared/messages/messages.js')
const english = JSON.parse(readFileSync(path.join(root, 'resources/locales/en.json'), 'utf8'))
readCataloguesFrom(() => english)
const { demoReport, notLive } = await import('./report.mjs')

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ page: Page, close(): Promise<void> }} Shown
 */

const size = { width: 1280, height: 800 }
const themes = /** @type {const} */ (['light', 'dark'])
/** Seconds after which figures are considered never to become live, or a page never to show. */
const longest = Number(process.env.PLIMSOLL_DEMO_PATIENCE ?? 60)

/** @type {(program: string, words: string[], env: Record<string, string>) => Promise<Shown>} */
async function openElectron(program, words, env) {
  const app = await _electron.launch({
    executablePath: program,
    args: [root, ...words],
    env,
    cwd: root,
    // As root there is none; tools/launch.mjs says so.
    chromiumSandbox: process.getuid?.() !== 0,
    // Plimsoll sets the theme itself.
    colorScheme: null,
    timeout: longest * 1000,
  })
  return { page: await app.firstWindow({ timeout: longest * 1000 }), close: () => app.close() }
}

/** @type {(words: string[], env: Record<string, string>) => Promise<Shown>} */
async function openStandIn(words, env) {
  const { child, page } = await startStandIn(words, env)
  return { page, close: () => endStandIn(child) }
}

/**
 * The data the page itself has received.
 * @param {Page} page
 * @returns {Promise<import('./report.mjs').Figures>}
 */
function readFigures(page) {
  return page.evaluate(async () => {
    const { ask } = /** @type {import('../../src/shared/contract.js').Bridge} */ (
      Reflect.get(globalThis, 'plimsoll')
    )
    /**
     * @type {<T>(answer: { ok: true, value: T } | { ok: false, error: { message: unknown } }) => T}
     */
    const valueOf = (answer) => {
      if (answer.ok) return answer.value
      throw new Error(JSON.stringify(answer.error.message))
    }
    return {
      portfolio: valueOf(await ask('portfolio/read', null)),
      alerts: valueOf(await ask('alerts/read', null)),
      flex: valueOf(await ask('flex/read', null)),
      mining: valueOf(await ask('mining/read', null)),
    }
  })
}

/** @param {Page} page */
async function liveFigures(page) {
  const until = Date.now() + longest * 1000
  for (;;) {
    const figures = await readFigures(page)
    const missing = notLive(figures)
    if (missing.length === 0) return figures
    if (Date.now() > until)
      throw new Error(`after ${longest} s these were not live: ${missing.join(', ')}.`)
    await pause(100)
  }
}

/**
 * One picture of each screen in each theme.
 * @param {Page} page
 * @param {string} folder
 * @returns {Promise<number>} how many
 */
async function takePictures(page, folder) {
  mkdirSync(folder, { recursive: true })
  // The same on every system: the window frame is not part of the picture.
  const wire = await page.context().newCDPSession(page)
  await wire.send('Emulation.setDeviceMetricsOverride', {
    ...size,
    deviceScaleFactor: 1,
    mobile: false,
  })
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  let taken = 0
  for (const theme of themes) {
    await page.evaluate(async (wanted) => {
      const { ask } = /** @type {import('../../src/shared/contract.js').Bridge} */ (
        Reflect.get(globalThis, 'plimsoll')
      )
      await ask('settings/change', { theme: wanted })
    }, theme)
    for (const link of await links.all()) {
      await link.click()
      const title = await page.getByRole('heading', { level: 1 }).innerText()
      await page
        .locator('main .skeleton:visible, main [aria-busy="true"]:visible')
        .first()
        .waitFor({ state: 'detached' })
      const name = `${title.toLowerCase().replaceAll(' ', '-')}-${theme}.png`
      await page.screenshot({ path: path.join(folder, name), animations: 'disabled' })
      taken += 1
    }
  }
  return taken
}

/** @type {Promise<Shown | null>} */
let opening = Promise.resolve(null)
const close = () => opening.then((shown) => shown?.close()).catch(() => undefined)

let ended = 0

/** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
async function end(signal) {
  ended = 128 + constants.signals[signal]
  await close()
  process.exit(ended)
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, end)

/** @param {string | undefined} electron */
async function open(electron) {
  const screen = await startVirtualScreen(`${size.width}x${size.height}`)
  const { ELECTRON_RUN_AS_NODE: _editor, NODE_OPTIONS: _options, ...inherited } = process.env
  const env = /** @type {Record<string, string>} */ ({ ...inherited, DISPLAY: screen.name })
  const words = [`--user-data-dir=${path.join(tmpdir(), 'data')}`, ...process.argv.slice(2)]
  const { page, close: end } = await (electron === undefined
    ? openStandIn(words, env)
    : openElectron(electron, words, env))
  page.setDefaultTimeout(longest * 1000)
  return { page, close: () => end().finally(screen.stop) }
}

try {
  const opened = open(process.env.PLIMSOLL_ELECTRON)
  opening = opened
  const { page } = await opened
  process.stdout.write(`${demoReport(await liveFigures(page), Date.now() / 1000)}\n\n`)
  const pictures = path.resolve('demo-pictures')
  const taken = await takePictures(page, pictures)
  process.stdout.write(`${taken} pictures, each screen in light and dark: ${pictures}\n`)
} catch (fault) {
  if (ended === 0) {
    process.stderr.write(
      `The demo could not be shown: ${fault instanceof Error ? fault.message : String(fault)}\n`,
    )
    ended = 1
  }
}
await close()
process.exit(ended)
