// The result of closing a position, or a part of it: the difference between entry price and fill
// price for the closed part. The exchange does not send it in the response to an order, so it is an
// estimate: the entry price is from the last check before the order was sent.
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
/** Significant digits of an average price. */
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

/** Null if it closes nothing, or that is unknown. */
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
 * The result of closing at `price`, in quote currency; `fee` of closing null if unknown. `takerFee`
 * in percent.
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
 * An order's fill. `price` is the average; `pnl` of the closed part, before fees, null if it closed
 * nothing or that is unknown.
 */
export type Fill = { price: Decimal; amount: Decimal; pnl: Decimal | null }

const isSome = (amount: Decimal): boolean => isDecimal(amount) && compare(amount, '0') > 0

/** Null if nothing is filled, or the exchange did not say at what price. */
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
  // For all of it, without the rounded price in between.
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

/** For an item as confirmed: a position to be closed as a whole has it in its target. */
export function closesOf({
  amount,
  target,
  closes,
}: Pick<OrderItem, 'amount' | 'target' | 'closes'>): ClosedPart | null {
  if (target?.kind !== 'position') return closes ?? null
  const { direction, entryPrice } = target
  return direction === 'unclear' ? null : { direction, entryPrice, amount: absolute(amount) }
}
