// The contents of a practice copy: the latest responses about an account, without its name or key.
import type { InvestedView } from '../investments/invested.js'
import type { ActiveFixedInvestment, OpenFlexInvestment } from '../investments/investment.js'
import type { FuturesQuote, Market, MarketsView, PricesView, Ticker } from '../markets/market.js'
import { compare, isZero } from '../money.js'
import type { ConditionalOrder, Order } from '../orders/order.js'
import { type Feed, freshnessOf, isNotOffered } from '../portfolio/feed.js'
import type { LoanAnswer } from '../portfolio/loan.js'
import { directionOf, type Position } from '../portfolio/position.js'
import { pricesOfNow } from '../portfolio/position-measure.js'
import type {
  AssetBalance,
  CollateralBalance,
  CollateralSummary,
  PortfolioView,
  StreamedBorrowing,
  TradeBalance,
} from '../portfolio/portfolio.js'
import { fail, ok, type Result } from '../result.js'
import type { UnixSeconds } from '../time.js'

/** Null: the exchange does not offer it to this key. */
export type AccountCopy = {
  /** The time of the oldest figure. */
  at: UnixSeconds
  balance: AssetBalance[] | null
  positions: Position[] | null
  loan: LoanAnswer | null
  summary: CollateralSummary | null
  collateral: CollateralBalance[] | null
  trade: TradeBalance[] | null
  openOrders: Order[] | null
  conditionalOrders: ConditionalOrder[] | null
  /** Borrowing details that only the stream sends; null while there are none. */
  borrowings: readonly StreamedBorrowing[] | null
  flexible: OpenFlexInvestment[] | null
  fixed: ActiveFixedInvestment[] | null
  tickers: { [market: string]: Ticker } | null
  futures: { [market: string]: FuturesQuote } | null
  markets: Market[]
}

export type CopySources = {
  portfolio: PortfolioView
  prices: PricesView
  markets: MarketsView
  invested: InvestedView
}

/**
 * Why there can be no copy now. `missing`: something was not read yet, failed or is a
 * longer list than was read · `old`: the figures are no longer current · `unreadable`: part of a
 * response could not be read · `unclear`: a position lacks its size, its entry price or its
 * direction, or two on one market are not told apart by it.
 */
export type CopyObstacle = 'missing' | 'old' | 'unreadable' | 'unclear'

function obstacleIn(feed: Feed<unknown>, now: UnixSeconds): CopyObstacle | null {
  if (feed.value === null)
    return feed.problem !== null && isNotOffered(feed.problem) ? null : 'missing'
  if (feed.unreadable !== undefined) return 'unreadable'
  return freshnessOf(feed, now) === 'stale' ? 'old' : null
}

function isClear(position: Position): boolean {
  const { amount, entryPrice } = position
  if (amount === null || isZero(amount) || entryPrice == null) return false
  return compare(entryPrice, '0') > 0 && directionOf(position) !== 'unclear'
}

function feedsOf({ portfolio, prices, invested }: CopySources): readonly Feed<unknown>[] {
  return [
    portfolio.balance,
    portfolio.positions,
    portfolio.loan,
    portfolio.collateralSummary,
    portfolio.collateralBalance,
    portfolio.tradeBalance,
    portfolio.openOrders,
    portfolio.conditionalOrders,
    invested.flexible,
    invested.fixed,
    prices.tickers,
  ]
}

/** Null if a copy is possible. */
export function copyObstacle(sources: CopySources, now: UnixSeconds): CopyObstacle | null {
  const { portfolio, invested } = sources
  const obstacles = feedsOf(sources).map((feed) => obstacleIn(feed, now))
  if (invested.flexible.more || invested.fixed.more) obstacles.push('missing')
  const order = ['missing', 'old', 'unreadable'] as const
  const found = order.find((obstacle) => obstacles.includes(obstacle))
  if (found !== undefined) return found
  return (portfolio.positions.value ?? []).every(isClear) ? null : 'unclear'
}

export function copyOf(sources: CopySources, now: UnixSeconds): Result<AccountCopy, CopyObstacle> {
  const obstacle = copyObstacle(sources, now)
  if (obstacle !== null) return fail(obstacle)
  const { portfolio, prices, markets, invested } = sources
  return ok({
    at: feedsOf(sources).reduce(
      (oldest, { asOf }) => (asOf !== null && asOf < oldest ? asOf : oldest),
      now,
    ),
    balance: portfolio.balance.value,
    positions: portfolio.positions.value,
    loan: portfolio.loan.value,
    summary: portfolio.collateralSummary.value,
    collateral: portfolio.collateralBalance.value,
    trade: portfolio.tradeBalance.value,
    openOrders: portfolio.openOrders.value,
    conditionalOrders: portfolio.conditionalOrders.value,
    borrowings: portfolio.borrowings?.list ?? null,
    flexible: invested.flexible.value,
    fixed: invested.fixed.value,
    tickers: prices.tickers.value,
    futures: pricesOfNow(prices, now)?.futures.value ?? null,
    markets: markets.markets.value ?? [],
  })
}

/** Price changes that are offered, in percent. */
export const copyMoves = [-50, -30, -20, -10, -5, 5, 10, 30] as const
export type CopyMove = (typeof copyMoves)[number]
