import { type Feed, isOfTheWatch } from './feed.js'
import type { LoanAnswer } from './loan.js'
import type { Position } from './position.js'
import type { Decimal } from '../money.js'

/** One asset of the main balance (specification 4.2). An asset the exchange leaves out is not listed here. */
export type AssetBalance = {
  asset: string
  /** In units of the asset. */
  amount: Decimal
}

/** Everything that is polled for one profile. Replaced whole at every change. */
export type PortfolioView = {
  /** Whose figures these are: a page that still shows another profile drops them. Null with no profile. */
  profileId: string | null
  balance: Feed<AssetBalance[]>
  positions: Feed<Position[]>
  loan: Feed<LoanAnswer>
}

const nothing = { value: null, asOf: null, source: 'none', problem: null, every: null } as const

export const noPortfolio: PortfolioView = { profileId: null, balance: nothing, positions: nothing, loan: nothing }

/** What can cost money while nobody looks. A credit line that is not enabled for the key is looked at seldom, and no part of the watch. */
export const monitoredRisks = ({ positions, loan }: Pick<PortfolioView, 'positions' | 'loan'>): Feed<unknown>[] =>
  [positions, ...(loan.value?.kind === 'not-enabled' ? [] : [loan])].filter(isOfTheWatch)

/** What speaks for how old and how good the data is. */
export const monitoredFeeds = (view: PortfolioView): Feed<unknown>[] => [...monitoredRisks(view), ...[view.balance].filter(isOfTheWatch)]
