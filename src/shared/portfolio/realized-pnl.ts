// What closing a position, or a part of it, brings: the difference between entry price and fill
// price for what is closed. The exchange does not send it with the answer to an order, so it is an
// estimate: the entry price is the one of the last check before the order was sent.
import {
  absolute,
  compare,
  type Decimal,
  divide,
  isDecimal,
  isZero,
  multiply,
  subtract,
} from '../money.js'
import type { Consequence } from '../orders/order-effect.js'
import type { ClosedPart, Order, OrderItem } from '../orders/order.js'
import { directionOf } from './position.js'

const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)

const places = 18
/** Digits of an average price that say something. */
const pricePlaces = 8

/** In quote currency, before fees. */
export function realizedPnl(
  direction: ClosedPart['direction'],
  entry: Decimal,
  exit: Decimal,
  amount: Decimal,
): Decimal {
  return multiply(direction === 'long' ? subtract(exit, entry) : subtract(entry, exit), amount)
}

/** Null where it closes nothing, or that cannot be told. */
export function closedBy(
  { amount }: Pick<OrderItem, 'amount'>,
  consequence: Consequence | null,
): ClosedPart | null {
  if (consequence?.met == null || !['reduces', 'closes', 'flips'].includes(consequence.effect))
    return null
  const { met, held } = consequence
  const direction = directionOf(met)
  if (direction === 'unclear' || held === null) return null
  return { direction, entryPrice: met.entryPrice ?? null, amount: smaller(amount, held) }
}

/**
 * What is to be closed at `price` would bring, in quote currency; `fee` of closing null where it is
 * not known. `takerFee` in percent.
 */
export function pnlAt(
  { direction, entryPrice, amount }: ClosedPart,
  price: Decimal,
  takerFee: Decimal | null,
): { pnl: Decimal; afterFee: boolean } | null {
  if (entryPrice === null || compare(entryPrice, '0') <= 0) return null
  const pnl = realizedPnl(direction, entryPrice, price, amount)
  if (takerFee === null) return { pnl, afterFee: false }
  return {
    pnl: subtract(pnl, multiply(multiply(amount, price), multiply(takerFee, '0.01'))),
    afterFee: true,
  }
}

/**
 * What an order was filled for. `price` is the average; `pnl` of what it closed, before fees, null
 * where it closed nothing or that is not known.
 */
export type Fill = { price: Decimal; amount: Decimal; pnl: Decimal | null }

const isSome = (amount: Decimal): boolean => isDecimal(amount) && compare(amount, '0') > 0

/** Null where nothing is filled, or the exchange did not say for how much. */
export function fillOf(
  { dealStock, dealMoney }: Pick<Order, 'dealStock' | 'dealMoney'>,
  closes: ClosedPart | null,
): Fill | null {
  if (!isSome(dealStock) || !isSome(dealMoney)) return null
  const price = divide(dealMoney, dealStock, pricePlaces)
  if (isZero(price)) return null
  if (closes?.entryPrice == null || !isSome(closes.entryPrice))
    return { price, amount: dealStock, pnl: null }
  const closed = smaller(dealStock, closes.amount)
  // Of all of it without the rounded price in between.
  const money =
    compare(closed, dealStock) === 0
      ? dealMoney
      : divide(multiply(dealMoney, closed), dealStock, places)
  const paid = multiply(closes.entryPrice, closed)
  return {
    price,
    amount: dealStock,
    pnl: closes.direction === 'long' ? subtract(money, paid) : subtract(paid, money),
  }
}

/**
 * Of an item as it was confirmed: a position that was to be closed as a whole has it in its target.
 */
export function closesOf({
  amount,
  target,
  closes,
}: Pick<OrderItem, 'amount' | 'target' | 'closes'>): ClosedPart | null {
  if (target?.kind !== 'position') return closes ?? null
  const { direction, entryPrice } = target
  return direction === 'unclear' ? null : { direction, entryPrice, amount: absolute(amount) }
}
