// What the balances of an account hold, in one form for all three, and what moving it would do.
import {
  add,
  compare,
  cut,
  type Decimal,
  divideUp,
  isNegative,
  multiply,
  subtract,
} from '../money.js'
import type { Feed } from './feed.js'
import { levelOf, marginBacking } from './margin.js'
import type {
  AssetBalance,
  CollateralBalance,
  CollateralSummary,
  PortfolioView,
  TradeBalance,
} from './portfolio.js'
import type { Purse } from './purse.js'

/**
 * One asset in one of them. `total` includes what open orders reserve and what is borrowed; `owed`
 * is borrowed. `free`: what can be moved out without borrowing; null if the exchange did not say.
 */
export type PurseHolding = { asset: string; total: Decimal; owed: Decimal; free: Decimal | null }

export type PurseFeeds = Pick<PortfolioView, 'balance' | 'tradeBalance' | 'collateralBalance'>

/** The most decimal places of a transferred amount. */
export const transferPlaces = 8

export function heldInMain(balances: readonly AssetBalance[]): PurseHolding[] {
  return balances.map(({ asset, amount }) => ({ asset, total: amount, owed: '0', free: amount }))
}

export function heldInTrade(balances: readonly TradeBalance[]): PurseHolding[] {
  return balances.map(({ asset, available, inOrders }) => ({
    asset,
    total: add(available, inOrders),
    owed: '0',
    free: available,
  }))
}

export function heldInCollateral(balances: readonly CollateralBalance[]): PurseHolding[] {
  return balances.map(({ asset, balance, borrowed, free }) => ({
    asset,
    total: balance,
    owed: borrowed,
    free: free === undefined ? null : isNegative(free) ? '0' : free,
  }))
}

function mapped<T>(
  feed: Feed<T[]>,
  held: (balances: readonly T[]) => PurseHolding[],
): Feed<PurseHolding[]> {
  return { ...feed, value: feed.value === null ? null : held(feed.value) }
}

export function purseFeed(feeds: PurseFeeds, purse: Purse): Feed<PurseHolding[]> {
  switch (purse) {
    case 'main':
      return mapped(feeds.balance, heldInMain)
    case 'trade':
      return mapped(feeds.tradeBalance, heldInTrade)
    case 'collateral':
      return mapped(feeds.collateralBalance, heldInCollateral)
  }
}

/** An asset that is not listed is not held. */
export function holdingIn(list: readonly PurseHolding[], asset: string): PurseHolding {
  return list.find((one) => one.asset === asset) ?? { asset, total: '0', owed: '0', free: '0' }
}

/** All that can be moved of a holding; null if that is not known. */
export function mostMovable({ free }: PurseHolding): Decimal | null {
  return free === null || compare(free, '0') <= 0 ? free : cut(free, transferPlaces)
}

/**
 * The margin level once `amount` at `price` in USDT was added to the collateral, or taken out of it
 * if negative. An estimate: the exchange may count an asset for less than its price. Null without
 * used margin.
 */
export function levelAfterMove(
  summary: CollateralSummary,
  amount: Decimal,
  price: Decimal,
): Decimal | null {
  const { usedMargin } = summary
  if (compare(usedMargin, '0') <= 0) return null
  return levelOf(add(marginBacking(summary), multiply(amount, price)), usedMargin)
}

/**
 * How much of an asset at `price` in USDT lifts the margin level to `level`, in percent; zero if it
 * is not below it, null without used margin or price.
 */
export function amountToReach(
  summary: CollateralSummary,
  level: Decimal,
  price: Decimal,
): Decimal | null {
  const { usedMargin } = summary
  if (compare(usedMargin, '0') <= 0 || compare(price, '0') <= 0) return null
  const wanted = multiply(multiply(level, '0.01'), usedMargin)
  const missing = subtract(wanted, marginBacking(summary))
  return compare(missing, '0') <= 0 ? '0' : divideUp(missing, price, transferPlaces)
}
