// The monitor of one account: what is shown of it, its connection, and the poller that feeds both.
import type { ConnectionView } from '../../shared/domain/connection.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { PollScheduler, Timing } from '../polling/poll-scheduler.js'
import { checking, pinged, unasked } from './connection.js'
import { loanNearness, positionsNearness } from './nearness.js'
import type { Feed, Shown } from './poll-plan.js'
import { type Poller, startPoller } from './poller.js'
import type { Answer, PolledClient } from './poller-ports.js'
import { openPortfolio, type PortfolioMemory } from './portfolio.js'
import { sameJson } from './portfolio-view.js'

/** A way to the account's exchange with its key. */
export type MonitoredClient = PolledClient & {
  /** This computer's clock minus the exchange's, in seconds; null until known. */
  clockSkew(): number | null
}

export type MonitorPorts = {
  clock: Clock
  timing: Timing
  scheduler: PollScheduler
  portfolioChanged(view: PortfolioView): void
  connectionChanged(view: ConnectionView): void
  keyAccepted(): void
  keyRefused(problem: Problem): void
}

export type Monitor = {
  portfolio(): PortfolioView
  connection(): ConnectionView
  /** The key is at hand: starts looking. Takes the place of a client before. */
  begin(client: MonitoredClient): void
  /** It cannot be monitored, and why. */
  cannot(problem: Problem): void
  /** Looks at everything once, now, or says why not. */
  refreshNow(): Result<null, Problem>
  setShown(shown: Shown): void
  /** Ends the looks. Nothing is told any more. */
  close(): void
}

const notMonitored: Problem = { code: 'gone', message: 'This account is not monitored now, so there is nothing to refresh.' }

/** Shows what is remembered at once, and asks nothing before `begin`. Only changes after that are told: read the views first. */
export const openMonitor = (profile: { id: string; baseUrl: string }, memory: PortfolioMemory, ports: MonitorPorts): Monitor => {
  const portfolio = openPortfolio(profile.id, memory, ports.portfolioChanged)
  let connection = checking(profile.id, profile.baseUrl)
  let poller: Poller | null = null
  let hindrance = notMonitored
  let shown: Shown = 'screen'
  let closed = false

  const showConnection = (next: ConnectionView): void => {
    if (sameJson(next, connection)) return
    connection = next
    ports.connectionChanged(next)
  }

  const showPing = (answer: Answer<{ ms: number }>, clockSkew: number | null): void => {
    const ping = answer.ok
      ? { at: answer.value.at, ms: answer.value.value.ms, problem: null }
      : { at: ports.clock(), ms: null, problem: answer.error }
    showConnection(pinged(connection, ping, clockSkew))
  }

  const isNear = (feed: Feed): boolean => {
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
    begin: (client) => {
      if (closed) return
      stop()
      portfolio.begun()
      if (connection.state === 'off') showConnection({ ...connection, state: 'checking' })
      poller = startPoller(
        {
          client,
          clock: ports.clock,
          timing: ports.timing,
          scheduler: ports.scheduler,
          isNear,
          events: {
            pinged: (answer) => showPing(answer, client.clockSkew()),
            positions: (fresh) => portfolio.landed('positions', fresh),
            loan: (fresh) => portfolio.landed('loan', fresh),
            balance: (fresh) => portfolio.landed('balance', fresh),
            failed: portfolio.failed,
            paced: portfolio.paced,
            keyAccepted: ports.keyAccepted,
            keyRefused: (problem) => {
              portfolio.failedAll(problem)
              ports.keyRefused(problem)
            },
            slept: portfolio.slept,
          },
        },
        shown,
      )
    },
    cannot: (problem) => {
      if (closed) return
      stop()
      hindrance = problem
      portfolio.paced({ positions: null, loan: null, balance: null })
      portfolio.failedAll(problem)
      showConnection(unasked(connection))
    },
    refreshNow: () => poller?.refreshNow() ?? fail(hindrance),
    setShown: (now) => {
      shown = now
      poller?.setShown(now)
    },
    close: () => {
      closed = true
      stop()
      hindrance = notMonitored
      portfolio.close()
    },
  }
}
