// Existing orders: resting ones, ended ones, and cancelling. From the public documentation, not in
// the specification.
import { absolute, divide, isNegative, negate } from '../../shared/money.js'
import type { Dialect } from '../../shared/accounts/account.js'
import { cancelSize } from '../../v4/limits.js'
import {
  accepted,
  type FieldErrors,
  refusalBody,
  refused,
  type Action,
  type Answer,
  type Call,
} from '../answer.js'
import { asCopied } from '../engine/copied.js'
import { cancelLimits, noteDeal, noteFinished } from '../engine/book.js'
import { execute, isFutures } from '../engine/margin.js'
import { marketNamed, marketOf } from '../engine/prices.js'
import { nextId } from '../engine/random.js'
import { cancelTriggers, watchPositions } from '../engine/trigger-orders.js'
import { secondsOf, wholeSecondsOf } from '../engine/units.js'
import { codes, inner, orderOnWire, statusOnWire } from '../order-fields.js'
import type { Ending, FinishedOrder, RestingOrder, TriggerOrder, World } from '../world.js'
import { type Body, complain, isGiven, isWhole, readMarket, readPage } from './asked-fields.js'
import { triggerOnWire } from './trigger-orders.js'

export { collateralLimitOrder } from './collateral-limit-order.js'

type Ids = { orderId: number | null; clientOrderId: string | null }

/** The given ids of an order, or the error. An empty client id counts as none, as on creation. */
function readIds(body: Body): Ids | { refusal: Answer } {
  const [orderId, clientOrderId] = [body['orderId'] ?? null, body['clientOrderId'] ?? '']
  if (orderId !== null && !isWhole(orderId))
    return { refusal: complain('orderId', 'OrderId field should be an integer.') }
  if (typeof clientOrderId !== 'string')
    return { refusal: complain('clientOrderId', 'ClientOrderId field should be a string.') }
  return { orderId, clientOrderId: clientOrderId === '' ? null : clientOrderId }
}

/** Those that stand alone. */
function listedOrders({ openOrders, triggerOrders }: World): (RestingOrder | TriggerOrder)[] {
  return [...openOrders, ...triggerOrders.filter(({ pair }) => pair === null)]
}

function shownAs(
  { copied }: World,
  order: RestingOrder | TriggerOrder,
  ending: Ending | null,
  dialect: Dialect,
): object {
  const row =
    'condition' in order
      ? triggerOnWire(order, ending, dialect)
      : orderOnWire(order, ending, dialect)
  return asCopied(copied?.orders.get(order.id), row)
}

function cancelOne(world: World, order: RestingOrder | TriggerOrder): void {
  cancelLimits(world, (one) => one === order)
  cancelTriggers(world, (one) => one === order)
}

export const activeOrders: Action = ({ world, body, dialect }) => {
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  const page = readPage(body, 100)
  if ('refusal' in page) return page.refusal
  const ids = readIds(body)
  if ('refusal' in ids) return ids.refusal
  const { orderId, clientOrderId } = ids
  if ((orderId !== null || clientOrderId !== null) && market.name === null) {
    return complain('market', 'The market field is required.', codes.market)
  }
  const found = listedOrders(world).filter(
    (order) =>
      world.copied?.unlisted.has(order.id) !== true &&
      (world.ordersHaveConditional ||
        !('collateral' in order) ||
        order.collateral?.otoId == null) &&
      (market.name === null || order.market === market.name) &&
      (orderId === null || order.id === orderId) &&
      (clientOrderId === null || order.clientOrderId === clientOrderId),
  )
  const newestFirst = found.toSorted((a, b) => b.id - a.id).slice(page.from, page.to)
  return accepted(newestFirst.map((order) => shownAs(world, order, null, dialect)))
}

/**
 * The live service was observed to send fees and `stp`, and not what the public documentation has
 * instead.
 */
