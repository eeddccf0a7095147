// What the lock screen says: since when and why, what goes on, and what nobody sees meanwhile. No account is named.
import type { LockCause, LockedAccounts, LockView } from '../../shared/domain/lock.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import { textOf } from '../../shared/messages/messages.js'
import { sinceText, type Zone } from './times.js'
import { counted } from './words.js'

const causes: Record<LockCause, string> = {
  'by-hand': 'It was locked by hand.',
  idle: 'Nobody was at the computer.',
  'screen-locked': 'The screen was locked.',
  sleep: 'The computer went to sleep.',
  start: 'It starts locked.',
}

export const lockedSince = ({ since, because }: { since: UnixSeconds; because: LockCause }, now: UnixSeconds, zone: Zone): string =>
  `Locked since ${sinceText(since, now, zone)}. ${causes[because]}`

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')

/** One sentence each. */
export const lockedAccountsTexts = ({ unmonitored, monitored, sessionOnly }: LockedAccounts, keepsReading: boolean): string[] => [
  ...(unmonitored === 0
    ? []
    : [`${counted(unmonitored, 'account')} ${isOrAre(unmonitored)} not monitored: LTV and positions are not seen.`]),
  ...(monitored === 0 ? [] : [`${counted(monitored, 'account')} ${isOrAre(monitored)} monitored: LTV, positions and alarms go on.`]),
  'Prices, price alarms and the exchange’s status go on. No order can be placed.',
  ...(sessionOnly === 0 || keepsReading
    ? []
    : [`${counted(sessionOnly, 'account')} had a key for this session only: enter it again after unlocking.`]),
]

/** What stands against unlocking where no field says it. The usual advice of the keychain's problems would lead out of the lock. */
export const unlockTroubleTexts = (problem: Problem): { title: string; text: string; next: string } => ({
  title: problem.code.startsWith('keychain-') ? 'The keychain gives no key' : wordsFor(problem.code).title,
  text: textOf(problem.message),
  next: 'Plimsoll stays locked. Try again; if it stays, quit Plimsoll and start it again.',
})

/** What unlocking means where no passphrase is set. */
export const keychainTexts = ({ inKeychain }: LockedAccounts): string =>
  inKeychain === 0
    ? 'No key is in the keychain and no passphrase is set, so nothing is asked.'
    : 'The keychain is asked for the keys. One that is already open gives them without asking: to be asked each time, set a passphrase in Settings, “Privacy and lock”.'

/** Whole seconds until the next try; null where it can be made now. */
export const waitLeft = ({ retryAt }: Pick<LockView, 'retryAt'>, now: UnixSeconds): number | null =>
  retryAt === null || retryAt <= now ? null : Math.ceil(retryAt - now)
