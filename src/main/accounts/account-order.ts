// The order of accounts in the tray, the switcher and the list of all accounts: by each account's
// leading alert, using current figures.
import { type AccountSummary, gravity } from '../../shared/accounts/account-summary.js'
import { type Alert, type AlertsView, worstFirst } from '../../shared/alerts/alert.js'
import type { PricesView } from '../../shared/markets/market.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import { compare, type Decimal } from '../../shared/money.js'
import { createCurrentFigures } from '../alerts/current-figures.js'

/** The leading alert of an account, with current figures; null if there is none. */
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

/** Negative if `a` comes first, zero if neither does, whichever order they are passed in. */
function compareAlerts(a: Alert | null, b: Alert | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  const [first] = worstFirst([a, b])
  const [same] = worstFirst([b, a])
  return first !== same ? 0 : first === a ? -1 : 1
}

/**
 * `leading`: from `leadingAlert`. `left`: of its nearest load, the share of what backs it that may
 * be lost; null without one, or if unknown.
 */
export type Standing = { summary: AccountSummary; leading: Alert | null; left: Decimal | null }

/**
 * Worst first. Ties are broken by an alert not yet acknowledged, then the worse or nearer alert,
 * then more alerts, then less room, of a loan or of the margin. The demo comes last.
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
  if (a.left === null || b.left === null) return a.left === b.left ? 0 : a.left === null ? 1 : -1
  return compare(a.left, b.left)
}
