// What the page and the tray are shown of the accounts.
import type { AccountsView } from '../../shared/domain/account-summary.js'
import { type AlertsView, noAlerts } from '../../shared/domain/alert.js'
import { noConnection } from '../../shared/domain/connection.js'
import { freshnessOf } from '../../shared/domain/feed.js'
import { noFlex } from '../../shared/domain/flex-history.js'
import { noMining } from '../../shared/domain/mining.js'
import { noPortfolio } from '../../shared/domain/portfolio.js'
import { noTrading } from '../../shared/domain/trading.js'
import { sameItems } from '../../shared/same-items.js'
import { createSignal } from '../../shared/signal.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { Push } from '../ipc/push.js'
import type { Account } from './account.js'
import { type AccountReport, type AccountStatus, reportOf, worstFirst } from './account-status.js'

export type AccountsPublisherParts = {
  clock: Clock
  timing: Timing
  accounts(): readonly Account[]
  push: Push['push']
}

/** Milliseconds in which changes of several accounts are published as one. */
const publishGapMs = 100
/** Milliseconds after which unchanged statuses are published again: the ages in them grow. */
const ageGapMs = 5000

export const createAccountsPublisher = ({ clock, timing, accounts, push }: AccountsPublisherParts) => {
  const statuses = createSignal<AccountStatus[]>()
  let notifications: AlertsView['notifications'] = 'untried'
  let pushedSummaries = ''
  let cancelPublish: (() => void) | null = null
  let publishedAt = -Infinity
  let publishedFrom: readonly unknown[] = []

  /** Everything a report depends on except the age. */
  const sources = (): unknown[] => {
    const now = clock()
    return accounts().flatMap(({ profile, key, monitor, alerts }) => {
      const portfolio = monitor.portfolio()
      return [profile, key, portfolio, alerts.view(), freshnessOf(portfolio.positions, now), freshnessOf(portfolio.loan, now)]
    })
  }

  const reports = (): AccountReport[] => {
    const now = clock()
    return accounts()
      .map(({ profile, key, monitor, alerts }) => reportOf({ profile, key, portfolio: monitor.portfolio(), alerts: alerts.view() }, now))
      .sort((a, b) => worstFirst(a.summary, b.summary))
  }

  const publishStatuses = (): void => {
    cancelPublish?.()
    cancelPublish = null
    publishedAt = timing.ticks()
    publishedFrom = sources()
    const all = reports()
    const view: AccountsView = { accounts: all.map(({ summary }) => summary) }
    const text = JSON.stringify(view)
    if (text !== pushedSummaries) push('accounts', view)
    pushedSummaries = text
    statuses.emit(all.map(({ status }) => status))
  }

  const alertsOf = (account: Account | null): AlertsView => account?.alerts.view() ?? { ...noAlerts, notifications }

  return {
    /** How every account stands, the worst first, whenever that changes and every few seconds. */
    statuses,
    summaries: (): AccountsView => ({ accounts: reports().map(({ summary }) => summary) }),
    alertsOf,
    /** To be called every second: what changes with time alone. */
    publishIfChanged: (): void => {
      if (timing.ticks() - publishedAt >= ageGapMs || !sameItems(sources(), publishedFrom)) publishStatuses()
    },
    statusChanged: (): void => {
      cancelPublish ??= timing.after(publishGapMs, publishStatuses)
    },
    /** Everything the page shows of an account. */
    publishAccount: (account: Account | null): void => {
      push('portfolio', account?.monitor.portfolio() ?? noPortfolio)
      push('connection', account?.monitor.connection() ?? noConnection)
      push('alerts', alertsOf(account))
      push('trading', account?.orders.read() ?? noTrading)
      push('flex', account?.investments.read() ?? noFlex)
      push('mining', account?.mining.read() ?? noMining)
      publishStatuses()
    },
    /** What the operating system did with the newest notice. */
    notifications: (): AlertsView['notifications'] => notifications,
    setNotifications: (outcome: AlertsView['notifications']): void => {
      notifications = outcome
    },
    close: (): void => cancelPublish?.(),
  }
}