function finishedOnWire(world: World, order: FinishedOrder, dialect: Dialect): object {
  const { takerFee, makerFee } = marketOf(world, order)
  const spec = dialect === 'spec'
  return {
    id: order.id,
    clientOrderId: order.clientOrderId,
    side: order.side,
    type: order.type,
    amount: order.amount,
    price: order.price,
    ctime: secondsOf(order.createdMicros),
    ftime: secondsOf(order.finishedMicros),
    dealFee: order.dealFee,
    dealStock: order.dealStock,
    dealMoney: order.dealMoney,
    postOnly: order.postOnly,
    ioc: order.ioc,
    ...(spec
      ? { rpi: order.rpi, reduceOnly: order.reduceOnly ?? false }
      : { takerFee, makerFee, stp: order.stp }),
    status: statusOnWire('FILLED', order.ending, dialect),
    feeAsset: 'USDT',
    ...(spec && order.positionSide !== null ? { positionSide: order.positionSide } : {}),
  }
}

const statuses: readonly unknown[] = [
  'ALL',
  'FILLED',
  'CANCELED',
  'PARTIALLY_FILLED',
  'MAINTENANCE',
]

const notInHistory = complain('orderHistory', 'OrderHistory was not found.')

const longestSpan = 31 * 86_400

type Narrowed = { status: unknown; isWithin: (order: FinishedOrder) => boolean }

/** The requested status and days: the last month if absent. */
function readFilters(
  { nowMicros }: World,
  { startDate, endDate, status }: Body,
): Narrowed | { refusal: Answer } {
  const now = wholeSecondsOf(nowMicros)
  const [since, until] = [startDate ?? now - longestSpan, endDate ?? now]
  if (!isWhole(since))
    return { refusal: complain('startDate', 'StartDate field should be an integer.') }
  if (!isWhole(until))
    return { refusal: complain('endDate', 'EndDate field should be an integer.') }
  if ((until < now ? until : now) - since > longestSpan) {
    return { refusal: complain('startDate', 'The period must not be longer than 31 days.') }
  }
  if (!statuses.includes(status ?? 'ALL'))
    return { refusal: complain('status', 'The selected status is invalid.') }
  // Timestamps run slightly ahead of the actual time.
  const last = until < now ? until * 1_000_000 : Infinity
  return {
    status: status ?? 'ALL',
    isWithin: ({ finishedMicros: at }) => at >= since * 1_000_000 && at <= last,
  }
}

/** Nothing here is partially filled without being cancelled, or ended by maintenance. */
function hasStatus(status: unknown, { ending }: FinishedOrder): boolean {
  return status === 'ALL' || status === (ending === null ? 'FILLED' : 'CANCELED')
}

/**
 * The visible part of the history: cancelled orders, and those that have just ended, only as far as
 * the levers allow.
 */
function visibleHistory({
  finishedOrders,
  historyDelay,
  historyHasCancelled,
  nowMicros,
}: World): FinishedOrder[] {
  const newest = historyDelay === 0 ? Infinity : nowMicros - historyDelay * 1_000_000
  return finishedOrders.filter(
    (order) => order.finishedMicros <= newest && (historyHasCancelled || order.ending === null),
  )
}

/** With an id it looks up that order and ignores the other filters. */
function lookUp(
  orders: FinishedOrder[],
  { orderId, clientOrderId }: Ids,
  { body, ignored }: Call,
): FinishedOrder[] | null {
  ignored.push(...['startDate', 'endDate', 'status'].filter((name) => isGiven(body[name])))
  if (orderId === null) {
    const found = orders.filter((order) => order.clientOrderId === clientOrderId)
    return found.length === 0 ? null : found
  }
  if (isGiven(body['clientOrderId'])) ignored.push('clientOrderId')
  return orders.filter(({ id }) => id === orderId)
}

/**
 * An order enters it some time after it has ended: after `historyDelay` seconds here, set by a
 * lever. If it is empty, the live service was observed to respond with an empty list.
 */
