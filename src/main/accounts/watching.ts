// Whether somebody is watching, and how urgent it is, for the report that Plimsoll has stopped.
import { type AlertScreen, type AlertsView, screenOf } from '../../shared/alerts/alert.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { AccountAlerts } from '../alerts/account-alerts.js'
import { nearnessOf } from '../polling/poll-scheduler.js'
import { isMonitored, type SeenAccount } from './locked-danger.js'

/** Where what may cost money soon is shown. */
const riskScreens: readonly AlertScreen[] = ['loans', 'positions', 'margin-answer']

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

/**
 * Near its margin call, or past it, by the last known figures: also after a start, before the first
 * response, and where the user set no early step.
 */
export function isNearMarginCall(
  { attention }: Pick<AlertsView, 'attention'>,
  portfolio: PortfolioView,
  prices: PricesView | null,
): boolean {
  const isInDanger = attention.some(
    ({ alert: { level, kind } }) => level === 'danger' && riskScreens.includes(screenOf(kind)),
  )
  return (
    isInDanger ||
    (['loan', 'positions', 'collateralSummary'] as const).some(
      (feed) => nearnessOf[feed](portfolio, prices) === 'near',
    )
  )
}
