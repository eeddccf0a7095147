// The monitor of one account: its figures, its connection, and the poller that feeds both.
import type { ConnectionView } from '../../shared/domain/connection.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import { sameJson } from '../../shared/json.js'
import { fail, type Result } from '../../shared/result.js'
import { loanNearness, positionsNearness } from '../polling/nearness.js'
import type { FeedName, Visibility } from '../polling/poll-plan.js'
import { checkingConnection, connectionOff, withPing } from './connection-status.js'
import { type PolledClient, type Poller, type PollerEvents, type PollerPorts, startPoller } from './poller.js'
import { type Answer, openPortfolio, type PortfolioRepositories } from './portfolio.js'

export type MonitoredClient = PolledClient & {
  /** This computer's clock minus the exchange's, in seconds; null until known. */
  clockSkew(): number | null
}

export type MonitorPorts = Pick<PollerPorts, 'clock' | 'timing' | 'scheduler'> &
  Pick<PollerEvents, 'keyAccepted' | 'keyRefused'> & {
    portfolioChanged(view: PortfolioView): void
    connectionChanged(view: ConnectionView): void
  }

export type Monitor = {
  portfolio(): PortfolioView
  connection(): ConnectionView
  /** Begins to poll, in place of a client before. */
  start(client: MonitoredClient): void
  /** It cannot be monitored, and why. */
  suspend(problem: Problem): void
  /** Polls everything once, now, or fails with the reason. */
  refreshNow(): Result<null, Problem>
  setVisibility(visibility: Visibility): void
  close(): void
}

const notMonitored: Problem = { code: 'gone', message: 'This account is not monitored now, so there is nothing to refresh.' }

/** Shows the cached values at once, and asks nothing before `start`. Only changes after that are reported: read the views first. */
export const openMonitor = (
  profile: { id: string; baseUrl: string },
  repositories: PortfolioRepositories,
  { clock, timing, scheduler, ...ports }: MonitorPorts,
): Monitor => {
  const portfolio = openPortfolio(profile.id, repositories, ports.portfolioChanged)
  let connection = checkingConnection(profile.id, profile.baseUrl)
  let poller: Poller | null = null
  let whyIdle = notMonitored
  let visibility: Visibility = 'screen'
  let closed = false

  const showConnection = (next: ConnectionView): void => {
    if (sameJson(next, connection)) return
    connection = next
    ports.connectionChanged(next)
  }

  const showPing = (answer: Answer<{ ms: number }>, clockSkew: number | null): void => {
    const ping = answer.ok
      ? { at: answer.value.at, ms: answer.value.value.ms, problem: null }
      : { at: clock(), ms: null, problem: answer.error }
    showConnection(withPing(connection, ping, clockSkew))
  }

  const isNear = (feed: FeedName): boolean => {
    if (feed === 'balance') return false
    const view = portfolio.view()
    return (feed === 'loan' ? loanNearness(view) : positionsNearness(view)) === 'near'
  }

  const stop = (): void => {
    poller?.stop()
    poller = null
  }

  return {
    portfolio: portfolio.view,
    connection: () => connection,
    start: (client) => {
      if (closed) return
      stop()
      portfolio.clientReplaced()
      if (connection.state === 'off') showConnection({ ...connection, state: 'checking' })
      const events: PollerEvents = {
        pinged: (answer) => showPing(answer, client.clockSkew()),
        answered: portfolio.answered,
        failed: portfolio.failed,
        intervalsChanged: portfolio.intervalsChanged,
        keyAccepted: ports.keyAccepted,
        keyRefused: (problem) => {
          portfolio.failedEverywhere(problem)
          ports.keyRefused(problem)
        },
        slept: portfolio.slept,
      }
      poller = startPoller({ client, clock, timing, scheduler, isNear, events }, visibility)
    },
    suspend: (problem) => {
      if (closed) return
      stop()
      whyIdle = problem
      portfolio.intervalsChanged({ positions: null, loan: null, balance: null })
      portfolio.failedEverywhere(problem)
      showConnection(connectionOff(connection))
    },
    refreshNow: () => poller?.refreshNow() ?? fail(whyIdle),
    setVisibility: (now) => {
      visibility = now
      poller?.setVisibility(now)
    },
    close: () => {
      closed = true
      stop()
      whyIdle = notMonitored
      portfolio.close()
    },
  }
}
