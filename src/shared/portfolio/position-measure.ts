// How far a position is from liquidation: one measure for the screens, the alerts, the order of the
// list, the tray and the polling interval of positions. What cannot be measured has a reason, so
// that silence is not taken for safety.
import {
  absolute,
  compare,
  type Decimal,
  divide,
  isDecimal,
  isNegative,
  isZero,
  multiply,
  subtract,
} from '../money.js'
import type { UnixSeconds } from '../time.js'
import { impliedMark, impliedNotional } from '../markets/mark-price.js'
import type { PricesView } from '../markets/market.js'
import { directionOf, type Position } from './position.js'

/**
 * `position` implied by its unrealized PnL · `mark` the exchange's mark price of a future · `last`
 * the market's last price.
 */
export type Mark = { price: Decimal; from: 'position' | 'mark' | 'last' }

/**
 * Seconds after which the exchange's price of a market is no longer current: four polls of futures
 * marks, twelve of last prices, at the rate used while a position needs them.
 */
export const priceLasts = 60

const places = 18

function isOld({ asOf }: PricesView['tickers'] | PricesView['futures'], now: UnixSeconds): boolean {
  return asOf === null || now - asOf > priceLasts || asOf - now > priceLasts
}

/**
 * Without prices that are too old, or not current according to the clock. Returns the same object
 * if there are none.
 */
export function pricesOfNow(prices: PricesView | null, now: UnixSeconds): PricesView | null {
  if (prices === null) return null
  const { tickers, futures } = prices
  const [lastIsOld, markIsOld] = [
    tickers.value !== null && isOld(tickers, now),
    futures.value !== null && isOld(futures, now),
  ]
  if (!lastIsOld && !markIsOld) return prices
  return {
    ...prices,
    tickers: lastIsOld ? { ...tickers, value: null } : tickers,
    futures: markIsOld ? { ...futures, value: null } : futures,
  }
}

/** A possible price: above zero. */
export function usablePrice(price: Decimal | null | undefined): Decimal | null {
  return price != null && isDecimal(price) && compare(price, '0') > 0 ? price : null
}

function own<T>(map: { readonly [name: string]: T } | null, name: string): T | undefined {
  return map !== null && Object.hasOwn(map, name) ? map[name] : undefined
}

type Priced = Pick<PricesView, 'tickers' | 'futures'>

/** The exchange's price of the market, whatever the position's own figures are. */
function marketMark(market: string, prices: Priced | null): Mark | null {
  const mark = usablePrice(own(prices?.futures.value ?? null, market)?.mark)
  if (mark !== null) return { price: mark, from: 'mark' }
  const ticker = own(prices?.tickers.value ?? null, market)
  const last = ticker?.isFrozen === true ? null : usablePrice(ticker?.last)
  return last === null ? null : { price: last, from: 'last' }
}

/** Without its sign; null if unknown or zero. */
export function unitsOf({ amount }: Pick<Position, 'amount'>): Decimal | null {
  return amount === null || !isDecimal(amount) || isZero(amount) ? null : absolute(amount)
}

function contradicts(position: Position, implied: Decimal | null): boolean {
  const { positionSide, amount, entryPrice, unrealizedPnl } = position
  if (positionSide === 'LONG' && amount !== null && isDecimal(amount) && isNegative(amount))
    return true
  if (implied !== null || unitsOf(position) === null || usablePrice(entryPrice) === null)
    return false
  return unrealizedPnl != null && isDecimal(unrealizedPnl) && directionOf(position) !== 'unclear'
}

/**
 * Whether the position's own figures contradict each other: a long one with a negative amount, or a
 * PnL that no price above zero gives. Anything derived from them would be wrong, and nothing says
 * which of them is.
 */
export function contradictsItself(position: Position): boolean {
  return contradicts(position, impliedNotional(position))
}

/**
 * The price the position is valued at: preferably the one the exchange itself implied by its PnL.
 */
export function markOf(position: Position, prices: Priced | null): Mark | null {
  const implied = impliedMark(position)
  if (contradicts(position, implied)) return null
  return implied === null
    ? marketMark(position.market, prices)
    : { price: implied, from: 'position' }
}

/**
 * What may still be lost until liquidation, and its base: of the whole position, or for one unit of
 * it. Only their ratio counts.
 */
export type Room = { room: Decimal; notional: Decimal }

/**
 * Exact, and without a division if the position's PnL determines it. Null if unknown. `prices`:
 * current.
 */
export function roomLeft(position: Position, prices: PricesView | null): Room | null {
  const end = usablePrice(position.liquidationPrice)
  const exact = end === null ? null : impliedNotional(position)
  const direction = end === null ? 'unclear' : directionOf(position)
  if (end === null || direction === 'unclear' || contradicts(position, exact)) return null
  const units = unitsOf(position)
  const notional = exact ?? marketMark(position.market, prices)?.price ?? null
  if (notional === null) return null
  const limit = exact === null || units === null ? end : multiply(end, units)
  return {
    notional,
    room: direction === 'long' ? subtract(notional, limit) : subtract(limit, notional),
  }
}

/**
 * The share of its price that may move against the position until liquidation; zero or less once
 * reached. Null if unknown.
 */
export function distanceToLiquidation(
  position: Position,
  prices: PricesView | null,
): Decimal | null {
  const left = roomLeft(position, prices)
  return left === null ? null : divide(left.room, left.notional, places)
}

/** Whether the distance is at most `share` of the price. Exact, and without a division. */
export function isWithin({ room, notional }: Room, share: Decimal): boolean {
  return compare(room, multiply(notional, share)) <= 0
}

/**
 * Whether the distance depends on the exchange's prices of the market, because the position's own
 * figures imply none.
 */
export function needsPrices(position: Position): boolean {
  return usablePrice(position.liquidationPrice) !== null && impliedNotional(position) === null
}

/**
 * Why the distance to liquidation cannot be measured. `not-sent` the liquidation price was not sent
 * · `side` whether it is long or short is unclear · `price` there is no PnL and no current price ·
 * `contradictory` its figures contradict each other · `none-stated` the exchange says that it has
 * no liquidation price: not calculated, which is not the same as safe.
 */
export const unmeasuredReasons = [
  'not-sent',
  'side',
  'price',
  'contradictory',
  'none-stated',
] as const
export type Unmeasured = (typeof unmeasuredReasons)[number]

/** Null if it is measured. */
export function whyUnmeasured(position: Position, prices: PricesView | null): Unmeasured | null {
  if (position.liquidationPrice === undefined) return 'not-sent'
  if (usablePrice(position.liquidationPrice) === null) return 'none-stated'
  if (contradictsItself(position)) return 'contradictory'
  if (directionOf(position) === 'unclear') return 'side'
  return roomLeft(position, prices) === null ? 'price' : null
}
