import type { FormatChoice } from '../formats.js'
import type { LanguageChoice } from '../messages/language.js'
import { type Message, messageOf, t } from '../messages/messages.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { Problem } from '../problem.js'

export type LockSettings = {
  /** Minutes without user input until Plimsoll locks; null for never. */
  idleMinutes: number | null
  /** The same while trading is armed. */
  idleMinutesArmed: number
  /**
   * Locking wipes the keys from memory, and then nothing is monitored that needs one. If off, they
   * stay for reading only: a user away from the computer is the one who needs the alerts.
   */
  dropsKeys: boolean
}

export const defaultLockSettings: LockSettings = {
  idleMinutes: 30,
  idleMinutesArmed: 10,
  dropsKeys: false,
}

/**
 * Arming ends by itself after ten minutes without user input, so a longer time would never be
 * reached.
 */
export const mostIdleMinutesArmed = 10
export const mostIdleMinutes = 1440

function minutesText(minutes: number | null): string {
  return minutes === null ? t('lock.looser.never') : t('lock.looser.minutes', { minutes })
}

/** What `after` loosens compared with `before`, one sentence each; empty if it only tightens. */
export function loosenedLock(before: LockSettings, after: LockSettings): string[] {
  const isLonger =
    after.idleMinutes === null
      ? before.idleMinutes !== null
      : before.idleMinutes !== null && after.idleMinutes > before.idleMinutes
  const change = (was: number | null, is: number | null) => ({
    was: minutesText(was),
    is: minutesText(is),
  })
  return [
    ...(isLonger ? [t('lock.looser.idle', change(before.idleMinutes, after.idleMinutes))] : []),
    ...(after.idleMinutesArmed > before.idleMinutesArmed
      ? [t('lock.looser.idle-armed', change(before.idleMinutesArmed, after.idleMinutesArmed))]
      : []),
    ...(before.dropsKeys && !after.dropsKeys ? [t('lock.looser.keeps-reading')] : []),
  ]
}

/** `start`: with a passphrase Plimsoll starts locked. */
export type LockCause = 'by-hand' | 'idle' | 'screen-locked' | 'sleep' | 'start'

/** `damaged`: there is one, but its stored check data cannot be read. */
export type PassphraseState = 'none' | 'set' | 'damaged'

/** Worst first. `danger`, `caution`: an alert of that level about something else. */
export const lockedDangerKinds = ['liquidation', 'margin-call', 'danger', 'caution'] as const

export type LockedDanger = {
  kind: (typeof lockedDangerKinds)[number]
  /** How many accounts this applies to. */
  accounts: number
  /** Whether they are monitored; otherwise it was so at the last check. */
  current: boolean
  /**
   * The highest LTV of their loans; null if LTV is not the danger, or if the settings keep figures
   * out of notifications.
   */
  ltv: Decimal | null
}

/**
 * How many accounts there are, how many are in danger, and nothing more: no name, and no amount.
 */
export type LockedAccounts = {
  /** Accounts without a current response. */
  unmonitored: number
  /** Accounts with fresh responses. */
  monitored: number
  /** Of those not monitored: their key was requested from the keychain, which has not responded. */
  awaitingKey: number
  /** Worst first, one for each kind and for whether it is current. */
  dangers: LockedDanger[]
  /** Their keys are fetched from the keychain again. */
  inKeychain: number
  /** Their keys were only in memory, and must be entered again after unlocking. */
  sessionOnly: number
}

export type LockView = {
  /** Null while it is not locked. */
  locked: {
    since: UnixSeconds
    because: LockCause
    accounts: LockedAccounts
    keepsReading: boolean
  } | null
  passphrase: PassphraseState
  /** When the next passphrase is accepted for checking; null for immediately. */
  retryAt: UnixSeconds | null
  /** From the settings, which cannot be read while it is locked. */
  utcTimes: boolean
  language: LanguageChoice
  /** `plain` or a region: the page cannot look up the system's. */
  formats: FormatChoice
}

export const shortestPassphrase = 8
export const longestPassphrase = 256

/** The form that is checked: the same characters typed in another way are the same passphrase. */
export function normalPassphrase(typed: string): string {
  return typed.normalize('NFKC')
}

/**
 * What is wrong with a new passphrase, as a sentence for its field; null if nothing is. The only
 * rule is its length.
 */
export function passphraseFault(typed: string): Message | null {
  const { length } = [...normalPassphrase(typed)]
  if (length < shortestPassphrase) return messageOf('lock.too-short', { least: shortestPassphrase })
  return length > longestPassphrase ? messageOf('lock.too-long', { most: longestPassphrase }) : null
}

/** The reply to every request while Plimsoll is locked. */
export const lockedProblem: Readonly<Problem> = Object.freeze({
  code: 'key-locked',
  message: messageOf('lock.locked'),
  reason: 'LOCKED',
})
