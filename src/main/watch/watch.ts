// The watch over the active profile: what is shown, the connection, and the poller that feeds both.
import type { ConnectionView } from '../../shared/domain/connection.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { checking, createConnection, noConnection, pinged, unasked } from './connection.js'
import { createPortfolio, type PortfolioDesk, type PortfolioMemory } from './portfolio.js'
import { type Poller, startPoller } from './poller.js'
import type { Answer, Timing, WatchedClient } from './poller-ports.js'

export type WatchPorts = {
  clock: Clock
  timing: Timing
}

/** A way to the exchange with one key. */
export type WatchedLine = {
  client: WatchedClient & {
    /** This computer's clock minus the exchange's, in seconds; null until known. */
    clockSkew(): number | null
    /** Throws away open sockets, which are long dead after a sleep. */
    dropSockets(): void
  }
  keyAccepted(): void
  keyRefused(problem: Problem): void
}

export type Watch = {
  portfolio(): PortfolioView
  connection(): ConnectionView
  onPortfolio(hear: (view: PortfolioView) => void): () => void
  onConnection(hear: (view: ConnectionView) => void): () => void
  /** The computer slept, the process was stopped, or the clock was set: noticed by the watch itself, whether the system says so or not. */
  onGap(hear: () => void): () => void
  /** Shows what is remembered of a profile. Nothing is asked yet. Ends whatever was watched before. */
  show(profile: { id: string; baseUrl: string }, memory: PortfolioMemory): void
  /** Starts looking, for the profile that is shown. */
  begin(line: WatchedLine): void
  /** The shown profile cannot be watched, and why. */
  cannot(problem: Problem): void
  /** Ends the watch; nothing is shown any more. */
  end(): void
  /** Looks at everything once, now, or says why not. */
  refreshNow(): Result<null, Problem>
  setHidden(hidden: boolean): void
  /** The system says that the computer woke up. */
  resumed(): void
}

const nobody: Problem = { code: 'gone', message: 'No account is monitored, so there is nothing to refresh.' }

export const createWatch = (ports: WatchPorts): Watch => {
  const portfolio = createPortfolio()
  const connection = createConnection()
  let desk: PortfolioDesk | null = null
  let poller: Poller | null = null
  let hindrance = nobody
  let hidden = false
  const gapListeners = new Set<() => void>()

  const hearPing = (answer: Answer<{ ms: number }>, clockSkew: number | null): void => {
    const ping = answer.ok
      ? { at: answer.value.at, ms: answer.value.value.ms, problem: null }
      : { at: ports.clock(), ms: null, problem: answer.error }
    connection.show(pinged(connection.view(), ping, clockSkew))
  }

  const stop = (): void => {
    poller?.stop()
    poller = null
  }

  const end = (): void => {
    stop()
    desk?.close()
    desk = null
    hindrance = nobody
    connection.show(noConnection)
  }

  return {
    portfolio: () => portfolio.view(),
    connection: () => connection.view(),
    onPortfolio: (hear) => portfolio.subscribe(hear),
    onConnection: (hear) => connection.subscribe(hear),
    onGap: (hear) => {
      gapListeners.add(hear)
      return () => gapListeners.delete(hear)
    },
    show: (profile, memory) => {
      end()
      desk = portfolio.open(profile.id, memory)
      connection.show(checking(profile.id, profile.baseUrl))
    },
    begin: (line) => {
      stop()
      if (desk === null) return
      const at = desk
      poller = startPoller(
        {
          client: line.client,
          dropSockets: () => line.client.dropSockets(),
          clock: ports.clock,
          timing: ports.timing,
          hear: {
            pinged: (answer) => hearPing(answer, line.client.clockSkew()),
            positions: (fresh) => at.landed('positions', fresh),
            loan: (fresh) => at.landed('loan', fresh),
            balance: (fresh) => at.landed('balance', fresh),
            failed: (feed, problem) => at.failed(feed, problem),
            paced: (paces) => at.paced(paces),
            keyAccepted: () => line.keyAccepted(),
            keyRefused: (problem) => {
              at.failedAll(problem)
              line.keyRefused(problem)
            },
            slept: () => {
              at.slept()
              for (const heard of [...gapListeners]) heard()
            },
          },
        },
        hidden,
      )
    },
    cannot: (problem) => {
      stop()
      hindrance = problem
      desk?.paced({ positions: null, loan: null, balance: null })
      desk?.failedAll(problem)
      connection.show(unasked(connection.view()))
    },
    end,
    refreshNow: () => poller?.refreshNow() ?? fail(hindrance),
    setHidden: (now) => {
      hidden = now
      poller?.setHidden(now)
    },
    resumed: () => poller?.resumed(),
  }
}
