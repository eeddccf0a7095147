// The collateral account: one pool of money currency shared by all positions, as in cross margin.
// Margin calls and liquidation compare its equity with the maintenance requirement.
import {
  absolute,
  add,
  compare,
  cut,
  type Decimal,
  divide,
  isNegative,
  multiply,
  negate,
  subtract,
  sum,
  toStep,
} from '../../shared/money.js'
import type { PositionSide } from '../../shared/orders/order.js'
import { isNothing, smaller, withPlaces } from './units.js'
import {
  type Borrowing,
  held,
  type MarginEvent,
  type Market,
  move,
  type Position,
  type RestingOrder,
  type World,
} from '../world.js'
import {
  accruedWorth,
  borrowed,
  borrowedWorth,
  borrowingPrice,
  collateralAsset,
  ownCollateral,
  priceInUsdt,
  repayByForce,
  sellCollateral,
} from './borrowing.js'
import { nextId, stamp } from './random.js'
import { marketOf, markOf, markPrice, takerPrice } from './prices.js'

/**
 * Share of the notional value that must be covered; below it positions are force-closed. Half the
 * initial margin, at most this.
 */
const maintenanceRate = '0.025'
const fundingPerHour = '0.000012'
const places = 8
const priceGuardPlaces = 12

export function isFutures(market: string): boolean {
  return market.endsWith('_PERP')
}

function maintenanceOf(world: World): Decimal {
  return (
    world.copied?.maintenanceRate ?? smaller(divide('0.5', world.leverage, places), maintenanceRate)
  )
}

export function unrealizedPnl(position: Position, price: Decimal): Decimal {
  return multiply(position.amount, subtract(price, position.basePrice))
}

export function notional(position: Position, price: Decimal): Decimal {
  return absolute(multiply(position.amount, price))
}

/** Funds bound by a position: its value at the base price divided by the account's leverage. */
export function marginOf(world: World, position: Position): Decimal {
  const usual = divide(notional(position, position.basePrice), world.leverage, places)
  const factor = world.copied?.marginFactors.get(position.id)
  return factor === undefined ? usual : cut(multiply(usual, factor), places)
}

/**
 * Equity: collateral without what is borrowed, including all unrealised results. Maintenance: the
 * minimum equity.
 */
export function strengthOf(world: World): Strength {
  const { positions } = world
  const marks = positions.map((position) => markOf(world, position))
  const results = positions.map((position, at) => unrealizedPnl(position, marks[at] ?? '0'))
  const values = positions.map((position, at) => notional(position, marks[at] ?? '0'))
  const due = sum(positions.map(({ unrealizedFunding }) => unrealizedFunding))
  const own = subtract(add(ownCollateral(world), world.copied?.equity ?? '0'), accruedWorth(world))
  const value = sum([borrowedWorth(world), ...values])
  return {
    equity: subtract(sum([own, ...results]), due),
    maintenance: multiply(value, maintenanceOf(world)),
  }
}

/** Funds bound by everything that is borrowed, like those of positions. */
function marginOfBorrowings(world: World): Decimal {
  return divide(borrowedWorth(world), world.leverage, places)
}

/** Whether an order never adds to a position: as reduce-only, or against the side it names. */
export function onlyReduces({
  side,
  collateral,
}: Pick<RestingOrder, 'side' | 'collateral'>): boolean {
  if (collateral === null) return false
  const closes = side === 'buy' ? 'SHORT' : 'LONG'
  return collateral.reduceOnly || collateral.positionSide === closes
}

/**
 * Funds bound by resting orders: what would be added to positions if they were filled, at their own
 * price. Chosen: how much the exchange binds is not documented.
 */
function marginOfOrders(world: World): Decimal {
  const bound = world.openOrders.map((order) => {
    const { collateral, market, side, left, price } = order
    if (collateral === null || onlyReduces(order)) return '0'
    const position = findPosition(world, market, collateral.positionSide)
    const opening = openingPart(position, side === 'buy' ? left : negate(left))
    return divide(multiply(opening, price), world.leverage, places)
  })
  return sum(bound)
}

