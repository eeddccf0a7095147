// Parsing and validation of an order's request fields, shared by the market order and the items of
// a bulk request.
import { compare, isDecimal, toStep, type Decimal } from '../shared/money.js'
import type { Dialect } from '../shared/accounts/account.js'
import type { OrderSide } from '../shared/orders/order.js'
import { clientOrderIdPattern } from '../v4/limits.js'
import { orderSides } from '../v4/orders.js'
import type { FieldErrors, Refusal } from './answer.js'
import type { SelfTrade } from './engine/book.js'
import { marketNamed } from './engine/prices.js'
import { isAboveZero, isLess, placesOf, placesOfStep, secondsOf, ticksOf } from './engine/units.js'
import {
  type Ending,
  hasText,
  type Market,
  type OnCollateral,
  type RestingOrder,
  type World,
} from './world.js'

export const codes = {
  notOpen: 2,
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
  activationPrice: 101,
  noPosition: 104,
  takeProfit: 105,
  stopLoss: 106,
  positionTooBig: 111,
  positionSide: 114,
  reduceOnly: 116,
  priceOutOfBands: 250,
  orderNotFound: 404,
} as const

export const inner = 'Inner validation failed'

/** Collects errors; the first one determines the code. */
export class Complaints {
  private readonly errors: FieldErrors = {}
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

const absent = (value: unknown): value is undefined | null => value === undefined || value === null

export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  const places = placesOfStep(step)
  return places === null
    ? compare(toStep(value, step, 'down'), value) === 0
    : placesOf(value) <= places
}

const numbers = {
  amount: { label: 'Amount', code: codes.amount, required: true },
  price: { label: 'Price', code: codes.price, required: true },
  stopLoss: { label: 'Stop loss', code: codes.general, required: false },
  takeProfit: { label: 'Take profit', code: codes.general, required: false },
  activation_price: { label: 'Activation price', code: codes.price, required: true },
  stop_limit_price: { label: 'Stop limit price', code: codes.price, required: true },
} as const

/** The service prints the short words and still accepts the long ones of its older documents. */
const selfTradeWords: ReadonlyMap<unknown, SelfTrade> = new Map(
  Object.entries({
    no: 'no',
    co: 'co',
    cn: 'cn',
    cb: 'cb',
    cancel_old: 'co',
    cancel_new: 'cn',
    cancel_both: 'cb',
  }),
)

/**
 * One order's members. An invalid one is reported and treated as absent; null if the order cannot
 * exist without it.
 */
export class OrderFields extends Complaints {
  constructor(
    private readonly world: World,
    private readonly dialect: Dialect,
    private readonly item: Record<string, unknown>,
  ) {
    super()
  }

  market(collateral: boolean): Market | null {
    const name = this.item['market']
    if (absent(name)) return this.add('market', codes.general, 'Market field is required.')
    if (typeof name !== 'string')
      return this.add('market', codes.market, 'Market field format is invalid.')
    if (name === '')
      return this.add('market', codes.market, 'Market field should not be empty string.')
    const market = marketNamed(this.world, name)
    const offered =
      market !== undefined && (collateral ? market.collateral : !market.name.endsWith('_PERP'))
    if (!offered) return this.add('market', codes.market, 'Market is not available.')
    return market.halted || market.ticks === 0
      ? this.add('price', codes.halted, 'Trading in the market is not allowed.')
      : market
  }

  side(): OrderSide | null {
    const value = this.item['side']
    if (absent(value) || value === '')
      return this.add('side', codes.general, 'Side field is required.')
    const known = orderSides.find((side) => side === value)
    return (
      known ??
      this.add('side', codes.general, "Side field should contain only 'buy' or 'sell' values.")
    )
  }

