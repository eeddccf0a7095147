// When each thing that carries risk was last seen. Pure; counts in awake seconds, see awake-time.ts.
import type { Feed } from '../../shared/domain/feed.js'
import { type PortfolioView, watchedRisks } from '../../shared/domain/portfolio.js'
import type { UnixSeconds } from '../../shared/time.js'

/** What can cost money while nobody looks. The balance cannot. */
export const riskyFeeds = ['loan', 'positions'] as const
export type RiskyFeed = (typeof riskyFeeds)[number]

export type FeedSight = {
  /** Awake seconds of the last good answer; of the beginning of the watch where there was none. */
  lastGood: number
  /** Whether there was a good answer in this run. */
  seen: boolean
  /** Awake seconds between the last two good answers; null before there were two. */
  rhythm: number | null
  /** The newest answer that was taken in. */
  answeredAt: UnixSeconds | null
}

export type Sight = {
  loan: FeedSight
  positions: FeedSight
  /** Awake seconds of the last answer to anything signed: the exchange lives and takes the key. Null before the first. */
  lifeAt: number | null
  balanceAt: UnixSeconds | null
}

export const noSight = (awake: number): Sight => {
  const feed: FeedSight = { lastGood: awake, seen: false, rhythm: null, answeredAt: null }
  return { loan: feed, positions: feed, lifeAt: null, balanceAt: null }
}

/** Whether the feed holds an answer of this run that is not the one of `before`. */
export const hasLanded = ({ source, asOf, problem }: Feed<unknown>, before: UnixSeconds | null): boolean =>
  source === 'live' && problem === null && asOf !== null && asOf !== before

/** "This key may not ask" is an answer, but where there was a loan before, it is not sight of it. */
const isSight = (feed: RiskyFeed, view: PortfolioView, loanKnown: boolean): boolean =>
  !(feed === 'loan' && loanKnown && view.loan.value?.kind === 'not-enabled')

const noteFeed = (before: FeedSight, feed: RiskyFeed, view: PortfolioView, awake: number, loanKnown: boolean): FeedSight => {
  if (!hasLanded(view[feed], before.answeredAt)) return before
  const answered = { ...before, answeredAt: view[feed].asOf }
  if (!isSight(feed, view, loanKnown)) return answered
  return { ...answered, lastGood: awake, seen: true, rhythm: before.seen ? awake - before.lastGood : null }
}

export const noteSight = (before: Sight, view: PortfolioView, awake: number, loanKnown: boolean): Sight => {
  const loan = noteFeed(before.loan, 'loan', view, awake, loanKnown)
  const positions = noteFeed(before.positions, 'positions', view, awake, loanKnown)
  const balance = hasLanded(view.balance, before.balanceAt)
  const alive = balance || loan !== before.loan || positions !== before.positions
  if (!alive) return before
  return { loan, positions, lifeAt: awake, balanceAt: balance ? view.balance.asOf : before.balanceAt }
}

/** A loan that was known and may not be asked about any more is no less watched for that. */
export const isWatched = (feed: RiskyFeed, view: PortfolioView, loanKnown: boolean): boolean =>
  (feed === 'loan' && loanKnown) || watchedRisks(view).includes(view[feed])