/** Margin used by positions, borrowings and orders. */
export function boundMargin(world: World): Decimal {
  const bound = sum([
    marginOfBorrowings(world),
    marginOfOrders(world),
    ...world.positions.map((position) => marginOf(world, position)),
  ])
  const { copied } = world
  if (copied === undefined || isNothing(bound)) return bound
  const all = add(bound, copied.margin)
  return isNegative(all) ? '0' : all
}

/** Free margin is never below zero: an account in trouble simply has none. */
export function accountFigures(world: World): AccountFigures {
  const strength = strengthOf(world)
  const margin = boundMargin(world)
  const free = subtract(strength.equity, margin)
  return { ...strength, margin, freeMargin: isNegative(free) ? '0' : free }
}

/**
 * One asset of the collateral. What may be transferred out is never more than the balance without
 * what is borrowed, and nothing that positions need; with borrowing, as much as free margin backs.
 */
export function collateralOf(world: World, asset: string, figures = accountFigures(world)) {
  const balance = Object.hasOwn(world.ledger.collateral, asset)
    ? held(world.ledger, 'collateral', asset)
    : '0'
  const borrow = borrowed(world, asset)
  const own = subtract(balance, borrow)
  const price = priceInUsdt(world, asset)
  const backed = price === null ? own : divide(figures.freeMargin, price, places)
  const free = isNegative(own) ? '0' : cut(smaller(backed, own), places)
  const beyond = price === null ? '0' : cut(multiply(backed, world.leverage), places)
  return { balance, borrow, free, withBorrow: compare(beyond, free) > 0 ? beyond : free }
}

type Strength = { equity: Decimal; maintenance: Decimal }

export type AccountFigures = Strength & {
  /** Used by positions, resting orders and borrowings. */
  margin: Decimal
  freeMargin: Decimal
}

/**
 * The price of its market at which the account could no longer carry this position, all other
 * prices unchanged. Null if no price above zero would do that.
 */
function liquidationPrice(
  world: World,
  position: Position,
  { equity, maintenance }: AccountFigures,
): Decimal | null {
  const market = marketOf(world, position)
  const size = absolute(position.amount)
  const value = multiply(size, markPrice(market))
  const rate = maintenanceOf(world)
  const others = subtract(maintenance, multiply(value, rate))
  const cushion = subtract(equity, others)
  const price = isNegative(position.amount)
    ? divide(add(value, cushion), multiply(size, add('1', rate)), market.pricePrecision)
    : divide(subtract(value, cushion), multiply(size, subtract('1', rate)), market.pricePrecision)
  return compare(price, '0') > 0 ? price : null
}

/** As for a position. */
export function borrowingLiquidationPrice(
  world: World,
  open: Borrowing,
  figures: AccountFigures,
): Decimal | null {
  return borrowingPrice(world, open, figures, maintenanceOf(world))
}

/** A position in its current state. */
export function positionFigures(
  world: World,
  position: Position,
  figures: AccountFigures,
): Omit<MarginEvent, 'number' | 'kind'> {
  return {
    position,
    mark: markOf(world, position),
    margin: marginOf(world, position),
    freeMargin: figures.freeMargin,
    liquidationPrice: liquidationPrice(world, position, figures),
  }
}

/**
 * Change against the base price in percent, in the position's direction, two decimals, no sign for
 * plus.
 */
export function pnlPercent(position: Position, mark: Decimal): string {
  const change = divide(multiply(subtract(mark, position.basePrice), '100'), position.basePrice, 4)
  return withPlaces(isNegative(position.amount) ? negate(change) : change, 2)
}

/**
 * Takes `amount` from the collateral as far as it suffices, other assets after USDT; the `house`
 * account bears the rest, so that no balance goes below zero.
 */
function charge(world: World, to: 'fees' | 'house', amount: Decimal): void {
  const own = smaller(held(world.ledger, 'collateral', collateralAsset), amount)
  const rest = subtract(amount, own)
  move(world.ledger, 'collateral', to, collateralAsset, own)
  sellCollateral(world, rest)
  if (to !== 'house') move(world.ledger, 'house', to, collateralAsset, rest)
}

export function findPosition(
  world: World,
  market: string,
  side: PositionSide,
): Position | undefined {
  return world.positions.find((position) => position.market === market && position.side === side)
}

