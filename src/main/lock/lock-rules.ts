// When Plimsoll locks by itself, and how long a wrong passphrase makes the next one wait.
import type { LockCause, LockSettings } from '../../shared/lock/lock.js'

export type LockFacts = {
  /** What the system reports; null where only time has passed. */
  event: 'screen-locked' | 'sleep' | null
  /** Seconds since anybody touched the computer, as the system counts them. */
  idleSeconds: number
  /**
   * Seconds since Plimsoll was unlocked, or started. Nobody was idle for longer: an idle time that
   * a system gets wrong must not lock anew at once.
   */
  unlockedFor: number
  /** Whether any account is armed. */
  armed: boolean
  /**
   * Whether there is any account, or a passphrase: otherwise there is nothing to keep from anybody.
   */
  guards: boolean
  settings: Pick<LockSettings, 'idleMinutes' | 'idleMinutesArmed'>
}

/** Null where it does not lock. */
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
/** The first power of two that is beyond the longest wait: what comes after need not be counted. */
const mostDoublings = 9

/**
 * Seconds to wait after so many wrong passphrases in a row: none after the first five, then 1, 2, 4
 * … up to five minutes.
 */
export function waitAfter(wrong: number): number {
  const doublings = wrong - freeTries - 1
  if (doublings < 0) return 0
  return doublings >= mostDoublings ? longestWait : 2 ** doublings
}
