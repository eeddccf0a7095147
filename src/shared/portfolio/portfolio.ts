import { type Feed, isOfTheWatch, nothingYet } from './feed.js'
import type { LoanAnswer } from './loan.js'
import type { Order } from '../orders/order.js'
import type { Position } from './position.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'

/**
 * One asset of the main balance (specification 4.2). An asset the exchange leaves out is not listed
 * here.
 */
export type AssetBalance = {
  asset: string
  /** In units of the asset. */
  amount: Decimal
}

/**
 * One asset of the trade balance, which spot orders use. `inOrders` is set aside for orders that
 * are open.
 */
export type TradeBalance = { asset: string; available: Decimal; inOrders: Decimal }

/** One asset of the collateral balance. What is borrowed is in the balance, and owed. */
export type CollateralBalance = { asset: string; balance: Decimal; borrowed: Decimal }

/** The collateral account as a whole, in USDT. */
export type CollateralSummary = {
  /**
   * The balance of the collateral. As captured answers have it, unrealized PnL is not in it:
   * `usedMargin` and `freeMargin` add up to both.
   */
  equity: Decimal
  usedMargin: Decimal
  freeMargin: Decimal
  unrealizedPnl: Decimal
  /** Accrued and not settled yet. */
  unrealizedFunding: Decimal
  /** The highest that the account allows; null where it was not sent. */
  leverage: number | null
}

/** Everything that is polled for one profile. Replaced whole at every change. */
export type PortfolioView = {
  /**
   * Whose figures these are: a page that still shows another profile drops them. Null with no
   * profile.
   */
  profileId: string | null
  balance: Feed<AssetBalance[]>
  positions: Feed<Position[]>
  loan: Feed<LoanAnswer>
  // Not in the specification: an exchange may not offer them.
  collateralSummary: Feed<CollateralSummary>
  collateralBalance: Feed<CollateralBalance[]>
  tradeBalance: Feed<TradeBalance[]>
  /** Of every market, newest first; at most `mostOpenOrders`. */
  openOrders: Feed<Order[]>
}

/** More are not read: nobody has so many, and reading them would hold up what is monitored. */
export const mostOpenOrders = 1000

export const noPortfolio: PortfolioView = {
  profileId: null,
  balance: nothingYet,
  positions: nothingYet,
  loan: nothingYet,
  collateralSummary: nothingYet,
  collateralBalance: nothingYet,
  tradeBalance: nothingYet,
  openOrders: nothingYet,
}

/**
 * What can cost money while nobody looks. A credit line that is not enabled for the key is looked
 * at seldom, and no part of the watch.
 */
export function monitoredRisks({
  positions,
  loan,
}: Pick<PortfolioView, 'positions' | 'loan'>): Feed<unknown>[] {
  return [positions, ...(loan.value?.kind === 'not-enabled' ? [] : [loan])].filter(isOfTheWatch)
}

/** What speaks for how old and how good the data is. */
export function monitoredFeeds(view: PortfolioView): Feed<unknown>[] {
  return [...monitoredRisks(view), ...[view.balance].filter(isOfTheWatch)]
}

/**
 * Whether the exchange has limited the requests of this account, and until when as far as it said
 * so: one request that was refused for that holds back all that are signed, while the liveness
 * check is still answered. Null where it has not.
 */
export function rateLimitOf(view: PortfolioView): { until: UnixSeconds | null } | null {
  const limits = monitoredFeeds(view).flatMap(({ problem }) =>
    problem?.code === 'rate-limited' ? [problem.retryAt ?? null] : [],
  )
  if (limits.length === 0) return null
  return {
    until: limits.reduce((last, one) =>
      one !== null && (last === null || one > last) ? one : last,
    ),
  }
}
