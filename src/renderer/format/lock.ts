// What the lock screen says: since when and why, what goes on, and what nobody sees meanwhile. No account is named.
import type { LockCause, LockedAccounts, LockView } from '../../shared/domain/lock.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import { t, textOf } from '../../shared/messages/messages.js'
import { sinceText, type Zone } from './times.js'

export const lockedSince = ({ since, because }: { since: UnixSeconds; because: LockCause }, now: UnixSeconds, zone: Zone): string =>
  t(`welcome.lock.since.${because}`, { time: sinceText(since, now, zone) })

/** One sentence each. */
export const lockedAccountsTexts = ({ unmonitored, monitored, sessionOnly }: LockedAccounts, keepsReading: boolean): string[] => [
  ...(unmonitored === 0 ? [] : [t('welcome.lock.unmonitored', { count: unmonitored })]),
  ...(monitored === 0 ? [] : [t('welcome.lock.monitored', { count: monitored })]),
  t('welcome.lock.goes-on'),
  ...(sessionOnly === 0 || keepsReading ? [] : [t('welcome.lock.session-only', { count: sessionOnly })]),
]

/** What stands against unlocking where no field says it. The usual advice of the keychain's problems would lead out of the lock. */
export const unlockTroubleTexts = (problem: Problem): { title: string; text: string; next: string } => ({
  title: problem.code.startsWith('keychain-') ? t('welcome.lock.no-key') : wordsFor(problem.code).title,
  text: textOf(problem.message),
  next: t('welcome.lock.stays'),
})

/** What unlocking means where no passphrase is set. */
export const keychainTexts = ({ inKeychain }: LockedAccounts): string =>
  inKeychain === 0 ? t('welcome.lock.nothing-asked') : t('welcome.lock.keychain-asked')

/** Whole seconds until the next try; null where it can be made now. */
export const waitLeft = ({ retryAt }: Pick<LockView, 'retryAt'>, now: UnixSeconds): number | null =>
  retryAt === null || retryAt <= now ? null : Math.ceil(retryAt - now)
