// Orders against a thin book: a few price levels with a fixed depth that is refilled every second.
import {
  absolute,
  add,
  compare,
  isNegative,
  multiply,
  negate,
  subtract,
  type Decimal,
} from '../../shared/money.js'
import type { OrderSide } from '../../shared/orders/order.js'
import { execute, findPosition, onlyReduces } from './margin.js'
import { priceOf, smaller } from './units.js'
import {
  type Deal,
  type Ending,
  type FinishedOrder,
  type Market,
  type OnCollateral,
  type RestingOrder,
  type World,
  move,
} from '../world.js'
import { marketOf, takerTicks } from './prices.js'

/**
 * On each side. A market order goes no further: the service protects its callers from worse prices.
 */
const levels = 20

function isWorse(side: OrderSide, ticks: number, than: number): boolean {
  return side === 'buy' ? ticks > than : ticks < than
}

export function wouldTake(market: Market, side: OrderSide, priceTicks: number): boolean {
  return !isWorse(side, takerTicks(market, side), priceTicks)
}

export function assetOf(market: Market, side: OrderSide): string {
  return side === 'buy' ? market.money : market.stock
}

/**
 * What must be reserved for an order over `amount` of stock worth `total`: money with the higher
 * fee for a buy, stock for a sell.
 */
export function reserveFor(
  market: Market,
  side: OrderSide,
  amount: Decimal,
  total: Decimal,
): Decimal {
  return side === 'buy' ? multiply(total, add('1', market.takerFee)) : amount
}

/** Kept for the stream; the oldest are dropped. */
const mostDeals = 1000

/** Without a random number: what an order draws does not depend on how it is filled. */
export function noteDeal(world: World, deal: Omit<Deal, 'id' | 'micros'>): void {
  world.ids.deal += 1
  world.deals.push({ id: world.ids.deal, micros: world.nowMicros, ...deal })
  if (world.deals.length > mostDeals) world.deals.shift()
}

/** The copied exchange may have reserved less than is needed here: the house adds the rest. */
function takeReserved(
  world: World,
  order: RestingOrder,
  to: 'house' | 'fees',
  asset: string,
  amount: Decimal,
): void {
  const own = smaller(order.reserved, amount)
  move(world.ledger, 'reserved', to, asset, own)
  if (to !== 'house') move(world.ledger, 'house', to, asset, subtract(amount, own))
  order.reserved = subtract(order.reserved, own)
}

function fill(
  world: World,
  market: Market,
  order: RestingOrder,
  stock: Decimal,
  price: Decimal,
  role: Deal['role'],
): void {
  const money = multiply(stock, price)
  const feeRate = role === 'maker' ? market.makerFee : market.takerFee
  const fee = multiply(money, feeRate)
  const { id: orderId, clientOrderId, side, collateral } = order
  noteDeal(world, {
    ...{ orderId, clientOrderId, market: market.name, side },
    ...{ role, price, amount: stock, fee },
  })
  if (collateral !== null) {
    const change = side === 'buy' ? stock : negate(stock)
    fillOnCollateral(world, market, collateral, { change, money, feeRate })
  } else if (order.side === 'buy') {
    takeReserved(world, order, 'house', market.money, money)
    takeReserved(world, order, 'fees', market.money, fee)
    move(world.ledger, 'house', 'trade', market.stock, stock)
  } else {
    takeReserved(world, order, 'house', market.stock, stock)
    move(world.ledger, 'house', 'trade', market.money, subtract(money, fee))
    move(world.ledger, 'house', 'fees', market.money, fee)
  }
  order.left = subtract(order.left, stock)
  order.dealStock = add(order.dealStock, stock)
  order.dealMoney = add(order.dealMoney, money)
  order.dealFee = add(order.dealFee, fee)
  order.status = order.left === '0' ? 'FILLED' : 'PARTIALLY_FILLED'
}

