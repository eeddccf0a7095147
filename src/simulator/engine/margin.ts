// The collateral account: one pot of money currency that all positions share, as in cross margin.
import { absolute, add, compare, cut, divide, isNegative, multiply, negate, subtract, type Decimal } from '../../shared/money.js'
import type { PositionSide } from '../../shared/domain/order.js'
import type { Market, Position, World } from '../world.js'
import { nextId, stamp } from './identifiers.js'
import { held, move } from './ledger.js'
import { markPrice, takerPrice } from './prices.js'
import { withPlaces } from './ticks.js'

/** The currency collateral is held in, and the money currency of every collateral market. */
export const collateralAsset = 'USDT'
/** Share of the notional value that must be covered; below it positions are closed by force. Half of what opening takes, at most this. */
const maintenanceRate = '0.025'
const fundingPerHour = '0.000012'
const places = 8
const priceGuardPlaces = 12

/** What an account may set, as publicly documented. */
export const leverages: readonly Decimal[] = ['1', '2', '3', '5', '10', '20', '50', '100']

export const isFutures = (market: string): boolean => market.endsWith('_PERP')
export const marketOf = (world: World, name: string): Market => {
  const market = world.markets[name]
  if (market === undefined) throw new RangeError(`no market ${name}`)
  return market
}

const maintenanceOf = (world: World): Decimal => {
  const half = divide('0.5', world.leverage, places)
  return compare(half, maintenanceRate) < 0 ? half : maintenanceRate
}

export const unrealizedPnl = (position: Position, price: Decimal): Decimal => multiply(position.amount, subtract(price, position.basePrice))

export const notional = (position: Position, price: Decimal): Decimal => absolute(multiply(position.amount, price))

/** Funds bound by a position: its value at the base price divided by the account's leverage. */
export const marginOf = (world: World, position: Position): Decimal =>
  divide(notional(position, position.basePrice), world.leverage, places)

/** Equity: collateral with all unrealised results in it. Maintenance: what equity must not fall below. */
export type Strength = { equity: Decimal; maintenance: Decimal }
export type AccountFigures = Strength & { freeMargin: Decimal }

export const strengthOf = (world: World): Strength => {
  let equity = held(world.ledger, 'collateral', collateralAsset)
  let value = '0'
  for (const position of world.positions) {
    const mark = markPrice(marketOf(world, position.market))
    equity = subtract(add(equity, unrealizedPnl(position, mark)), position.unrealizedFunding)
    value = add(value, notional(position, mark))
  }
  return { equity, maintenance: multiply(value, maintenanceOf(world)) }
}

/** Free margin is never below zero: an account in trouble simply has none. */
export const accountFigures = (world: World): AccountFigures => {
  const strength = strengthOf(world)
  const bound = world.positions.reduce((sum, position) => add(sum, marginOf(world, position)), '0')
  const free = subtract(strength.equity, bound)
  return { ...strength, freeMargin: isNegative(free) ? '0' : free }
}

/**
 * The price of its market at which the account could no longer carry this position, all other prices unchanged. Null where no
 * price above zero would do that.
 */
export const liquidationPrice = (world: World, position: Position, figures: Strength): Decimal | null => {
  const market = marketOf(world, position.market)
  const mark = markPrice(market)
  const size = absolute(position.amount)
  const value = multiply(size, mark)
  const rate = maintenanceOf(world)
  const others = subtract(figures.maintenance, multiply(value, rate))
  const cushion = subtract(figures.equity, others)
  const price = isNegative(position.amount)
    ? divide(add(value, cushion), multiply(size, add('1', rate)), market.pricePrecision)
    : divide(subtract(value, cushion), multiply(size, subtract('1', rate)), market.pricePrecision)
  return compare(price, '0') > 0 ? price : null
}

/** Change against the base price in percent, in the position's direction, two decimals, no sign for plus. */
export const pnlPercent = (position: Position, mark: Decimal): string => {
  const change = divide(multiply(subtract(mark, position.basePrice), '100'), position.basePrice, 4)
  return withPlaces(isNegative(position.amount) ? negate(change) : change, 2)
}

/** Takes `amount` from the collateral as far as it reaches; the house bears the rest, so that no balance goes below zero. */
const charge = (world: World, to: 'fees' | 'house', amount: Decimal): void => {
  const there = held(world.ledger, 'collateral', collateralAsset)
  const own = compare(there, amount) < 0 ? there : amount
  move(world.ledger, 'collateral', to, collateralAsset, own)
  if (to !== 'house') move(world.ledger, 'house', to, collateralAsset, subtract(amount, own))
}

