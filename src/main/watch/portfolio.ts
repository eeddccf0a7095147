// Holds what is known of the active profile. An answer can only arrive through the desk that was opened for its profile, and a desk
// is dead as soon as the next is opened: figures of one account can never be shown as another's.
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { Loan } from '../../shared/domain/loan.js'
import type { PortfolioView } from '../../shared/domain/portfolio.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Feed } from './poll-plan.js'
import type { Fresh, Paces } from './poller-ports.js'
import {
  emptyPortfolio,
  type FeedValues,
  landed,
  missed,
  missedAll,
  outdated,
  paced,
  type Remembered,
  remembered,
} from './portfolio-view.js'

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

/** The way in for one profile's figures. After `close`, or once another desk is open, everything put on it is dropped. */
export type PortfolioDesk = {
  landed<F extends Feed>(feed: F, fresh: Fresh<FeedValues[F]>): void
  failed(feed: Feed, problem: Problem): void
  failedAll(problem: Problem): void
  paced(paces: Paces): void
  slept(): void
  /** Shows nothing any more. */
  close(): void
}

export type Portfolio = {
  view(): PortfolioView
  /** Hears every change until the returned function is called. */
  subscribe(hear: (view: PortfolioView) => void): () => void
  /** Shows what is remembered of a profile at once. */
  open(profileId: string, memory: PortfolioMemory): PortfolioDesk
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

export const createPortfolio = (): Portfolio => {
  let view = emptyPortfolio
  let openDesk: symbol | null = null
  const listeners = new Set<(view: PortfolioView) => void>()

  const show = (next: PortfolioView): void => {
    if (next === view) return
    view = next
    for (const hear of [...listeners]) hear(next)
  }

  const open = (profileId: string, memory: PortfolioMemory): PortfolioDesk => {
    const desk = Symbol(profileId)
    const current = (): boolean => openDesk === desk
    let balanceAt: UnixSeconds | null = null

    const sample = (feed: Feed, at: UnixSeconds): void => {
      const { balance, loan } = view
      if (feed === 'loan' && loan.value?.kind === 'loan') memory.samples.addLoan(profileId, at, loan.value.loan)
      if (feed !== 'balance' || balance.value === null) return
      // A clock that was set back must not stop the history until it has caught up.
      if (balanceAt !== null && at >= balanceAt && at - balanceAt < balanceEvery) return
      balanceAt = at
      memory.samples.addBalance(profileId, at, balance.value)
    }

    const known = recall(profileId, memory)
    openDesk = desk
    show(remembered(profileId, known))

    return {
      landed: (feed, { value, at, unreadable }) => {
        if (!current()) return
        show(landed(view, feed, value, at, unreadable))
        // What is remembered must be whole: nothing in it could say later that something was left out.
        if (unreadable === undefined) memory.snapshots.remember(profileId, feed, value, at)
        // A series for each asset: what is there loses nothing by what is not.
        sample(feed, at)
      },
      failed: (feed, problem) => {
        if (current()) show(missed(view, feed, problem))
      },
      failedAll: (problem) => {
        if (current()) show(missedAll(view, problem))
      },
      paced: (paces) => {
        if (current()) show(paced(view, paces))
      },
      slept: () => {
        if (current()) show(outdated(view))
      },
      close: () => {
        if (!current()) return
        openDesk = null
        show(emptyPortfolio)
      },
    }
  }

  return {
    view: () => view,
    subscribe: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    open,
  }
}
