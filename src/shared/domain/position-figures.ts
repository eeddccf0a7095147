// What follows from a position's own figures and its market's price, for screens and files. All of it Plimsoll's own sums; null where a figure
// that is needed is not known.
import { absolute, compare, type Decimal, divide, isDecimal, isZero, multiply, subtract } from '../money.js'
import { impliedMark, impliedNotional } from './mark-price.js'
import type { PricesView } from './market.js'
import { directionOf, type Position } from './position.js'

/** `position` what its unrealized PnL implies · `mark` the exchange's mark price of a future · `last` the market's last price. */
export type Mark = { price: Decimal; from: 'position' | 'mark' | 'last' }

const places = 18

const usable = (price: Decimal | null | undefined): Decimal | null =>
  price != null && isDecimal(price) && compare(price, '0') > 0 ? price : null

const own = <T>(map: { readonly [name: string]: T } | null, name: string): T | undefined =>
  map !== null && Object.hasOwn(map, name) ? map[name] : undefined

/** The price that the position is counted at: what the exchange itself implied by its PnL, before any other. */
export const markOf = (position: Position, prices: PricesView | null): Mark | null => {
  const implied = impliedMark(position)
  if (implied !== null) return { price: implied, from: 'position' }
  const mark = usable(own(prices?.futures.value ?? null, position.market)?.mark)
  if (mark !== null) return { price: mark, from: 'mark' }
  const ticker = own(prices?.tickers.value ?? null, position.market)
  const last = ticker?.isFrozen === true ? null : usable(ticker?.last)
  return last === null ? null : { price: last, from: 'last' }
}

/** Without its sign; null where it is not known or zero. */
const unitsOf = ({ amount }: Position): Decimal | null =>
  amount === null || !isDecimal(amount) || isZero(amount) ? null : absolute(amount)

/** Of the whole position, in quote currency. */
export const notionalOf = (position: Position, mark: Mark | null): Decimal | null => {
  const exact = impliedNotional(position)
  if (exact !== null) return exact
  const units = unitsOf(position)
  return units === null || mark === null ? null : multiply(units, mark.price)
}

/**
 * How far the price may move against the position until liquidation: in price, and as a share of the price. Zero or less once it is there;
 * undefined where there is no liquidation price.
 */
export const liquidationDistance = (position: Position, mark: Mark | null): { price: Decimal; share: Decimal } | null | undefined => {
  const { liquidationPrice } = position
  if (liquidationPrice === null) return undefined
  const direction = directionOf(position)
  const end = usable(liquidationPrice)
  if (end === null || mark === null || direction === 'unclear') return null
  const price = direction === 'long' ? subtract(mark.price, end) : subtract(end, mark.price)
  return { price, share: divide(price, mark.price, places) }
}

/** Of the whole position if it were closed at `level`, in quote currency and without fees. */
export const resultAt = (position: Position, level: Decimal | null | undefined): Decimal | null => {
  const [units, at, entry, direction] = [unitsOf(position), usable(level), usable(position.entryPrice), directionOf(position)]
  if (units === null || at === null || entry === null || direction === 'unclear') return null
  return multiply(units, direction === 'long' ? subtract(at, entry) : subtract(entry, at))
}

/** Unrealized PnL in percent of the margin that the position uses, cut after two places. */
export const returnOnMargin = ({ unrealizedPnl, usedMargin }: Position): Decimal | null => {
  const margin = usable(usedMargin)
  if (margin === null || unrealizedPnl == null || !isDecimal(unrealizedPnl)) return null
  return divide(multiply(unrealizedPnl, '100'), margin, 2)
}

export const isLosing = ({ unrealizedPnl }: Position): boolean =>
  unrealizedPnl != null && isDecimal(unrealizedPnl) && compare(unrealizedPnl, '0') < 0

/** False as well where the exchange did not say whether there is one. */
export function lacksStopLoss({ protectiveOrders }: Position): boolean {
  return protectiveOrders !== undefined && (protectiveOrders?.stopLoss ?? null) === null
}

/** In margin call or liquidation by the exchange's word, or so near to it by price. */
export const isNearLiquidation = (position: Position, distance: ReturnType<typeof liquidationDistance>, share: Decimal): boolean =>
  (position.liquidationState ?? null) !== null || (distance != null && compare(distance.share, share) <= 0)
