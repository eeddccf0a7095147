// What runs before anything else: the flags, one instance, hardening, the name for notifications.
// Electron's crash reporter is never started, so no crash report is ever sent.
import type { App, Shell } from 'electron'
import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { t } from '../../shared/messages/messages.js'

/**
 * `demo` opens the demo account at once. `demoOnly` takes in no key: for a program around Plimsoll
 * that could not guard one. `hidden` starts without a window, as a start at login does.
 */
export type Flags = { demo: boolean; demoOnly: boolean; hidden: boolean }

/**
 * Reads Plimsoll's own flags. Everything else on the line belongs to Electron and is left alone.
 */
export function parseFlags(line: readonly string[]): Flags {
  return {
    demo: line.includes('--demo'),
    demoOnly: line.includes('--demo-only'),
    hidden: line.includes('--hidden'),
  }
}

/**
 * True for the first Plimsoll on a data folder. A second one hands over its flags and must end at
 * once: two of them on one key would refuse each other's calls. Before `ready`.
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
 * Whether Plimsoll may write to its data folder, which is made where it does not exist. A lock that
 * cannot be written there looks like one that another Plimsoll holds.
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
 * What a packaged Plimsoll may be started with: its own words, where its data is, and how a desktop
 * wants programs drawn and spoken. Everything else Chromium and Node understand is refused: nobody
 * knows the whole list, and it grows with every version.
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

/** macOS hands a process its serial number, and settings of its own, on the line. */
const fromMac = /^-(?:psn_|NS|Apple)/

/**
 * The page confined by nobody. It need not stand on the line: Electron takes it from the
 * environment, too, and an AppImage adds it where the system forbids sandboxes to ordinary users.
 */
const noSandbox = 'no-sandbox'

/**
 * The switches on this line that a packaged Plimsoll does not start with. Windows also writes a
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
 * Takes away what would let the environment weaken TLS, and says so. Calls pin their checks as
 * well; this also covers code that does not know of it.
 */
export function cleanEnvironment(environment: Record<string, string | undefined>): string[] {
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === undefined) return []
  delete environment['NODE_TLS_REJECT_UNAUTHORIZED']
  return [
    'NODE_TLS_REJECT_UNAUTHORIZED was set. It was removed: Plimsoll always checks certificates.',
  ]
}

/** Why Plimsoll does not start, for whoever started it. */
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
 * Before `ready`. Where `refused` is not empty the app must end with an exit code other than 0,
 * without opening its window or its data. `unconfined`: it is refused for want of a sandbox, which
 * nobody need have asked for; that is to be told in a box as well.
 */
export function harden(parts: {
  /**
   * Whether Node's own inspector is open. A fuse keeps it shut in every program that ships,
   * whatever stands on the line.
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
  // Only the packaged flavour for end-to-end tests has that fuse the other way; it must be
  // drivable, and is never handed out.
  const guarded = app.isPackaged && !inspected
  const switches = guarded ? refusedSwitches(line, platform) : []
  const unconfined = guarded && switches.length === 0 && app.commandLine.hasSwitch(noSandbox)
  const warnings = cleanEnvironment(environment)
  app.commandLine.appendSwitch('host-resolver-rules', resolverRules)
  // Writing to a terminal that was closed throws; that must not end the monitoring.
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
/** Never changes: Windows routes a click on an old notification by it. */
export const toastActivator = '{6E7A2F0B-5C1D-4B8E-9F3A-2D7C41B0E95A}'

/**
 * Windows shows an app's notifications only where its Start menu shortcut carries the app id, which
 * the installer writes, and a toast activator, which this adds. Call it before the first
 * notification. Outside Windows it sets the app id only.
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
