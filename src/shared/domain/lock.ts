import type { FormatChoice } from '../formats.js'
import type { LanguageChoice } from '../messages/language.js'
import { type Message, messageOf, t } from '../messages/messages.js'
import type { UnixSeconds } from '../time.js'
import type { Problem } from './problem.js'

export type LockSettings = {
  /** Minutes without anybody at the computer until Plimsoll locks; null for never. */
  idleMinutes: number | null
  /** The same while trading is armed. */
  idleMinutesArmed: number
  /** Keys stay in memory while Plimsoll is locked, for reading only. */
  keepReadAccess: boolean
}

export const defaultLockSettings: LockSettings = { idleMinutes: 30, idleMinutesArmed: 10, keepReadAccess: false }

/** Arming ends by itself when nobody was there for ten minutes, so a longer time would never be reached. */
export const mostIdleMinutesArmed = 10
export const mostIdleMinutes = 1440

const minutesText = (minutes: number | null): string => (minutes === null ? t('lock.looser.never') : t('lock.looser.minutes', { minutes }))

/** What `after` makes looser than `before`, a sentence for each; empty where it only tightens. */
export const loosenedLock = (before: LockSettings, after: LockSettings): string[] => {
  const isLonger =
    after.idleMinutes === null ? before.idleMinutes !== null : before.idleMinutes !== null && after.idleMinutes > before.idleMinutes
  const change = (was: number | null, is: number | null) => ({ was: minutesText(was), is: minutesText(is) })
  return [
    ...(isLonger ? [t('lock.looser.idle', change(before.idleMinutes, after.idleMinutes))] : []),
    ...(after.idleMinutesArmed > before.idleMinutesArmed
      ? [t('lock.looser.idle-armed', change(before.idleMinutesArmed, after.idleMinutesArmed))]
      : []),
    ...(after.keepReadAccess && !before.keepReadAccess ? [t('lock.looser.keeps-reading')] : []),
  ]
}

/** `start`: with a passphrase Plimsoll starts locked. */
export type LockCause = 'by-hand' | 'idle' | 'screen-locked' | 'sleep' | 'start'

/** `damaged`: there is one, and what it is checked against cannot be read. */
export type PassphraseState = 'none' | 'set' | 'damaged'

/** How many accounts, and no more of them than that. */
export type LockedAccounts = {
  /** Nothing of these is monitored now. */
  unmonitored: number
  /** These are monitored. */
  monitored: number
  /** Their keys are fetched from the keychain again. */
  inKeychain: number
  /** Their keys were in memory alone, and are entered again after unlocking. */
  sessionOnly: number
}

export type LockView = {
  /** Null while it is not locked. */
  locked: { since: UnixSeconds; because: LockCause; accounts: LockedAccounts; keepsReading: boolean } | null
  passphrase: PassphraseState
  /** When the next passphrase is looked at; null for at once. */
  retryAt: UnixSeconds | null
  /** As they are set: the settings themselves cannot be read while it is locked. */
  utcTimes: boolean
  language: LanguageChoice
  /** `plain` or a region: the page cannot ask what the system's is. */
  formats: FormatChoice
}

export const shortestPassphrase = 8
export const longestPassphrase = 256

/** As it is checked: the same characters typed in another way are the same passphrase. */
export const normalPassphrase = (typed: string): string => typed.normalize('NFKC')

/** What stands against a new passphrase, as a sentence for its field; null where nothing does. There are no rules but its length. */
export const passphraseFault = (typed: string): Message | null => {
  const { length } = [...normalPassphrase(typed)]
  if (length < shortestPassphrase) return messageOf('lock.too-short', { least: shortestPassphrase })
  return length > longestPassphrase ? messageOf('lock.too-long', { most: longestPassphrase }) : null
}

/** What everything is answered while Plimsoll is locked. */
export const lockedProblem: Readonly<Problem> = Object.freeze({
  code: 'key-locked',
  message: messageOf('lock.locked'),
  reason: 'LOCKED',
})
