// Public data of one exchange, polled: each endpoint by itself, at the pace of the most visible
// account.
import { type Feed, isNotOffered, nothingYet } from '../../shared/portfolio/feed.js'
import type { Market, MarketsView, PricesView } from '../../shared/markets/market.js'
import type { Problem } from '../../shared/problem.js'
import { sameJson } from '../../shared/json.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Answer, PublicClient } from '../exchange/exchange-client.js'
import {
  createPollScheduler,
  noAccessInterval,
  pauseAfter,
  type Visibility,
} from '../polling/poll-scheduler.js'

export type ExchangeViews = Pick<MarketsView, 'markets'> & Omit<PricesView, 'profileId'>
type FeedName = keyof ExchangeViews
type PacedFeed = Exclude<FeedName, 'markets'>

/** Seconds between two requests. */
const intervals: Record<PacedFeed, Record<Visibility, number>> = {
  tickers: { screen: 5, hidden: 15, background: 15 },
  futures: { screen: 15, hidden: 60, background: 60 },
  platform: { screen: 60, hidden: 300, background: 300 },
}
const pacedFeeds: readonly PacedFeed[] = ['tickers', 'futures', 'platform']
/**
 * For the server time, while it is known and while it is not; and how long a request for it lasts.
 * A ping without a time requests it, at least every minute.
 */
const timeIntervals = { known: 300, unknown: 10, wanted: 120 }

const day = 86_400
/** After a failure: doubling from the first, up to the longest, in seconds. */
const firstWait = 5
const longestWait = 300
/** Seconds until a rarely polled endpoint is retried after its first failure. */
const slowestAfterFailure = 60
/** Minimum seconds between two requests, however often they are triggered. */
const shortestGap = 1
/** Seconds allowed for the network to come back after waking up. */
const networkGrace = 2

export type ExchangeFeeds = {
  views: () => ExchangeViews
  /**
   * This computer's clock minus the exchange's own time, in seconds; null until it was requested
   * and has been received.
   */
  clockSkew: () => number | null
  visibilityChanged: () => void
  recovered: () => void
  want: (...feeds: PacedFeed[]) => void
  timeWanted: () => void
  resumed: () => void
  close: () => void
}

