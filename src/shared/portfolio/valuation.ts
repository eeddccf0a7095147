// What an account holds, valued in one currency by the newest trades of its exchange's markets.
// Assets without a price are named and in no sum; what could not be read is named as well.
import {
  add,
  compare,
  type Decimal,
  divide,
  isDecimal,
  isZero,
  multiply,
  subtract,
  sum,
} from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { Feed } from './feed.js'
import type { PricesView, Ticker } from '../markets/market.js'
import { currenciesOf } from '../orders/order-rules.js'
import type { PortfolioView } from './portfolio.js'
import { isFutures, type Position } from './position.js'

/** Where money is. `unrealized`: the result of closing all open positions at the mark price. */
export const wallets = ['main', 'trade', 'collateral', 'unrealized'] as const
export type Wallet = (typeof wallets)[number]

/** In units of the asset, by wallet; wallets without it are absent. */
export type Holding = { asset: string; amounts: { [wallet in Wallet]?: Decimal }; total: Decimal }

/** `price`: of one unit, in the currency; null if there is none. */
export type ValuedHolding = Holding & { price: Decimal | null; worth: Decimal | null }

export type ValuedWallet = {
  wallet: Wallet
  /** Of assets with a price; null if the wallet was not read. */
  worth: Decimal | null
  asOf: UnixSeconds | null
  /** Of the feed it is read from. */
  feed: Feed<unknown>
}

export type Valuation = {
  currency: string
  /** Of every wallet that was read, for assets with a price. */
  total: Decimal
  wallets: ValuedWallet[]
  /** By worth, largest first; then those without a price, then those that hold nothing, by name. */
  holdings: ValuedHolding[]
  /** Assets that hold something and have no price. */
  unpriced: string[]
  /** Positions whose unrealized PnL was not sent: they are in no sum. */
  withoutResult: number
  /** Positions whose accrued funding was not sent: the sum includes their PnL, but no funding. */
  withoutFunding: number
  /** The oldest of the figures and prices in the total. */
  asOf: UnixSeconds | null
}

const places = 18

/** Intermediate currencies for two assets without a common market, in this order. */
const bridges = ['USDT', 'USDC', 'BTC', 'ETH', 'EUR', 'USD'] as const

type Tickers = { readonly [market: string]: Ticker }

/**
 * Of the newest trade; null if there is none, or if the market is frozen, so that it is not a
 * current price.
 */
export function lastOf(tickers: Tickers, market: string): Decimal | null {
  const ticker = Object.hasOwn(tickers, market) ? tickers[market] : undefined
  return ticker === undefined || ticker.isFrozen || compare(ticker.last, '0') <= 0
    ? null
    : ticker.last
}

function directPrice(tickers: Tickers, asset: string, currency: string): Decimal | null {
  if (asset === currency) return '1'
  const straight = lastOf(tickers, `${asset}_${currency}`)
  if (straight !== null) return straight
  const inverse = lastOf(tickers, `${currency}_${asset}`)
  return inverse === null ? null : divide('1', inverse, places)
}

/**
 * Of one unit of `asset` in `currency`: by their own market, or through one other currency. Null if
 * no market gives it.
 */
export function priceOf(tickers: Tickers, asset: string, currency: string): Decimal | null {
  const direct = directPrice(tickers, asset, currency)
  if (direct !== null) return direct
  for (const bridge of bridges) {
    const first = directPrice(tickers, asset, bridge)
    const second = first === null ? null : directPrice(tickers, bridge, currency)
    if (first !== null && second !== null) return multiply(first, second)
  }
  return null
}

type Amounts = [asset: string, amount: Decimal][]

const hasResult = ({ unrealizedPnl }: Position): boolean => unrealizedPnl != null

/** It has none on futures, whatever was sent (specification 2.7). */
function lacksFunding({ market, unrealizedFunding }: Position): boolean {
  return unrealizedFunding == null && !isFutures(market)
}

/** Null if no position has a result. */
function resultsOf(positions: readonly Position[] | null): Amounts | null {
  if (positions === null) return null
  const results = positions.flatMap(({ market, unrealizedPnl, unrealizedFunding }): Amounts =>
    unrealizedPnl == null
      ? []
      : [[currenciesOf(market).quote, subtract(unrealizedPnl, unrealizedFunding ?? '0')]],
  )
  return results.length === 0 && positions.length > 0 ? null : results
}

/** What each wallet holds; null if it was not read. */
function amountsOf({
  balance,
  tradeBalance,
  collateralBalance,
  positions,
}: PortfolioView): Record<Wallet, Amounts | null> {
  return {
    main: balance.value?.map(({ asset, amount }) => [asset, amount]) ?? null,
    trade:
      tradeBalance.value?.map(({ asset, available, inOrders }) => [
        asset,
        add(available, inOrders),
      ]) ?? null,
    collateral:
      collateralBalance.value?.map(({ asset, balance: all, borrowed }) => [
        asset,
        subtract(all, borrowed),
      ]) ?? null,
    unrealized: resultsOf(positions.value),
  }
}

