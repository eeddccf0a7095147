// Applies a TrayView to the system's tray icon.
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron'
import { execFile } from 'node:child_process'
import path from 'node:path'
import type { Signal } from '../../../shared/signal.js'
import type { Clock, UnixSeconds } from '../../../shared/time.js'
import { type MenuAct, menuTemplate } from './menu.js'
import type { TrayShape, TrayView } from './tray-view.js'

/**
 * The file that paints a shape. macOS colours the picture itself and knows such pictures by their name; Electron finds the
 * larger "@2x" file beside each by itself.
 */
export const trayIconFile = (resources: string, shape: TrayShape, platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return path.join(resources, 'tray', `${shape}Template.png`)
  return path.join(resources, 'tray', platform === 'win32' ? `${shape}-16.png` : `${shape}-22.png`)
}

const watcher = 'org.kde.StatusNotifierWatcher'
const objectPath = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/** One query for the three tools a desktop may have. Chromium sends it too before it shows an icon this way. */
const queries: readonly (readonly [tool: string, ...rest: string[]])[] = [
  ['dbus-send', '--session', '--print-reply', `--dest=${watcher}`, objectPath, get, `string:${watcher}`, `string:${property}`],
  ['busctl', '--user', 'get-property', watcher, objectPath, watcher, property],
  ['gdbus', 'call', '--session', '--dest', watcher, '--object-path', objectPath, '--method', get, watcher, property],
]

/** Runs a program without a shell and gives its output, or null when it is missing, fails or takes too long. */
export type RunTool = (tool: string, rest: readonly string[]) => Promise<string | null>

const runTool: RunTool = (tool, rest) =>
  new Promise((answer) => {
    execFile(tool, [...rest], { timeout: 2000, killSignal: 'SIGKILL', maxBuffer: 4096 }, (fault, output) => answer(fault ? null : output))
  })

/** True where an icon will be seen; without one a hidden window would be lost. On Linux that needs somebody on the session bus to show it; no answer means nobody. */
export const hasTrayHost = async (platform: NodeJS.Platform, run: RunTool = runTool): Promise<boolean> => {
  if (platform !== 'linux') return true
  for (const [tool, ...rest] of queries) {
    const output = await run(tool, rest)
    if (output !== null) return /\btrue\b/.test(output)
  }
  return false
}

/** A panel that comes or goes changes the room on its screen; a window that is shown again is the next moment an icon may be missed. */
export const checkTrayHostOnChange = (parts: {
  check: () => Promise<unknown>
  windowShown: Pick<Signal<boolean>, 'on'>
  screen: { on(event: 'display-metrics-changed', listener: (event: unknown, display: unknown, changed: string[]) => void): unknown }
}): void => {
  parts.windowShown.on((shown) => {
    if (shown) void parts.check()
  })
  parts.screen.on('display-metrics-changed', (_event, _display, changed) => {
    if (changed.includes('workArea')) void parts.check()
  })
}

export type TrayIcon = Pick<Tray, 'setImage' | 'setTitle' | 'setToolTip' | 'setContextMenu' | 'destroy' | 'isDestroyed'> & {
  on(event: 'click', listener: () => void): unknown
}

/** Replacing the menu closes it while it is open, so the age line alone is updated this seldom. */
export const ageRepaintSeconds = 30
/** How often a missing icon is tried again: its panel may start late, and while the window is hidden nothing else would bring it back. */
export const missingCheckSeconds = 30

export const createTray = (parts: {
  /** May throw where the desktop has no place for it. */
  create: (picture: string) => TrayIcon
  picture: (shape: TrayShape) => string
  menuFrom: (template: MenuItemConstructorOptions[]) => Menu
  hasHost: () => Promise<boolean>
  onAct: (act: MenuAct) => void
  /** A click on the icon opens the window where the desktop does not open the menu for it. */
  clickOpens: boolean
  /** Only macOS shows text beside the icon. */
  hasTitle: boolean
  onShownChange: (shown: boolean) => void
  clock: Clock
  log: (what: string, fault: unknown) => void
}) => {
  let icon: TrayIcon | null = null
  let host = false
  let latest: TrayView | null = null
  let painted: { gist: string; at: UnixSeconds } | null = null
  let lastShown = false
  let wanted = false
  /** Painting failed; the next check of the host tries again, not every second. */
  let broken = false
  let checkedAt: UnixSeconds | null = null

  const notifyShown = (): void => {
    const shown = icon !== null && host
    if (shown === lastShown) return
    lastShown = shown
    parts.onShownChange(shown)
  }

  const remove = (): void => {
    if (icon !== null && !icon.isDestroyed()) icon.destroy()
    icon = null
    painted = null
  }

  const put = (): void => {
    if (icon !== null || latest === null) return
    icon = parts.create(parts.picture(latest.shape))
    if (parts.clickOpens) icon.on('click', () => parts.onAct('open'))
  }

  /** The menu is made anew each time: on Linux one that was handed over cannot be changed. */
  const repaint = (): void => {
    if (icon === null || latest === null) return
    const at = parts.clock()
    if (painted !== null && painted.gist === latest.gist && at - painted.at < ageRepaintSeconds) return
    icon.setImage(parts.picture(latest.shape))
    if (parts.hasTitle) icon.setTitle(latest.title)
    icon.setToolTip(latest.tooltip)
    icon.setContextMenu(parts.menuFrom(menuTemplate(latest.items, parts.onAct)))
    painted = { gist: latest.gist, at }
  }

  const update = (): void => {
    if (broken) return
    try {
      if (wanted) put()
      else remove()
      repaint()
    } catch (fault) {
      parts.log('the tray icon could not be painted', fault)
      broken = true
      try {
        remove()
      } catch {
        icon = null
      }
    }
    notifyShown()
  }

  const checkHost = async (): Promise<boolean> => {
    const before = host
    broken = false
    checkedAt = parts.clock()
    host = await parts.hasHost().catch(() => false)
    // An icon that was made while nobody showed icons stays unseen: it has to be put there again.
    if (host && !before) remove()
    update()
    return lastShown
  }

  const isCheckDue = (): boolean => {
    if (!wanted || lastShown || checkedAt === null) return false
    const since = parts.clock() - checkedAt
    return since < 0 || since >= missingCheckSeconds
  }

  return {
    /** Whether there is an icon and the desktop shows icons. */
    shown: () => lastShown,
    /** Creates or removes the icon. */
    want: (now: boolean): void => {
      wanted = now
      update()
    },
    paint: (view: TrayView): void => {
      latest = view
      update()
      if (isCheckDue()) void checkHost()
    },
    /** Asks the desktop again whether it shows icons, as a panel may start after Plimsoll, or stop; answers as `shown`. */
    checkHost,
    destroy: (): void => {
      wanted = false
      update()
    },
  }
}