export const orderHistory: Action = (call) => {
  const { world, body, dialect } = call
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  const page = readPage(body, 500)
  if ('refusal' in page) return page.refusal
  const ids = readIds(body)
  if ('refusal' in ids) return ids.refusal
  const visible = visibleHistory(world).filter(
    (order) => market.name === null || order.market === market.name,
  )
  let found: FinishedOrder[] | null
  if (ids.orderId !== null || ids.clientOrderId !== null) found = lookUp(visible, ids, call)
  else {
    const filters = readFilters(world, body)
    if ('refusal' in filters) return filters.refusal
    found = visible.filter((order) => hasStatus(filters.status, order) && filters.isWithin(order))
  }
  if (found === null) return notInHistory
  const byMarket = Map.groupBy(
    found.toReversed().slice(page.from, page.to),
    (order) => order.market,
  )
  if (dialect === 'live' && byMarket.size === 0) return accepted([])
  const shown = [...byMarket].map(
    ([name, orders]) =>
      [name, orders.map((order) => finishedOnWire(world, order, dialect))] as const,
  )
  return accepted(Object.fromEntries(shown))
}

/** Only what orders changed: funding and liquidations leave no order here. */
export const positionHistory: Action = ({ world, body }) => {
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  const page = readPage(body, 100)
  if ('refusal' in page) return page.refusal
  const { positionId } = body
  if (isGiven(positionId) && !isWhole(positionId))
    return complain('positionId', 'The PositionId must be an integer.')
  const newestFirst = world.finishedOrders.toReversed().flatMap((order) => {
    const { position } = order
    const isWanted =
      position !== undefined &&
      (market.name === null || order.market === market.name) &&
      (!isGiven(positionId) || position.id === positionId)
    return isWanted ? [{ order, position }] : []
  })
  return accepted(
    newestFirst.slice(page.from, page.to).map(({ order, position }) => ({
      positionId: position.id,
      market: order.market,
      openDate: secondsOf(position.openedMicros),
      modifyDate: secondsOf(order.finishedMicros),
      amount: position.left,
      basePrice: position.basePrice,
      realizedFunding: '0',
      liquidationPrice: null,
      liquidationState: null,
      orderDetail: {
        id: order.id,
        tradeAmount: order.dealStock,
        price: divide(order.dealMoney, order.dealStock, 8),
        tradeFee: order.dealFee,
        fundingFee: '0',
        realizedPnl: position.realizedPnl,
      },
      side: order.positionSide,
      isHedge: order.positionSide !== 'BOTH',
    })),
  )
}

const notOpen = refused(400, codes.notOpen, inner, { orderId: ['Unexecuted order was not found.'] })

