// The mini window: small, frameless, above all others, on all workspaces. It exists only while it
// is open. Main writes its text, and its page can request nothing else.
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Point,
  Rectangle,
  WebPreferences,
} from 'electron'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { lockedMiniUrl, miniUrl } from './page-isolation.js'
import { between, overlap } from './window.js'

export const miniSize = { width: 240, height: 96 }
/** From the edge of the display, where it was never moved. */
const margin = 16

function inside({ x, y }: Point, screen: Rectangle): Point {
  return {
    x: between(x, screen.x, screen.x + screen.width - miniSize.width),
    y: between(y, screen.y, screen.y + screen.height - miniSize.height),
  }
}

function sharedArea({ x, y }: Point, screen: Rectangle): number {
  return (
    overlap(x, miniSize.width, screen.x, screen.width) *
    overlap(y, miniSize.height, screen.y, screen.height)
  )
}

/**
 * The remembered place, moved until all of it is on the display that shows most of it; otherwise
 * the upper right corner of the primary one. `screens` are work areas.
 */
export function miniPlaceOn(
  remembered: Point | null,
  screens: readonly Rectangle[],
  primary: Rectangle,
): Point {
  const corner = {
    x: primary.x + primary.width - miniSize.width - margin,
    y: primary.y + margin,
  }
  if (remembered === null) return inside(corner, primary)
  const [best] = screens
    .map((screen) => ({ screen, area: sharedArea(remembered, screen) }))
    .filter(({ area }) => area > 0)
    .sort((one, other) => other.area - one.area)
  return best === undefined ? inside(corner, primary) : inside(remembered, best.screen)
}

export type MiniWindowParts = {
  create: (options: BrowserWindowConstructorOptions) => BrowserWindow
  preferences: WebPreferences
  background: () => string
  screens: () => { all: Rectangle[]; primary: Rectangle }
  place: { read: () => Point | null; write: (place: Point) => void }
  locked: () => boolean
  captureBlocked: () => boolean
  /** Ended by something else than `want`: the user, or a page that keeps crashing. */
  onClosed: () => void
  onSessionEnd: () => void
  clock: Clock
  log: (what: string) => void
}

export type MiniWindow = {
  /** Opens or closes it. */
  want: (open: boolean) => void
  current: () => BrowserWindow | null
  isShown: () => boolean
  /** After the setting was changed. */
  applyCapture: () => void
  /** Loads its page on the other side of a lock, in another process. */
  renew: () => void
  /** A display was added, removed or changed. */
  keepOnScreen: () => void
  /** Plimsoll ends: that it closes is not the user's doing. */
  endBegins: () => void
  /** For shutdown. */
  savePlace: () => void
}

/** Combinations that zoom a page: figures would no longer fit. */
const zooming: ReadonlySet<string> = new Set(['+', '-', '=', '0'])

function createWindow(parts: MiniWindowParts): BrowserWindow {
  const { all, primary } = parts.screens()
  const window = parts.create({
    ...miniSize,
    ...miniPlaceOn(parts.place.read(), all, primary),
    show: false,
    title: 'Plimsoll',
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    backgroundColor: parts.background(),
    webPreferences: parts.preferences,
  })
  // Full-screen windows are workspaces of their own on macOS.
  window.setVisibleOnAllWorkspaces(true, {
    visibleOnFullScreen: true,
    skipTransformProcessType: true,
  })
  if (parts.captureBlocked()) window.setContentProtection(true)
  return window
}

/** `home`: the only address it may show. */
function guardPage(
  window: BrowserWindow,
  on: { home: () => string; load: () => void; crashed: (reason: string) => void },
): void {
  const { webContents } = window
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !window.isDestroyed()) on.crashed(reason)
  })
  webContents.on('unresponsive', () => {
    if (!webContents.isDevToolsOpened()) webContents.forcefullyCrashRenderer()
  })
  webContents.on('did-navigate', (_event, address) => {
    webContents.navigationHistory.clear()
    if (address !== on.home()) on.load()
  })
  webContents.on('will-prevent-unload', (event) => event.preventDefault())
  webContents.on('before-input-event', (event, { control, meta, key }) => {
    if ((control || meta) && zooming.has(key)) event.preventDefault()
  })
}