const settle = (world: World, result: Decimal): void => {
  if (isNegative(result)) charge(world, 'house', absolute(result))
  else move(world.ledger, 'house', 'collateral', collateralAsset, result)
}

/** Accrued funding becomes paid funding whenever the position's state changes (specification 2.7). Gives what falls due. */
const dueFunding = (position: Position): Decimal => {
  const due = position.unrealizedFunding
  position.funding = add(position.funding, due)
  position.unrealizedFunding = '0'
  return due
}

export const findPosition = (world: World, market: string, side: PositionSide): Position | undefined =>
  world.positions.find((position) => position.market === market && position.side === side)

/** How much of an order of `change` would add to risk, rather than take a position back. */
export const openingPart = (position: Position | undefined, change: Decimal): Decimal => {
  if (position === undefined || isNegative(position.amount) === isNegative(change)) return absolute(change)
  const beyond = subtract(absolute(change), absolute(position.amount))
  return isNegative(beyond) ? '0' : beyond
}

export type Fill = { fee: Decimal; position: Position | null }

/** At the best price, whatever the amount. */
const bestNotional = (market: Market, change: Decimal): Decimal =>
  absolute(multiply(change, takerPrice(market, isNegative(change) ? 'sell' : 'buy')))

/**
 * Executes a signed change of a position for `money`, all of it at the average price, and charges the taker fee. Opens, increases,
 * reduces, closes, or closes and opens the other way round.
 */
export const execute = (world: World, market: Market, side: PositionSide, change: Decimal, money = bestNotional(market, change)): Fill => {
  const price = divide(money, absolute(change), priceGuardPlaces)
  const fee = multiply(money, market.takerFee)
  const at = stamp(world)
  let position = findPosition(world, market.name, side)
  let due = '0'
  let result = '0'
  if (position !== undefined) {
    due = dueFunding(position)
    position.modifiedMicros = at
  }
  const opening = openingPart(position, change)
  const closing = subtract(absolute(change), opening)
  if (position !== undefined && closing !== '0') {
    const signed = isNegative(position.amount) ? negate(closing) : closing
    result = multiply(signed, subtract(price, position.basePrice))
    position.realizedPnl = add(position.realizedPnl, result)
    position.amount = subtract(position.amount, signed)
    if (position.amount === '0') {
      world.positions = world.positions.filter((other) => other !== position)
      position = undefined
    }
  }
  if (opening !== '0') {
    const signed = isNegative(change) ? negate(opening) : opening
    if (position === undefined) {
      position = newPosition(world, market.name, side, signed, price, at)
      world.positions.push(position)
    } else {
      const whole = add(position.amount, signed)
      const paid = add(multiply(position.amount, position.basePrice), multiply(signed, price))
      position.basePrice = cut(divide(paid, whole, priceGuardPlaces), priceGuardPlaces)
      position.amount = whole
    }
  }
  // Together, so that what falls due is paid out of what was just won.
  settle(world, subtract(result, due))
  charge(world, 'fees', fee)
  return { fee, position: position ?? null }
}

const newPosition = (world: World, market: string, side: PositionSide, amount: Decimal, basePrice: Decimal, at: number): Position => ({
  id: nextId(world, 'position'),
  market,
  side,
  amount,
  basePrice,
  openedMicros: at,
  modifiedMicros: at,
  realizedPnl: '0',
  funding: '0',
  unrealizedFunding: '0',
  takeProfit: null,
  stopLoss: null,
  liquidationState: null,
  trimmed: false,
})

export const closeWhole = (world: World, position: Position): void => {
  execute(world, marketOf(world, position.market), position.side, negate(position.amount))
}

const reached = (position: Position, ticks: number): boolean => {
  const long = !isNegative(position.amount)
  const stop = position.stopLoss !== null && (long ? ticks <= position.stopLoss.ticks : ticks >= position.stopLoss.ticks)
  const take = position.takeProfit !== null && (long ? ticks >= position.takeProfit.ticks : ticks <= position.takeProfit.ticks)
  return stop || take
}

/** Closes every position whose stop loss or take profit the mark price has reached. */
export const fireTriggers = (world: World): void => {
  for (const position of world.positions) {
    if (position.stopLoss === null && position.takeProfit === null) continue
    if (reached(position, marketOf(world, position.market).ticks)) closeWhole(world, position)
  }
}

/** One hour of funding. Futures carry none (specification 2.7: always zero). */
export const accrueFunding = (world: World): void => {
  for (const position of world.positions) {
    if (isFutures(position.market)) continue
    const hour = multiply(notional(position, markPrice(marketOf(world, position.market))), fundingPerHour)
    position.unrealizedFunding = cut(add(position.unrealizedFunding, hour), 16)
  }
}
