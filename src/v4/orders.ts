// Orders, and the three calls of the specification that move money. The specification prints order
// fields in snake_case; the public service has always responded in camelCase (its maintainers
// corrected their documents later). Responses are always read in both spellings; requests are
// written in the profile's.
import { z } from 'zod'
import { endpoint } from './endpoint.js'
import { isGoodObject, privateError } from './errors.js'
import { bulkSize, clientOrderIdPattern, mostEntries } from './limits.js'
import { eachOf } from './lists.js'
import { row } from './members.js'
import {
  askedDecimal,
  decimal,
  decimalOrNone,
  name,
  smallInteger,
  text,
  unixTime,
  wholeNumber,
  wordOf,
} from './numbers.js'
import type { Dialect } from '../shared/accounts/account.js'
import { orderStatuses } from '../shared/orders/order.js'

/**
 * Specification's spelling → the live service's. Fields not listed have the same spelling;
 * `activation_price` is unchanged in both.
 */
const liveSpelling = {
  order_id: 'orderId',
  client_order_id: 'clientOrderId',
  deal_money: 'dealMoney',
  deal_stock: 'dealStock',
  deal_fee: 'dealFee',
} as const

const toLive: ReadonlyMap<string, string> = new Map(Object.entries(liveSpelling))

function rename(fields: object, names: ReadonlyMap<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value as unknown]),
  )
}

/**
 * Request or response fields, in the dialect's spelling. Top level only: nested arrays are
 * converted by their owner.
 */
export function inDialect(fields: object, dialect: Dialect): Record<string, unknown> {
  return rename(fields, dialect === 'live' ? toLive : new Map())
}

export const orderSides = ['buy', 'sell'] as const
export const positionSides = ['LONG', 'SHORT', 'BOTH'] as const

const clientOrderId = z.string().regex(clientOrderIdPattern)

/**
 * Which order it is, when it was created, and its outcome: an order without these is settled by
 * other responses.
 */
export const orderIdentity = {
  order_id: wholeNumber,
  market: name,
  side: wordOf(orderSides, name),
  amount: decimal,
  left: decimal,
  deal_stock: decimal,
  deal_money: decimal,
  timestamp: unixTime,
}

/**
 * The values of `status` in the specification (3.2) and, by its public documentation, in the live
 * service.
 */
export const statusWords = [...orderStatuses, 'OPEN', 'CANCELED'] as const

const orderUses = {
  /**
   * Empty when not given; an old server or one with the live dialect that ignored ours may omit it.
   */
  client_order_id: [text, 'clientOrderId'],
  type: [text.transform((word) => word.toLowerCase()), 'type'],
  deal_fee: [decimal, 'dealFee'],
  status: [wordOf(statusWords, name), 'status'],
  stp: [text, 'stp'],
  positionSide: [wordOf(positionSides), 'positionSide'],
} as const

export const otoLevels = row({
  identity: {
    otoId: wholeNumber,
    stopLoss: decimalOrNone.optional(),
    takeProfit: decimalOrNone.optional(),
  },
})

/** For a listed order: unreadable levels are not the same as none. */
export const oto = z
  .union([otoLevels, z.literal('unread')])
  .nullish()
  .catch('unread')

/** Section 2.4. */
export const marketOrder = row({
  // For an order that was just sent, unreadable levels may be levels that were not set.
  identity: { ...orderIdentity, oto: otoLevels.nullish() },
  used: orderUses,
})

/**
 * A limit order, and what any listed order may have. The meaning of the activation fields is not
 * shown.
 */
export const limitUses = {
  ...orderUses,
  price: [decimalOrNone, 'price'],
  postOnly: [z.boolean(), 'postOnly'],
  ioc: [z.boolean(), 'ioc'],
  rpi: [z.boolean(), 'rpi'],
  activated: [smallInteger, 'activated'],
  activationCondition: [text, 'activationCondition'],
  activation_price: [decimalOrNone, 'activationPrice'],
} as const

/** Section 2.6, `result`. */
export const limitOrder = row({ identity: orderIdentity, used: limitUses })

/**
 * Section 4.5: collateral market order. `buy` opens or increases a long position, `sell` a short
 * one. Amount in stock currency.
 */
export const collateralMarketOrder = endpoint({
  subject: 'market-order',
  path: '/api/v4/order/collateral/market',
  collateral: true,
  serviceLimit: 10_000,
  movesMoney: true,
  ask: z.strictObject({
    market: z.string().min(1),
    side: z.enum(orderSides),
    amount: askedDecimal,
    client_order_id: clientOrderId.optional(),
    stopLoss: askedDecimal.optional(),
    takeProfit: askedDecimal.optional(),
    positionSide: z.enum(positionSides).optional(),
  }),
  reply: marketOrder,
})

/**
 * Section 2.5. Which item fields are required is not shown; side, amount, price and market always
 * are in the public documentation.
 */
export const bulkItem = z.strictObject({
  side: z.enum(orderSides),
  amount: askedDecimal,
  price: askedDecimal,
  market: z.string().min(1),
  postOnly: z.boolean().optional(),
  ioc: z.boolean().optional(),
  client_order_id: clientOrderId.optional(),
  rpi: z.boolean().optional(),
})

/**
 * Null, missing, `{}`, `[]` and `{code: 0}` without text all mean "no error": which one a server
 * uses is not shown (4.6).
 */
function noError(error: unknown): unknown {
  if (error === undefined || error === null) return null
  if (Array.isArray(error)) return error.length === 0 ? null : error
  if (typeof error !== 'object') return error
  const members = Object.entries(error).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  const silent = members.every(
    ([name, value]) => (name === 'code' && value === 0) || (name === 'errors' && isEmpty(value)),
  )
  return silent ? null : error
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function noResult(result: unknown): unknown {
  return result === undefined || (Array.isArray(result) && result.length === 0) || isEmpty(result)
    ? null
    : result
}

/**
 * One entry of a bulk response: exactly one member is set on the wire, but which one is absent is
 * not shown.
 */
export function answerEntry<Result>(result: z.ZodType<Result>) {
  return z.looseObject({
    result: z.preprocess(noResult, result.nullable()).optional(),
    error: z.preprocess(noError, privateError.nullable()).optional(),
  })
}

export const bulkEntry = answerEntry(limitOrder)

/**
 * Section 4.6: bulk limit orders. With `stopOnFail` only the orders before the first failing one
 * are processed.
 */
export const bulkLimitOrders = endpoint({
  subject: 'bulk-orders',
  path: '/api/v4/order/bulk',
  mayOmitSigned: true,
  serviceLimit: 10_000,
  movesMoney: true,
  ask: z.strictObject({
    orders: z.array(bulkItem).min(bulkSize.least).max(bulkSize.most),
    stopOnFail: z.boolean().optional(),
  }),
  reply: eachOf(bulkEntry, mostEntries),
  mostMembers: mostEntries * 60,
})

/**
 * Section 4.4: closes an active fixed-term investment and returns the funds to the main balance.
 * B2B partners only. A good response is an object whose content is not shown (2.10).
 */
export const closeInvestment = endpoint({
  subject: 'closing-the-investment',
  path: '/api/v4/main-account/smart/investment/close',
  access: 'b2b',
  movesMoney: true,
  ask: z.strictObject({ id: z.string().min(1) }),
  reply: z.unknown().refine(isGoodObject),
})
