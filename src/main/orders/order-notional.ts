// The notional of an order in quote currency, which limits and totals count in. The specification has no endpoint for prices, and a price
// typed in the order may only raise the notional: whoever fills in the ticket could choose it.
import { impliedMarkOf } from '../../shared/domain/mark-price.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import type { Position } from '../../shared/domain/position.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import { add, compare, type Decimal, divide, largest, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DraftItem } from './order-draft.js'

/** `unreadable` is absent where all could be read. */
export type KnownPositions = { list: readonly Position[]; asOf: UnixSeconds | null; unreadable?: readonly Unreadable[] }

/** `at`: when it was true, where that is known. */
export type Reference = { price: Decimal; from: 'mark' | 'entry' | 'last-fill'; at: UnixSeconds | null }

const places = 18

const isAboveZero = (price: Decimal): boolean => compare(price, '0') > 0

/** The price to value one unit of the base currency at; of several positions the one that makes an order look larger. Null where none is known. */
export const referenceOf = (
  market: string,
  { list, asOf }: KnownPositions,
  lastFill: { dealMoney: Decimal; dealStock: Decimal } | null,
): Reference | null => {
  const mark = impliedMarkOf(market, list)
  if (mark !== null) return { price: mark, from: 'mark', at: asOf }
  const here = list.filter((position) => position.market === market)
  const entry = largest(here.map(({ entryPrice }) => (entryPrice !== null && isAboveZero(entryPrice) ? entryPrice : null)))
  if (entry !== null) return { price: entry, from: 'entry', at: asOf }
  if (lastFill === null || !isAboveZero(lastFill.dealStock) || !isAboveZero(lastFill.dealMoney)) return null
  return { price: divide(lastFill.dealMoney, lastFill.dealStock, places), from: 'last-fill', at: null }
}

/** `reduces`: it only makes an open position smaller, or ends it. */
export type Line = {
  field: string
  market: string
  base: string
  quote: string
  amount: Decimal
  notional: Decimal | null
  reduces: boolean
}

export const lineOf = (
  { field, market, amount, price }: Pick<DraftItem, 'field' | 'market' | 'amount' | 'price'>,
  known: Decimal | null,
  reduces: boolean,
): Line => {
  const unit = known === null ? null : largest([price, known])
  return { field, market, ...currenciesOf(market), amount, notional: unit === null ? null : multiply(amount, unit), reduces }
}

/** Notional by quote currency; null as soon as one part is not known. */
export const notionalByQuote = (lines: readonly Line[]): Map<string, Decimal | null> => {
  const sums = new Map<string, Decimal | null>()
  for (const { quote, notional } of lines) {
    const before = sums.get(quote)
    sums.set(quote, before === null || notional === null ? null : add(before ?? '0', notional))
  }
  return sums
}