  /**
   * Decimal text above zero (specification 2); the live service also accepts a JSON number, here
   * one that prints without an exponent.
   */
  private number(field: keyof typeof numbers): Decimal | null {
    const { label, code, required } = numbers[field]
    const value = this.item[field]
    if (absent(value) || value === '')
      return required ? this.add(field, codes.general, `${label} field is required.`) : null
    const live = this.dialect === 'live'
    const text = live && typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || !isDecimal(text)) {
      return this.add(
        field,
        code,
        `${label} field should be numeric string${live ? ' or number' : ''}.`,
      )
    }
    return isAboveZero(text) ? text : this.add(field, code, `${label} should be greater than 0.`)
  }

  amount(market: Market | null): Decimal | null {
    const amount = this.number('amount')
    if (amount === null || market === null) return null
    const { minAmount, amountStep } = market
    if (isLess(amount, minAmount))
      return this.add('amount', codes.amount, `Given amount is less than min amount ${minAmount}.`)
    if (isMultipleOf(amount, amountStep)) return amount
    const futures = market.name.endsWith('_PERP')
    return this.add(
      'amount',
      codes.amount,
      futures ? `Should be a multiple of ${amountStep}.` : `Min amount step = ${amountStep}`,
    )
  }

  /** In quote currency, with its ticks. */
  price(
    field: Exclude<keyof typeof numbers, 'amount'>,
    market: Market | null,
  ): { price: Decimal; ticks: number } | null {
    const price = this.number(field)
    if (price === null || market === null) return null
    const ticks = ticksOf(price, market.pricePrecision)
    if (ticks !== null) return { price, ticks }
    const step = market.pricePrecision === 0 ? '1' : `0.${'0'.repeat(market.pricePrecision - 1)}1`
    return this.add(field, numbers[field].code, `Min price step = ${step}`)
  }

  flag(field: 'postOnly' | 'ioc' | 'rpi' | 'reduceOnly'): boolean {
    const value = this.item[field] ?? false
    if (typeof value === 'boolean') return value
    this.add(field, codes.general, `The ${field} field must be true or false.`)
    return false
  }

  selfTrade(): SelfTrade {
    const known = selfTradeWords.get(this.item['stp'] ?? 'no')
    if (known === undefined)
      this.add(
        'stp',
        codes.general,
        "Stp field should contain only 'no', 'co', 'cn' or 'cb' values.",
      )
    return known ?? 'no'
  }

  /**
   * The client's own id. Each dialect reads only its own spelling: the live service silently
   * ignores `client_order_id`, and so does this one in that dialect. Empty means none
   * (specification 2.4 and 2.5).
   */
  clientOrderId(
    field: 'clientOrderId' | 'client_order_id' = this.dialect === 'live'
      ? 'clientOrderId'
      : 'client_order_id',
  ): string {
    const value = this.item[field] ?? ''
    if (value === '') return ''
    const complaint = this.complaintOfId(value)
    if (complaint === null) return value as string
    this.add(field, codes.clientOrderId, complaint)
    return ''
  }

  /**
   * The specification requires unique ids; the live service only among the open orders of one
   * market.
   */
  private complaintOfId(id: unknown): string | null {
    if (typeof id !== 'string') return 'ClientOrderId field should be a string.'
    if (!clientOrderIdPattern.test(id))
      return 'ClientOrderId field should contain only latin letters, numbers and dashes.'
    const taken =
      this.dialect === 'spec'
        ? hasText(this.world.clientOrderIds, id)
        : [...this.world.openOrders, ...this.world.triggerOrders].some(
            (order) => order.clientOrderId === id && order.market === this.item['market'],
          )
    return taken ? 'This client order id is already used by the current account.' : null
  }
}

const liveEnding: Record<Ending, string> = {
  cancelled: 'CANCELED',
  ioc: 'CANCELED',
  'self-trade': 'CANCELED_STP',
  'taker-band': 'CANCELED_TAKER_BAND',
  'reduce-only': 'AUTO_CANCELED_REDUCE_ONLY',
}

/** The specification has one word for every kind of ending (3.2). */
export function statusOnWire(
  status: RestingOrder['status'],
  ending: Ending | null,
  dialect: Dialect,
): string {
  if (ending !== null) return dialect === 'spec' ? 'CANCELLED' : liveEnding[ending]
  return dialect === 'live' && status === 'NEW' ? 'OPEN' : status
}

/** What the service sends of a limit order on collateral in addition. */
export function collateralOnWire(collateral: OnCollateral): object {
  const { positionSide, reduceOnly, stopLoss, takeProfit, otoId } = collateral
  const oto =
    otoId === null
      ? null
      : { otoId, stopLoss: stopLoss?.price ?? null, takeProfit: takeProfit?.price ?? null }
  return { positionSide, reduceOnly, oto }
}

/**
 * As listed, and as returned by a cancel. The live service was observed to send neither `rpi` nor
 * `reduceOnly` of a spot order.
 */
export function orderOnWire(
  order: RestingOrder,
  ending: Ending | null,
  dialect: Dialect,
): Readonly<Record<string, unknown>> {
  return {
    orderId: order.id,
    clientOrderId: order.clientOrderId,
    market: order.market,
    side: order.side,
    type: order.collateral === null ? 'limit' : 'margin limit',
    timestamp: secondsOf(order.createdMicros),
    dealMoney: order.dealMoney,
    dealStock: order.dealStock,
    amount: order.amount,
    left: order.left,
    dealFee: order.dealFee,
    price: order.price,
    postOnly: order.postOnly,
    ioc: order.ioc,
    ...(dialect === 'spec' ? { rpi: order.rpi } : {}),
    status: statusOnWire(order.status, ending, dialect),
    stp: order.stp,
    ...(order.collateral === null
      ? dialect === 'spec'
        ? { reduceOnly: false }
        : {}
      : collateralOnWire(order.collateral)),
  }
}
