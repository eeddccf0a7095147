// Specification 4.6, 2.5 and 2.6.
import { multiply, type Decimal } from '../../shared/money.js'
import { bulkSize } from '../../v4/limits.js'
import { inDialect } from '../../v4/spellings.js'
import { accepted, refusalBody, refused, type Refusal } from '../answer.js'
import type { Action, Call } from '../action.js'
import { assetOf, matchAsTaker, release, reserveFor, wouldTake, type SelfTrade } from '../engine/book.js'
import { isLess } from '../engine/decimal-text.js'
import { nextId, secondsOf, stamp } from '../engine/identifiers.js'
import { held, move } from '../engine/ledger.js'
import {
  codes,
  Complaints,
  inner,
  iocWithRpi,
  readAmount,
  readClientOrderId,
  readFlag,
  readMarket,
  readPrice,
  readSelfTrade,
  readSide,
} from '../order-fields.js'
import { statusOnWire, type Ending } from '../order-status.js'
import { addText } from '../text-set.js'
import type { Market, RestingOrder } from '../world.js'

type Outcome = { order: RestingOrder; ending: Ending | null; selfTrade: SelfTrade } | { refusal: Refusal }
type Draft = {
  market: Market
  side: 'buy' | 'sell'
  amount: Decimal
  /** Amount times price, in quote currency. */
  total: Decimal
  price: Decimal
  ticks: number
  clientOrderId: string
  postOnly: boolean
  ioc: boolean
  rpi: boolean
  selfTrade: SelfTrade
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const readItem = ({ world, dialect }: Call, item: Record<string, unknown>): Draft | Refusal => {
  const complaints = new Complaints()
  const market = readMarket(world, item['market'], complaints, false)
  const side = readSide(item['side'], complaints)
  const amount = readAmount(item['amount'], market, dialect, complaints)
  const limit = readPrice(item['price'], market, dialect, complaints, 'price')
  const clientOrderId = readClientOrderId(world, item, dialect, complaints)
  const postOnly = readFlag(item, 'postOnly', complaints)
  const ioc = readFlag(item, 'ioc', complaints)
  const rpi = readFlag(item, 'rpi', complaints)
  const selfTrade = readSelfTrade(item['stp'], complaints)
  if (ioc && postOnly) complaints.add('ioc', codes.iocWithPostOnly, 'Either IOC or PostOnly flag in true state is allowed.')
  if (ioc && rpi) complaints.add('ioc', iocWithRpi[dialect], 'Either IOC or RPI flag in true state is allowed.')
  const total = amount === null || limit === null ? null : multiply(amount, limit.price)
  if (market !== null && total !== null && isLess(total, market.minTotal)) {
    complaints.add('total', codes.general, `Total (amount * price) is less than ${market.minTotal}`)
  }
  const malformed = complaints.refusal()
  if (malformed !== null || market === null || side === null || amount === null || limit === null || total === null) {
    return malformed ?? { code: codes.general, message: 'Validation failed', errors: {} }
  }
  return { market, side, amount, total, ...limit, clientOrderId, postOnly, ioc, rpi, selfTrade }
}

/** Ten times the price in either direction is taken for a slip of the hand. */
const outOfBands = (market: Market, ticks: number): boolean => ticks > 10 * market.ticks || 10 * ticks < market.ticks

const execute = ({ world }: Call, draft: Draft): Outcome => {
  const { market, side, amount, price, total } = draft
  if (outOfBands(market, draft.ticks)) {
    return { refusal: { code: codes.priceOutOfBands, message: inner, errors: { price: ['The Price is out of bands'] } } }
  }
  if ((draft.postOnly || draft.rpi) && wouldTake(market, side, draft.ticks)) {
    const sentence = "This order couldn't be executed as a maker order and was canceled."
    return { refusal: { code: codes.postOnlyWouldTake, message: inner, errors: { [draft.postOnly ? 'postOnly' : 'rpi']: [sentence] } } }
  }
  const asset = assetOf(market, side)
  const reserved = reserveFor(market, side, amount, total)
  if (isLess(held(world.ledger, 'trade', asset), reserved)) {
    return { refusal: { code: codes.notEnoughBalance, message: inner, errors: { amount: ['Not enough balance.'] } } }
  }
  move(world.ledger, 'trade', 'reserved', asset, reserved)
  const order: RestingOrder = {
    id: nextId(world, 'order'),
    clientOrderId: draft.clientOrderId,
    market: market.name,
    side,
    amount,
    left: amount,
    price,
    priceTicks: draft.ticks,
    dealMoney: '0',
    dealStock: '0',
    dealFee: '0',
    postOnly: draft.postOnly,
    ioc: draft.ioc,
    rpi: draft.rpi,
    status: 'NEW',
    createdMicros: stamp(world),
    reserved,
  }
  if (draft.clientOrderId !== '') addText(world.clientOrderIds, draft.clientOrderId)
  const stopped = matchAsTaker(world, order, draft.selfTrade)
  const ending = order.left === '0' ? null : stopped ? 'self-trade' : order.ioc ? 'ioc' : null
  if (order.left !== '0' && ending === null) world.openOrders.push(order)
  else release(world, order)
  return { order, ending, selfTrade: draft.selfTrade }
}

const handle = (call: Call, item: unknown): Outcome => {
  if (!isObject(item))
    return { refusal: { code: codes.general, message: 'Validation failed', errors: { orders: ['The order must be an object.'] } } }
  const draft = readItem(call, item)
  return 'code' in draft ? { refusal: draft } : execute(call, draft)
}

const orderOnWire = ({ order, ending, selfTrade }: Exclude<Outcome, { refusal: Refusal }>, call: Call) => {
  const live = call.dialect === 'live'
  const fields = {
    order_id: order.id,
    client_order_id: order.clientOrderId,
    market: order.market,
    side: order.side,
    type: 'limit',
    timestamp: secondsOf(order.createdMicros),
    deal_money: order.dealMoney,
    deal_stock: order.dealStock,
    amount: order.amount,
    left: order.left,
    deal_fee: order.dealFee,
    price: order.price,
    postOnly: order.postOnly,
    ioc: order.ioc,
    status: statusOnWire(order.status, ending, call.dialect),
    stp: selfTrade,
    ...(live ? {} : { positionSide: 'BOTH' }),
    rpi: order.rpi,
    ...(live ? {} : { activated: 0, activationCondition: '', activation_price: '0' }),
  }
  return live ? inDialect(fields, call.dialect) : fields
}

/** One of the two members is absent in the specification's dialect, and null in the live one. */
const entryOnWire = (outcome: Outcome, call: Call) => {
  if ('order' in outcome) {
    const result = orderOnWire(outcome, call)
    return call.dialect === 'live' ? { result, error: null } : { result }
  }
  const error = refusalBody(outcome.refusal, call.dialect)
  return call.dialect === 'live' ? { result: null, error } : { error }
}

/** Entries come in the order of the request, each as it stood when it was done. With `stopOnFail` the failing one is the last. */
export const bulkLimitOrders: Action = (call) => {
  const orders = call.body['orders']
  const stopOnFail = call.body['stopOnFail'] ?? false
  const no = (field: string, sentence: string) => refused(422, codes.general, 'Validation failed', { [field]: [sentence] })
  if (orders === undefined || orders === null) return no('orders', 'The orders field is required.')
  if (!Array.isArray(orders)) return no('orders', 'The orders must be an array.')
  if (orders.length < bulkSize.least || orders.length > bulkSize.most) return no('orders', 'validation.between')
  if (typeof stopOnFail !== 'boolean') return no('stopOnFail', 'The stop on fail field must be true or false.')
  const entries: unknown[] = []
  for (const item of orders as unknown[]) {
    const outcome = handle(call, item)
    entries.push(entryOnWire(outcome, call))
    if (stopOnFail && 'refusal' in outcome) break
  }
  return accepted(entries)
}
