// The main window. It may be closed, crash and be reopened any number of times; it holds no state.
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
  Session,
  WebPreferences,
} from 'electron'
import type { Settings } from '../../shared/settings/settings.js'
import type { Clock } from '../../shared/time.js'
import { homeUrl, lockedUrl, stoppedUrl } from './page-isolation.js'

export type WindowBounds = Rectangle & { maximized: boolean }

const wantedSize = { width: 1280, height: 800 }
export const smallestSize = { width: 900, height: 600 }

/** How much of the window must be on a display for the user to reach it. */
const reachable = { width: 120, height: 48 }

export function between(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

/** Of two lengths that begin at `a` and `b`. */
export function overlap(a: number, aLength: number, b: number, bLength: number): number {
  return between(
    (a + aLength < b + bLength ? a + aLength : b + bLength) - (a > b ? a : b),
    0,
    aLength,
  )
}

function visiblePart(place: Rectangle, screen: Rectangle): number {
  const width = overlap(place.x, place.width, screen.x, screen.width)
  const height = overlap(place.y, place.height, screen.y, screen.height)
  return width < reachable.width || height < reachable.height ? 0 : width * height
}

/** Whether enough of the window is on some display. */
export function isReachable(place: Rectangle, screens: readonly Rectangle[]): boolean {
  return screens.some((screen) => visiblePart(place, screen) > 0)
}

function smallestOn(screen: Rectangle) {
  return {
    width: between(smallestSize.width, 0, screen.width),
    height: between(smallestSize.height, 0, screen.height),
  }
}

/** Moves and shrinks a window until all of it is on the display. */
function fitInto(screen: Rectangle, place: Rectangle): Rectangle {
  const smallest = smallestOn(screen)
  const width = between(place.width, smallest.width, screen.width)
  const height = between(place.height, smallest.height, screen.height)
  return {
    x: between(place.x, screen.x, screen.x + screen.width - width),
    y: between(place.y, screen.y, screen.y + screen.height - height),
    width,
    height,
  }
}

const half = (length: number): number => (length - (length % 2)) / 2

function centred(
  screen: Rectangle,
  { width, height }: Pick<Rectangle, 'width' | 'height'>,
): Rectangle {
  return {
    x: screen.x + half(screen.width - width),
    y: screen.y + half(screen.height - height),
    width,
    height,
  }
}

/**
 * The saved bounds on the display that shows most of them, because displays are unplugged;
 * otherwise centred on the primary one. `screens` are work areas.
 */
export function openingBounds(
  remembered: WindowBounds | null,
  screens: readonly Rectangle[],
  primary: Rectangle,
) {
  const best = screens
    .map((screen) => ({
      screen,
      visible: remembered === null ? 0 : visiblePart(remembered, screen),
    }))
    .reduce<{ screen: Rectangle; visible: number }>(
      (most, one) => (one.visible > most.visible ? one : most),
      {
        screen: primary,
        visible: 0,
      },
    )
  const wish =
    remembered !== null && best.visible > 0
      ? remembered
      : centred(primary, remembered ?? wantedSize)
  return {
    bounds: fitInto(best.screen, wish),
    smallest: smallestOn(best.screen),
    maximized: remembered?.maximized ?? false,
  }
}

type CloseAction = 'quit' | 'hide' | 'minimize'

/**
 * What closing the window does. On desktops without tray icons it is minimized instead of hidden.
 */
export function closeAction(
  settings: Pick<Settings, 'tray' | 'onClose'>,
  trayShown: boolean,
): CloseAction {
  if (!settings.tray || settings.onClose === 'quit') return 'quit'
  return trayShown ? 'hide' : 'minimize'
}

/**
 * Returns whether a window is shown. A hidden start minimizes it if no tray icon could bring it
 * back; only then does it depend on the tray, and the desktop may take seconds to answer.
 */
export async function showAtStart(
  flags: { hidden: boolean },
  parts: {
    settings: () => Pick<Settings, 'tray'>
    tray: { checkHost(): Promise<unknown>; shown(): boolean }
    window: { show(): void; showMinimized(): void }
  },
): Promise<boolean> {
  const { settings, tray, window } = parts
  if (!flags.hidden) window.show()
  const checked = tray.checkHost()
  if (!flags.hidden) return true
  await checked
  if (settings().tray && tray.shown()) return false
  window.showMinimized()
  return true
}

/**
 * After a crash of the page: reloaded once; another crash within a minute shows a page without
 * scripts. If even that one crashes, only a system dialog can still offer to reload.
 */
export function crashAction(
  crashes: readonly number[],
  now: number,
  isStopped: boolean,
): 'reload' | 'stop' | 'ask' {
  if (isStopped) return 'ask'
  return crashes.some((at) => now - at < 60) ? 'stop' : 'reload'
}

/** Every isolation option is set explicitly, independent of Electron's defaults. */
export function webPreferences({
  packaged,
  ...own
}: {
  preload: string
  session: Session
  packaged: boolean
}): WebPreferences {
  return {
    ...own,
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    experimentalFeatures: false,
    allowRunningInsecureContent: false,
    enableBlinkFeatures: '',
    navigateOnDragDrop: false,
    plugins: false,
    spellcheck: false,
    webgl: false,
    // A hidden window hides its page, which then does nothing.
    backgroundThrottling: true,
    devTools: !packaged,
  }
}

export type WindowParts = {
  create: (options: BrowserWindowConstructorOptions) => BrowserWindow
  preferences: WebPreferences
  /** Path of an image; null where the desktop takes it from the package. */
  icon: string | null
  /** Background colour until the page has painted. */
  background: () => string
  screens: () => { all: Rectangle[]; primary: Rectangle }
  place: { read: () => WindowBounds | null; write: (place: WindowBounds) => void }
  /** Whether Plimsoll is locked. */
  locked: () => boolean
  /**
   * Whether the system is asked to exclude the window from screen captures. macOS and Windows only,
   * and not from every program there.
   */
  captureBlocked: () => boolean
  closing: {
    action: () => CloseAction
    /** Checked once more before it is hidden: whether a tray icon can bring it back. */
    canHide: () => Promise<boolean>
    /** Asks once whether to keep running in the background. */
    explainHide: () => Promise<'keep-running' | 'quit'>
    quit: () => void
  }
  /** Asks whether to reload the page, if nothing can be shown in the window. */
  askReload: (window: BrowserWindow) => Promise<boolean>
  /** The window became visible or hidden: hidden figures are polled less often. */
  onShown: (shown: boolean) => void
  /** Windows shuts down or its user logs out: the process ends soon, without `before-quit`. */
  onSessionEnd: () => void
  /** A hidden window is about to be shown: its page can be made current before anybody sees it. */
  beforeShown: () => void
  clock: Clock
  log: (what: string) => void
}

function boundsOf(window: BrowserWindow): WindowBounds {
  const { x, y, width, height } = window.getNormalBounds()
  return { x, y, width, height, maximized: window.isMaximized() }
}

export function createMainWindow(parts: WindowParts) {
  let window: BrowserWindow | null = null
  let crashes: number[] = []
  /** It shows the page without scripts, or was about to. */
  let isStopped = false
  let shows = 0
  /** Carried over to the other side of a lock: each host has its own zoom. */
  let zoom: number | null = null

  const alive = (): BrowserWindow | null =>
    window !== null && !window.isDestroyed() ? window : null

  const saveBounds = (): void => {
    const open = alive()
    if (open !== null) parts.place.write(boundsOf(open))
  }

  const home = (): string => (parts.locked() ? lockedUrl : homeUrl)

  const load = (open: BrowserWindow, address: string): void => {
    isStopped = address === stoppedUrl
    open.loadURL(address).catch(() => parts.log('the page could not be loaded'))
  }

  const askReload = async (open: BrowserWindow): Promise<void> => {
    // A hidden one is loaded when it is shown.
    if (!open.isVisible()) return
    const isWanted = await parts.askReload(open)
    // If brought to the front meanwhile, it has already been reloaded.
    if (isWanted && !open.isDestroyed() && open.webContents.isCrashed()) load(open, home())
  }

  const hide = async (open: BrowserWindow): Promise<void> => {
    const showsBefore = shows
    const canHide = await parts.closing.canHide()
    // Querying the desktop may take seconds: the user may have brought the window back by then.
    if (open.isDestroyed() || shows !== showsBefore) return
    if (!canHide) open.minimize()
    else if ((await parts.closing.explainHide()) === 'quit') parts.closing.quit()
    else if (!open.isDestroyed()) open.hide()
  }

  const follow = (open: BrowserWindow): void => {
    open.on('close', (event) => {
      saveBounds()
      const act = parts.closing.action()
      event.preventDefault()
      if (act === 'hide') void hide(open)
      else if (act === 'minimize') open.minimize()
      else parts.closing.quit()
    })
    open.on('closed', () => {
      if (window === open) window = null
      parts.onShown(false)
    })
    open.on('session-end', parts.onSessionEnd)
    open.on('show', () => parts.onShown(true))
    open.on('restore', () => parts.onShown(true))
    open.on('hide', () => parts.onShown(false))
    open.on('minimize', () => parts.onShown(false))

    open.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || open.isDestroyed()) return
      const now = parts.clock()
      const act = crashAction(crashes, now, isStopped)
      crashes = [...crashes, now].slice(-3)
      parts.log(
        `the page’s process ended (${reason}); ${act === 'reload' ? 'it is loaded again' : 'it stays stopped'}`,
      )
      if (act === 'ask') void askReload(open)
      else load(open, act === 'reload' ? home() : stoppedUrl)
    })
    open.webContents.on('did-navigate', (_event, address) => {
      // “Back” would lead to the other side of a lock, keeping a page alive in a process that was
      // to end with it.
      open.webContents.navigationHistory.clear()
      if (address !== home() && address !== stoppedUrl) return load(open, home())
      isStopped = address === stoppedUrl
      if (zoom !== null) open.webContents.setZoomLevel(zoom)
      zoom = null
    })
    // No page may block the fresh document that replaces it.
    open.webContents.on('will-prevent-unload', (event) => event.preventDefault())
    // A hanging page is killed, then reloaded like one that crashed.
    open.webContents.on('unresponsive', () => {
      if (!open.webContents.isDevToolsOpened()) open.webContents.forcefullyCrashRenderer()
    })
  }

  const open = (whenReady: (opened: BrowserWindow) => void): void => {
    const { all, primary } = parts.screens()
    const { bounds, smallest, maximized } = openingBounds(parts.place.read(), all, primary)
    const opened = parts.create({
      ...bounds,
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      title: 'Plimsoll',
      backgroundColor: parts.background(),
      autoHideMenuBar: true,
      ...(parts.icon !== null && { icon: parts.icon }),
      webPreferences: parts.preferences,
    })
    window = opened
    if (parts.captureBlocked()) opened.setContentProtection(true)
    follow(opened)
    opened.once('ready-to-show', () => {
      if (maximized) opened.maximize()
      whenReady(opened)
    })
    load(opened, home())
  }

  /** A display may have been unplugged while it was hidden. */
  const bringBack = (hidden: BrowserWindow): void => {
    const { all, primary } = parts.screens()
    if (!hidden.isMaximized() && !isReachable(hidden.getNormalBounds(), all))
      hidden.setBounds(openingBounds(boundsOf(hidden), all, primary).bounds)
  }

  /** Opens it in the task bar only. */
  const showMinimized = (): void => {
    if (alive() !== null) return
    open((opened) => {
      // A window that was never shown has no place in the task bar to be minimized to.
      opened.showInactive()
      opened.minimize()
    })
  }

  return {
    /** Opens the window, or brings the existing one to the front. */
    show(): void {
      shows += 1
      const shown = alive()
      if (shown === null) return open((opened) => opened.show())
      parts.beforeShown()
      if (shown.isMinimized()) shown.restore()
      bringBack(shown)
      if (shown.webContents.isCrashed()) load(shown, home())
      shown.show()
      shown.focus()
    },
    showMinimized,
    /** Puts a hidden window into the task bar; a reachable one stays as it is. */
    toTaskBar(): void {
      const hidden = alive()
      if (hidden === null) return showMinimized()
      if (hidden.isVisible() || hidden.isMinimized()) return
      bringBack(hidden)
      hidden.showInactive()
      hidden.minimize()
    },
    /** After the setting was changed. */
    applyCapture: (): void => alive()?.setContentProtection(parts.captureBlocked()),
    /**
     * Reloads the page on the other side of a lock: in another process, which has nothing left of
     * this one.
     */
    renew(): void {
      const open = alive()
      if (open === null) return
      zoom = open.webContents.getZoomLevel()
      load(open, home())
    },
    current: alive,
    /** Whether the system shows it, as far as the system says. */
    isShown(): boolean {
      const open = alive()
      return open !== null && open.isVisible() && !open.isMinimized()
    },
    /** For shutdown. */
    saveBounds,
  }
}
