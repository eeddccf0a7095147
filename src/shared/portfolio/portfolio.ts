import { type Feed, isOfTheWatch, nothingYet } from './feed.js'
import type { LoanAnswer } from './loan.js'
import type { ConditionalOrder, Order } from '../orders/order.js'
import type { Position } from './position.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'

/**
 * One asset of the main balance (specification 4.2). An asset omitted by the exchange is not listed
 * here.
 */
export type AssetBalance = {
  asset: string
  /** In units of the asset. */
  amount: Decimal
}

/**
 * One asset of the trade balance, which spot orders use. `inOrders` is reserved for open orders.
 */
export type TradeBalance = { asset: string; available: Decimal; inOrders: Decimal }

/** One asset of the collateral balance. The borrowed part is included in the balance, and owed. */
export type CollateralBalance = {
  asset: string
  balance: Decimal
  borrowed: Decimal
  /**
   * What may be moved out without borrowing; absent if the exchange did not send it, and in values
   * of older versions.
   */
  free?: Decimal
}

/** The collateral account as a whole, in USDT. */
export type CollateralSummary = {
  /**
   * The balance of the collateral. In captured responses it excludes unrealized PnL: `usedMargin`
   * and `freeMargin` add up to both.
   */
  equity: Decimal
  usedMargin: Decimal
  freeMargin: Decimal
  unrealizedPnl: Decimal
  /** Accrued and not settled yet. */
  unrealizedFunding: Decimal
  /** The highest that the account allows; null if not sent. */
  leverage: number | null
}

/** One borrowing as the stream last described it. */
export type StreamedBorrowing = {
  asset: string
  /** Without a sign, like the amounts of the balances. */
  amount: Decimal
  /** Due when the borrowing next changes. */
  accruedCost: Decimal | null
  /** Null where none was sent, or none that is a price: not calculated, which is not safe. */
  liquidationPrice: Decimal | null
}

/** The complete list; `at`: since when it has said the same. */
export type StreamedBorrowings = { at: UnixSeconds; list: readonly StreamedBorrowing[] }

/** Everything that is polled for one profile. Replaced as a whole at every change. */
export type PortfolioView = {
  /**
   * Whose figures these are: a page that still shows another profile drops them. Null without a
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
  /** Orders that belong together; those that stand alone are among the open orders. */
  conditionalOrders: Feed<ConditionalOrder[]>
  /** As the connected stream last sent them; absent while it is not connected, or sent none. */
  borrowings?: StreamedBorrowings
}

/** More are not read: accounts do not have that many, and reading them would hold up monitoring. */
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
  conditionalOrders: nothingYet,
}

/**
 * Risks that can cost money unnoticed. A credit line that is not enabled for the key is polled
 * rarely, and not monitored.
 */
export function monitoredRisks({
  positions,
  loan,
}: Pick<PortfolioView, 'positions' | 'loan'>): Feed<unknown>[] {
  return [positions, ...(loan.value?.kind === 'not-enabled' ? [] : [loan])].filter(isOfTheWatch)
}

/** The feeds that determine the age and quality of the data. */
export function monitoredFeeds(view: PortfolioView): Feed<unknown>[] {
  return [...monitoredRisks(view), ...[view.balance].filter(isOfTheWatch)]
}

/**
 * Whether the exchange has rate-limited this account, and until when if it said so: one request
 * refused for that holds back all signed ones, while the liveness check still succeeds. Null if it
 * has not.
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