export function openExchangeFeeds(ports: {
  client: PublicClient
  clock: Clock
  timing: Timing
  /** Of the most visible account. */
  visibility(): Visibility
  /** The stored list of markets; null if there is none. */
  kept: { value: Market[]; asOf: UnixSeconds } | null
  keep(markets: Market[], asOf: UnixSeconds): void
  changed(feed: FeedName): void
}): ExchangeFeeds {
  const { client, clock, timing, visibility, kept } = ports
  const ticks = (): number => timing.ticks() / 1000
  let views: ExchangeViews = {
    markets: kept === null ? nothingYet : { ...kept, source: 'cache', problem: null, every: day },
    tickers: nothingYet,
    futures: nothingYet,
    platform: nothingYet,
  }
  let skew: number | null = null
  let timeWantedAt = -Infinity

  const show = (feed: FeedName, change: Partial<Feed<unknown>>): void => {
    const before: Feed<unknown> = views[feed]
    if (
      Object.entries(change).every(([name, value]) => Object.is(Reflect.get(before, name), value))
    )
      return
    views = { ...views, [feed]: { ...before, ...change } }
    ports.changed(feed)
  }

  const scheduler = createPollScheduler({
    clock,
    timing,
    slept: () => {
      skew = null
      client.dropSockets()
    },
  })

  /** `every`: seconds between two requests while they succeed; null while it is not wanted. */
  const addQuestion = <T>(parts: {
    ask(): Promise<Answer<T>>
    every(): number | null
    answered(answer: Answer<T>): void
    firstIn: number
  }) => {
    let startedAt = -Infinity
    let wantedAt: number | null = parts.every() === null ? null : ticks() + parts.firstIn
    let failures = 0
    let pause = 0
    /** The exchange does not offer it at all, or asked for a pause. */
    let isRefused = false

    const waitAfterFailure = (problem: Problem): number => {
      if (isNotOffered(problem)) return noAccessInterval
      return Math.max(
        pauseAfter(problem, clock()),
        Math.min(longestWait, firstWait * 2 ** (failures - 1)),
      )
    }
    const end = (answer: Answer<T>): void => {
      failures = answer.ok ? 0 : failures + 1
      pause = answer.ok ? 0 : waitAfterFailure(answer.error)
      isRefused =
        !answer.ok && (isNotOffered(answer.error) || pauseAfter(answer.error, clock()) > 0)
      parts.answered(answer)
    }
    const dueAt = (): number | null => {
      if (wantedAt !== null) return Math.max(wantedAt, startedAt + shortestGap)
      const every = parts.every()
      return every === null
        ? null
        : startedAt +
            (failures === 0 ? every : Math.max(pause, Math.min(every, slowestAfterFailure)))
    }
    const handle = scheduler.add({
      dueIn: () => {
        const due = dueAt()
        return due === null ? null : due - ticks()
      },
      poll: async () => {
        startedAt = ticks()
        wantedAt = null
        const answer = await parts.ask()
        return () => end(answer)
      },
      failed: (problem) => end({ ok: false, error: problem }),
      slept: () => {
        if (parts.every() !== null) wantedAt = ticks() + networkGrace
      },
    })
    return {
      /**
       * The exchange responds again: polls that only wait after failures need not wait any longer.
       */
      recovered: (): void => {
        if (failures === 0 || isRefused) return
        wantedAt = ticks()
        handle.wake()
      },
      /** Requests it as soon as possible. */
      want: (): void => {
        wantedAt = ticks()
        handle.wake()
      },
      /** Requests it now if due. */
      wake: handle.wake,
    }
  }

  const addFeed = <F extends FeedName>(
    feed: F,
    ask: () => Promise<Answer<NonNullable<ExchangeViews[F]['value']>>>,
    {
      every,
      firstIn = 0,
      answered,
    }: {
      every(): number
      firstIn?: number
      answered?(value: NonNullable<ExchangeViews[F]['value']>, at: UnixSeconds): void
    },
  ) =>
    addQuestion({
      ask,
      every,
      firstIn,
      answered: (answer) => {
        if (!answer.ok) {
          show(feed, { problem: answer.error, every: isNotOffered(answer.error) ? null : every() })
          return
        }
        const { value, at, unreadable } = answer.value
        const before = views[feed].value
        // An unchanged value stays the same object.
        show(feed, {
          value: sameJson(before, value) ? before : value,
          unreadable,
          asOf: at,
          source: 'live',
          problem: null,
          every: every(),
        })
        answered?.(value, at)
      },
    })

  const keptFor = kept === null ? day : clock() - kept.asOf
  const paced = (feed: PacedFeed) => ({ every: () => intervals[feed][visibility()] })
  const questions = {
    tickers: addFeed('tickers', client.tickers, paced('tickers')),
    futures: addFeed('futures', client.futures, paced('futures')),
    platform: addFeed('platform', client.platformState, paced('platform')),
    markets: addFeed('markets', client.markets, {
      every: () => day,
      firstIn: keptFor >= 0 && keptFor < day ? day - keptFor : 0,
      answered: ports.keep,
    }),
  }
  const time = addQuestion({
    ask: client.serverTime,
    every: () => {
      if (ticks() - timeWantedAt > timeIntervals.wanted) return null
      return skew === null ? timeIntervals.unknown : timeIntervals.known
    },
    firstIn: 0,
    answered: (answer) => {
      // The exchange truncates its time to whole seconds: on average it is half a second old.
      if (answer.ok) skew = answer.value.at - (answer.value.value + 0.5)
    },
  })

  return {
    views: (): ExchangeViews => views,
    clockSkew: (): number | null => skew,
    visibilityChanged: (): void => {
      for (const feed of pacedFeeds) {
        if (views[feed].every !== null) show(feed, { every: intervals[feed][visibility()] })
        questions[feed].wake()
      }
    },
    recovered: (): void => {
      for (const question of Object.values(questions)) question.recovered()
    },
    want: (...feeds: PacedFeed[]): void => {
      for (const feed of feeds) questions[feed].want()
    },
    timeWanted: (): void => {
      timeWantedAt = ticks()
      time.wake()
    },
    resumed: scheduler.resumed,
    close: scheduler.close,
  }
}
