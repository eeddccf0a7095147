// Runs before anything else: flags, single instance, hardening, the name for notifications.
// Electron's crash reporter is never started, so no crash report is ever sent.
import type { App, Shell } from 'electron'
import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { t } from '../../shared/messages/messages.js'
import { linkIn } from './app-links.js'

/**
 * `demo` opens the demo account immediately. `demoOnly` accepts no key: for a program around
 * Plimsoll that could not protect one. `hidden` starts without a window, as at login. `link`
 * opens a screen.
 */
export type Flags = { demo: boolean; demoOnly: boolean; hidden: boolean; link: string | null }

/**
 * Reads Plimsoll's own flags. Everything else on the line belongs to Electron and is left alone.
 * Beside a link there is nothing else: whoever wrote it must not choose what is opened.
 */
export function parseFlags(line: readonly string[]): Flags {
  const link = linkIn(line)
  return {
    demo: link === null && line.includes('--demo'),
    demoOnly: line.includes('--demo-only'),
    hidden: link === null && line.includes('--hidden'),
    link,
  }
}

/**
 * True for the first Plimsoll on a data folder. A second one passes on its flags and must exit
 * immediately: two on one key would get each other's calls refused. Before `ready`.
 */
export function takeSingleInstance(
  app: Pick<App, 'requestSingleInstanceLock' | 'on'>,
  onSecond: (flags: Flags) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', (_event, line) => onSecond(parseFlags(line)))
  return true
}

/**
 * Whether Plimsoll may write to its data folder, which is created if missing. A lock that cannot be
 * written there looks like one held by another Plimsoll.
 */
export function isFolderWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Chromium loads our own page only, so its resolver finds no host. Exchange calls go through Node.
 */
const resolverRules = 'MAP * ~NOTFOUND'

/**
 * Switches a packaged Plimsoll may be started with: its own, where its data is, and how a desktop
 * wants programs to be drawn and read out. Every other switch of Chromium and Node is refused: the
 * full list is unknown and grows with every version.
 */
const allowedNames: ReadonlySet<string> = new Set([
  'demo',
  'hidden',
  'user-data-dir',
  'lang',
  'force-device-scale-factor',
  'high-dpi-support',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'force-prefers-reduced-motion',
  'force-high-contrast',
  'force-renderer-accessibility',
  'force-color-profile',
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'wayland-text-input-version',
  'gtk-version',
  'class',
  'name',
  // Windows adds the first two when a notification starts the program, its installer the third
  // after an update.
  'embedding',
  'toastactivated',
  'updated',
])

/** macOS passes a process serial number, and its own settings, on the command line. */
const fromMac = /^-(?:psn_|NS|Apple)/

/**
 * Disables the page's sandbox. It need not be on the command line: Electron also reads it from the
 * environment, and an AppImage adds it if the system denies sandboxes to ordinary users.
 */
const noSandbox = 'no-sandbox'

/**
 * The switches on this line that a packaged Plimsoll refuses to start with. Windows also accepts a
 * switch with a slash.
 */
export function refusedSwitches(line: readonly string[], platform: NodeJS.Platform): string[] {
  return line.filter((word) => {
    if (platform === 'darwin' && fromMac.test(word)) return false
    const name =
      (platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/)
        .exec(word)?.[1]
        ?.toLowerCase() ?? ''
    return name !== '' && name !== '-' && name !== noSandbox && !allowedNames.has(name)
  })
}

/**
 * Removes environment variables that would weaken TLS, and logs it. Calls also pin their checks;
 * this covers code that does not.
 */
export function cleanEnvironment(environment: Record<string, string | undefined>): string[] {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === undefined) return []
  delete environment['NODE_TLS_REJECT_UNAUTHORIZED']
  return [
    'NODE_TLS_REJECT_UNAUTHORIZED was set. It was removed: Plimsoll always checks certificates.',
  ]
}

/** Why Plimsoll does not start, for the person who started it. */
export function refusalText({
  refused,
  unconfined,
}: {
  refused: string[]
  unconfined: boolean
}): string {
  return unconfined
    ? t('desktop.refusal.unconfined')
    : t('desktop.refusal.switches', { switches: refused.join(', ') })
}

/**
 * Before `ready`. If `refused` is not empty, the app must exit with a non-zero code, without
 * opening its window or its data. `unconfined`: refused for lack of a sandbox, which the user need
 * not have requested, so a dialog says so as well.
 */
export function harden(parts: {
  /**
   * Whether Node's inspector is open. A fuse disables it in every shipped program, whatever the
   * command line says.
   */
  inspected: boolean
  app: Pick<App, 'enableSandbox' | 'isPackaged'> & {
    commandLine: Pick<App['commandLine'], 'appendSwitch' | 'hasSwitch'>
  }
  line: readonly string[]
  platform: NodeJS.Platform
  environment: Record<string, string | undefined>
  streams: readonly Pick<NodeJS.WritableStream, 'on'>[]
}) {
  const { app, platform, inspected, line, environment, streams } = parts
  // Only the package built for end-to-end tests has that fuse enabled; it must be drivable, and is
  // never distributed.
  const guarded = app.isPackaged && !inspected
  const switches = guarded ? refusedSwitches(line, platform) : []
  const unconfined = guarded && switches.length === 0 && app.commandLine.hasSwitch(noSandbox)
  const warnings = cleanEnvironment(environment)
  app.commandLine.appendSwitch('host-resolver-rules', resolverRules)
  // Writing to a closed terminal throws; that must not stop monitoring.
  for (const stream of streams) stream.on('error', () => undefined)
  if (!app.isPackaged && app.commandLine.hasSwitch(noSandbox)) {
    warnings.push(
      'Started with --no-sandbox: the page is not confined by the operating system. For development as root only.',
    )
  } else {
    app.enableSandbox()
  }
  return { warnings, refused: unconfined ? [`--${noSandbox}`] : switches, unconfined }
}

export const appUserModelId = 'app.plimsoll.desktop'
/** Never changes: Windows uses it to route a click on an old notification. */
export const toastActivator = '{6E7A2F0B-5C1D-4B8E-9F3A-2D7C41B0E95A}'

/**
 * Windows shows an app's notifications only if its Start menu shortcut carries the app id, which
 * the installer writes, and a toast activator, which this adds. Call before the first notification.
 * Outside Windows it only sets the app id.
 */
export function nameForNotifications(parts: {
  app: Pick<App, 'isPackaged' | 'setAppUserModelId'> & Partial<Pick<App, 'setToastActivatorCLSID'>>
  shell: Pick<Shell, 'readShortcutLink' | 'writeShortcutLink'>
  platform: NodeJS.Platform
  /** %APPDATA%. */
  appData: () => string
  log: (what: string) => void
}): void {
  const { app, shell, platform, appData, log } = parts
  app.setAppUserModelId(appUserModelId)
  if (platform !== 'win32') return
  app.setToastActivatorCLSID?.(toastActivator)
  if (!app.isPackaged) return
  const shortcut = path.win32.join(
    appData(),
    'Microsoft',
    'Windows',
    'Start Menu',
    'Programs',
    'Plimsoll.lnk',
  )
  try {
    const found = shell.readShortcutLink(shortcut)
    if (found.appUserModelId === appUserModelId && found.toastActivatorClsid === toastActivator)
      return
    const own = { ...found, appUserModelId, toastActivatorClsid: toastActivator }
    if (!shell.writeShortcutLink(shortcut, 'update', own))
      log('the shortcut in the Start menu could not be completed')
  } catch {
    // Installed for all users, or removed: notifications still work while Plimsoll runs.
    log('there is no shortcut in the Start menu to complete')
  }
}