/** How much of an order of `change` would add risk, rather than reduce a position. */
export function openingPart(position: Position | undefined, change: Decimal): Decimal {
  if (position === undefined || isNegative(position.amount) === isNegative(change))
    return absolute(change)
  const beyond = subtract(absolute(change), absolute(position.amount))
  return isNegative(beyond) ? '0' : beyond
}

/** At the best price, whatever the amount. */
function bestNotional(market: Market, change: Decimal): Decimal {
  return absolute(multiply(change, takerPrice(market, isNegative(change) ? 'sell' : 'buy')))
}

/**
 * Executes a signed change of a position for `money`, all of it at the average price, and charges
 * the fee. Opens, increases, reduces, closes or reverses.
 */
export function execute(
  world: World,
  market: Market,
  side: PositionSide,
  change: Decimal,
  money = bestNotional(market, change),
  feeRate = market.takerFee,
) {
  const price = divide(money, absolute(change), priceGuardPlaces)
  const fee = multiply(money, feeRate)
  const at = stamp(world)
  let position = findPosition(world, market.name, side)
  const before = position
  let due = '0'
  let result = '0'
  if (position !== undefined) {
    // Accrued funding becomes paid funding whenever the position's state changes (specification
    // 2.7).
    due = position.unrealizedFunding
    position.funding = add(position.funding, due)
    position.unrealizedFunding = '0'
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
      position.basePrice = divide(paid, whole, priceGuardPlaces)
      position.amount = whole
    }
  }
  // Together, so that what is due is paid out of what was just won.
  const gain = subtract(result, due)
  if (isNegative(gain)) charge(world, 'house', absolute(gain))
  else move(world.ledger, 'house', 'collateral', collateralAsset, gain)
  charge(world, 'fees', fee)
  // A reversed position is closed and another is opened: the history names the closed one.
  const touched = before ?? position
  const noted = touched && {
    id: touched.id,
    openedMicros: touched.openedMicros,
    basePrice: touched.basePrice,
    left: touched.amount,
    realizedPnl: subtract(result, fee),
  }
  return { fee, money, position: position ?? null, noted }
}

export function newPosition(
  world: World,
  market: string,
  side: PositionSide,
  amount: Decimal,
  basePrice: Decimal,
  at: number,
): Position {
  return {
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
  }
}

function closeWhole(world: World, position: Position): void {
  execute(world, marketOf(world, position), position.side, negate(position.amount))
}

/** Closes every position whose stop loss or take profit the mark price has reached. */
export function fireTriggers(world: World): void {
  for (const position of world.positions) {
    const { stopLoss, takeProfit, amount } = position
    if (stopLoss === null && takeProfit === null) continue
    const { ticks } = marketOf(world, position)
    const [below, above] = isNegative(amount) ? [takeProfit, stopLoss] : [stopLoss, takeProfit]
    if ((below !== null && ticks <= below.ticks) || (above !== null && ticks >= above.ticks))
      closeWhole(world, position)
  }
}

/** One hour of funding. Futures have none (specification 2.7: always zero). */
export function accrueFunding(world: World): void {
  for (const position of world.positions) {
    if (isFutures(position.market)) continue
    const hour = multiply(notional(position, markOf(world, position)), fundingPerHour)
    position.unrealizedFunding = cut(add(position.unrealizedFunding, hour), 16)
  }
}

/** A margin call occurs below this multiple of the maintenance margin. */
export const marginCallTimes = '2'
/** Below this, the account is checked frequently. */
const nearTimes = '6'
const eventsKept = 100

function resultOf(world: World, position: Position): Decimal {
  return unrealizedPnl(position, markOf(world, position))
}

/** Of a copy, at the maintenance margin as well: that is where its liquidation prices are. */
function isUnder({ copied }: World, { equity, maintenance }: Strength): boolean {
  const order = compare(equity, maintenance)
  return copied === undefined ? order < 0 : order <= 0
}

/** Of a copy: neither a price nor what it has was changed. */
function isAsBegun({ copied }: World, { equity, maintenance }: Strength): boolean {
  if (copied === undefined) return false
  const { begins } = copied
  return compare(equity, begins.equity) === 0 && compare(maintenance, begins.maintenance) === 0
}

/**
 * States of specification 3.3: in liquidation all positions are, in a margin call those that lose.
 * Of a copy, also those that its exchange had called.
 */
