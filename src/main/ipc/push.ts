// What main tells the page. Values are whole, so of several that come quickly only the newest is worth sending.
import type { BrowserWindow } from 'electron'
import type { Pushes, Topic } from '../../shared/ipc/contract.js'
import { replyLimits, weighPlain } from './payload-limits.js'

/** At most ten messages a second and topic. */
export const pushGapMs = 100

export type PushPorts = {
  send: (topic: Topic, payload: Pushes[Topic]) => void
  /** Calls back once, after so many milliseconds. Gives back what cancels it. */
  after: (ms: number, act: () => void) => () => void
  onFault: (topic: Topic, fault: unknown) => void
}

export type Push = {
  push<T extends Topic>(topic: T, payload: Pushes[T]): void
  /** Nothing is sent any more. */
  stop(): void
}

type Lane = { waiting: { payload: Pushes[Topic] } | null; cancel: () => void }

export const createPush = ({ send, after, onFault }: PushPorts): Push => {
  const lanes = new Map<Topic, Lane>()
  let stopped = false

  const sendNow = (topic: Topic, payload: Pushes[Topic]): void => {
    try {
      const verdict = weighPlain(payload, replyLimits)
      if (verdict !== 'plain') throw new Error(`the payload is ${verdict}`)
      send(topic, payload)
    } catch (fault) {
      onFault(topic, fault)
    }
  }

  const openLane = (topic: Topic): void => {
    const lane: Lane = {
      waiting: null,
      cancel: after(pushGapMs, () => {
        lanes.delete(topic)
        if (lane.waiting === null) return
        openLane(topic)
        sendNow(topic, lane.waiting.payload)
      }),
    }
    lanes.set(topic, lane)
  }

  return {
    push(topic, payload) {
      if (stopped) return
      const lane = lanes.get(topic)
      if (lane !== undefined) {
        lane.waiting = { payload }
        return
      }
      openLane(topic)
      sendNow(topic, payload)
    },
    stop() {
      stopped = true
      lanes.forEach((lane) => lane.cancel())
      lanes.clear()
    },
  }
}

/** Sends to the window that is alive now; with none there is nobody to tell, and the next one asks for everything. */
export const toLiveWindow =
  (current: () => Pick<BrowserWindow, 'isDestroyed' | 'webContents'> | null): PushPorts['send'] =>
  (topic, payload) => {
    const window = current()
    if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return
    window.webContents.send(topic, payload)
  }
