// The only importer of ipcMain. Every channel of the contract is mounted once for the life of the
// app; windows come and go.
import { type BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels, type Pushes, tooMany, type Topic } from '../../shared/contract.js'
import type { Timing } from '../../shared/time.js'
import { checkPayload, replyLimits, type Router, type Sender } from './router.js'

/** The part of Electron's WebContents that is needed. */
export type PageHost = {
  readonly id: number
  on(
    event: 'did-start-navigation',
    listener: (details: { isMainFrame: boolean; isSameDocument: boolean }) => void,
  ): unknown
  on(event: 'did-navigate' | 'render-process-gone' | 'destroyed', listener: () => void): unknown
}

/**
 * Identifies the document a host shows now. A reload is another page, and so is another window:
 * what one of them was given must not be used by the next. `gone` is called for every page that
 * will send no more requests.
 */
export function createPageNames(gone: (page: string) => void): (host: PageHost) => string {
  const loadsOf = new WeakMap<PageHost, number>()
  const nameOf = (host: PageHost): string => `${host.id}.${loadsOf.get(host)}`

  const follow = (host: PageHost): void => {
    loadsOf.set(host, 1)
    const over = (): void => {
      const was = nameOf(host)
      loadsOf.set(host, (loadsOf.get(host) ?? 0) + 1)
      gone(was)
    }
    // At the start of a navigation and again at its end: messages the old document sends in between
    // are no longer accepted as its own.
    host.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) over()
    })
    host.on('did-navigate', over)
    host.on('render-process-gone', over)
    host.on('destroyed', over)
  }

  return (host) => {
    if (!loadsOf.has(host)) follow(host)
    return nameOf(host)
  }
}

/**
 * Electron returns null, or throws, for a frame that went away while its message was in transit.
 * Both mean an unknown sender.
 */
export function senderOf(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  pageOf: (host: PageHost) => string,
): Sender {
  try {
    const frame = event.senderFrame
    if (frame === null) return null
    const mainFrame = frame.parent === null && frame === event.sender.mainFrame
    return { url: frame.url, mainFrame, page: pageOf(event.sender) }
  } catch {
    return null
  }
}

/**
 * `pageGone` is called for every page that will send no more requests. Returns the function that
 * removes the channels.
 */
export function mountChannels(router: Router, pageGone: (page: string) => void): () => void {
  const names = Object.keys(channels)
  const pageOf = createPageNames(pageGone)
  for (const channel of names) {
    // Before the sender check: inspecting a frame costs more than the rest of a refusal. All an
    // unknown sender learns is that the page is busy.
    ipcMain.handle(channel, (event, payload: unknown, account: unknown) =>
      router.full() ? tooMany : router.route(channel, payload, senderOf(event, pageOf), account),
    )
  }
  return () => names.forEach((channel) => ipcMain.removeHandler(channel))
}

/**
 * electron-store opens its own synchronous channel, which gives every page the path of the data
 * folder. Only channels of the contract may exist.
 */
export function removeForeignChannels(): void {
  ipcMain.removeAllListeners('electron-store-get-data')
}

/** At most ten messages a second and topic. */
export const pushGapMs = 100

/**
 * Pushed to a page that nobody sees as well: it must not show amounts for a moment that were hidden
 * meanwhile.
 */
const alwaysPushed: ReadonlySet<Topic> = new Set<Topic>(['settings'])

export type Push = {
  push: <T extends Topic>(topic: T, payload: Pushes[T]) => void
  /**
   * The window was shown or hidden, or the page says that it is seen. What is seen again receives
   * the latest value of every topic that changed meanwhile.
   */
  seen: (is: boolean) => void
  /** Sends nothing more. */
  stop: () => void
}

/**
 * Pushes to the page. Values are complete, so of several in quick succession only the latest is
 * sent, and while nobody sees the window none is.
 */
export function createPush(parts: {
  /** The current window; without one nothing is sent, and the next one requests everything. */
  window: () => Pick<BrowserWindow, 'isDestroyed' | 'webContents'> | null
  after: Timing['after']
  /** Whether the system shows the window now. */
  windowShown: () => boolean
  /**
   * While locked, only the lock's own topics are pushed; the page loaded afterwards requests
   * everything.
   */
  locked: () => boolean
  onFault: (topic: Topic, fault: unknown) => void
}): Push {
  const throttles = new Map<
    Topic,
    { waiting: { payload: Pushes[Topic] } | null; cancel: () => void }
  >()
  /** The latest values that a page which nobody sees has not received. */
  const unseen = new Map<Topic, Pushes[Topic]>()
  let seen = false
  let stopped = false

  const isHeld = (topic: Topic): boolean => topic !== 'lock' && parts.locked()

  // Both must agree that nobody sees it: a page on screen must never be left without news because
  // an event of the desktop was lost.
  const isUnseen = (topic: Topic): boolean =>
    !alwaysPushed.has(topic) && !seen && !parts.windowShown()

  const send = (topic: Topic, payload: Pushes[Topic]): void => {
    // A value that has waited since before the lock is held back as well.
    if (isHeld(topic)) return
    try {
      const verdict = checkPayload(payload, replyLimits)
      if (verdict !== 'plain') throw new Error(`the payload is ${verdict}`)
      const window = parts.window()
      if (window !== null && !window.isDestroyed() && !window.webContents.isCrashed())
        window.webContents.send(topic, payload)
    } catch (fault) {
      parts.onFault(topic, fault)
    }
  }

  const sendAndThrottle = (topic: Topic, payload: Pushes[Topic]): void => {
    if (isUnseen(topic)) {
      // The next window requests everything itself.
      if (parts.window() !== null) unseen.set(topic, payload)
      return
    }
    const cancel = parts.after(pushGapMs, () => {
      const waiting = throttles.get(topic)?.waiting ?? null
      throttles.delete(topic)
      if (waiting !== null) sendAndThrottle(topic, waiting.payload)
    })
    throttles.set(topic, { waiting: null, cancel })
    send(topic, payload)
  }

  const accept = (topic: Topic, payload: Pushes[Topic]): void => {
    const throttle = throttles.get(topic)
    if (throttle === undefined) sendAndThrottle(topic, payload)
    else throttle.waiting = { payload }
  }

  const catchUp = (): void => {
    const latest = [...unseen]
    unseen.clear()
    for (const [topic, payload] of latest) accept(topic, payload)
  }

  return {
    push: <T extends Topic>(topic: T, payload: Pushes[T]): void => {
      if (stopped) return
      if (isHeld(topic)) {
        unseen.delete(topic)
        return
      }
      if (!isUnseen(topic)) catchUp()
      accept(topic, payload)
    },
    seen: (is: boolean): void => {
      seen = is
      if (is && !stopped) catchUp()
    },
    stop: (): void => {
      stopped = true
      throttles.forEach((throttle) => throttle.cancel())
      throttles.clear()
    },
  }
}
