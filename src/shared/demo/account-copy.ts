// The contents of a practice copy: the latest responses about an account, without its name or key.
import type { InvestedView } from '../investments/invested.js'
import type { ActiveFixedInvestment, OpenFlexInvestment } from '../investments/investment.js'
import type { FuturesQuote, Market, MarketsView, PricesView, Ticker } from '../markets/market.js'
import { compare, isDecimal, isZero } from '../money.js'
import { currenciesOf } from '../orders/order-rules.js'
import type { ConditionalOrder, Order } from '../orders/order.js'
import { type Feed, freshnessOf, isNotOffered } from '../portfolio/feed.js'
import type { LoanAnswer } from '../portfolio/loan.js'
import { directionOf, type Position } from '../portfolio/position.js'
import {
  type AssetBalance,
  type CollateralBalance,
  type CollateralSummary,
  mostOpenOrders,
  type PortfolioView,
  type StreamedBorrowing,
  type TradeBalance,
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
  if (amount === null || entryPrice == null) return false
  if (!isDecimal(amount) || !isDecimal(entryPrice) || isZero(amount)) return false
  return compare(entryPrice, '0') > 0 && directionOf(position) !== 'unclear'
}

/** Two positions on one market are a long and a short one, neither of them of a one-way account. */
function areApart(positions: readonly Position[]): boolean {
  const byMarket = new Map<string, Position[]>()
  for (const one of positions) byMarket.set(one.market, [...(byMarket.get(one.market) ?? []), one])
  return [...byMarket.values()].every(
    (list) =>
      list.length === 1 ||
      (new Set(list.map(directionOf)).size === list.length &&
        list.every(({ positionSide }) => positionSide !== 'BOTH')),
  )
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
    prices.futures,
  ]
}

/** Without what could not be read of markets on which the account has nothing. */
function ofTheAccount<T>(feed: Feed<T>, { portfolio }: CopySources): Feed<T> {
  const { positions, openOrders, conditionalOrders, collateralBalance } = portfolio
  const linked = (conditionalOrders.value ?? []).map((one) =>
    one.kind === 'oco' ? one.stopLoss : one.order,
  )
  const listed = [...(positions.value ?? []), ...(openOrders.value ?? []), ...linked]
  const markets = new Set(listed.map(({ market }) => market))
  const assets = new Set((collateralBalance.value ?? []).map(({ asset }) => asset))
  const { unreadable = [], ...rest } = feed
  const own = unreadable.filter(({ id, name }) => {
    const market = name ?? id
    return market === null || markets.has(market) || assets.has(currenciesOf(market).base)
  })
  return own.length === 0 ? rest : { ...rest, unreadable: own }
}

function isCut({ value }: Feed<readonly unknown[]>): boolean {
  return value !== null && value.length >= mostOpenOrders
}

/** Null if the account can be copied. */
export function copyObstacle(sources: CopySources, now: UnixSeconds): CopyObstacle | null {
  const { portfolio, prices, markets, invested } = sources
  const { tickers, futures } = prices
  const obstacles = feedsOf(sources).map((feed) =>
    obstacleIn(feed === tickers || feed === futures ? ofTheAccount(feed, sources) : feed, now),
  )
  // Read once a day: kept ones are as good as new.
  const rules = ofTheAccount(markets.markets, sources)
  obstacles.push(obstacleIn({ ...rules, source: 'live' }, now))
  const { openOrders, conditionalOrders } = portfolio
  const isPart = isCut(openOrders) || isCut(conditionalOrders)
  if (isPart || invested.flexible.more || invested.fixed.more) obstacles.push('missing')
  const order = ['missing', 'old', 'unreadable'] as const
  const found = order.find((obstacle) => obstacles.includes(obstacle))
  if (found !== undefined) return found
  const positions = portfolio.positions.value ?? []
  return positions.every(isClear) && areApart(positions) ? null : 'unclear'
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
    futures: prices.futures.value,
    markets: markets.markets.value ?? [],
  })
}

/** Price changes that are offered, in percent. */
export const copyMoves = [-50, -30, -20, -10, -5, 5, 10, 30] as const
export type CopyMove = (typeof copyMoves)[number]