/** Values that are not decimals are in no sum: their asset is named with those without a price. */
function decimalsOf(
  amounts: Record<Wallet, Amounts | null>,
): [Record<Wallet, Amounts | null>, noDecimals: string[]] {
  const noDecimals = wallets.flatMap((wallet) =>
    (amounts[wallet] ?? []).flatMap(([asset, amount]) => (isDecimal(amount) ? [] : [asset])),
  )
  if (noDecimals.length === 0) return [amounts, noDecimals]
  const decimals = { ...amounts }
  for (const wallet of wallets)
    decimals[wallet] = amounts[wallet]?.filter(([, amount]) => isDecimal(amount)) ?? null
  return [decimals, noDecimals]
}

function feedOf(portfolio: PortfolioView, wallet: Wallet): Feed<unknown> {
  return {
    main: portfolio.balance,
    trade: portfolio.tradeBalance,
    collateral: portfolio.collateralBalance,
    unrealized: portfolio.positions,
  }[wallet]
}

function holdingsOf(amounts: Record<Wallet, Amounts | null>): Holding[] {
  const holdings = new Map<string, Holding>()
  for (const wallet of wallets) {
    for (const [asset, amount] of amounts[wallet] ?? []) {
      const holding = holdings.get(asset) ?? { asset, amounts: {}, total: '0' }
      holding.amounts[wallet] = add(holding.amounts[wallet] ?? '0', amount)
      holding.total = add(holding.total, amount)
      holdings.set(asset, holding)
    }
  }
  return [...holdings.values()]
}

export function isEmptyHolding({ amounts }: Holding): boolean {
  return Object.values(amounts).every(isZero)
}

/**
 * By worth, largest first, then assets without a price, then those that hold nothing; by name if
 * these are equal.
 */
function largestFirst(a: ValuedHolding, b: ValuedHolding): number {
  const rank = (one: ValuedHolding): number =>
    isEmptyHolding(one) ? 2 : one.worth === null ? 1 : 0
  const byWorth = a.worth === null || b.worth === null ? 0 : compare(b.worth, a.worth)
  return rank(a) - rank(b) || byWorth || (a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0)
}

function oldest(moments: readonly (UnixSeconds | null)[]): UnixSeconds | null {
  return moments.reduce(
    (first, one) => (one !== null && (first === null || one < first) ? one : first),
    null,
  )
}

/** Null if there are no prices, or nothing was read. */
export function valuationOf(
  portfolio: PortfolioView,
  prices: PricesView,
  currency: string,
): Valuation | null {
  const tickers = prices.tickers.value
  const [amounts, noDecimals] = decimalsOf(amountsOf(portfolio))
  // Without the balance behind them, results of positions are not part of a total: they share that
  // balance's status.
  const hasCollateral = amounts.collateral !== null
  if (!hasCollateral) amounts.unrealized = null
  if (tickers === null || wallets.every((wallet) => amounts[wallet] === null)) return null
  const cache = new Map<string, Decimal | null>()
  const priceIn = (asset: string): Decimal | null => {
    const known = cache.get(asset)
    const price = known === undefined ? priceOf(tickers, asset, currency) : known
    cache.set(asset, price)
    return price
  }
  const worthOf = (some: Amounts): Decimal =>
    sum(
      some.flatMap(([asset, amount]) => {
        const price = priceIn(asset)
        return price === null ? [] : [multiply(amount, price)]
      }),
    )
  const valued = wallets.map((wallet): ValuedWallet => {
    const feed = feedOf(
      portfolio,
      wallet === 'unrealized' && !hasCollateral ? 'collateral' : wallet,
    )
    const own = amounts[wallet]
    return {
      wallet,
      worth: own === null ? null : worthOf(own),
      asOf: own === null ? null : feed.asOf,
      feed,
    }
  })
  const holdings = holdingsOf(amounts)
    .map((holding): ValuedHolding => {
      const price = priceIn(holding.asset)
      return { ...holding, price, worth: price === null ? null : multiply(holding.total, price) }
    })
    .sort(largestFirst)
  const counted = hasCollateral ? (portfolio.positions.value ?? []) : []
  return {
    currency,
    total: sum(valued.flatMap(({ worth }) => worth ?? [])),
    wallets: valued,
    holdings,
    withoutResult: counted.filter((position) => !hasResult(position)).length,
    withoutFunding: counted.filter((position) => hasResult(position) && lacksFunding(position))
      .length,
    unpriced: [
      ...holdings.flatMap((holding) =>
        holding.price === null && !isEmptyHolding(holding) ? [holding.asset] : [],
      ),
      ...noDecimals,
    ],
    asOf: oldest([prices.tickers.asOf, ...valued.map(({ asOf }) => asOf)]),
  }
}

/** Currencies for totals: those other assets are traded for, the usual ones first. */
export function currenciesToCountIn(
  markets: readonly { quote: string; kind: string | null }[],
): string[] {
  const quotes = new Set(markets.filter(({ kind }) => kind === 'spot').map(({ quote }) => quote))
  const usual = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'].filter((currency) =>
    quotes.has(currency),
  )
  return [...usual, ...[...quotes].filter((currency) => !usual.includes(currency)).sort()]
}
