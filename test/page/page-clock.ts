// The page's time, in the browser: it only moves when a test moves it, however slow the computer.
// Frames and whatever is due within a frame are the browser's own, so that menus open and focus
// moves by themselves.
import { withGlobal } from '@sinonjs/fake-timers'

/** A delay of at most this many milliseconds is a frame, not a time that somebody waits for. */
const frame = 20

export type PageClock = {
  /** Runs everything due within this many milliseconds, and what follows from it. */
  advance(milliseconds: number): Promise<void>
  /** The wall clock, in milliseconds; no timer runs. */
  set(time: number): void
  /** Holds all frames from now on, as on a busy computer. */
  holdFrames(): void
  /** Runs the held frames, and lets later ones run by themselves. */
  releaseFrames(): void
}

type Frames = Pick<PageClock, 'holdFrames' | 'releaseFrames'>

function installFrames(): Frames {
  const native = {
    request: window.requestAnimationFrame.bind(window),
    cancel: window.cancelAnimationFrame.bind(window),
  }
  /** By the ids returned for them, which are negative. */
  let held: Map<number, FrameRequestCallback> | null = null
  let ids = 0
  window.requestAnimationFrame = (run) => {
    if (held === null) return native.request(run)
    ids -= 1
    held.set(ids, run)
    return ids
  }
  window.cancelAnimationFrame = (id) => {
    if (held?.delete(id) !== true) native.cancel(id)
  }
  return {
    holdFrames: () => {
      held ??= new Map()
    },
    releaseFrames: () => {
      const waiting = [...(held?.values() ?? [])]
      held = null
      for (const run of waiting) native.request(run)
    },
  }
}

export function installPageClock(time: number): PageClock {
  const native = { set: window.setTimeout.bind(window), clear: window.clearTimeout.bind(window) }
  const clock = withGlobal(window).install({
    now: time,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  const { setTimeout: setLong, clearTimeout: clearLong } = window
  /** Ids returned by the browser; ids of the clock are above them. */
  const short = new Set<number>()
  const setAny = (run: () => void, delay = 0, ...words: []): number => {
    if (delay > frame) return setLong(run, delay, ...words) as unknown as number
    const id = native.set(() => {
      short.delete(id)
      run()
    }, delay)
    short.add(id)
    return id
  }
  const clearAny = (id?: number): void => {
    if (id !== undefined && short.delete(id)) native.clear(id)
    else clearLong(id)
  }
  Object.assign(window, { setTimeout: setAny, clearTimeout: clearAny })
  return {
    advance: async (milliseconds) => {
      await clock.tickAsync(milliseconds)
    },
    set: (to) => clock.setSystemTime(to),
    ...installFrames(),
  }
}
