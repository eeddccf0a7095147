// What the tests need from the operating system, and the demo if there is no display. On Debian and
// Ubuntu as root it is installed; elsewhere it is listed. Plain Node without dependencies, so that
// it runs in a fresh clone, beside `npm ci`: `node tools/bootstrap-system.mjs`, and before
// `npm test`. It never prompts.
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { howToGetBrowser, installedBrowser, linuxName } from './browsers.mjs'

/**
 * Libraries Electron and Chromium are linked against. Each entry is one requirement, under every
 * package name used by Debian and Ubuntu, newest first.
 * @type {readonly (readonly string[])[]}
 */
const electronLibraries = [
  ...[
    'libnss3',
    'libgbm1',
    'libdrm2',
    'libxkbcommon0',
    'libxss1',
    'libxtst6',
    'libx11-xcb1',
    'libnotify4',
  ].map((name) => [name]),
  ['libgtk-3-0t64', 'libgtk-3-0'],
  ['libasound2t64', 'libasound2'],
  ['libatspi2.0-0t64', 'libatspi2.0-0'],
]

/** @type {typeof electronLibraries} */
export const debianPackages = [
  // A display, a session bus, a keychain and a notification daemon, all private to the suite.
  ...[
    'xvfb',
    'xauth',
    'dbus',
    'gnome-keyring',
    'libsecret-1-0',
    'libsecret-tools',
    'gcr',
    'dunst',
    'xdotool',
  ].map((name) => [name]),
  ['dbus-bin', 'dbus'],
  ['dbus-daemon', 'dbus'],
  ['libglib2.0-bin'],
  ...electronLibraries,
  ['fonts-dejavu-core'],
  // Certificates and networks to break, and a third-party client.
  ...['procps', 'openssl', 'ca-certificates', 'iproute2', 'util-linux', 'python3'].map((name) => [
    name,
  ]),
]

/**
 * Debian's browser. Ubuntu has none: its package of that name fetches a snap, which does not run in
 * a container.
 */
const debianBrowser = 'chromium'
/**
 * The same without windows, which is faster to start and run: for suites that need no window.
 * Optional where it is unavailable.
 */
const debianHeadless = 'chromium-headless-shell'

/** The programs that suites start by name, for systems with other package names. */
const programs = [
  'Xvfb',
  'xauth',
  'dbus-daemon',
  'gnome-keyring-daemon',
  'secret-tool',
  'dunst',
  'xdotool',
  'openssl',
  'python3',
]

/**
 * What the plan needs to know about a computer; passed in, so that the plan can be tested without
 * one.
 * @typedef {object} Computer
 * @property {(program: string) => boolean} has
 * @property {boolean} browser whether a Chromium or Chrome is installed
 * @property {(debianPackage: string) => boolean} installed
 * @property {(debianPackage: string) => boolean} offered by the package lists; true where there are
 *   none yet
 * @property {boolean} root
 * @property {string} system the ID of /etc/os-release
 *
 * @typedef {{ act: 'nothing' } | { act: 'install', packages: string[], text: string } | { act:
 *   'tell', text: string }} Plan
 */

/**
 * @param {Computer} computer
 * @returns {Plan}
 */
function planForDebian({ browser, installed, offered, root, system }) {
  const missing = debianPackages.filter((names) => !names.some(installed))
  const chosen = missing.map((names) => names.find(offered) ?? null)
  // One name without a candidate would keep apt from installing any of the others.
  const nowhere = missing.flatMap((names, at) => (chosen[at] === null ? [names[0] ?? ''] : []))
  const aptBrowser = !browser && system !== 'ubuntu' && offered(debianBrowser)
  const headless = system !== 'ubuntu' && !installed(debianHeadless) && offered(debianHeadless)
  const browsers = [...(aptBrowser ? [debianBrowser] : []), ...(headless ? [debianHeadless] : [])]
  const packages = [...new Set([...chosen.filter((name) => name !== null), ...browsers])].sort()
  const text = [
    ...(nowhere.length > 0
      ? [
          `The package lists of this system do not have ${nowhere.join(', ')}; tests that need it will say so.`,
        ]
      : []),
    ...(browser || aptBrowser
      ? []
      : [`The suites of the page also need a browser: ${howToGetBrowser('linux', system)}.`]),
  ].join(' ')
  if (packages.length === 0) return text === '' ? { act: 'nothing' } : { act: 'tell', text }
  if (root) return { act: 'install', packages, text }
  const command = `Some tests need system packages that are not here. Install them with:\n  sudo apt-get install ${packages.join(' ')}`
  return { act: 'tell', text: text === '' ? command : `${command}\n${text}` }
}

/**
 * @param {Computer} computer
 * @returns {Plan}
 */
export function planSystemPackages(computer) {
  if (computer.has('apt-get') && computer.has('dpkg-query')) return planForDebian(computer)
  const missing = [
    ...programs.filter((program) => !computer.has(program)),
    ...(computer.browser ? [] : ['a Chromium or Chrome']),
  ]
  return missing.length === 0
    ? { act: 'nothing' }
    : { act: 'tell', text: `Some tests need programs that are not here: ${missing.join(', ')}.` }
}

