import { type Feed, nothingYet } from '../portfolio/feed.js'
import type { ActiveFixedInvestment, OpenFlexInvestment } from './investment.js'

/** A list that is read page by page. `more`: the exchange has more of it than was read. */
export type InvestedFeed<T> = Feed<T[]> & { more: boolean }

/**
 * What the account has invested, read every few minutes. Invested money is in none of its balances.
 */
export type InvestedView = {
  profileId: string | null
  flexible: InvestedFeed<OpenFlexInvestment>
  fixed: InvestedFeed<ActiveFixedInvestment>
}

export const noInvested: InvestedView = {
  profileId: null,
  flexible: { ...nothingYet, more: false },
  fixed: { ...nothingYet, more: false },
}
