// The portfolio of an account over a store that holds what a test says, and forgets.
import { noIntervals } from '../../src/main/portfolio/feed-poller.js'
import { openPortfolio, type PortfolioRepositories } from '../../src/main/portfolio/portfolio.js'
import type { Snapshots } from '../../src/main/portfolio/snapshot-repository.js'
import { ok } from '../../src/shared/result.js'

/** What earlier runs kept; a feed of which nothing is known is absent. */
export type CachedValues = Snapshots

const ignore = () => undefined

export function repositoriesWith(known: CachedValues = {}): PortfolioRepositories {
  return {
    snapshots: { last: () => ok(known), remember: ignore },
    samples: {
      addLoan: ignore,
      addMarginLevel: ignore,
      loans: () => ok([]),
      marginLevels: () => ok([]),
    },
  }
}

/** `every`: seconds between polls. */
export function aPortfolio(
  profileId: string,
  every: { loan: number; positions: number; balance: number },
  known: CachedValues = {},
) {
  const portfolio = openPortfolio(profileId, repositoriesWith(known), ignore)
  portfolio.intervalsChanged({ ...noIntervals, ...every })
  return portfolio
}