export const cancelOrder: Action = ({ world, body, dialect }) => {
  if (!isGiven(body['market'])) return complain('market', 'Market field is required.')
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  const ids = readIds(body)
  if ('refusal' in ids) return ids.refusal
  const { orderId, clientOrderId } = ids
  if ((orderId === null) === (clientOrderId === null))
    return complain('orderId', 'OrderId field is required.')
  const order = listedOrders(world).find(
    (one) =>
      one.market === market.name &&
      (orderId === null ? one.clientOrderId === clientOrderId : one.id === orderId),
  )
  if (order === undefined) return notOpen
  cancelOne(world, order)
  return accepted(shownAs(world, order, 'cancelled', dialect))
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The order referenced by an item of a bulk cancel, or the error. */
function readTarget(
  world: World,
  item: unknown,
): RestingOrder | TriggerOrder | { code: number; message: string; errors: FieldErrors } {
  const no = (
    field: string,
    sentence: string,
    code: number = codes.general,
    message = 'Validation failed',
  ) => ({
    code,
    message,
    errors: { [field]: [sentence] },
  })
  if (!isObject(item)) return no('request', 'Invalid order format')
  const { market } = item
  if (!isGiven(market)) return no('market', 'validation.required')
  if (typeof market !== 'string' || marketNamed(world, market) === undefined)
    return no('market', 'validation.market_not_exist')
  const ids = readIds(item)
  if ('refusal' in ids) return no('request', 'Invalid order format')
  const { orderId, clientOrderId } = ids
  if (orderId === null && clientOrderId === null) return no('request', 'validation.required')
  if (orderId !== null && clientOrderId !== null)
    return no('request', 'api.validation.order.chooseOneId')
  const found = listedOrders(world).find(
    (one) =>
      one.market === market &&
      (orderId === null ? one.clientOrderId === clientOrderId : one.id === orderId),
  )
  return (
    found ??
    no(
      'orderId',
      'Order does not exist or already cancelled',
      codes.orderNotFound,
      'Order not found',
    )
  )
}

/**
 * A result for each order at its index, independent of the others; both members in either dialect.
 */
export const cancelOrders: Action = ({ world, body, dialect }) => {
  const { orders } = body
  if (!Array.isArray(orders)) return complain('orders', 'validation.required')
  if (orders.length < cancelSize.least || orders.length > cancelSize.most)
    return complain('orders', 'validation.between')
  const entries = (orders as unknown[]).map((item) => {
    const target = readTarget(world, item)
    if ('code' in target) return { result: null, error: refusalBody(target, dialect) }
    cancelOne(world, target)
    return {
      result: { orderId: target.id, clientOrderId: target.clientOrderId, market: target.market },
      error: null,
    }
  })
  return accepted(entries)
}

const kinds = ['spot', 'margin', 'futures'] as const
type Kind = (typeof kinds)[number]

function readKinds(type: unknown): readonly Kind[] | Answer {
  if (!isGiven(type)) return kinds
  if (!Array.isArray(type)) return complain('type', 'The type must be an array.')
  const known = kinds.filter((kind) => type.includes(kind))
  return known.length === type.length ? known : complain('type', 'The selected type is invalid.')
}

function kindOf({ market, collateral }: RestingOrder): Kind {
  return collateral === null ? 'spot' : isFutures(market) ? 'futures' : 'margin'
}

/**
 * Resting orders; with margin and futures those that wait for a price, and the stop loss and take
 * profit of positions. The positions stay.
 */
export const cancelAllOrders: Action = ({ world, body }) => {
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  const wanted = readKinds(body['type'])
  if (!Array.isArray(wanted)) return wanted as Answer
  const isMeant = (name: string): boolean => market.name === null || name === market.name
  cancelLimits(world, (order) => isMeant(order.market) && wanted.includes(kindOf(order)))
  const isOfKind = (name: string): boolean =>
    isMeant(name) && wanted.includes(isFutures(name) ? 'futures' : 'margin')
  cancelTriggers(world, (order) => isOfKind(order.market))
  for (const position of world.positions)
    if (isOfKind(position.market)) Object.assign(position, { stopLoss: null, takeProfit: null })
  return accepted([])
}

/** A market order in the opposite direction over the complete position, at the best price. */
export const closePosition: Action = ({ world, body }) => {
  const { positionId, positionSide } = body
  if (!isGiven(body['market'])) return complain('market', 'Market field is required.')
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  if (!isWhole(positionId)) return complain('positionId', 'The PositionId must be an integer.')
  const position = world.positions.find(
    ({ id, market: name, side }) =>
      id === positionId &&
      name === market.name &&
      (!isGiven(positionSide) || side === positionSide),
  )
  if (position === undefined)
    return refused(422, codes.noPosition, inner, { positionId: ["position doesn't exist."] })
  const traded = marketOf(world, position)
  if (traded.halted)
    return complain('market', 'Trading in the market is not allowed.', codes.halted)
  const { amount, side } = position
  const change = negate(amount)
  const { fee, money, noted } = execute(world, traded, side, change)
  const placed = {
    clientOrderId: '',
    market: position.market,
    side: isNegative(change) ? ('sell' as const) : ('buy' as const),
  }
  const orderId = nextId(world, 'order')
  noteDeal(world, {
    ...{ ...placed, orderId, role: 'taker' as const, fee },
    price: divide(money, absolute(amount), 8),
    amount: absolute(amount),
  })
  noteFinished(world, {
    ...placed,
    id: orderId,
    type: 'margin market',
    amount: absolute(amount),
    price: '0',
    dealStock: absolute(amount),
    dealMoney: money,
    dealFee: fee,
    postOnly: false,
    ioc: false,
    rpi: false,
    stp: 'no',
    ending: null,
    positionSide: side,
    createdMicros: world.lastStampMicros,
    finishedMicros: world.lastStampMicros,
    position: noted,
  })
  watchPositions(world)
  return accepted([])
}
