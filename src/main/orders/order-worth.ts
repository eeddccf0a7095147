// What an order is worth in money currency, as far as anybody can say: limits and totals count in it. The specification has no
// endpoint for prices, so an order is valued by what is known of its market. A figure typed in the order may make it worth more, never
// less, and never gives it a worth where none is known: whoever fills in the ticket could choose it.
import { impliedMarkOf } from '../../shared/domain/mark-price.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import type { Position } from '../../shared/domain/position.js'
import { add, compare, type Decimal, divide, largest, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DraftItem } from './draft.js'

/** Positions as they were last seen. */
export type SeenPositions = { list: readonly Position[]; asOf: UnixSeconds | null }

/** `at`: when it was true, where that is known. */
export type Reference = { price: Decimal; from: 'mark' | 'base' | 'last-fill'; at: UnixSeconds | null }

const places = 18

const isAboveZero = (price: Decimal): boolean => compare(price, '0') > 0

/** The price to value one unit of stock at; of several positions the one that makes an order look larger. Null where none is known. */
export const referenceOf = (
  market: string,
  { list, asOf }: SeenPositions,
  lastFill: { dealMoney: Decimal; dealStock: Decimal } | null,
): Reference | null => {
  const mark = impliedMarkOf(market, list)
  if (mark !== null) return { price: mark, from: 'mark', at: asOf }
  const here = list.filter((position) => position.market === market)
  const base = largest(here.map(({ basePrice }) => (basePrice !== null && isAboveZero(basePrice) ? basePrice : null)))
  if (base !== null) return { price: base, from: 'base', at: asOf }
  if (lastFill === null || !isAboveZero(lastFill.dealStock) || !isAboveZero(lastFill.dealMoney)) return null
  return { price: divide(lastFill.dealMoney, lastFill.dealStock, places), from: 'last-fill', at: null }
}

/** `reduces`: it only makes an open position smaller, or ends it. */
export type Line = {
  field: string
  market: string
  stock: string
  money: string
  amount: Decimal
  worth: Decimal | null
  reduces: boolean
}

export const lineOf = (
  { field, market, amount, price }: Pick<DraftItem, 'field' | 'market' | 'amount' | 'price'>,
  known: Decimal | null,
  reduces: boolean,
): Line => {
  const unit = known === null ? null : largest([price, known])
  return { field, market, ...currenciesOf(market), amount, worth: unit === null ? null : multiply(amount, unit), reduces }
}

/** Worth by money currency; null as soon as one part is not known. */
export const worthByMoney = (lines: readonly Line[]): Map<string, Decimal | null> => {
  const sums = new Map<string, Decimal | null>()
  for (const { money, worth } of lines) {
    const before = sums.get(money)
    sums.set(money, before === null || worth === null ? null : add(before ?? '0', worth))
  }
  return sums
}