function positionOf(window: BrowserWindow): Point {
  const [x = 0, y = 0] = window.getPosition()
  return { x, y }
}

function isSamePlace(one: Point | null, other: Point): boolean {
  return one !== null && one.x === other.x && one.y === other.y
}

/** Where it is, and where the user put it, whichever displays there are now. */
function trackPlace({ place, screens }: Pick<MiniWindowParts, 'place' | 'screens'>) {
  let chosen: Point | null = null
  /** Chosen and not written yet: of many places while it is dragged, only the last one is. */
  let unsaved: Point | null = null
  /** Where Plimsoll put it: being moved there is no drag. */
  let placed: Point | null = null
  return {
    opened: (window: BrowserWindow): void => {
      chosen = place.read()
      placed = positionOf(window)
    },
    moved: (window: BrowserWindow): void => {
      const at = positionOf(window)
      if (isSamePlace(placed, at)) return
      placed = null
      unsaved = chosen = at
    },
    keepOnScreen: (window: BrowserWindow): void => {
      const at = positionOf(window)
      const { all, primary } = screens()
      const wanted = miniPlaceOn(chosen ?? at, all, primary)
      if (isSamePlace(at, wanted)) return
      placed = wanted
      window.setPosition(wanted.x, wanted.y)
    },
    save: (): void => {
      if (unsaved !== null) place.write(unsaved)
      unsaved = null
    },
  }
}

export function createMiniWindow(parts: MiniWindowParts): MiniWindow {
  let window: BrowserWindow | null = null
  let crashedAt: UnixSeconds | null = null
  const place = trackPlace(parts)
  let isEnding = false

  const alive = (): BrowserWindow | null =>
    window !== null && !window.isDestroyed() ? window : null

  const home = (): string => (parts.locked() ? lockedMiniUrl : miniUrl)

  const load = (open: BrowserWindow): void => {
    open.loadURL(home()).catch(() => parts.log('the mini window could not be loaded'))
  }

  const destroy = (): void => {
    const open = alive()
    window = null
    place.save()
    open?.destroy()
  }

  /** Gone rather than stale: a window that keeps crashing shows nothing that can be relied on. */
  const crashed = (open: BrowserWindow, reason: string): void => {
    const now = parts.clock()
    const isAgain = crashedAt !== null && now - crashedAt < 60
    crashedAt = now
    const next = isAgain ? 'closed' : 'loaded again'
    parts.log(`the mini window’s process ended (${reason}); it is ${next}`)
    if (!isAgain) return load(open)
    destroy()
    if (!isEnding) parts.onClosed()
  }

  const open = (): void => {
    const opened = createWindow(parts)
    place.opened(opened)
    window = opened
    opened.on('move', () => place.moved(opened))
    opened.on('closed', () => {
      if (window !== opened) return
      window = null
      place.save()
      // Whatever ends Plimsoll closes it, and it opens again with the next run.
      if (!isEnding) parts.onClosed()
    })
    opened.on('session-end', () => {
      isEnding = true
      parts.onSessionEnd()
    })
    guardPage(opened, {
      home,
      load: () => load(opened),
      crashed: (reason) => crashed(opened, reason),
    })
    // It takes no focus from what the user is typing into.
    opened.once('ready-to-show', () => {
      if (!opened.isDestroyed()) opened.showInactive()
    })
    load(opened)
  }

  return {
    want: (isWanted) => {
      if (isWanted === (alive() !== null)) return
      if (isWanted) open()
      else destroy()
    },
    current: alive,
    isShown: () => alive()?.isVisible() ?? false,
    applyCapture: () => alive()?.setContentProtection(parts.captureBlocked()),
    renew: () => {
      const open = alive()
      if (open !== null) load(open)
    },
    keepOnScreen: () => {
      const open = alive()
      if (open !== null) place.keepOnScreen(open)
    },
    endBegins: () => {
      isEnding = true
    },
    savePlace: place.save,
  }
}
