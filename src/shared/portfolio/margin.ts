// How far the collateral account is from having no margin left.
import {
  absolute,
  add,
  compare,
  cut,
  type Decimal,
  divide,
  isZero,
  largest,
  multiply,
  subtract,
} from '../money.js'
import { hasBorrowings } from './borrowing.js'
import { isNotOffered } from './feed.js'
import type { CollateralSummary, PortfolioView } from './portfolio.js'

/** In percent: at or below it, no free margin is left. */
export const exhaustedLevel = '100'

/**
 * In percent. The exchange does not publish where it liquidates; of all maintenance shares
 * published anywhere, half of the used margin is the highest.
 */
export const liquidationLevel = '50'

const levelPlaces = 4

/** What the exchange subtracts used margin from. */
function summedBalance({
  equity,
  unrealizedPnl,
  unrealizedFunding,
}: Pick<CollateralSummary, 'equity' | 'unrealizedPnl' | 'unrealizedFunding'>): Decimal {
  return subtract(add(equity, unrealizedPnl), unrealizedFunding)
}

/**
 * What backs the used margin: used plus free margin. Equity would not work: the exchange leaves
 * unrealized PnL out of it, which overstates it for a losing account. If no free margin at all is
 * stated, the account may be below that: then the sum that the exchange subtracts from counts, if
 * it is less.
 */
export function marginBacking({ usedMargin, freeMargin, ...balance }: CollateralSummary): Decimal {
  const stated = add(usedMargin, freeMargin)
  const summed = summedBalance(balance)
  return isZero(freeMargin) && compare(summed, stated) < 0 ? summed : stated
}

/** In percent of the used margin, which is above zero; truncated after four decimals. */
export function levelOf(backing: Decimal, usedMargin: Decimal): Decimal {
  return compare(backing, '0') <= 0
    ? '0'
    : divide(multiply(backing, '100'), usedMargin, levelPlaces)
}

/** Null if no margin is in use. */
export function marginLevel(summary: CollateralSummary): Decimal | null {
  const { usedMargin } = summary
  return compare(usedMargin, '0') <= 0 ? null : levelOf(marginBacking(summary), usedMargin)
}

/**
 * The rounding difference allowed between figures: a hundredth of a USDT, or a ten-thousandth of
 * them.
 */
const leastTolerance = '0.01'
const toleranceShare = '0.0001'

/**
 * Whether the figures contradict each other: used and free margin add up to the equity, or to the
 * equity including unrealized PnL and funding, depending on which the exchange means. If no free
 * margin is stated, the account may be below that.
 */
export function figuresContradict({
  usedMargin,
  freeMargin,
  ...balance
}: CollateralSummary): boolean {
  if (compare(usedMargin, '0') <= 0) return false
  const stated = add(usedMargin, freeMargin)
  const tolerance =
    largest([leastTolerance, multiply(absolute(stated), toleranceShare)]) ?? leastTolerance
  return ![balance.equity, summedBalance(balance)].some((reading) => {
    const above = subtract(reading, stated)
    return compare(isZero(freeMargin) ? above : absolute(above), tolerance) <= 0
  })
}

/** For display: never more than the actual value. */
export function shownLevel(level: Decimal): Decimal {
  return cut(level, 1)
}

/**
 * Roughly how far prices may still move against the positions before liquidation, as a share: a
 * level falls by a hundred when they move by one share of the leverage. Only good enough to decide
 * which of several dangers is nearer.
 */
export function marginRoom(level: Decimal, leverage: Decimal): Decimal | null {
  if (compare(leverage, '0') <= 0) return null
  return divide(subtract(level, liquidationLevel), multiply(leverage, '100'), 6)
}

export type MarginFeeds = Pick<
  PortfolioView,
  'collateralSummary' | 'positions' | 'collateralBalance'
>

/**
 * Whether margin may be in use: as the exchange last stated, or because positions are open or
 * something is borrowed.
 */
export function mayUseMargin({
  collateralSummary: { value },
  positions,
  collateralBalance,
}: MarginFeeds): boolean {
  return (
    (value !== null && compare(value.usedMargin, '0') > 0) ||
    (positions.value !== null && positions.value.length > 0) ||
    hasBorrowings({ collateralBalance })
  )
}

/**
 * Whether to monitor the margin level: margin may be in use, and the key could read it, or nothing
 * says that it never may. An exchange need not offer it. `isBorrowingInDoubt`: more may be borrowed
 * than the balances say.
 */
export function isMarginMonitored(view: MarginFeeds, isBorrowingInDoubt = false): boolean {
  const { value, problem } = view.collateralSummary
  const isInUse = mayUseMargin(view) || isBorrowingInDoubt
  return isInUse && (value !== null || (problem !== null && !isNotOffered(problem)))
}
