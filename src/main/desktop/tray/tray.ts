// Applies a TrayView to the system's tray icon.
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron'
import type { Clock, UnixSeconds } from '../../../shared/time.js'
import type { MenuAct } from './menu-view.js'
import { menuTemplate } from './menu.js'
import type { TrayShape, TrayView } from './tray-view.js'

export type TrayIcon = Pick<Tray, 'setImage' | 'setTitle' | 'setToolTip' | 'setContextMenu' | 'destroy' | 'isDestroyed'> & {
  on(event: 'click', listener: () => void): unknown
}

export type TrayParts = {
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
}

/** Replacing the menu closes it while it is open, so the age line alone is updated this seldom. */
export const ageRepaintSeconds = 30
/** How often a missing icon is tried again: its panel may start late, and while the window is hidden nothing else would bring it back. */
export const missingCheckSeconds = 30

export type AppTray = {
  /** Whether there is an icon and the desktop shows icons. */
  shown(): boolean
  /** Creates or removes the icon. */
  want(wanted: boolean): void
  paint(view: TrayView): void
  /** Asks the desktop again whether it shows icons, as a panel may start after Plimsoll, or stop; answers as `shown`. */
  checkHost(): Promise<boolean>
  destroy(): void
}

export const createTray = (parts: TrayParts): AppTray => {
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

  const dropBroken = (): void => {
    try {
      remove()
    } catch {
      icon = null
    }
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
      dropBroken()
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
    shown: () => lastShown,
    want(now) {
      wanted = now
      update()
    },
    paint(view) {
      latest = view
      update()
      if (isCheckDue()) void checkHost()
    },
    checkHost,
    destroy() {
      wanted = false
      update()
    },
  }
}
