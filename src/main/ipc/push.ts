// Pushes to the page. Values are whole, so of several that come quickly only the newest is sent.
import type { BrowserWindow } from 'electron'
import type { Pushes, Topic } from '../../shared/ipc/contract.js'
import { replyLimits, checkPayload } from './router.js'

/** At most ten messages a second and topic. */
export const pushGapMs = 100

type Send = (topic: Topic, payload: Pushes[Topic]) => void
type Throttle = { waiting: { payload: Pushes[Topic] } | null; cancel: () => void }

export type Push = ReturnType<typeof createPush>

export const createPush = (parts: {
  send: Send
  /** Calls back once, after so many milliseconds. Gives back what cancels it. */
  after: (ms: number, act: () => void) => () => void
  onFault: (topic: Topic, fault: unknown) => void
}) => {
  const { send, after, onFault } = parts
  const throttles = new Map<Topic, Throttle>()
  let stopped = false

  const sendNow = (topic: Topic, payload: Pushes[Topic]): void => {
    try {
      const verdict = checkPayload(payload, replyLimits)
      if (verdict !== 'plain') throw new Error(`the payload is ${verdict}`)
      send(topic, payload)
    } catch (fault) {
      onFault(topic, fault)
    }
  }

  const startThrottle = (topic: Topic): void => {
    const throttle: Throttle = {
      waiting: null,
      cancel: after(pushGapMs, () => {
        throttles.delete(topic)
        if (throttle.waiting === null) return
        startThrottle(topic)
        sendNow(topic, throttle.waiting.payload)
      }),
    }
    throttles.set(topic, throttle)
  }

  return {
    push: <T extends Topic>(topic: T, payload: Pushes[T]): void => {
      if (stopped) return
      const throttle = throttles.get(topic)
      if (throttle !== undefined) {
        throttle.waiting = { payload }
        return
      }
      startThrottle(topic)
      sendNow(topic, payload)
    },
    /** Nothing is sent any more. */
    stop: (): void => {
      stopped = true
      throttles.forEach((throttle) => throttle.cancel())
      throttles.clear()
    },
  }
}

/** Sends to the window that is alive now; with none nothing is sent, and the next one asks for everything. */
export const toLiveWindow =
  (current: () => Pick<BrowserWindow, 'isDestroyed' | 'webContents'> | null): Send =>
  (topic, payload) => {
    const window = current()
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return
    window.webContents.send(topic, payload)
  }
