// What main sends to the page without a request.
import type { Pushes, Topic } from '../../shared/contract.js'
import type { Timing } from '../../shared/time.js'
import { checkPayload, replyLimits } from './router.js'

/** At most ten messages a second and topic. */
export const pushGapMs = 100

/**
 * Pushed to a page that nobody sees as well: it must not show for a moment what was hidden or
 * locked meanwhile, and the lock screen asks for nothing.
 */
const alwaysPushed: ReadonlySet<Topic> = new Set<Topic>(['settings', 'lock'])

/** The part of Electron's BrowserWindow that is needed. */
export type PushedWindow = {
  isDestroyed(): boolean
  readonly webContents: {
    isCrashed(): boolean
    send(topic: Topic, payload: Pushes[Topic]): void
  }
}

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
  window: () => PushedWindow | null
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
      // The next window requests everything itself: an older value must not follow.
      if (parts.window() === null) unseen.delete(topic)
      else unseen.set(topic, payload)
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
      // The page loaded after the lock requests everything.
      if (parts.locked()) unseen.clear()
      if (isHeld(topic)) return
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
