// What locking means for all accounts: what is wiped, what goes unmonitored meanwhile, and whether
// an entered key unlocks it.
import type { LockedAccounts } from '../../shared/lock/lock.js'
import type { Problem } from '../../shared/problem.js'
import { keychainWaits } from '../../shared/accounts/keychain-wait.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { lockNotice, lockNoticeId } from '../alerts/lock-notice.js'
import type { Notifier } from '../desktop/notifier.js'
import {
  keyHint,
  readCredentialPart,
  sameSecret,
  type Secret,
  wipeCredentials,
} from '../keychain/secret.js'
import type { Log } from '../logging/log-writer.js'
import type { Account } from './account.js'
import type { AppState } from './app-state.js'
import type { CredentialStore } from './credential-store.js'
import { dangerIn, groupDangers, isMonitored } from './locked-danger.js'
import type { ProfileRepository } from './profile-repository.js'

export function createLockedAccounts(parts: {
  clock: Clock
  accounts(): readonly Account[]
  /** Whether LTV may be shown where anyone can see it. */
  showsFigures(): boolean
  appState: Pick<AppState, 'view'>
  profiles: Pick<ProfileRepository, 'list'>
  keys: Pick<CredentialStore, 'load' | 'endSessions'>
  redactSecret(secret: Secret): void
  lockedSince(): UnixSeconds | null
  notifier: Pick<Notifier, 'notify' | 'withdraw'>
  /** Keys being entered. */
  closeDrafts(): void
  statusChanged(): void
  log: Pick<Log, 'error'>
}) {
  const { accounts, keys, notifier } = parts
  let notifiedOf: UnixSeconds | null = null

  /** Notifies once of what goes unmonitored while locked. The demo has nothing to lose. */
  const tell = (): void => {
    const since = parts.lockedSince()
    if (since === notifiedOf) return
    notifiedOf = since
    const blind = accounts().filter(
      ({ profile, key, alerts }) =>
        profile.region !== 'demo' && key.state === 'locked' && alerts.isAtRisk(),
    )
    if (since !== null && blind.length > 0)
      notifier.notify(lockNotice(blind.map(({ profile }) => profile.name)))
  }

  return {
    tell,
    /** It was not shown, or is no longer on screen. */
    tellAgain: (): void => {
      notifiedOf = null
      tell()
    },
    /**
     * Disarms every account, and wipes every key or keeps it for reading, and wipes keys being
     * entered. A failing account does not stop the others.
     */
    lock: (keepsKeys: boolean): void => {
      const steps: (() => void)[] = [
        parts.closeDrafts,
        ...accounts().map((account) => () => account.lock(keepsKeys)),
        ...(keepsKeys ? [] : [keys.endSessions, tell]),
      ]
      for (const step of steps) {
        try {
          step()
        } catch (fault) {
          parts.log.error('a part was not locked', { fault })
        }
      }
      parts.statusChanged()
    },
    /** Plimsoll is unlocked. */
    unlocked: (): void => {
      notifier.withdraw(lockNoticeId)
      parts.statusChanged()
    },
    counts: (): LockedAccounts => {
      // Includes accounts that are not open yet, but not the demo.
      const { profiles: known } = parts.appState.view()
      const open = accounts().filter(({ profile }) => known.some(({ id }) => id === profile.id))
      const now = parts.clock()
      const seen = open.map(({ key, monitor, alerts }) => ({
        key,
        portfolio: monitor.portfolio(),
        alerts: alerts.view(),
      }))
      const monitored = seen.filter((account) => isMonitored(account, now)).length
      return {
        unmonitored: known.length - monitored,
        monitored,
        awaitingKey: seen.filter(({ key }) => key.problem?.reason === keychainWaits.reason).length,
        dangers: groupDangers(
          seen.flatMap((account) => dangerIn(account, now) ?? []),
          parts.showsFigures(),
        ),
        inKeychain: known.filter(({ keyStorage }) => keyStorage === 'keychain').length,
        sessionOnly: known.filter((one) => one.keyStorage === 'session' && one.keyHint !== '')
          .length,
      }
    },
    /**
     * Compares an entered pair with the keychain's keys for accounts that show the same hint, and
     * wipes it.
     */
    holdsKey: async (apiKey: string, apiSecret: string): Promise<Result<boolean, Problem>> => {
      const typed = {
        apiKey: readCredentialPart('apiKey', apiKey),
        apiSecret: readCredentialPart('apiSecret', apiSecret),
      }
      const halves = Object.values(typed).flatMap((half) => (half.ok ? [half.value.secret] : []))
      halves.forEach(parts.redactSecret)
      try {
        if (!typed.apiKey.ok || !typed.apiSecret.ok) return ok(false)
        const hint = keyHint(typed.apiKey.value.secret)
        const listed = parts.profiles.list()
        if (!listed.ok) return listed
        for (const profile of listed.value.filter(
          (one) => one.keyStorage === 'keychain' && one.keyHint === hint,
        )) {
          const stored = await keys.load(profile)
          if (!stored.ok) return fail(stored.error.problem)
          const same =
            sameSecret(stored.value.apiKey, typed.apiKey.value.secret) &&
            sameSecret(stored.value.apiSecret, typed.apiSecret.value.secret)
          wipeCredentials(stored.value)
          if (same) return ok(true)
        }
        return ok(false)
      } finally {
        halves.forEach((half) => half.wipe())
      }
    },
  }
}
