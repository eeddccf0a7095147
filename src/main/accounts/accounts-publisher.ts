// Publishes the status of every account to the page and the tray, and to the page everything it
// shows of the account on screen.
import type { AccountsView } from '../../shared/accounts/account-summary.js'
import { type AlertsView, noAlerts } from '../../shared/alerts/alert.js'
import { noPriceAlerts } from '../../shared/alerts/price-alert.js'
import { noCalls } from '../../shared/calls/call.js'
import { explainPortfolio, explainProblem } from '../../shared/circumstances.js'
import { noFlex } from '../../shared/investments/flex-history.js'
import { noInvested } from '../../shared/investments/invested.js'
import { sameItems } from '../../shared/json.js'
import { noMarkets, noPrices } from '../../shared/markets/market.js'
import { noGaps } from '../../shared/alerts/monitoring-gap.js'
import { noStreamedPrices } from '../../shared/markets/streamed-prices.js'
import { noStreamedPositions } from '../../shared/portfolio/streamed-positions.js'
import { noMining } from '../../shared/mining/mining.js'
import { noTrading } from '../../shared/orders/trading.js'
import { noConnection } from '../../shared/portfolio/connection.js'
import { freshnessOf } from '../../shared/portfolio/feed.js'
import { noPortfolio } from '../../shared/portfolio/portfolio.js'
import { pricesOfNow } from '../../shared/portfolio/position-measure.js'
import { createSignal, type Signal } from '../../shared/signal.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { clockText } from '../alerts/notification-text.js'
import type { TrayAccount } from '../desktop/tray.js'
import type { Push } from '../ipc/push.js'
import type { Account } from './account.js'
import { compareStandings, leadingAlert, type Standing } from './account-order.js'
import { type AccountFacts, type AccountReport, reportOf } from './account-status.js'

/** Milliseconds within which changes of several accounts are published together. */
const publishGapMs = 100
/**
 * Milliseconds after which unchanged statuses are published again, because the ages in them grow.
 */
const ageGapMs = 5000

export type AccountsPublisher = {
  /** The status of every account, worst first, on every change and every few seconds. */
  statuses: Signal<TrayAccount[]>
  summaries: () => AccountsView
  alertsOf: (account: Account | null) => AlertsView
  /** Call every second: picks up what changes with time alone. */
  publishIfChanged: () => void
  statusChanged: () => void
  /** Publishes everything the page shows of an account. */
  publishAccount: (account: Account | null) => void
  notifications: () => AlertsView['notifications']
  setNotifications: (outcome: AlertsView['notifications']) => void
  close: () => void
}

export function createAccountsPublisher(parts: {
  clock: Clock
  timing: Timing
  accounts(): readonly Account[]
  /** Null while Plimsoll is not locked. */
  lockedSince(): UnixSeconds | null
  push: Push['push']
}): AccountsPublisher {
  const { clock, timing, accounts, push } = parts
  const statuses = createSignal<TrayAccount[]>()
  let notifications: AlertsView['notifications'] = 'untried'
  let pushedSummaries = ''
  let cancelPublish: (() => void) | null = null
  let publishedAt = -Infinity
  let publishedFrom: readonly unknown[] = []

  const reports = (): RankedReport[] => rankedReports(accounts(), clock(), parts.lockedSince())

  const publishStatuses = (): void => {
    cancelPublish?.()
    cancelPublish = null
    publishedAt = timing.ticks()
    publishedFrom = sourcesOf(accounts(), clock())
    const all = reports()
    const view: AccountsView = { accounts: all.map(({ summary }) => summary) }
    const text = JSON.stringify(view)
    if (text !== pushedSummaries) push('accounts', view)
    pushedSummaries = text
    statuses.emit(all.map(({ status }) => status))
  }

  const alertsOf = (account: Account | null): AlertsView =>
    account?.alerts.view() ?? { ...noAlerts, notifications }

  return {
    statuses,
    summaries: (): AccountsView => ({ accounts: reports().map(({ summary }) => summary) }),
    alertsOf,
    publishIfChanged: (): void => {
      if (
        timing.ticks() - publishedAt >= ageGapMs ||
        !sameItems(sourcesOf(accounts(), clock()), publishedFrom)
      )
        publishStatuses()
    },
    statusChanged: (): void => {
      cancelPublish ??= timing.after(publishGapMs, publishStatuses)
    },
    publishAccount: (account: Account | null): void => {
      pushAccount(push, account)
      push('alerts', alertsOf(account))
      publishStatuses()
    },
    notifications: (): AlertsView['notifications'] => notifications,
    setNotifications: (outcome: AlertsView['notifications']): void => {
      notifications = outcome
    },
    close: (): void => cancelPublish?.(),
  }
}

/** Everything a report depends on except the age. */
function sourcesOf(accounts: readonly Account[], now: UnixSeconds): unknown[] {
  return accounts.flatMap(({ profile, key, monitor, alerts, circumstances }) => {
    const portfolio = monitor.portfolio()
    const risks = [portfolio.positions, portfolio.loan, portfolio.collateralSummary]
    const freshness = risks.map((feed) => freshnessOf(feed, now))
    return [profile, key, portfolio, alerts.view(), circumstances().maintenance, ...freshness]
  })
}

/** The facts, with problems replaced by their explanation. */
function factsOf(
  account: Account,
  now: UnixSeconds,
  lockedSince: UnixSeconds | null,
): AccountFacts {
  const { profile, key, monitor, prices, alerts, circumstances, worthNow } = account
  const known = circumstances()
  const problem = key.problem === null ? null : explainProblem(key.problem, known)
  return {
    profile,
    key: { ...key, problem },
    portfolio: explainPortfolio(monitor.portfolio(), known),
    alerts: alerts.view(),
    prices: prices(),
    worth: worthNow(),
    ...(lockedSince === null ? {} : { lockedSince: clockText(lockedSince, now) }),
  }
}

type RankedReport = AccountReport & Standing

function rankedReports(
  accounts: readonly Account[],
  now: UnixSeconds,
  lockedSince: UnixSeconds | null,
): RankedReport[] {
  return accounts
    .map((account) => {
      const facts = factsOf(account, now, lockedSince)
      const prices = pricesOfNow(facts.prices ?? null, now)
      const leading = leadingAlert(facts.alerts, facts.portfolio, prices)
      const report = reportOf(facts, now)
      return { ...report, leading, left: report.status.load?.left ?? null }
    })
    .sort(compareStandings)
}

function pushAccount(push: Push['push'], account: Account | null): void {
  push('portfolio', account?.monitor.portfolio() ?? noPortfolio)
  push('connection', account?.monitor.connection() ?? noConnection)
  push('markets', account?.markets() ?? noMarkets)
  push('prices', account?.prices() ?? noPrices)
  push('live-prices', account?.streamedPrices.view() ?? noStreamedPrices)
  push('live-positions', account?.streamedPositions.view() ?? noStreamedPositions)
  push('monitoring-gaps', account?.gaps.view() ?? noGaps)
  push('price-alerts', account?.alerts.priceAlerts.view() ?? noPriceAlerts)
  push('trading', account?.orders.read() ?? noTrading)
  push('calls', account?.calls.view() ?? noCalls)
  push('flex', account?.investments.read() ?? noFlex)
  push('mining', account?.mining.read() ?? noMining)
  push('invested', account?.invested.view() ?? noInvested)
}
