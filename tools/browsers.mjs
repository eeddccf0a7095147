// Where an installed Chromium or Chrome may be, and how to get one. Plain Node without
// dependencies: the bootstrap uses it before anything is installed.
import { accessSync, closeSync, constants, openSync, readFileSync, readSync } from 'node:fs'
import path from 'node:path'

/**
 * What the search needs to know about a computer; passed in, so that it can be tested without one.
 * @typedef {object} Places
 * @property {(file: string) => boolean} runs whether there is a program of that name
 * @property {(file: string) => string} begins its first bytes, as text
 * @property {NodeJS.ProcessEnv} env
 * @property {NodeJS.Platform} platform
 */

/** @type {Places} */
const here = {
  runs: (file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  },
  begins: (file) => {
    const head = Buffer.alloc(4096)
    try {
      const open = openSync(file, 'r')
      try {
        return head.toString('latin1', 0, readSync(open, head))
      } finally {
        closeSync(open)
      }
    } catch {
      return ''
    }
  },
  env: process.env,
  platform: process.platform,
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @type {(places: Places) => string[]} */
function candidates({ env, platform }) {
  if (platform === 'darwin')
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ]
  if (platform === 'win32') {
    const chrome = '\\Google\\Chrome\\Application\\chrome.exe'
    return [
      `C:\\Program Files${chrome}`,
      `C:\\Program Files (x86)${chrome}`,
      ...(env.LOCALAPPDATA ? [`${env.LOCALAPPDATA}${chrome}`] : []),
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    ]
  }
  const folders = [
    '/usr/bin',
    ...(env.PATH ?? '')
      .split(':')
      .filter((folder) => folder.startsWith('/') && folder !== '/snap/bin'),
  ]
  // A snap has its own /tmp and sees little of the home folder: any other installation is
  // preferred.
  return [
    ...[...new Set(folders)].flatMap((folder) =>
      names.map((name) => path.posix.join(folder, name)),
    ),
    '/snap/bin/chromium',
  ]
}

/**
 * Debian's headless Chromium: half the size, for runs without a window. PLIMSOLL_CHROMIUM applies
 * here too.
 */
export function installedHeadlessShell() {
  const shell = '/usr/bin/chromium-headless-shell'
  return !here.env.PLIMSOLL_CHROMIUM && here.runs(shell) ? shell : null
}

/**
 * On Ubuntu, what the package installs under the name of a browser: a script that starts the snap,
 * or says that there is none.
 */
function isStub(/** @type {string} */ head) {
  return head.startsWith('#!') && head.includes('/snap/bin/chromium')
}

/**
 * The program, or null. PLIMSOLL_CHROMIUM overrides it, or disables it with "none".
 * @param {Partial<Places>} places
 * @returns {string | null}
 */
export function installedBrowser(places = {}) {
  const all = { ...here, ...places }
  const named = all.env.PLIMSOLL_CHROMIUM
  if (named === 'none') return null
  if (named && all.runs(named)) return named
  return candidates(all).find((file) => all.runs(file) && !isStub(all.begins(file))) ?? null
}

/** The ID of /etc/os-release, or empty. */
export function linuxName() {
  try {
    return /^ID=["']?([\w.-]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** Why a suite that needs a browser is skipped. */
export function noBrowser() {
  return `no Chromium or Chrome installed. To get one: ${howToGetBrowser()}.`
}

/**
 * What to do if there is no browser, to follow "Install one".
 * @param {NodeJS.Platform} platform
 * @param {string} linux
 */
export function howToGetBrowser(platform = process.platform, linux = linuxName()) {
  if (platform !== 'linux') return 'Google Chrome from google.com/chrome'
  if (linux === 'debian') return 'sudo apt-get install chromium'
  // Ubuntu has no package of it: its chromium-browser fetches the snap.
  if (linux === 'ubuntu')
    return 'sudo snap install chromium, or Google Chrome from google.com/chrome where there are no snaps'
  return 'the package chromium of your system, or Google Chrome from google.com/chrome'
}
