// How an order's request fields are read and refused, shared by the market order and the items of a bulk request.
import { compare, divide, isDecimal, multiply, type Decimal } from '../shared/money.js'
import type { Dialect } from '../shared/domain/account.js'
import { orderSides } from '../v4/enums.js'
import { clientOrderIdPattern } from '../v4/limits.js'
import type { FieldErrors, Refusal } from './answer.js'
import type { SelfTrade } from './engine/book.js'
import { isAboveZero, isLess, placesOf, placesOfStep } from './engine/decimal-text.js'
import { ticksOf } from './engine/ticks.js'
import { hasText } from './text-set.js'
import type { Market, World } from './world.js'

export const codes = {
  notEnoughBalance: 10,
  emptyBook: 12,
  postOnlyWouldTake: 13,
  general: 30,
  market: 31,
  amount: 32,
  price: 33,
  clientOrderId: 36,
  iocWithPostOnly: 37,
  halted: 51,
  takeProfit: 105,
  stopLoss: 106,
  positionTooBig: 111,
  positionSide: 114,
  reduceOnly: 116,
  priceOutOfBands: 250,
} as const

/** The documents of the specification's time give one code to both; the service of today has its own for the second. */
export const iocWithRpi: Record<Dialect, number> = { spec: 37, live: 40 }

export const inner = 'Inner validation failed'

/** Gathers complaints; the first one gives the code. */
export class Complaints {
  readonly errors: FieldErrors = {}
  private first: number | null = null

  add(field: string, code: number, sentence: string): null {
    this.first ??= code
    this.errors[field] ??= [sentence]
    return null
  }

  refusal(message = 'Validation failed'): Refusal | null {
    return this.first === null ? null : { code: this.first, message, errors: this.errors }
  }
}

const absent = (value: unknown): boolean => value === undefined || value === null

/** Decimal text (specification 2); the live service takes a JSON number as well, here one that prints without an exponent. */
const decimalOf = (value: unknown, dialect: Dialect): Decimal | null => {
  const text = dialect === 'live' && typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && isDecimal(text) ? text : null
}

const numericWords: Record<Dialect, string> = { spec: 'numeric string', live: 'numeric string or number' }

export const readMarket = (world: World, value: unknown, complaints: Complaints, collateral: boolean): Market | null => {
  if (absent(value)) return complaints.add('market', codes.general, 'Market field is required.')
  if (typeof value !== 'string') return complaints.add('market', codes.market, 'Market field format is invalid.')
  if (value === '') return complaints.add('market', codes.market, 'Market field should not be empty string.')
  const market = Object.hasOwn(world.markets, value) ? world.markets[value] : undefined
  const offered = market !== undefined && (collateral ? market.collateral : !market.name.endsWith('_PERP'))
  if (!offered) return complaints.add('market', codes.market, 'Market is not available.')
  return market.halted ? complaints.add('price', codes.halted, 'Trading in the market is not allowed.') : market
}

export const readSide = (value: unknown, complaints: Complaints): 'buy' | 'sell' | null => {
  if (absent(value) || value === '') return complaints.add('side', codes.general, 'Side field is required.')
  return (
    orderSides.find((side) => side === value) ??
    complaints.add('side', codes.general, "Side field should contain only 'buy' or 'sell' values.")
  )
}

export const isMultipleOf = (value: Decimal, step: Decimal): boolean => {
  const places = placesOfStep(step)
  return places === null ? compare(multiply(divide(value, step, 0), step), value) === 0 : placesOf(value) <= places
}

export const readAmount = (value: unknown, market: Market | null, dialect: Dialect, complaints: Complaints): Decimal | null => {
  const complain = (sentence: string): null => complaints.add('amount', codes.amount, sentence)
  if (absent(value) || value === '') return complaints.add('amount', codes.general, 'Amount field is required.')
  const amount = decimalOf(value, dialect)
  if (amount === null) return complain(`Amount field should be ${numericWords[dialect]}.`)
  if (!isAboveZero(amount)) return complain('Amount should be greater than 0.')
  if (market === null) return null
  if (isLess(amount, market.minAmount)) return complain(`Given amount is less than min amount ${market.minAmount}.`)
  if (isMultipleOf(amount, market.amountStep)) return amount
  return complain(
    market.name.endsWith('_PERP') ? `Should be a multiple of ${market.amountStep}.` : `Min amount step = ${market.amountStep}`,
  )
}

