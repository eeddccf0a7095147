// Holds what is known of one account: the newest of each feed, what went wrong last, and what of it is kept for the next start.
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { Loan } from '../../shared/domain/loan.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Feed } from './poll-plan.js'
import type { Fresh, Paces } from './poller-ports.js'
import { type FeedValues, landed, missed, missedAll, outdated, paced, type Remembered, remembered, unconfirmed } from './portfolio-view.js'

/** Where a profile's figures are kept between runs. The demo hands in one that ends with it. Nothing here may keep a look waiting. */
export type PortfolioMemory = {
  snapshots: {
    last<F extends Feed>(profileId: string, feed: F): Result<{ value: FeedValues[F]; asOf: UnixSeconds } | null, Problem>
    remember<F extends Feed>(profileId: string, feed: F, value: FeedValues[F], asOf: UnixSeconds): void
  }
  samples: {
    addBalance(profileId: string, at: UnixSeconds, balances: readonly AssetBalance[]): void
    addLoan(profileId: string, at: UnixSeconds, loan: Loan): void
  }
}

export type Portfolio = {
  view(): PortfolioView
  landed<F extends Feed>(feed: F, fresh: Fresh<FeedValues[F]>): void
  failed(feed: Feed, problem: Problem): void
  failedAll(problem: Problem): void
  paced(paces: Paces): void
  slept(): void
  /** The exchange is asked in another way from now on, perhaps with another key. */
  begun(): void
  /** Whatever arrives later is dropped. */
  close(): void
}

/** Seconds between two balances of the history. Loans are all kept: their peaks are what matters. */
const balanceEvery = 60

/** What cannot be read is as if it had never been remembered: the exchange is about to be asked anyway. */
const recall = (profileId: string, { snapshots }: PortfolioMemory): Remembered => {
  const last = <F extends Feed>(feed: F) => {
    const found = snapshots.last(profileId, feed)
    return found.ok && found.value !== null ? found.value : undefined
  }
  return { balance: last('balance'), positions: last('positions'), loan: last('loan') }
}

/** Shows what is remembered of a profile at once; `changed` hears of every change after that. */
export const openPortfolio = (profileId: string, memory: PortfolioMemory, changed: (view: PortfolioView) => void): Portfolio => {
  let view = remembered(profileId, recall(profileId, memory))
  let balanceAt: UnixSeconds | null = null
  let closed = false

  const show = (next: PortfolioView): void => {
    if (closed || next === view) return
    view = next
    changed(next)
  }

  const sample = (feed: Feed, at: UnixSeconds): void => {
    const { balance, loan } = view
    if (feed === 'loan' && loan.value?.kind === 'loan') memory.samples.addLoan(profileId, at, loan.value.loan)
    if (feed !== 'balance' || balance.value === null) return
    // A clock that was set back must not stop the history until it has caught up.
    if (balanceAt !== null && at >= balanceAt && at - balanceAt < balanceEvery) return
    balanceAt = at
    memory.samples.addBalance(profileId, at, balance.value)
  }

  return {
    view: () => view,
    landed: (feed, { value, at, unreadable }) => {
      if (closed) return
      show(landed(view, feed, value, at, unreadable))
      // What is remembered must be whole: nothing in it could say later that something was left out.
      if (unreadable === undefined) memory.snapshots.remember(profileId, feed, value, at)
      // A series for each asset: what is there loses nothing by what is not.
      sample(feed, at)
    },
    failed: (feed, problem) => show(missed(view, feed, problem)),
    failedAll: (problem) => show(missedAll(view, problem)),
    paced: (paces) => show(paced(view, paces)),
    slept: () => show(outdated(view)),
    begun: () => show(unconfirmed(view)),
    close: () => {
      closed = true
    },
  }
}
