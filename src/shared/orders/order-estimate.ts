// What an order would cost and result in, calculated at a current price: estimates, because
// the fill has its own price.
import { add, compare, type Decimal, divide, isZero, multiply, negate, subtract } from '../money.js'
import type { OrderSide } from './order.js'
import { type Consequence, lessens, type Level, type Levels, type Ordered } from './order-effect.js'

const places = 18

/** `takerFee` in percent; null if unknown. */
export type EstimateBasis = { price: Decimal; takerFee: Decimal | null; leverage: number | null }

/** In quote currency, except `reward`. Null: unknown, or there is none. */
export type OrderEstimate = {
  notional: Decimal
  /** For this order. */
  fee: Decimal | null
  /** Margin used by it; below zero if it releases margin. */
  margin: Decimal | null
  /** Average entry price of the position that remains. */
  entry: Decimal | null
  /** The price at which the remaining position closes without a loss, including closing costs. */
  breakEven: Decimal | null
  /** The result of closing the remaining position there, including both fees. */
  atStop: Decimal | null
  atTarget: Decimal | null
  /** The distance to the take profit as a multiple of the distance to the stop loss. */
  reward: Decimal | null
}

/** What a limit order is filled at: its own price, or the market's if that is better. */
export function filledAt(side: OrderSide, price: Decimal, market: Decimal | null): Decimal {
  if (market === null) return price
  const isBetter = side === 'buy' ? compare(market, price) < 0 : compare(market, price) > 0
  return isBetter ? market : price
}

function isPrice(price: Decimal | null | undefined): price is Decimal {
  return price != null && compare(price, '0') > 0
}

/** The levels of the position that remains: those of the order, else its existing ones. */
export function levelsAfter(order: Levels, { effect, met }: Consequence): Levels {
  const kept =
    effect === 'increases' || effect === 'reduces' ? (met?.protectiveOrders ?? null) : null
  const levelOf = (level: Level): Decimal | null =>
    order[level] ?? (isPrice(kept?.[level]) ? kept[level] : null)
  return { stopLoss: levelOf('stopLoss'), takeProfit: levelOf('takeProfit') }
}

/** Average entry price after the order; null if nothing remains, or it is unknown. */
export function entryAfter(
  { amount }: Pick<Ordered, 'amount'>,
  { effect, met, held, after }: Consequence,
  price: Decimal,
): Decimal | null {
  const before = met?.entryPrice
  switch (effect) {
    case 'opens':
    case 'flips':
      return price
    case 'reduces':
      return isPrice(before) ? before : null
    case 'increases':
      if (!isPrice(before) || held === null || after === null || isZero(after)) return null
      return divide(add(multiply(before, held), multiply(price, amount)), after, places)
    default:
      return null
  }
}

function marginOf(
  { amount }: Ordered,
  consequence: Consequence,
  price: Decimal,
  leverage: number | null,
): Decimal | null {
  const { effect, met, held, after } = consequence
  if (leverage === null || leverage < 1) return null
  const bound = (units: Decimal, at: Decimal): Decimal =>
    divide(multiply(units, at), String(leverage), places)
  if (effect === 'opens' || effect === 'increases') return bound(amount, price)
  const before = met?.entryPrice
  if (effect === 'not-known' || !isPrice(before) || held === null || after === null) return null
  if (effect === 'flips') return subtract(bound(after, price), bound(held, before))
  return negate(bound(effect === 'closes' ? held : amount, before))
}

export function estimateOf(
  order: Ordered & Levels,
  consequence: Consequence,
  basis: EstimateBasis,
): OrderEstimate {
  const { price, takerFee, leverage } = basis
  const { effect, after, remains } = consequence
  const rate = takerFee === null ? null : multiply(takerFee, '0.01')
  const notional = multiply(order.amount, price)
  const entry = entryAfter(order, consequence, price)
  const isLong = remains === 'long'
  /** What this order adds to the position that remains. */
  const added = lessens(effect) ? '0' : effect === 'flips' ? (after ?? '0') : order.amount

  const resultAt = (level: Decimal | null): Decimal | null => {
    if (level === null || entry === null || after === null || isZero(after)) return null
    const moved = multiply(isLong ? subtract(level, entry) : subtract(entry, level), after)
    const fees =
      rate === null ? '0' : multiply(rate, add(multiply(added, price), multiply(after, level)))
    return subtract(moved, fees)
  }
  const breakEven = (): Decimal | null => {
    if (rate === null || entry === null || after === null || isZero(after)) return null
    const old = subtract(after, added)
    const paid = effect === 'increases' ? (consequence.met?.entryPrice ?? entry) : entry
    const [opening, closing] = isLong
      ? [add('1', rate), subtract('1', rate)]
      : [subtract('1', rate), add('1', rate)]
    if (compare(closing, '0') <= 0) return null
    const cost = add(multiply(paid, old), multiply(multiply(price, added), opening))
    return divide(cost, multiply(after, closing), places)
  }
  const { stopLoss, takeProfit } = levelsAfter(order, consequence)
  const reward = (): Decimal | null => {
    if (entry === null || stopLoss === null || takeProfit === null) return null
    const [risk, gain] = isLong
      ? [subtract(entry, stopLoss), subtract(takeProfit, entry)]
      : [subtract(stopLoss, entry), subtract(entry, takeProfit)]
    return compare(risk, '0') > 0 && compare(gain, '0') > 0 ? divide(gain, risk, 2) : null
  }
  return {
    notional,
    fee: rate === null ? null : multiply(notional, rate),
    margin: marginOf(order, consequence, price, leverage),
    entry,
    breakEven: breakEven(),
    atStop: resultAt(stopLoss),
    atTarget: resultAt(takeProfit),
    reward: reward(),
  }
}
