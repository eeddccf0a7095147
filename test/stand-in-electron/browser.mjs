// Chromium as the window: started through Playwright, everything it loads answered by the function
// that Electron would ask.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { isPageAddress, toMain } from './address.mjs'

/** @typedef {(request: Request) => Response | Promise<Response>} SchemeHandler */
/**
 * What main registered, as it registers it.
 * @typedef {object} Doors
 * @property {SchemeHandler | null} scheme
 * @property {((details: { url: string }) => boolean) | null} cancels
 * @property {((address: string) => boolean) | null} leaves whether the page may go there
 */

/** @type {Doors} */
export const doors = { scheme: null, cancels: null, leaves: null }

/** @type {Promise<import('@playwright/test').BrowserContext> | null} */
let opening = null
let folder = ''

/** @param {import('@playwright/test').Route} route */
async function answer(route) {
  const request = route.request()
  const address = toMain(request.url())
  const moves = request.isNavigationRequest() && request.frame().parentFrame() === null
  // A page that is told to go elsewhere stays where it is; any other refusal would put an error in
  // its place.
  if (moves && doors.leaves?.(address) === false) return route.abort('aborted')
  if (doors.cancels?.({ url: address }) !== false)
    return route.abort(moves ? 'aborted' : 'blockedbyclient')
  if (doors.scheme === null || !isPageAddress(request.url())) return route.abort('namenotresolved')
  const given = await doors.scheme(new Request(address, { method: request.method() }))
  await route.fulfill({
    status: given.status,
    headers: Object.fromEntries(given.headers),
    body: Buffer.from(await given.arrayBuffer()),
  })
}

/**
 * Where its profile may be: a snap sees a /tmp of its own, and of a home the part that is its own.
 */
function profileHome(/** @type {string} */ program) {
  if (!program.startsWith('/snap/')) return tmpdir()
  const home = path.join(homedir(), 'snap', 'chromium', 'common')
  mkdirSync(home, { recursive: true })
  return home
}

/**
 * @typedef {{ program: string, headless: boolean, size: { width: number, height: number }, asRoot:
 * boolean, shared: boolean }} Wanted `shared`: whether another program may join in, as the
 * end-to-end suite does. It joins over a port, which anybody on this computer can find; without it
 * the browser is led over a pipe that only this process holds.
 */

/** @param {Wanted} wanted */
async function open({ program, headless, size, asRoot, shared }) {
  folder = mkdtempSync(path.join(profileHome(program), 'plimsoll-chromium-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: program,
    headless,
    viewport: null,
    chromiumSandbox: !asRoot,
    // Who is told to end closes it, and takes its folder away; Playwright would end this process
    // before that.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: ['--enable-automation'],
    args: [
      '--app=data:text/html,<title>Plimsoll</title>',
      `--window-size=${size.width},${size.height}`,
      // Nobody is asked for any address; what is loaded is answered here.
      '--host-resolver-rules=MAP * ~NOTFOUND',
      // In the tests nothing moves, and no graphics processor is looked for.
      ...(shared
        ? ['--remote-debugging-port=0', '--disable-gpu', '--force-prefers-reduced-motion']
        : []),
      // Otherwise a bar over the page complains of the rule above.
      '--test-type',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--no-default-browser-check',
    ],
  })
  // A window that was opened and closed again at once has requests that belong to nothing any more.
  await context.route('**/*', (route) =>
    answer(route).catch(() => route.abort().catch(() => undefined)),
  )
  return context
}

/** @param {Wanted} wanted */
export function openBrowser(wanted) {
  return (opening = open(wanted))
}

/** Where another program may join in a browser that is shared. */
export function debuggerAddress() {
  const [port] = readFileSync(path.join(folder, 'DevToolsActivePort'), 'utf8').split('\n')
  return `http://127.0.0.1:${port}`
}

/** The open context, or a new page in it: the window may have been closed and be wanted again. */
export async function freshPage() {
  const context = await opening
  if (context === null) throw new Error('The browser is not open.')
  return context.pages().find((page) => page.url().startsWith('data:')) ?? context.newPage()
}

export async function closeBrowser() {
  const context = await opening?.catch(() => null)
  opening = null
  await context?.close().catch(() => undefined)
  if (folder !== '')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
