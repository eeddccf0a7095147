// Starts the real, built app in real Electron, each time with its own data folder.
import {
  _electron,
  expect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keyringInMemory, startKeyring, type Keyring } from '../../support/keyring.js'
import { startVirtualScreen } from '../../../tools/virtual-screen.mjs'
import { askMain } from './asking.js'
import { answerLeaving, forgetBoxes } from './boxes.js'
import { beginTrace, keepWhatFailed } from './failures.js'
import { skipWhatCannotBe } from './needs.js'
import { ownScreens } from './screens.js'
import { launchStandIn, onStandIn } from './stand-in.js'
import { onlyLoopback, strayTraffic } from './stray-traffic.js'

export type Launch = { flags?: string[]; keyring?: Keyring; env?: { [name: string]: string } }

/**
 * One installation: its data folder outlives the app, so that a test can close the app and start it
 * again.
 */
export type Installation = {
  folder: string
  launch(options?: Launch): Promise<Running>
  /** Starts the program once more on the same folder; returns its exit code. */
  startAgain(flags: string[]): Promise<number | null>
  /**
   * Starts it where it must refuse to start, presses Enter in its dialog, and returns what it
   * printed on the terminal.
   */
  startRefused(): Promise<{ said: string; exitCode: number | null }>
}

export type Running = {
  app: ElectronApplication
  page: Page
  pid: number
  consoleErrors: string[]
  close(): Promise<void>
}

const root = path.resolve(import.meta.dirname, '../../..')

export function environment(launch: Launch): { [name: string]: string } {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return (
      value !== undefined &&
      !name.startsWith('DBUS_') &&
      !name.startsWith('npm_') &&
      name !== 'NODE_OPTIONS'
    )
  })
  // Without a keyring nobody listens on the bus: no test reaches the real keychain or shows a
  // notification by accident.
  const bus =
    launch.keyring === undefined || onStandIn
      ? { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
      : launch.keyring.env
  return {
    ...Object.fromEntries(inherited),
    ...bus,
    PATH: process.env['PATH'] ?? '',
    ...launch.env,
  }
}

/**
 * Nothing moves, as in the page suite, and no graphics processor is looked for: both cost processor
 * time. What ships is started without these switches (packaged/shipped.spec.ts), and so is what is
 * measured.
 */
const drawnPlainly =
  process.env['PLIMSOLL_BENCH'] === '1'
    ? []
    : ['--disable-gpu', '--disable-software-rasterizer', '--force-prefers-reduced-motion']

function words(folder: string, flags: string[]): string[] {
  return [
    // A packaged program contains the application; plain Electron takes its path.
    ...(process.env['PLIMSOLL_PACKAGED'] === '1' ? [] : [root]),
    `--user-data-dir=${folder}`,
    ...drawnPlainly,
    ...(process.env['PLIMSOLL_NO_SANDBOX'] === '1' ? ['--no-sandbox'] : []),
    ...flags,
  ]
}

/**
 * V8's inspector holds the promise of an evaluation weakly: a garbage collection at the wrong
 * moment loses the answer. Anything evaluated in main here may be evaluated twice.
 */
function withLastingAnswers(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app) as (...given: unknown[]) => Promise<unknown>
  const steady = async (...given: unknown[]): Promise<unknown> => {
    try {
      return await evaluate(...given)
    } catch (error) {
      if (!String(error).includes('promise was garbage collected')) throw error
      return evaluate(...given)
    }
  }
  return Object.assign(app, { evaluate: steady })
}

async function launchElectron(
  program: string,
  folder: string,
  launch: Launch,
): Promise<Pick<Running, 'app' | 'page'>> {
  const app = await _electron.launch({
    executablePath: program,
    args: words(folder, launch.flags ?? []),
    env: environment(launch),
    cwd: root,
    timeout: 120_000,
    // Playwright disables the sandbox by default.
    chromiumSandbox: process.env['PLIMSOLL_NO_SANDBOX'] !== '1',
    // Plimsoll sets the theme itself; Playwright would otherwise emulate a light system.
    colorScheme: null,
  })
  const page = await app.firstWindow()
  // The same limit as for expectations: durations are measured elsewhere.
  page.setDefaultTimeout(45_000)
  return { app: withLastingAnswers(app), page }
}

async function start(program: string, folder: string, launch: Launch): Promise<Running> {
  const { app, page } = onStandIn
    ? await launchStandIn(
        [`--user-data-dir=${folder}`, ...(launch.flags ?? [])],
        environment(launch),
      )
    : await launchElectron(program, folder, launch)
  await answerLeaving(app, 1)
  await beginTrace(page)
  const consoleErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  const pid = app.process().pid ?? 0
  return {
    app,
    page,
    pid,
    consoleErrors,
    close: () => app.close(),
  }
}

type OwnInstallation = Installation & {
  pages(): Page[]
  dispose(): Promise<void>
}

const programUnderTest = process.env['PLIMSOLL_ELECTRON'] ?? ''

