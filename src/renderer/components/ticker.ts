// When the page's clock moves on: by the smallest unit that something on screen shows, and not at
// all while the page is hidden. Whoever shows a time says, by reading it, when its text changes
// next.
import type { Clock, UnixSeconds } from '../../shared/time.js'

/** What this needs of the browser. */
export type Sight = {
  visible(): boolean
  /** Calls `act` whenever that changes; returns what ends this. */
  onChange(act: () => void): () => void
  /** Runs `act` once after `ms`, unless the returned function is called before. */
  after(ms: number, act: () => void): () => void
}

/** Of the page that this runs in. */
export const pageSight: Sight = {
  visible: () => document.visibilityState === 'visible',
  onChange: (act) => {
    document.addEventListener('visibilitychange', act)
    return () => document.removeEventListener('visibilitychange', act)
  },
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

const minute = 60
const day = 86_400

/** When the wall clock shows another minute. */
export function nextMinute(now: UnixSeconds): UnixSeconds {
  return minute * (Math.floor(now / minute) + 1)
}

/** The unit by which the text of such an age or span changes. */
function unitOf(seconds: number): number {
  return seconds < minute ? 1 : seconds < day ? minute : day
}

/** When the text of the age of `at` changes next; null if it does with every second. */
export function nextAge(at: UnixSeconds, now: UnixSeconds): UnixSeconds | null {
  const age = now - at
  const unit = unitOf(age)
  return unit === 1 ? null : at + unit * (Math.floor(age / unit) + 1)
}

/** When the text of the span until `at` changes next; null if it does with every second. */
export function nextSpan(at: UnixSeconds, now: UnixSeconds): UnixSeconds | null {
  const left = at - now
  const unit = unitOf(left)
  // It changes after that moment, not at it.
  return unit === 1 ? null : Math.floor(at - unit * Math.floor(left / unit)) + 1
}

/**
 * No timer is set for longer, in seconds: the computer's clock may be set back, and what is due by
 * it would then come even later.
 */
const longestWait = minute

type Unit = 'seconds' | 'minutes'

/**
 * `tick`: the texts that show seconds, or those that do not, are to be read again. Whichever are
 * still on screen then ask for the next tick, so without them none comes.
 */
export function createTicker(read: Clock, sight: Sight, tick: (unit: Unit) => void) {
  /** As of the last tick, so that everything on screen agrees on the time. */
  let time = read()
  const due: Record<Unit, UnixSeconds> = { seconds: Infinity, minutes: Infinity }
  let timer: { at: UnixSeconds; cancel: () => void } | null = null
  let stopListening: (() => void) | null = null

  const cancel = (): void => {
    timer?.cancel()
    timer = null
  }

  const setTimer = (): void => {
    if (stopListening === null || !sight.visible()) return
    const at = Math.min(due.seconds, due.minutes)
    if (at === Infinity || (timer !== null && timer.at <= at)) return
    cancel()
    const wait = Math.min(longestWait, Math.max(0, at - read()))
    timer = { at, cancel: sight.after(Math.ceil(wait * 1000), move) }
  }

  const run = (unit: Unit): void => {
    due[unit] = Infinity
    tick(unit)
  }

  const move = (): void => {
    timer = null
    const before = time
    time = read()
    const isSetBack = time < before
    for (const unit of ['seconds', 'minutes'] as const)
      if (isSetBack || time >= due[unit]) run(unit)
    setTimer()
  }

  const look = (): void => {
    cancel()
    if (!sight.visible()) return
    time = read()
    run('seconds')
    run('minutes')
  }

  return {
    /** The time on screen. Without a timer nothing has moved it on. */
    now: (): UnixSeconds => {
      const at = read()
      if (at < time) {
        // The computer's clock was set back: what is due by the old one would come too late.
        for (const unit of ['seconds', 'minutes'] as const)
          if (due[unit] !== Infinity) due[unit] = at
        time = at
        setTimer()
      } else if (at - time >= 1) time = at
      return time
    },
    everySecond: (): void => {
      due.seconds = Math.min(due.seconds, Math.floor(read()) + 1)
      setTimer()
    },
    at: (moment: UnixSeconds): void => {
      due.minutes = Math.min(due.minutes, Math.ceil(moment))
      setTimer()
    },
    open: (): void => {
      stopListening ??= sight.onChange(look)
      setTimer()
    },
    close: (): void => {
      stopListening?.()
      stopListening = null
      cancel()
    },
  }
}
