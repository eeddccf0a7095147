// When each feed that carries risk was last answered, in seconds in which Plimsoll was awake: so that neither sleep, nor a stopped process,
// nor a clock that jumps looks like silence of the exchange.
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Feed } from '../../shared/domain/feed.js'
import { type PortfolioView, monitoredRisks } from '../../shared/domain/portfolio.js'

/** Between two updates no more than this counts, in seconds: the rest passed in sleep. */
const mostCounted = 15
/** How far the wall clock may run ahead of the ticks, in seconds, before it counts as sleep in which ticks stood still. */
const driftAllowed = 10

export const createAwakeTime = ({ clock, timing }: { clock: Clock; timing: Timing }) => {
  let lastTicks = timing.ticks()
  let lastWall = clock()
  let seconds = 0
  let wokeUpAt: number | null = null

  const update = (): void => {
    const ticks = timing.ticks()
    const wall = clock()
    const passed = (ticks - lastTicks) / 1000
    const drift = wall - lastWall - passed
    lastTicks = ticks
    lastWall = wall
    seconds += passed > mostCounted ? mostCounted : passed
    if (passed > mostCounted || drift > driftAllowed) wokeUpAt = seconds
  }

  return {
    /** Counts what has passed; to be called at least every few seconds. */
    update,
    /** The system reports that the computer woke up. */
    onResume: (): void => {
      update()
      wokeUpAt = seconds
    },
    seconds: () => seconds,
    /** When it last woke up, in these seconds; null where it has not. */
    wokeUpAt: () => wokeUpAt,
  }
}

/** What can cost money unnoticed. The balance cannot. */
export const riskyFeeds = ['loan', 'positions'] as const
export type RiskyFeed = (typeof riskyFeeds)[number]

type FeedFreshness = {
  /** Awake seconds of the last good answer; of the beginning where there was none. */
  lastGoodAt: number
  /** Whether there was a good answer in this run. */
  hasAnswered: boolean
  /** Awake seconds between the last two good answers; null before there were two. */
  answerInterval: number | null
  answeredAt: UnixSeconds | null
}

export type MonitoringFreshness = {
  loan: FeedFreshness
  positions: FeedFreshness
  /** Awake seconds of the last answer to anything signed: the exchange is there and takes the key. Null before the first. */
  lastAnswerAt: number | null
  balanceAt: UnixSeconds | null
}

export const initialFreshness = (awake: number): MonitoringFreshness => {
  const feed: FeedFreshness = { lastGoodAt: awake, hasAnswered: false, answerInterval: null, answeredAt: null }
  return { loan: feed, positions: feed, lastAnswerAt: null, balanceAt: null }
}

/** Whether the feed holds an answer of this run that is not the one of `before`. */
export const hasNewAnswer = ({ source, asOf, problem }: Feed<unknown>, before: UnixSeconds | null): boolean =>
  source === 'live' && problem === null && asOf !== null && asOf !== before

const updateFeed = (before: FeedFreshness, feed: RiskyFeed, view: PortfolioView, awake: number, loanKnown: boolean): FeedFreshness => {
  if (!hasNewAnswer(view[feed], before.answeredAt)) return before
  const answered = { ...before, answeredAt: view[feed].asOf }
  // "This key may not ask" is an answer, but where there was a loan before, it does not monitor it.
  if (feed === 'loan' && loanKnown && view.loan.value?.kind === 'not-enabled') return answered
  return { ...answered, lastGoodAt: awake, hasAnswered: true, answerInterval: before.hasAnswered ? awake - before.lastGoodAt : null }
}

export const updateFreshness = (
  before: MonitoringFreshness,
  view: PortfolioView,
  awake: number,
  loanKnown: boolean,
): MonitoringFreshness => {
  const loan = updateFeed(before.loan, 'loan', view, awake, loanKnown)
  const positions = updateFeed(before.positions, 'positions', view, awake, loanKnown)
  const balance = hasNewAnswer(view.balance, before.balanceAt)
  if (!balance && loan === before.loan && positions === before.positions) return before
  return { loan, positions, lastAnswerAt: awake, balanceAt: balance ? view.balance.asOf : before.balanceAt }
}

/** A loan that was known and may not be asked about any more still has to be monitored. */
export const isMonitored = (feed: RiskyFeed, view: PortfolioView, loanKnown: boolean): boolean =>
  (feed === 'loan' && loanKnown) || monitoredRisks(view).includes(view[feed])
