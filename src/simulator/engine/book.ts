// Limit orders against a thin book: a few price levels with a fixed depth that is refilled every second.
import { add, compare, multiply, subtract, type Decimal } from '../../shared/money.js'
import type { Market, RestingOrder, World } from '../world.js'
import { marketOf } from './margin.js'
import { move } from './ledger.js'
import { takerTicks } from './prices.js'
import { priceOf } from './ticks.js'

const levels = 5
const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) < 0 ? a : b)

export const wouldTake = (market: Market, side: 'buy' | 'sell', priceTicks: number): boolean =>
  side === 'buy' ? takerTicks(market, 'buy') <= priceTicks : takerTicks(market, 'sell') >= priceTicks

export const assetOf = (market: Market, side: 'buy' | 'sell'): string => (side === 'buy' ? market.money : market.stock)

/** What must be set aside for an order over `amount` of stock worth `total`: money with the dearer fee for a buy, stock for a sell. */
export const reserveFor = (market: Market, side: 'buy' | 'sell', amount: Decimal, total: Decimal): Decimal =>
  side === 'buy' ? multiply(total, add('1', market.takerFee)) : amount

const fill = (world: World, market: Market, order: RestingOrder, stock: Decimal, price: Decimal, feeRate: Decimal): void => {
  const money = multiply(stock, price)
  const fee = multiply(money, feeRate)
  if (order.side === 'buy') {
    move(world.ledger, 'reserved', 'house', market.money, money)
    move(world.ledger, 'reserved', 'fees', market.money, fee)
    move(world.ledger, 'house', 'trade', market.stock, stock)
    order.reserved = subtract(order.reserved, add(money, fee))
  } else {
    move(world.ledger, 'reserved', 'house', market.stock, stock)
    move(world.ledger, 'house', 'trade', market.money, subtract(money, fee))
    move(world.ledger, 'house', 'fees', market.money, fee)
    order.reserved = subtract(order.reserved, stock)
  }
  order.left = subtract(order.left, stock)
  order.dealStock = add(order.dealStock, stock)
  order.dealMoney = add(order.dealMoney, money)
  order.dealFee = add(order.dealFee, fee)
  order.status = order.left === '0' ? 'FILLED' : 'PARTIALLY_FILLED'
}

const take = (market: Market, side: 'buy' | 'sell', wanted: Decimal, level: number): Decimal => {
  const room = subtract(multiply(market.depth, String(level + 1)), market.taken[side])
  if (compare(room, '0') <= 0) return '0'
  const stock = smaller(room, wanted)
  market.taken[side] = add(market.taken[side], stock)
  return stock
}

/** Crosses a new order with the book, level by level, as far as its price and the depth reach. */
export const matchAsTaker = (world: World, order: RestingOrder): void => {
  const market = marketOf(world, order.market)
  for (let level = 0; level < levels && order.left !== '0'; level += 1) {
    const ticks = takerTicks(market, order.side, level)
    if (order.side === 'buy' ? ticks > order.priceTicks : ticks < order.priceTicks) return
    const stock = take(market, order.side, order.left, level)
    if (stock !== '0') fill(world, market, order, stock, priceOf(ticks, market.pricePrecision), market.takerFee)
  }
}

/** Gives back what a finished order no longer needs. */
export const release = (world: World, order: RestingOrder): void => {
  move(world.ledger, 'reserved', 'trade', assetOf(marketOf(world, order.market), order.side), order.reserved)
  order.reserved = '0'
}

/** Fills resting orders the price has come to, at their own price, partly where the book is thin. */
export const stepOrders = (world: World): void => {
  if (world.openOrders.length === 0) return
  for (const order of world.openOrders) {
    const market = marketOf(world, order.market)
    if (!wouldTake(market, order.side, order.priceTicks)) continue
    const stock = take(market, order.side, order.left, 0)
    if (stock !== '0') fill(world, market, order, stock, order.price, market.makerFee)
    if (order.left === '0') release(world, order)
  }
  world.openOrders = world.openOrders.filter((order) => order.left !== '0')
}
