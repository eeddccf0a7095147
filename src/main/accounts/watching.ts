// Whether somebody is watching, for the report that Plimsoll has stopped.
import type { AccountAlerts } from '../alerts/account-alerts.js'
import type { UnixSeconds } from '../../shared/time.js'
import { isMonitored, type SeenAccount } from './locked-danger.js'

export type WatchedAccount = Pick<SeenAccount, 'key' | 'portfolio'> &
  Pick<AccountAlerts, 'isAtRisk'>

/**
 * At least one account is monitored, and none with something at risk has stopped being so while its
 * key is in use. A key that is refused or not available raises an alert of its own, which is sent.
 */
export function isWatching(accounts: readonly WatchedAccount[], now: UnixSeconds): boolean {
  return (
    accounts.some((account) => isMonitored(account, now)) &&
    accounts.every(
      (account) =>
        account.key.state !== 'accepted' || !account.isAtRisk() || isMonitored(account, now),
    )
  )
}
