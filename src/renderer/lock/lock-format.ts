// The text of the lock screen: since when and why, what continues, and what is not visible
// meanwhile. It names no account.
import { keychainWaits } from '../../shared/accounts/keychain-wait.js'
import type { LockCause, LockedAccounts, LockedDanger, LockView } from '../../shared/lock/lock.js'
import { wordsFor } from '../../shared/problem-words.js'
import type { Problem } from '../../shared/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import { t, textOf } from '../../shared/messages/messages.js'
import { sinceText, type Zone } from '../components/times.js'

export function lockedSince(
  { since, because }: { since: UnixSeconds; because: LockCause },
  now: UnixSeconds,
  zone: Zone,
): string {
  return t(`welcome.lock.since.${because}`, { time: sinceText(since, now, zone) })
}

/** One sentence each. */
export function lockedAccountsTexts(accounts: LockedAccounts, keepsReading: boolean): string[] {
  const { unmonitored, awaitingKey, monitored, sessionOnly } = accounts
  return [
    ...(unmonitored === 0 ? [] : [t('welcome.lock.unmonitored', { count: unmonitored })]),
    ...(awaitingKey === 0 ? [] : [t('welcome.lock.awaiting-key', { count: awaitingKey })]),
    ...(monitored === 0 ? [] : [t('welcome.lock.monitored', { count: monitored })]),
    t('welcome.lock.goes-on'),
    ...(sessionOnly === 0 || keepsReading
      ? []
      : [t('welcome.lock.session-only', { count: sessionOnly })]),
  ]
}

/** "1 account is in margin call", and its LTV if it may be shown. */
export function lockedDangerTexts({ kind, accounts: count, current, ltv }: LockedDanger): {
  text: string
  ltv: string | null
} {
  const danger = t(`welcome.lock.danger.${kind}`, { count })
  const ltvText =
    ltv === null
      ? null
      : t(count === 1 ? 'welcome.lock.danger.ltv' : 'welcome.lock.danger.highest-ltv', { ltv })
  return { text: current ? danger : t('welcome.lock.danger.before', { danger }), ltv: ltvText }
}

/**
 * What prevents unlocking, if no field says it. The usual advice for keychain problems would lead
 * out of the lock.
 */
export function unlockTroubleTexts(problem: Problem): {
  title: string
  text: string
  next: string
} {
  const text = textOf(problem.message)
  if (problem.reason === keychainWaits.reason)
    return { title: t('welcome.lock.waits'), text, next: t('welcome.lock.waits.next') }
  const title = problem.code.startsWith('keychain-')
    ? t('welcome.lock.no-key')
    : wordsFor(problem.code).title
  return { title, text, next: t('welcome.lock.stays') }
}

/** What unlocking means if no passphrase is set. */
export function keychainTexts({ inKeychain }: LockedAccounts): string {
  return inKeychain === 0 ? t('welcome.lock.nothing-asked') : t('welcome.lock.keychain-asked')
}

/** Whole seconds until the next attempt; null if it can be made now. */
export function waitLeft({ retryAt }: Pick<LockView, 'retryAt'>, now: UnixSeconds): number | null {
  return retryAt === null || retryAt <= now ? null : Math.ceil(retryAt - now)
}