/** Changes the position, which then has the levels of the order. */
function fillOnCollateral(
  world: World,
  market: Market,
  collateral: OnCollateral,
  { change, money, feeRate }: { change: Decimal; money: Decimal; feeRate: Decimal },
): void {
  const { positionSide } = collateral
  const { position, noted } = execute(world, market, positionSide, change, money, feeRate)
  if (noted !== undefined) collateral.position = noted
  if (position === null) return
  for (const name of ['stopLoss', 'takeProfit'] as const) {
    const level = collateral[name]
    if (level !== null) position[name] = level
  }
}

/** How much of a position an order that only reduces can still take; null for any other order. */
function reducibleBy(world: World, order: RestingOrder): Decimal | null {
  const { market, side, collateral } = order
  if (collateral === null || !onlyReduces(order)) return null
  const position = findPosition(world, market, collateral.positionSide)
  return position !== undefined && isNegative(position.amount) === (side === 'buy')
    ? absolute(position.amount)
    : '0'
}

/** Whether nothing is left that an order that only reduces could reduce. */
export function reducesNothing(world: World, order: RestingOrder): boolean {
  return reducibleBy(world, order) === '0'
}

/**
 * What happens when an order meets one of its own account: nothing, or the oldest, the newest or
 * both are cancelled.
 */
export type SelfTrade = RestingOrder['stp']

export type NewOrder = {
  market: Market
  side: OrderSide
  amount: Decimal
  /** The worst price it accepts; null for a market order. */
  limitTicks: number | null
  selfTrade: SelfTrade
}

/** The fills of a new order, and their side effects. Nothing is executed yet. */
export type Crossing = {
  deals: { stock: Decimal; price: Decimal }[]
  stock: Decimal
  money: Decimal
  /** Resting orders of its own account that are cancelled. */
  cancelled: RestingOrder[]
  /** It met one of them and stops there. */
  stopped: boolean
}

/** Of the same account and on the other side, best price first. */
function ownOrders(world: World, { market, side }: NewOrder): RestingOrder[] {
  return world.openOrders
    .filter((one) => one.market === market.name && one.side !== side)
    .toSorted((a, b) =>
      side === 'buy' ? a.priceTicks - b.priceTicks : b.priceTicks - a.priceTicks,
    )
}

/**
 * Walks the book level by level, as far as the order's price and the depth reach. Own orders
 * precede a level of the same price.
 */
export function crossingOf(world: World, order: NewOrder): Crossing {
  const { market, side, limitTicks, selfTrade } = order
  const crossing: Crossing = { deals: [], stock: '0', money: '0', cancelled: [], stopped: false }
  let own = selfTrade === 'no' ? [] : ownOrders(world, order)
  let left = order.amount
  let gone = market.taken[side]
  const meetsOwn = (upTo: number): boolean => {
    const met = own.filter((one) => !isWorse(side, one.priceTicks, upTo))
    own = own.slice(met.length)
    if (selfTrade !== 'cn') crossing.cancelled.push(...(selfTrade === 'cb' ? met.slice(0, 1) : met))
    crossing.stopped = met.length > 0 && selfTrade !== 'co'
    return crossing.stopped
  }
  for (let level = 0; level < levels && left !== '0'; level += 1) {
    const ticks = takerTicks(market, side, level)
    if (limitTicks !== null && isWorse(side, ticks, limitTicks)) break
    if (meetsOwn(ticks)) return crossing
    const room = subtract(multiply(market.depth, String(level + 1)), gone)
    if (compare(room, '0') <= 0) continue
    const stock = smaller(room, left)
    const price = priceOf(ticks, market.pricePrecision)
    gone = add(gone, stock)
    left = subtract(left, stock)
    crossing.deals.push({ stock, price })
    crossing.stock = add(crossing.stock, stock)
    crossing.money = add(crossing.money, multiply(stock, price))
  }
  if (limitTicks !== null && left !== '0') meetsOwn(limitTicks)
  return crossing
}