function markStates(world: World): void {
  const strength = strengthOf(world)
  const { equity, maintenance } = strength
  const { copied } = world
  world.marginNear = compare(equity, multiply(maintenance, nearTimes)) < 0
  const begun = isAsBegun(world, strength)
  const under = !begun && isUnder(world, strength)
  const callTimes = copied?.callTimes ?? marginCallTimes
  const called = under || (!begun && compare(equity, multiply(maintenance, callTimes)) < 0)
  // Rarely needed, and checked every minute.
  let known: AccountFigures | null = null
  const figures = (): AccountFigures => (known ??= accountFigures(world))
  for (const position of world.positions) {
    const first = copied?.begins.states.get(position.id) ?? null
    const isCalled = called && (first !== null || isNegative(resultOf(world, position)))
    const later = under ? 'liquidation' : isCalled ? 'margin_call' : null
    const state = begun ? first : later
    const isNew = state !== position.liquidationState
    position.liquidationState = state
    if (state === null || !isNew) continue
    world.ids.event += 1
    const event = positionFigures(world, structuredClone(position), figures())
    world.marginEvents.push({ number: world.ids.event, kind: state, ...event })
    if (world.marginEvents.length > eventsKept) world.marginEvents.shift()
  }
  for (const borrowing of world.borrowings) {
    const state = under ? 'liquidation' : called ? 'margin_call' : null
    const isNew = state !== borrowing.liquidationState
    borrowing.liquidationState = state
    if (state === null || !isNew) continue
    world.ids.event += 1
    world.borrowingEvents.push({
      number: world.ids.event,
      kind: state,
      borrowing: structuredClone(borrowing),
      liquidationPrice: borrowingLiquidationPrice(world, borrowing, figures()),
    })
    if (world.borrowingEvents.length > eventsKept) world.borrowingEvents.shift()
  }
}

/**
 * Sets the liquidation states; an account that was already in liquidation at the last check, and
 * still is, has positions force-closed and borrowings repaid.
 */
export function watchMargin(world: World): void {
  if (world.positions.length + world.borrowings.length === 0) return
  if (
    [...world.positions, ...world.borrowings].some((one) => one.liquidationState === 'liquidation')
  ) {
    const strength = strengthOf(world)
    if (!isAsBegun(world, strength) && isUnder(world, strength))
      closeByForce(world, strength.equity)
  }
  markStates(world)
}

/** Greatest loss first. */
function firstToClose(world: World, positions: readonly Position[]): Position | undefined {
  return positions
    .map((position) => ({ position, result: resultOf(world, position) }))
    .toSorted((a, b) => compare(a.result, b.result))[0]?.position
}

/** As documented for margin positions. */
function smallestMargin(world: World, positions: readonly Position[]): Position | undefined {
  return positions
    .map((position) => ({ position, margin: marginOf(world, position) }))
    .toSorted((a, b) => compare(a.margin, b.margin))[0]?.position
}

/** Margin positions, then borrowings, then futures, as documented. */
function nextByForce(world: World): Position | Borrowing | undefined {
  const onMargin = world.positions.filter((position) => !isFutures(position.market))
  return (
    smallestMargin(world, onMargin) ?? world.borrowings[0] ?? firstToClose(world, world.positions)
  )
}

/** A quarter of a position in whole steps of its market, at least one step. */
function quarterOf(world: World, position: Position): Decimal {
  const step = marketOf(world, position).amountStep
  const part = toStep(divide(absolute(position.amount), '4', 12), step, 'down')
  return part === '0' ? step : part
}

/**
 * A quarter of a position first, the rest the next time, a borrowing at once; everything if the
 * equity is used up.
 */
function closeByForce(world: World, equity: Decimal): void {
  if (compare(equity, '0') <= 0) {
    for (const position of world.positions) closeWhole(world, position)
    for (const borrowing of world.borrowings) repayByForce(world, borrowing)
    return
  }
  const position = nextByForce(world)
  if (position === undefined) return
  if ('asset' in position) {
    repayByForce(world, position)
    return
  }
  const part = quarterOf(world, position)
  if (position.trimmed || compare(part, absolute(position.amount)) >= 0) {
    closeWhole(world, position)
    return
  }
  position.trimmed = true
  execute(
    world,
    marketOf(world, position),
    position.side,
    isNegative(position.amount) ? part : negate(part),
  )
}
