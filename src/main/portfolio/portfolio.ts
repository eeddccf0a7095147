// The newest values of one account with their age and the newest failures; what is kept of them for the next start goes to the repositories.
import type { Feed } from '../../shared/domain/feed.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import { sameJson } from '../../shared/json.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type FeedName, feeds, type FeedValues } from '../polling/poll-plan.js'
import type { SampleRepository } from './sample-repository.js'
import type { SnapshotRepository } from './snapshot-repository.js'

/** A good answer: asked for at `at` on our own clock. `unreadable`: what of it could not be read. */
export type Fresh<T> = { value: T; at: UnixSeconds; unreadable?: Unreadable[] }
export type Answer<T> = Result<Fresh<T>, Problem>

/** What earlier runs kept; a feed of which nothing is known is absent. */
export type CachedValues = { [F in FeedName]?: { value: FeedValues[F]; asOf: UnixSeconds } }

/** Seconds between polls by feed; null where nobody polls. */
export type PollIntervals = Record<FeedName, number | null>

export type PortfolioRepositories = { snapshots: SnapshotRepository; samples: Pick<SampleRepository, 'addLoan'> }

export type Portfolio = {
  view(): PortfolioView
  answered<F extends FeedName>(feed: F, fresh: Fresh<FeedValues[F]>): void
  failed(feed: FeedName, problem: Problem): void
  failedEverywhere(problem: Problem): void
  intervalsChanged(intervals: PollIntervals): void
  slept(): void
  /** Another client asks from now on, perhaps with another key. */
  clientReplaced(): void
  /** Whatever arrives later is dropped. */
  close(): void
}

const cachedFeed = <T>(known: { value: T; asOf: UnixSeconds } | undefined): Feed<T> =>
  known === undefined
    ? { value: null, asOf: null, source: 'none', problem: null, every: null }
    : { ...known, source: 'cache', problem: null, every: null }

export const cachedPortfolio = (profileId: string, known: CachedValues): PortfolioView => ({
  profileId,
  balance: cachedFeed(known.balance),
  positions: cachedFeed(known.positions),
  loan: cachedFeed(known.loan),
})

/** An unchanged value stays the same object. */
export const withAnswer = <F extends FeedName>(
  view: PortfolioView,
  feed: F,
  { value, at, unreadable }: Fresh<FeedValues[F]>,
): PortfolioView => {
  const { unreadable: _before, ...before } = view[feed]
  const kept = sameJson(before.value, value) ? before.value : value
  const left = unreadable === undefined ? {} : { unreadable }
  return { ...view, [feed]: { ...before, value: kept, ...left, asOf: at, source: 'live', problem: null } }
}

const updateFeeds = (view: PortfolioView, update: (feed: Feed<unknown>, name: FeedName) => Partial<Feed<unknown>> | null): PortfolioView =>
  feeds.reduce((changed, name) => {
    const some = update(changed[name], name)
    return some === null ? changed : { ...changed, [name]: { ...changed[name], ...some } }
  }, view)

export const withProblemEverywhere = (view: PortfolioView, problem: Problem): PortfolioView =>
  updateFeeds(view, (feed) => (sameJson(feed.problem, problem) ? null : { problem }))

export const withProblem = (view: PortfolioView, name: FeedName, problem: Problem): PortfolioView =>
  updateFeeds(view, (feed, one) => (one !== name || sameJson(feed.problem, problem) ? null : { problem }))

export const withIntervals = (view: PortfolioView, intervals: PollIntervals): PortfolioView =>
  updateFeeds(view, (feed, name) => (feed.every === intervals[name] ? null : { every: intervals[name] }))

/** Until an answer confirms them, values are only cached, however young they seem. */
export const asCached = (view: PortfolioView): PortfolioView =>
  updateFeeds(view, (feed) => (feed.source === 'live' ? { source: 'cache' } : null))

const withoutProblems = (view: PortfolioView): PortfolioView =>
  updateFeeds(view, (feed) => (feed.problem === null ? null : { problem: null }))

/** What cannot be read is as if it had never been kept: the exchange is about to be asked anyway. */
const readCached = (profileId: string, { snapshots }: PortfolioRepositories): CachedValues => {
  const last = <F extends FeedName>(feed: F) => {
    const found = snapshots.last(profileId, feed)
    return found.ok && found.value !== null ? found.value : undefined
  }
  return { balance: last('balance'), positions: last('positions'), loan: last('loan') }
}

/** Shows the cached values at once; `changed` is called for every change after that. */
export const openPortfolio = (
  profileId: string,
  repositories: PortfolioRepositories,
  changed: (view: PortfolioView) => void,
): Portfolio => {
  let view = cachedPortfolio(profileId, readCached(profileId, repositories))
  let closed = false

  const show = (next: PortfolioView): void => {
    if (closed || next === view) return
    view = next
    changed(next)
  }

  return {
    view: () => view,
    answered: (feed, fresh) => {
      if (closed) return
      show(withAnswer(view, feed, fresh))
      // Only whole answers are kept: nothing in a snapshot could say later that something was left out.
      if (fresh.unreadable === undefined) repositories.snapshots.remember(profileId, feed, fresh.value, fresh.at)
      const { loan } = view
      if (feed === 'loan' && loan.value?.kind === 'loan') repositories.samples.addLoan(profileId, fresh.at, loan.value.loan)
    },
    failed: (feed, problem) => show(withProblem(view, feed, problem)),
    failedEverywhere: (problem) => show(withProblemEverywhere(view, problem)),
    intervalsChanged: (intervals) => show(withIntervals(view, intervals)),
    slept: () => show(asCached(view)),
    clientReplaced: () => show(withoutProblems(asCached(view))),
    close: () => {
      closed = true
    },
  }
}
