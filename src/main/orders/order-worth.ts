// What an order is worth in money currency, as far as anybody can say: limits and totals count in it. The specification has no
// endpoint for prices, so a market order is valued by what is known of its market.
import { currenciesOf } from '../../shared/domain/order-rules.js'
import { directionOf, type Position } from '../../shared/domain/position.js'
import { absolute, add, compare, type Decimal, divide, isNegative, isZero, multiply, negate } from '../../shared/money.js'
import type { DraftItem } from './draft.js'

export type Reference = { price: Decimal; from: 'mark' | 'base' | 'last-fill' | 'typed' }

const places = 18

/** The mark that `unrealizedPnl = (mark − base) × amount` implies; null where a part of it is not known. */
const markOf = (position: Position): Decimal | null => {
  const { amount, basePrice, unrealizedPnl } = position
  if (amount === null || basePrice === null || typeof unrealizedPnl !== 'string' || isZero(amount)) return null
  const direction = directionOf(position)
  if (direction === 'unclear') return null
  const size = absolute(amount)
  const mark = add(basePrice, divide(unrealizedPnl, direction === 'long' ? size : negate(size), places))
  return isNegative(mark) || isZero(mark) ? null : mark
}

const largest = (prices: (Decimal | null)[]): Decimal | null =>
  prices.reduce((most, price) => (price !== null && (most === null || compare(price, most) > 0) ? price : most), null)

/** The price to value one unit of stock at; of several positions the one that makes an order look larger. */
export const referenceOf = (
  item: Pick<DraftItem, 'market' | 'stopLoss' | 'takeProfit'>,
  positions: readonly Position[],
  lastFill: { dealMoney: Decimal; dealStock: Decimal } | null,
): Reference | null => {
  const here = positions.filter(({ market }) => market === item.market)
  const mark = largest(here.map(markOf))
  if (mark !== null) return { price: mark, from: 'mark' }
  const base = largest(here.map(({ basePrice }) => (basePrice !== null && compare(basePrice, '0') > 0 ? basePrice : null)))
  if (base !== null) return { price: base, from: 'base' }
  if (lastFill !== null && compare(lastFill.dealStock, '0') > 0 && compare(lastFill.dealMoney, '0') > 0)
    return { price: divide(lastFill.dealMoney, lastFill.dealStock, places), from: 'last-fill' }
  const typed = largest([item.stopLoss, item.takeProfit])
  return typed === null ? null : { price: typed, from: 'typed' }
}

export type Line = { field: string; market: string; stock: string; money: string; amount: Decimal; worth: Decimal | null }

/** `price` is the typed one of a limit order, or the reference of a market order. */
export const lineOf = ({ field, market, amount }: Pick<DraftItem, 'field' | 'market' | 'amount'>, price: Decimal | null): Line => ({
  field,
  market,
  ...currenciesOf(market),
  amount,
  worth: price === null ? null : multiply(amount, price),
})

/** Worth by money currency; null as soon as one part is not known. */
export const worthByMoney = (lines: readonly Line[]): Map<string, Decimal | null> => {
  const sums = new Map<string, Decimal | null>()
  for (const { money, worth } of lines) {
    const before = sums.get(money)
    sums.set(money, before === null || worth === null ? null : add(before ?? '0', worth))
  }
  return sums
}