/** Executes the fills of the order, and its cancellations. */
export function settleCrossing(
  world: World,
  { market, side }: NewOrder,
  { stock, cancelled }: Crossing,
): void {
  market.taken[side] = add(market.taken[side], stock)
  for (const order of cancelled) finishLimit(world, order, 'self-trade')
  if (cancelled.length > 0)
    world.openOrders = world.openOrders.filter((order) => !cancelled.includes(order))
}

/** Matches a new order against the book. True if self-trade prevention stops it. */
export function matchAsTaker(world: World, order: RestingOrder, selfTrade: SelfTrade): boolean {
  const { side, amount, priceTicks: limitTicks } = order
  const market = marketOf(world, order)
  const arriving: NewOrder = { market, side, amount, limitTicks, selfTrade }
  const crossing = crossingOf(world, arriving)
  settleCrossing(world, arriving, crossing)
  for (const { stock, price } of crossing.deals) fill(world, market, order, stock, price, 'taker')
  return crossing.stopped
}

/** Kept for the order history; the oldest are dropped. */
const mostFinished = 5_000

export function noteFinished(world: World, order: FinishedOrder): void {
  world.finishedOrders.push(order)
  if (world.finishedOrders.length > mostFinished) world.finishedOrders.shift()
}

/** Releases what an ended order no longer needs. `ending` null: it is filled. */
export function finishLimit(world: World, order: RestingOrder, ending: Ending | null): void {
  move(
    world.ledger,
    'reserved',
    'trade',
    assetOf(marketOf(world, order), order.side),
    order.reserved,
  )
  order.reserved = '0'
  const {
    id,
    clientOrderId,
    market,
    side,
    amount,
    price,
    dealMoney,
    dealStock,
    dealFee,
    postOnly,
    ioc,
    rpi,
    stp,
    createdMicros,
    collateral,
  } = order
  const finishedMicros = world.nowMicros > createdMicros ? world.nowMicros : createdMicros
  noteFinished(world, {
    id,
    clientOrderId,
    market,
    side,
    type: collateral === null ? 'limit' : 'margin limit',
    amount,
    price,
    dealMoney,
    dealStock,
    dealFee,
    postOnly,
    ioc,
    rpi,
    stp,
    ending,
    positionSide: collateral?.positionSide ?? null,
    ...(collateral === null ? {} : { reduceOnly: collateral.reduceOnly }),
    ...(collateral?.position === undefined ? {} : { position: collateral.position }),
    createdMicros,
    finishedMicros,
  })
}

/** Ends the selected resting orders, at their account's request. */
export function cancelLimits(world: World, isMeant: (order: RestingOrder) => boolean): void {
  const ended = world.openOrders.filter(isMeant)
  world.openOrders = world.openOrders.filter((order) => !isMeant(order))
  for (const order of ended) finishLimit(world, order, 'cancelled')
}

/** Undefined while it goes on resting. */
function stepOrder(world: World, order: RestingOrder): Ending | null | undefined {
  if (world.copied?.still.has(order.id) === true) return undefined
  if (reducesNothing(world, order)) return 'reduce-only'
  const market = marketOf(world, order)
  if (!wouldTake(market, order.side, order.priceTicks)) return undefined
  const room = subtract(market.depth, market.taken[order.side])
  if (compare(room, '0') <= 0) return undefined
  const most = smaller(reducibleBy(world, order) ?? order.left, order.left)
  const stock = smaller(room, most)
  market.taken[order.side] = add(market.taken[order.side], stock)
  fill(world, market, order, stock, order.price, 'maker')
  return order.left === '0' ? null : undefined
}

/**
 * Fills resting orders that the price has reached, at their own price, partially if the book is
 * thin.
 */
export function stepOrders(world: World): void {
  if (world.openOrders.length === 0) return
  const over = new Set<RestingOrder>()
  for (const order of world.openOrders) {
    const ending = stepOrder(world, order)
    if (ending === undefined) continue
    finishLimit(world, order, ending)
    over.add(order)
  }
  world.openOrders = world.openOrders.filter((order) => !over.has(order))
}