const priceStep = (market: Market): Decimal => (market.pricePrecision === 0 ? '1' : `0.${'0'.repeat(market.pricePrecision - 1)}1`)

/** A price in quote currency, with its ticks. `field` and `code` differ between a limit, a stop loss and a take profit. */
export const readPrice = (
  value: unknown,
  market: Market | null,
  dialect: Dialect,
  complaints: Complaints,
  field: 'price' | 'stopLoss' | 'takeProfit',
): { price: Decimal; ticks: number } | null => {
  const label = { price: 'Price', stopLoss: 'Stop loss', takeProfit: 'Take profit' }[field]
  const complain = (sentence: string): null => complaints.add(field, field === 'price' ? codes.price : codes.general, sentence)
  if (absent(value) || value === '') return field === 'price' ? complaints.add(field, codes.general, 'Price field is required.') : null
  const price = decimalOf(value, dialect)
  if (price === null) return complain(`${label} field should be ${numericWords[dialect]}.`)
  if (!isAboveZero(price)) return complain(`${label} should be greater than 0.`)
  if (market === null) return null
  const ticks = ticksOf(price, market.pricePrecision)
  return ticks === null ? complain(`Min price step = ${priceStep(market)}`) : { price, ticks }
}

export const readFlag = (
  item: Record<string, unknown>,
  field: 'postOnly' | 'ioc' | 'rpi' | 'reduceOnly',
  complaints: Complaints,
): boolean => {
  const value = item[field]
  if (absent(value)) return false
  if (typeof value === 'boolean') return value
  complaints.add(field, codes.general, `The ${field} field must be true or false.`)
  return false
}

/** The service prints the short words and still takes the long ones of its older documents. */
const selfTradeWords: ReadonlyMap<unknown, SelfTrade> = new Map([
  ['no', 'no'],
  ['co', 'co'],
  ['cn', 'cn'],
  ['cb', 'cb'],
  ['cancel_old', 'co'],
  ['cancel_new', 'cn'],
  ['cancel_both', 'cb'],
])

export const readSelfTrade = (value: unknown, complaints: Complaints): SelfTrade => {
  if (absent(value)) return 'no'
  const known = selfTradeWords.get(value)
  if (known === undefined) complaints.add('stp', codes.general, "Stp field should contain only 'no', 'co', 'cn' or 'cb' values.")
  return known ?? 'no'
}

/**
 * The client's own id. Each dialect reads its own spelling only: the live service discards `client_order_id` without a word, and
 * so does this one in that dialect. Empty means none (specification 2.4 and 2.5).
 */
export const readClientOrderId = (world: World, item: Record<string, unknown>, dialect: Dialect, complaints: Complaints): string => {
  const field = dialect === 'live' ? 'clientOrderId' : 'client_order_id'
  const value = item[field]
  if (absent(value) || value === '') return ''
  const complain = (sentence: string): string => {
    complaints.add(field, codes.clientOrderId, sentence)
    return ''
  }
  if (typeof value !== 'string') return complain('ClientOrderId field should be a string.')
  if (!clientOrderIdPattern.test(value)) return complain('ClientOrderId field should contain only latin letters, numbers and dashes.')
  if (isTaken(world, value, item['market'], dialect)) return complain('This client order id is already used by the current account.')
  return value
}

/** The specification wants ids unique; the live service only among the open orders of one market. */
const isTaken = (world: World, id: string, market: unknown, dialect: Dialect): boolean =>
  dialect === 'spec'
    ? hasText(world.clientOrderIds, id)
    : world.openOrders.some((order) => order.clientOrderId === id && order.market === market)
