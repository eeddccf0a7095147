import type { UnixSeconds } from '../../shared/time.js'

/** Lets at most one text through per `seconds`; the newest of those held back follows when its time has come. */
export type Throttle = { offer(text: string, now: UnixSeconds): string | null; due(now: UnixSeconds): string | null }

export const createThrottle = (seconds: number): Throttle => {
  let lastAt: UnixSeconds | null = null
  let held: string | null = null
  const due = (now: UnixSeconds): string | null => {
    if (held === null || (lastAt !== null && now - lastAt < seconds)) return null
    const text = held
    held = null
    lastAt = now
    return text
  }
  return {
    offer: (text, now) => {
      held = text
      return due(now)
    },
    due,
  }
}
