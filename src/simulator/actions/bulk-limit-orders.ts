// Specification 4.6, 2.5 and 2.6.
import { multiply } from '../../shared/money.js'
import type { Dialect } from '../../shared/accounts/account.js'
import { bulkSize } from '../../v4/limits.js'
import { inDialect } from '../../v4/orders.js'
import { accepted, refusalBody, refused, type Action, type Call, type Refusal } from '../answer.js'
import { assetOf, finishLimit, matchAsTaker, reserveFor, wouldTake } from '../engine/book.js'
import { isLess, priceOf, secondsOf, wholePart } from '../engine/units.js'
import { held, type Market, move, addText, type RestingOrder } from '../world.js'
import { nextId, stamp } from '../engine/random.js'
import { codes, inner, OrderFields, statusOnWire } from '../order-fields.js'

/**
 * The documentation of the specification's time uses one code for both; the current service has a
 * separate one for the second.
 */
const iocWithRpi = { spec: codes.iocWithPostOnly, live: 40 } as const

function read({ world, dialect }: Call, item: Record<string, unknown>) {
  const fields = new OrderFields(world, dialect, item)
  const market = fields.market(false)
  const side = fields.side()
  const amount = fields.amount(market)
  const limit = fields.price('price', market)
  const clientOrderId = fields.clientOrderId()
  const postOnly = fields.flag('postOnly')
  const ioc = fields.flag('ioc')
  const rpi = fields.flag('rpi')
  const selfTrade = fields.selfTrade()
  if (ioc && postOnly)
    fields.add(
      'ioc',
      codes.iocWithPostOnly,
      'Either IOC or PostOnly flag in true state is allowed.',
    )
  if (ioc && rpi)
    fields.add('ioc', iocWithRpi[dialect], 'Either IOC or RPI flag in true state is allowed.')
  const total = amount === null || limit === null ? null : multiply(amount, limit.price)
  if (market !== null && total !== null && isLess(total, market.minTotal)) {
    fields.add('total', codes.general, `Total (amount * price) is less than ${market.minTotal}`)
  }
  const refusal = fields.refusal()
  if (
    refusal !== null ||
    market === null ||
    side === null ||
    amount === null ||
    limit === null ||
    total === null
  ) {
    return { refusal: refusal ?? { code: codes.general, message: 'Validation failed', errors: {} } }
  }
  return { market, side, amount, total, ...limit, clientOrderId, postOnly, ioc, rpi, selfTrade }
}

type Draft = Extract<ReturnType<typeof read>, { refusal?: undefined }>

function refuse(code: number, field: string, sentence: string) {
  return {
    refusal: { code, message: inner, errors: { [field]: [sentence] } },
  }
}

/**
 * Ten times the price in either direction is treated as a typo. The live service was observed to
 * name the bound.
 */
export function outOfBands(
  { ticks: marketTicks, pricePrecision }: Market,
  ticks: number,
  dialect: Dialect,
): Refusal | null {
  if (ticks <= 10 * marketTicks && 10 * ticks >= marketTicks) return null
  if (dialect === 'spec')
    return refuse(codes.priceOutOfBands, 'price', 'The Price is out of bands').refusal
  const [bound, word] =
    ticks > marketTicks ? [10 * marketTicks, 'less'] : [wholePart(marketTicks + 9, 10), 'greater']
  const sentence = `The Price should be ${word} than or equal to ${priceOf(bound, pricePrecision)}`
  return {
    code: codes.priceOutOfBands,
    message: 'Validation failed',
    errors: { price: [sentence] },
  }
}

type Outcome = { refusal: Refusal } | { result: object }

function place({ world, dialect }: Call, draft: Draft): Outcome {
  const {
    market,
    side,
    amount,
    price,
    ticks,
    total,
    clientOrderId,
    postOnly,
    ioc,
    rpi,
    selfTrade,
  } = draft
  const outside = outOfBands(market, ticks, dialect)
  if (outside !== null) return { refusal: outside }
  if ((postOnly || rpi) && wouldTake(market, side, ticks)) {
    const sentence = "This order couldn't be executed as a maker order and was canceled."
    return refuse(codes.postOnlyWouldTake, postOnly ? 'postOnly' : 'rpi', sentence)
  }
  const asset = assetOf(market, side)
  const reserved = reserveFor(market, side, amount, total)
  if (isLess(held(world.ledger, 'trade', asset), reserved))
    return refuse(codes.notEnoughBalance, 'amount', 'Not enough balance.')
  move(world.ledger, 'trade', 'reserved', asset, reserved)
  const order: RestingOrder = {
    id: nextId(world, 'order'),
    clientOrderId,
    market: market.name,
    side,
    amount,
    left: amount,
    price,
    priceTicks: ticks,
    dealMoney: '0',
    dealStock: '0',
    dealFee: '0',
    postOnly,
    ioc,
    rpi,
    stp: selfTrade,
    status: 'NEW',
    createdMicros: stamp(world),
    reserved,
    collateral: null,
  }
  if (clientOrderId !== '') addText(world.clientOrderIds, clientOrderId)
  const stopped = matchAsTaker(world, order, selfTrade)
  const ending = order.left === '0' ? null : stopped ? 'self-trade' : ioc ? 'ioc' : null
  if (order.left !== '0' && ending === null) world.openOrders.push(order)
  else finishLimit(world, order, ending)
  const spec = dialect === 'spec'
  const fields = {
    order_id: order.id,
    client_order_id: clientOrderId,
    market: market.name,
    side,
    type: 'limit',
    timestamp: secondsOf(order.createdMicros),
    deal_money: order.dealMoney,
    deal_stock: order.dealStock,
    amount,
    left: order.left,
    deal_fee: order.dealFee,
    price,
    postOnly,
    ioc,
    status: statusOnWire(order.status, ending, dialect),
    stp: selfTrade,
    ...(spec
      ? { positionSide: 'BOTH', rpi, activated: 0, activationCondition: '', activation_price: '0' }
      : {}),
  }
  return { result: inDialect(fields, dialect) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function handle(call: Call, item: unknown): Outcome {
  if (!isObject(item)) {
    return {
      refusal: {
        code: codes.general,
        message: 'Validation failed',
        errors: { orders: ['The order must be an object.'] },
      },
    }
  }
  const draft = read(call, item)
  return draft.refusal === undefined ? place(call, draft) : { refusal: draft.refusal }
}

/**
 * Entries are in the order of the request, each with its state at the time it was processed. With
 * `stopOnFail` the failing one is the last. Of an entry's two members, the unused one is absent in
 * the specification's dialect, and null in the live one.
 */
export const bulkLimitOrders: Action = (call) => {
  const { orders, stopOnFail } = call.body
  const no = (field: string, sentence: string) =>
    refused(422, codes.general, 'Validation failed', { [field]: [sentence] })
  if (orders === undefined || orders === null) return no('orders', 'The orders field is required.')
  if (!Array.isArray(orders)) return no('orders', 'The orders must be an array.')
  if (orders.length < bulkSize.least || orders.length > bulkSize.most)
    return no('orders', 'validation.between')
  if (typeof (stopOnFail ?? false) !== 'boolean')
    return no('stopOnFail', 'The stop on fail field must be true or false.')
  const live = call.dialect === 'live'
  const entries: object[] = []
  for (const item of orders as unknown[]) {
    const outcome = handle(call, item)
    if ('result' in outcome) entries.push(live ? { ...outcome, error: null } : outcome)
    else {
      const error = refusalBody(outcome.refusal, call.dialect)
      entries.push(live ? { result: null, error } : { error })
      if (stopOnFail === true) break
    }
  }
  return accepted(entries)
}
