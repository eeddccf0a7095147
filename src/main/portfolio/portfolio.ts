// The latest values of one account with their age and the latest failures, its connection, and the
// monitor that fills both; what is kept for the next start goes to the repositories.
import { hasBorrowings } from '../../shared/portfolio/borrowing.js'
import { figuresContradict, marginLevel } from '../../shared/portfolio/margin.js'
import type { MarginHistory } from '../../shared/portfolio/margin-history.js'
import type { AnswerDifference } from '../../shared/portfolio/answer-shape.js'
import {
  type ConnectionView,
  noConnection,
  type PingSample,
} from '../../shared/portfolio/connection.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { LtvHistory } from '../../shared/portfolio/ltv-history.js'
import type { PricesView } from '../../shared/markets/market.js'
import type {
  CollateralSummary,
  PortfolioView,
  StreamedBorrowing,
  StreamedBorrowings,
} from '../../shared/portfolio/portfolio.js'
import { pricesOfNow } from '../../shared/portfolio/position-measure.js'
import type { StreamChange, StreamClientView, StreamedList } from '../../shared/portfolio/stream.js'
import type { StreamedPosition } from '../../shared/portfolio/streamed-positions.js'
import type { Problem } from '../../shared/problem.js'
import { sameJson } from '../../shared/json.js'
import type { Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import {
  type FeedName,
  feeds,
  type FeedValues,
  hasNearness,
  nearnessOf,
  type Visibility,
} from '../polling/poll-scheduler.js'
import { messageOf } from '../../shared/messages/messages.js'
import { ltvHistory, marginHistory } from './sample-history.js'
import {
  type Fresh,
  type FeedPollerPorts,
  noIntervals,
  type PollIntervals,
  startFeedPoller,
  type FeedPoller,
} from './feed-poller.js'
import type { SampleRepository } from './sample-repository.js'
import type { SnapshotRepository } from './snapshot-repository.js'
import { createLatePositions, type LatePositions } from './late-positions.js'
import { createStreamDifferences, type StreamDifferences } from './stream-differences.js'

/** How far back the samples reach, in seconds. */
const keptSeconds = 600
/** The most samples kept, however often the user refreshes. */
const mostSamples = 120

/** For a profile whose exchange has not been called yet. */
export function checkingConnection(profileId: string, baseUrl: string): ConnectionView {
  return {
    ...noConnection,
    profileId,
    baseUrl,
    state: 'checking',
  }
}

/**
 * The exchange, or our own queue, asked to wait: that says nothing about whether it can be reached.
 */
const isDeferred = ({ code }: Problem): boolean => code === 'rate-limited' || code === 'busy'

export function withPing(
  view: ConnectionView,
  { at, ms, problem }: PingSample & { problem: Problem | null },
  clockSkew: number | null,
): ConnectionView {
  if (problem !== null && isDeferred(problem)) return { ...view, problem, clockSkew }
  // After the clock was set back, samples from the future would stay for ever; they are dropped.
  const recent = view.pings.filter((sample) => at - sample.at < keptSeconds && sample.at <= at)
  return {
    ...view,
    state: problem === null ? 'online' : 'offline',
    problem,
    pings: [...recent, { at, ms }].slice(-mostSamples),
    clockSkew,
  }
}

/** Null if no margin is in use, or the figures leave open how much. */
function agreedMarginLevel(summary: CollateralSummary | null): Decimal | null {
  return summary === null || figuresContradict(summary) ? null : marginLevel(summary)
}

export type PortfolioRepositories = {
  snapshots: Pick<SnapshotRepository, 'remember' | 'last'>
  samples: Pick<SampleRepository, 'addLoan' | 'addMarginLevel' | 'loans' | 'marginLevels'>
}

/** Shows the cached values immediately; `changed` is called for every change after that. */
export function openPortfolio(
  profileId: string,
  { snapshots, samples }: PortfolioRepositories,
  changed: (view: PortfolioView) => void,
) {
  const stored = snapshots.last(profileId)
  /** What cannot be read counts as never stored: the exchange is about to be polled anyway. */
  const cached = <F extends FeedName>(feed: F): Feed<FeedValues[F]> => {
    const known = stored.ok ? stored.value[feed] : undefined
    const age = {
      asOf: known?.asOf ?? null,
      source: known === undefined ? ('none' as const) : ('cache' as const),
    }
    return { value: known?.value ?? null, ...age, problem: null, every: null }
  }

  let view: PortfolioView = {
    profileId,
    balance: cached('balance'),
    positions: cached('positions'),
    loan: cached('loan'),
    collateralSummary: cached('collateralSummary'),
    collateralBalance: cached('collateralBalance'),
    tradeBalance: cached('tradeBalance'),
    openOrders: cached('openOrders'),
    conditionalOrders: cached('conditionalOrders'),
  }
  let closed = false

  const show = (next: PortfolioView): void => {
    if (closed || next === view) return
    view = next
    changed(next)
  }

  /** `update` returns what changes in a feed; null leaves it as it is. */
  const updateFeeds = (
    update: (feed: Feed<unknown>, name: FeedName) => Partial<Feed<unknown>> | null,
  ): void =>
    show(
      feeds.reduce((next, name) => {
        const some = update(next[name], name)
        return some === null ? next : { ...next, [name]: { ...next[name], ...some } }
      }, view),
    )

  const setProblem = (problem: Problem, names: readonly FeedName[]): void =>
    updateFeeds((feed, name) =>
      !names.includes(name) || sameJson(feed.problem, problem) ? null : { problem },
    )

  return {
    view: () => view,
    answered: <F extends FeedName>(feed: F, fresh: Fresh<FeedValues[F]>): void => {
      if (closed) return
      const { value, at, unreadable } = fresh
      const { unreadable: _before, ...before } = view[feed]
      // An unchanged value stays the same object.
      const kept = sameJson(before.value, value) ? before.value : value
      const left = unreadable === undefined ? {} : { unreadable }
      show({
        ...view,
        [feed]: { ...before, value: kept, ...left, asOf: at, source: 'live', problem: null },
      })
      // Only complete responses are stored: a snapshot cannot say later that something was left
      // out.
      if (unreadable === undefined) snapshots.remember(profileId, feed, value, at)
      const { loan, collateralSummary } = view
      if (feed === 'loan' && loan.value?.kind === 'loan')
        samples.addLoan(profileId, at, loan.value.loan)
      const level = feed === 'collateralSummary' ? agreedMarginLevel(collateralSummary.value) : null
      if (level !== null) samples.addMarginLevel(profileId, at, level)
    },
    failed: (feed: FeedName, problem: Problem): void => setProblem(problem, [feed]),
    failedEverywhere: (problem: Problem): void => setProblem(problem, feeds),
    intervalsChanged: (intervals: PollIntervals): void =>
      updateFeeds((feed, name) =>
        feed.every === intervals[name] ? null : { every: intervals[name] },
      ),
    /** As the stream sent them; null once it says nothing of them any more. */
    borrowingsStreamed: (borrowings: StreamedBorrowings | null): void => {
      const { borrowings: before, ...rest } = view
      if (borrowings === null) {
        if (before !== undefined) show(rest)
      } else if (!sameJson(before?.list ?? null, borrowings.list)) show({ ...rest, borrowings })
    },
    /** Until a response confirms them, values are only cached, however recent they seem. */
    slept: (): void => updateFeeds((feed) => (feed.source === 'live' ? { source: 'cache' } : null)),
    /** Another client is used from now on, perhaps with another key. */
    clientReplaced: (): void =>
      updateFeeds(({ source, problem }) =>
        source === 'live'
          ? { source: 'cache', problem: null }
          : problem === null
            ? null
            : { problem: null },
      ),
    /** Later responses are dropped. */
    close: (): void => {
      closed = true
    },
  }
}

const notMonitored: Problem = { code: 'gone', message: messageOf('portfolio.not-monitored') }

export type Monitor = {
  portfolio: () => PortfolioView
  connection: () => ConnectionView
  /** Starts polling, in place of a previous client. */
  start: (client: FeedPollerPorts['client'] & Pick<ExchangeClient, 'clockSkew' | 'family'>) => void
  /** How the latest responses differ from their description. */
  answersDiffer: (differences: AnswerDifference[]) => void
  stream: {
    /** Messages about these lists arrive from now on, and about no others. */
    hears: (lists: ReadonlySet<StreamedList>) => void
    /** A message announced this change of the list. */
    announced: (list: StreamedList, change: StreamChange) => void
    /** Something of these changed: they are read early. */
    changed: (changed: readonly FeedName[]) => void
    /** The complete list from the stream; null if there are no updates of positions. */
    positions: (list: readonly StreamedPosition[] | null) => void
    /** All of them, with the figures that no response has; null if there are no updates of them. */
    borrowings: (list: readonly StreamedBorrowing[] | null) => void
    viewChanged: (view: StreamClientView) => void
  }
  /** It cannot be monitored, and why. */
  suspend: (problem: Problem) => void
  /** Polls everything once, now, or fails with the reason. */
  refreshNow: () => Result<null, Problem>
  /** The same, but returns what is known once everything has been polled. */
  refreshed: () => Promise<Result<PortfolioView, Problem>>
  /** LTV from then until now, from data on this computer. */
  ltvHistory: (from: UnixSeconds) => Result<LtvHistory, Problem>
  /** The same of the collateral account's margin level. */
  marginHistory: (from: UnixSeconds) => Result<MarginHistory, Problem>
  setVisibility: (now: Visibility) => void
  close: () => void
}

/**
 * Shows the cached values immediately, and sends no request before `start`. Only later changes are
 * reported: read the views first.
 */
export function openMonitor(
  profile: { id: string; baseUrl: string },
  repositories: PortfolioRepositories,
  ports: Pick<FeedPollerPorts, 'clock' | 'timing' | 'scheduler'> &
    Pick<FeedPollerPorts['events'], 'keyAccepted' | 'keyRefused'> & {
      /**
       * For responses without a time. `skew`: this computer's clock minus the exchange's; null if
       * it was not requested, or the exchange has none.
       */
      serverTime?: { skew(): number | null; wanted(): void }
      /** The same refusal of the key, or one that explains it. */
      explainRefusal?(problem: Problem): Problem
      /** Of the exchange, current: a position's distance to liquidation may depend on them. */
      prices?(): PricesView
      /** Whether what was borrowed may still be owed although the answer is without it. */
      isBorrowingInDoubt?(): boolean
      portfolioChanged(view: PortfolioView): void
      connectionChanged(view: ConnectionView): void
    },
): Monitor {
  const { clock, timing, scheduler } = ports
  const portfolio = openPortfolio(profile.id, repositories, ports.portfolioChanged)
  let connection = checkingConnection(profile.id, profile.baseUrl)
  let poller: FeedPoller | null = null
  let differences: StreamDifferences | null = null
  let late: LatePositions | null = null
  let whyIdle = notMonitored
  let visibility: Visibility = 'screen'
  let closed = false

  const showConnection = (next: ConnectionView): void => {
    if (sameJson(next, connection)) return
    connection = next
    ports.connectionChanged(next)
  }

  const stop = (): void => {
    poller?.stop()
    poller = null
  }

  return {
    portfolio: portfolio.view,
    connection: () => connection,
    start: (
      client: FeedPollerPorts['client'] & Pick<ExchangeClient, 'clockSkew' | 'family'>,
    ): void => {
      if (closed) return
      stop()
      portfolio.clientReplaced()
      if (connection.state === 'off') showConnection({ ...connection, state: 'checking' })
      const compared = createStreamDifferences({ clock })
      differences = compared
      const lateOnes = createLatePositions({ clock })
      late = lateOnes
      const events: FeedPollerPorts['events'] = {
        ...portfolio,
        answered: (feed, fresh) => {
          if (lateOnes.isLate(feed, fresh.value, fresh.at)) {
            poller?.readAgain('positions')
            return
          }
          portfolio.answered(feed, fresh)
          compared.read(feed, fresh.value, fresh.at)
        },
        pinged: (answer) => {
          const ping = answer.ok
            ? { at: answer.value.at, ms: answer.value.value.ms, problem: null }
            : { at: clock(), ms: null, problem: answer.error }
          const ownSkew = client.clockSkew()
          if (answer.ok && ownSkew === null) ports.serverTime?.wanted()
          const clockSkew = ownSkew ?? ports.serverTime?.skew() ?? null
          showConnection({ ...withPing(connection, ping, clockSkew), family: client.family() })
        },
        keyAccepted: ports.keyAccepted,
        keyRefused: (refusal) => {
          const problem = ports.explainRefusal?.(refusal) ?? refusal
          portfolio.failedEverywhere(problem)
          ports.keyRefused(problem)
        },
      }
      const pricesNow = (): PricesView | null => pricesOfNow(ports.prices?.() ?? null, clock())
      // What is borrowed is read as if on screen: losing sight of it is an alert.
      const isNear = (feed: FeedName): boolean => {
        const view = portfolio.view()
        if (feed === 'collateralBalance')
          return (
            hasBorrowings(view) ||
            view.collateralBalance.unreadable !== undefined ||
            ports.isBorrowingInDoubt?.() === true
          )
        return hasNearness(feed) && nearnessOf[feed](view, pricesNow()) === 'near'
      }
      const wasRead = (feed: FeedName): boolean => {
        const { value } = portfolio.view()[feed]
        return value !== null && !('kind' in value && value.kind === 'not-enabled')
      }
      poller = startFeedPoller(
        { client, clock, timing, scheduler, isNear, wasRead, events },
        visibility,
      )
    },
    answersDiffer: (differences: AnswerDifference[]): void =>
      showConnection({ ...connection, differences }),
    stream: {
      hears: (subscribed: ReadonlySet<StreamedList>): void => differences?.hears(subscribed),
      announced: (list: StreamedList, change: StreamChange): void =>
        differences?.announced(list, change),
      changed: (changed: readonly FeedName[]): void => poller?.announced(changed),
      positions: (list: readonly StreamedPosition[] | null): void => late?.streamed(list),
      borrowings: (list: readonly StreamedBorrowing[] | null): void =>
        portfolio.borrowingsStreamed(list === null ? null : { at: clock(), list }),
      viewChanged: (view: StreamClientView): void =>
        showConnection({
          ...connection,
          stream: {
            ...view,
            differences: differences?.counted() ?? [],
            late: late?.counted() ?? null,
            early: poller?.early() ?? 0,
          },
        }),
    },
    suspend: (problem: Problem): void => {
      if (closed) return
      stop()
      whyIdle = problem
      portfolio.intervalsChanged(noIntervals)
      portfolio.failedEverywhere(problem)
      showConnection({ ...connection, state: 'off', problem: null })
    },
    refreshNow: (): Result<null, Problem> => poller?.refreshNow() ?? fail(whyIdle),
    refreshed: async (): Promise<Result<PortfolioView, Problem>> => {
      const polled = poller === null ? fail(whyIdle) : await poller.refreshed()
      return polled.ok ? ok(portfolio.view()) : polled
    },
    ltvHistory: (from: UnixSeconds): Result<LtvHistory, Problem> => {
      const window = { from, to: clock() }
      const samples = repositories.samples.loans(profile.id, window)
      return samples.ok ? ok(ltvHistory(samples.value, window)) : samples
    },
    marginHistory: (from: UnixSeconds): Result<MarginHistory, Problem> => {
      const window = { from, to: clock() }
      const samples = repositories.samples.marginLevels(profile.id, window)
      return samples.ok ? ok(marginHistory(samples.value, window)) : samples
    },
    setVisibility: (now: Visibility): void => {
      visibility = now
      poller?.setVisibility(now)
    },
    close: (): void => {
      closed = true
      stop()
      whyIdle = notMonitored
      portfolio.close()
    },
  }
}
