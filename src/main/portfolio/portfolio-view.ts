// What each event does to the view of the portfolio. Pure: the same view object comes back where nothing changed.
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { Feed as FeedView } from '../../shared/domain/feed.js'
import type { LoanAnswer } from '../../shared/domain/loan.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Feed, feeds } from './poll-plan.js'

/** What each feed carries. */
export type FeedValues = { positions: Position[]; loan: LoanAnswer; balance: AssetBalance[] }

/** What is known from an earlier run, by feed; a feed of which nothing is known is absent. */
export type Remembered = { [F in Feed]?: { value: FeedValues[F]; asOf: UnixSeconds } }

const nothing = { value: null, asOf: null, source: 'none', problem: null, every: null } as const

export const emptyPortfolio: PortfolioView = { profileId: null, balance: nothing, positions: nothing, loan: nothing }

const fromMemory = <T>(known: { value: T; asOf: UnixSeconds } | undefined): FeedView<T> =>
  known === undefined ? nothing : { value: known.value, asOf: known.asOf, source: 'cache', problem: null, every: null }

/** The last known values of a profile, marked as remembered, with nobody looking yet. */
export const remembered = (profileId: string, known: Remembered): PortfolioView => ({
  profileId,
  balance: fromMemory(known.balance),
  positions: fromMemory(known.positions),
  loan: fromMemory(known.loan),
})

export const sameJson = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** A good answer: it replaces the value, and whatever stood in its way is over. An unchanged value stays the same object. */
export const landed = <F extends Feed>(
  view: PortfolioView,
  feed: F,
  value: FeedValues[F],
  at: UnixSeconds,
  unreadable?: Unreadable[],
): PortfolioView => {
  const { unreadable: _before, ...before } = view[feed]
  const kept = sameJson(before.value, value) ? before.value : value
  const left = unreadable === undefined ? {} : { unreadable }
  return { ...view, [feed]: { ...before, value: kept, ...left, asOf: at, source: 'live', problem: null } }
}

/** A look failed: the value stays, with the reason why it is not newer. */
export const missed = (view: PortfolioView, feed: Feed, problem: Problem): PortfolioView =>
  sameJson(view[feed].problem, problem) ? view : { ...view, [feed]: { ...view[feed], problem } }

export const missedAll = (view: PortfolioView, problem: Problem): PortfolioView =>
  feeds.reduce((changed, feed) => missed(changed, feed, problem), view)

/** How often each feed is looked at from now on, in seconds. */
export const paced = (view: PortfolioView, paces: Record<Feed, number | null>): PortfolioView =>
  feeds.reduce(
    (changed, feed) => (changed[feed].every === paces[feed] ? changed : { ...changed, [feed]: { ...changed[feed], every: paces[feed] } }),
    view,
  )

/** After a sleep everything known is only remembered, however young it seems, until an answer confirms it. */
export const outdated = (view: PortfolioView): PortfolioView =>
  feeds.reduce(
    (changed, feed) => (changed[feed].source === 'live' ? { ...changed, [feed]: { ...changed[feed], source: 'cache' } } : changed),
    view,
  )

/** Another way to the exchange is taken: what stood in the way of the one before is over, and what that one brought is only remembered. */
export const unconfirmed = (view: PortfolioView): PortfolioView =>
  feeds.reduce(
    (changed, feed) => (changed[feed].problem === null ? changed : { ...changed, [feed]: { ...changed[feed], problem: null } }),
    outdated(view),
  )