/** A new data folder. `dispose` ends what still runs on it and removes it. */
export function createInstallation(program = programUnderTest): OwnInstallation {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-data-'))
  const running = new Set<Running>()
  return {
    folder,
    async launch(options = {}) {
      const started = await start(program, folder, options)
      running.add(started)
      started.app.once('close', () => running.delete(started))
      return started
    },
    startAgain: async (flags) => {
      const [code] = (await once(
        spawn(program, words(folder, flags), {
          env: environment({}),
          stdio: 'ignore',
        }),
        'exit',
      )) as [number | null]
      return code
    },
    startRefused: async () => {
      const child = spawn(program, words(folder, []), {
        env: environment({}),
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
      const press = setInterval(
        () =>
          spawn('xdotool', ['search', '--onlyvisible', '--name', '^Plimsoll$', 'key', 'Return']),
        1000,
      )
      const [exitCode] = (await once(child, 'close')) as [number | null]
      clearInterval(press)
      return { said, exitCode }
    },
    pages: () => [...running].map(({ page }) => page),
    dispose: async () => {
      for (const left of running) await left.close()
      // Chromium's helper processes end a moment after the app and still write.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** Shared by several tests of this worker. */
const shared: OwnInstallation[] = []

/**
 * Started on first use, and again after it was closed. The page is reloaded for each next user.
 */
type SharedApp = {
  openFor(user: string): Promise<Running>
  close(): Promise<void>
  dispose(): Promise<void>
}

function shareApp(optionsFor: () => Promise<Launch>): SharedApp {
  const installation = createInstallation()
  shared.push(installation)
  let options: Promise<Launch> | null = null
  let current: Running | null = null
  let last = ''
  return {
    openFor: async (user) => {
      const reloads = user !== last
      last = user
      if (current === null) {
        current = await installation.launch(await (options ??= optionsFor()))
        current.app.once('close', () => (current = null))
        return current
      }
      await forgetBoxes(current.app)
      if (reloads) await current.page.reload()
      current.consoleErrors.length = 0
      return current
    },
    close: async () => current?.close(),
    dispose: async () => {
      await installation.dispose()
      await (await options)?.keyring?.dispose()
    },
  }
}

async function newKeyring(): Promise<Keyring> {
  return process.platform === 'linux' ? startKeyring('unlocked') : keyringInMemory()
}

const noKeyringToItself = process.platform !== 'linux' && !onStandIn
const whyNoKeyring = 'needs a keychain of its own, which only Linux has'

type Profiles = { value: { profiles: { id: string }[] } }

/** The app then shows the welcome screen, as on first launch. */
async function removeAccounts(page: Page): Promise<void> {
  const { value } = (await askMain(page, 'app-state/read', null)) as Profiles
  for (const { id } of value.profiles)
    expect(await askMain(page, 'profiles/delete', { id })).toMatchObject({ ok: true })
}

export const test = base.extend<
  {
    program: string
    installation: Installation
    keyring: Keyring
    demo: Running
    welcome: Running
    possible: null
    loopbackOnly: null
    keptOfShared: null
  },
  { ownScreen: null; sharedDemo: SharedApp; sharedWelcome: SharedApp }
>({
  ownScreen: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures a fixture needs from this pattern.
    async ({}, use) => {
      if (!ownScreens) return use(null)
      const screen = await startVirtualScreen('1920x1200')
      process.env['DISPLAY'] = screen.name
      await use(null)
      await screen.stop()
    },
    { scope: 'worker', auto: true },
  ],
  sharedDemo: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const app = shareApp(async () => ({ flags: ['--demo'] }))
      await use(app)
      await app.dispose()
    },
    { scope: 'worker' },
  ],
  sharedWelcome: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const app = shareApp(async () => ({ keyring: await newKeyring() }))
      await use(app)
      await app.dispose()
    },
    { scope: 'worker' },
  ],
  /**
   * The demo in a shared app: for tests that leave its settings and account unchanged. Its prices
   * never rest, so it is closed as soon as a test needs another app: a start takes less processor
   * time than half a minute of them.
   */
  demo: async ({ sharedDemo }, use, info) => {
    await use(await sharedDemo.openFor(info.file))
  },
  /**
   * A shared app without accounts. Accounts that a test connects are removed after it; settings
   * must stay unchanged.
   */
  welcome: async ({ sharedWelcome, sharedDemo }, use, info) => {
    info.skip(noKeyringToItself, whyNoKeyring)
    await sharedDemo.close()
    const running = await sharedWelcome.openFor(info.testId)
    await use(running)
    await removeAccounts(running.page)
  },
  keptOfShared: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use, info) => {
      await use(null)
      for (const installation of shared) await keepWhatFailed(info, installation.pages())
    },
    { auto: true },
  ],
  possible: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use, info) => {
      skipWhatCannotBe(info)
      await use(null)
    },
    { auto: true },
  ],
  // NET-16 for every test: in an isolated network, nothing may even try to reach another computer.
  loopbackOnly: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const before = onlyLoopback ? strayTraffic() : null
      await use(null)
      const suspects =
        'something tried to leave this computer: this story, or one that ran beside it (--workers 1 tells which)'
      if (onlyLoopback) expect(strayTraffic(), suspects).toEqual(before)
    },
    { auto: true },
  ],
  program: [programUnderTest, { option: true }],
  installation: async ({ program, sharedDemo }, use, info) => {
    await sharedDemo.close()
    const installation = createInstallation(program)
    await use(installation)
    await keepWhatFailed(info, installation.pages())
    await installation.dispose()
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  keyring: async ({}, use, info) => {
    info.skip(noKeyringToItself, whyNoKeyring)
    const keyring = await newKeyring()
    await use(keyring)
    await keyring.dispose()
  },
})

export { expect } from '@playwright/test'
