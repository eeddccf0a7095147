// When Plimsoll locks by itself, and how long a wrong passphrase delays the next try.
import type { LockCause, LockSettings } from '../../shared/lock/lock.js'

export type LockFacts = {
  /** What the system reports; null if only time has passed. */
  event: 'screen-locked' | 'sleep' | null
  /** Seconds since the last user input, as the system counts them. */
  idleSeconds: number
  /**
   * Seconds since Plimsoll was unlocked, or started. Idle time cannot be longer: a wrong idle time
   * from the system must not lock again immediately.
   */
  unlockedFor: number
  /** Whether any account is armed. */
  armed: boolean
  /** Whether there is any account, or a passphrase: otherwise there is nothing to protect. */
  guards: boolean
  settings: Pick<LockSettings, 'idleMinutes' | 'idleMinutesArmed'>
}

/** Null if it does not lock. */
export function whyLock({
  event,
  idleSeconds,
  unlockedFor,
  armed,
  guards,
  settings,
}: LockFacts): LockCause | null {
  if (!guards) return null
  if (event !== null) return event
  const minutes = armed ? settings.idleMinutesArmed : settings.idleMinutes
  const idle = idleSeconds < unlockedFor ? idleSeconds : unlockedFor
  return minutes !== null && idle >= minutes * 60 ? 'idle' : null
}

const freeTries = 5
const longestWait = 300
/** The first power of two beyond the longest wait: larger ones need not be counted. */
const mostDoublings = 9

/**
 * Seconds to wait after this many consecutive wrong passphrases: none after the first five, then 1,
 * 2, 4 … up to five minutes.
 */
export function waitAfter(wrong: number): number {
  const doublings = wrong - freeTries - 1
  if (doublings < 0) return 0
  return doublings >= mostDoublings ? longestWait : 2 ** doublings
}