/** How to install the virtual display on other systems, by the ID of /etc/os-release. */
const commands = new Map(
  Object.entries({
    alpine: 'apk add xvfb',
    arch: 'pacman -S xorg-server-xvfb',
    fedora: 'dnf install xorg-x11-server-Xvfb',
    'opensuse-leap': 'zypper install xorg-x11-server-Xvfb',
    'opensuse-tumbleweed': 'zypper install xorg-x11-server-Xvfb',
  }),
)

/**
 * What the demo needs without a display: a virtual one, and the libraries of the program that shows
 * the app. A browser missing from the package lists is not its concern.
 * @param {Computer} computer
 * @param {boolean} inBrowser whether Electron’s program is unavailable
 * @returns {Plan}
 */
export function planDisplay(computer, inBrowser) {
  const { browser, has, installed, offered, root, system } = computer
  /** @param {string} how @returns {Plan} */
  const tell = (how) => ({
    act: 'tell',
    text: `There is no display to open a window on, and what the demo needs to do without one is not here: install it with ${how}, then try again.`,
  })
  const asRoot = root ? '' : 'sudo '
  if (!has('apt-get') || !has('dpkg-query')) {
    if (has('Xvfb')) return { act: 'nothing' }
    const command = commands.get(system)
    return tell(
      command === undefined
        ? 'the program that installs packages on your system (what is missing is called Xvfb)'
        : `${asRoot}${command}`,
    )
  }
  const needed = [['xvfb'], ...(inBrowser ? [] : electronLibraries)].filter(
    (names) => !names.some(installed),
  )
  const packages = needed.map((names) => names.find(offered) ?? names[0] ?? '')
  if (inBrowser && !browser && system !== 'ubuntu') packages.push(debianBrowser)
  if (packages.length === 0) return { act: 'nothing' }
  return root
    ? { act: 'install', packages: packages.sort(), text: '' }
    : tell(`${asRoot}apt-get install ${packages.sort().join(' ')}`)
}

/** @type {(program: string, ...words: string[]) => { ok: boolean, said: string }} */
function ask(program, ...words) {
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8' })
  return { ok: status === 0, said: stdout ?? '' }
}

/** @returns {Computer} */
function thisComputer() {
  const lists = ask('apt-cache', 'stats').said
  const listsThere = Number(/Total package names\s*:\s*(\d+)/i.exec(lists)?.[1] ?? 0) > 5000
  return {
    has: (program) => ask('sh', '-c', `command -v ${program}`).ok,
    browser: installedBrowser() !== null,
    installed: (name) =>
      ask('dpkg-query', '--show', '--showformat=${Status}', name).said === 'install ok installed',
    offered: (name) =>
      !listsThere || /Candidate: (?!\(none\))/.test(ask('apt-cache', 'policy', name).said),
    root: process.getuid?.() === 0,
    system: linuxName(),
  }
}

/** @type {(...words: string[]) => boolean} */
function apt(...words) {
  return (
    spawnSync('apt-get', ['-qq', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  )
}

/**
 * Installs the planned packages. The names depend on the package lists, which a fresh machine has
 * yet to fetch, so the plan is made again after that.
 * @param {(computer: Computer) => Plan} planFor
 * @param {(text: string) => void} say
 * @param {string} who needs it
 * @returns {{ plan: Plan, sound: boolean }} what was done, and whether it could be
 */
function carryOut(planFor, say, who) {
  let plan = planFor(thisComputer())
  if (plan.act === 'install' && apt('update')) plan = planFor(thisComputer())
  if (plan.act !== 'install') return { plan, sound: true }
  say(`Installing system packages that ${who}: ${plan.packages.join(' ')}. This happens once.`)
  return { plan, sound: apt('install', '-y', '--no-install-recommends', ...plan.packages) }
}

/**
 * Installs or lists the requirements. All output goes to stderr.
 * @param {(text: string) => void} say
 * @returns {boolean} false if something could not be installed
 */
export function bringSystemPackages(say) {
  if (process.platform !== 'linux') return true
  const { plan, sound } = carryOut(planSystemPackages, say, 'the tests need')
  if (!sound)
    say('They could not be installed; apt-get says why above. Tests that need them will say so.')
  if (plan.act !== 'nothing' && plan.text !== '') say(plan.text)
  return sound
}

/**
 * Installs what the demo needs without a display.
 * @param {(text: string) => void} say
 * @param {{ inBrowser: boolean, browser: boolean }} shown whether Electron’s program cannot be had,
 *   and whether a browser is at hand
 * @returns {string | null} why the demo cannot be shown, in one sentence
 */
export function bringDisplay(say, { inBrowser, browser }) {
  const planFor = (/** @type {Computer} */ computer) =>
    planDisplay({ ...computer, browser: computer.browser || browser }, inBrowser)
  const { plan, sound } = carryOut(planFor, say, 'the demo needs without a display')
  if (plan.act === 'tell') return plan.text
  return sound
    ? null
    : 'The demo needs them and they could not be installed; apt-get says why above.'
}

// When run directly, it exits with this status: callers that need everything can stop there.
const called = process.argv[1]
if (called !== undefined && realpathSync(called) === fileURLToPath(import.meta.url))
  process.exit(bringSystemPackages((text) => console.error(text)) ? 0 : 1)
