// The currency of an order's figures. The amount of a market order that buys on the spot market,
// immediately or once triggered, is the money to be spent; every other amount is in base currency.
// The exchange shows it only through the order's type.
import { compare, type Decimal, isDecimal, isZero } from '../money.js'
import type { AmountIn, Order, OrderItem } from './order.js'
import { currenciesOf } from './order-rules.js'
import { isFutures } from '../portfolio/position.js'

type Described = Pick<Order, 'market' | 'side' | 'type' | 'amount' | 'dealStock' | 'dealMoney'> &
  Partial<Pick<Order, 'price' | 'positionSide' | 'reduceOnly' | 'oto'>>

function positive(text: string | undefined): Decimal | null {
  return text === undefined || !isDecimal(text) || isZero(text) ? null : text
}

/**
 * Null for a market order, including one that waits for its trigger: the exchange sends none there,
 * or zero.
 */
export function limitPrice({ price }: Pick<Order, 'price'>): Decimal | null {
  return positive(price)
}

/** The price at which an order becomes active; null if it waits for none. */
export function triggerPrice({ activationPrice }: Pick<Order, 'activationPrice'>): Decimal | null {
  return positive(activationPrice)
}

const conditions: Readonly<Record<string, 'above' | 'below'>> = {
  gte: 'above',
  '>=': 'above',
  lte: 'below',
  '<=': 'below',
}

/** On which side of the price an order waits. Null if the exchange does not say. */
export function conditionSide({
  activationCondition = '',
}: Pick<Order, 'activationCondition'>): 'above' | 'below' | null {
  const word = activationCondition.toLowerCase()
  return Object.hasOwn(conditions, word) ? (conditions[word] ?? null) : null
}

/** Kinds of orders whose amount is in base currency at market as well. */
const inBaseAtMarket: ReadonlySet<string> = new Set(['stock', 'margin', 'collateral', 'futures'])

function exceeds(figure: Decimal, amount: Decimal): boolean {
  return isDecimal(figure) && isDecimal(amount) && compare(figure, amount) > 0
}

/** No order is filled for more than its amount. */
function byFigures({ amount, dealStock, dealMoney }: Described): AmountIn | null {
  const [overBase, overQuote] = [exceeds(dealStock, amount), exceeds(dealMoney, amount)]
  if (overBase) return overQuote ? 'unknown' : 'quote'
  return overQuote ? 'base' : null
}

export function amountIn(order: Described): AmountIn {
  const { market, side, type = '', positionSide, reduceOnly, oto } = order
  const words = type.toLowerCase().split(/[^a-z]+/)
  if (words.at(-1) !== 'market')
    return words.at(-1) === 'limit' || limitPrice(order) !== null ? 'base' : 'unknown'
  if (
    side.toLowerCase() === 'sell' ||
    isFutures(market) ||
    words.some((word) => inBaseAtMarket.has(word))
  )
    return 'base'
  const isOfPosition =
    positionSide === 'LONG' || positionSide === 'SHORT' || reduceOnly === true || oto !== undefined
  if (side.toLowerCase() !== 'buy' || isOfPosition) return isOfPosition ? 'base' : 'unknown'
  const shown = byFigures(order)
  if (shown !== null) return shown
  // Members of a collateral order. Whether the exchange omits them from others is not documented.
  return positionSide === undefined && reduceOnly === undefined ? 'quote' : 'unknown'
}

function unitOf(counted: AmountIn, market: string): string | null {
  const { base, quote } = currenciesOf(market)
  return counted === 'unknown' ? null : counted === 'base' ? base : quote
}

/** The currency of an order's amount, and of its remainder; null if unknown. */
export function amountUnit(order: Described): string | null {
  return unitOf(amountIn(order), order.market)
}

/**
 * The same for an order as it was confirmed. Plimsoll's own are all in base currency; for one to be
 * cancelled it was recorded at preview.
 */
export function itemUnit({
  market,
  price,
  target,
}: Pick<OrderItem, 'market' | 'price' | 'target'>): string | null {
  if (target?.kind !== 'order' || price !== null) return currenciesOf(market).base
  return unitOf(target.amountIn ?? 'unknown', market)
}

/** How much of its amount is filled, in the currency of the amount; null if unknown. */
export function filledOf(order: Described, counted: AmountIn = amountIn(order)): Decimal | null {
  if (counted === 'unknown') return null
  return counted === 'base' ? order.dealStock : order.dealMoney
}
