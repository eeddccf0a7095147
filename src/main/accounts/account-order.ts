// Which account comes first in the tray, the switcher and the list of all accounts: by the alert
// that leads in each, as it is now.
import { type AccountSummary, gravity } from '../../shared/accounts/account-summary.js'
import { type Alert, type AlertsView, worstFirst } from '../../shared/alerts/alert.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import { compare } from '../../shared/money.js'
import { createCurrentFigures } from '../alerts/current-figures.js'

/**
 * The alert that leads in an account, with its figures as they are now; null where there is none.
 */
export function leadingAlert(
  { attention: [first] }: AlertsView,
  portfolio: PortfolioView,
  prices: PricesView | null,
): Alert | null {
  if (first === undefined) return null
  const { alert } = first
  return {
    ...alert,
    cause: {
      ...alert.cause,
      ...createCurrentFigures(
        () => portfolio,
        () => prices,
      ).causeNow(alert),
    },
  }
}

/**
 * Negative where `a` comes first, and zero where neither does, in whatever order they are compared.
 */
function compareAlerts(a: Alert | null, b: Alert | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  const [first] = worstFirst([a, b])
  const [same] = worstFirst([b, a])
  return first !== same ? 0 : first === a ? -1 : 1
}

/** `leading`: of `leadingAlert`. */
export type Standing = { summary: AccountSummary; leading: Alert | null }

/**
 * The worst first; of two that stand alike, the one with an alert that nobody has reacted to, then
 * the one with the worse or nearer alert, with more of them, with less headroom. The demo last.
 */
export function compareStandings(a: Standing, b: Standing): number {
  const isDemo = ({ profile }: AccountSummary): number => (profile.region === 'demo' ? 1 : 0)
  const isCalling = ({ calling }: AccountSummary): number => (calling > 0 ? 1 : 0)
  const [one, other] = [a.summary, b.summary]
  const byLevel =
    isDemo(one) - isDemo(other) ||
    gravity[other.level] - gravity[one.level] ||
    isCalling(other) - isCalling(one)
  const byAlert = byLevel || compareAlerts(a.leading, b.leading) || other.calling - one.calling
  if (byAlert !== 0) return byAlert
  if (one.headroom === null || other.headroom === null)
    return one.headroom === other.headroom ? 0 : one.headroom === null ? 1 : -1
  return compare(one.headroom, other.headroom)
}
