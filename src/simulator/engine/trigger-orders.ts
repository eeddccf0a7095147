// Orders that wait for a price, alone or in pairs, and are then executed at market. Those that only
// reduce end with the position they could reduce.
import { absolute, compare, divide, isNegative, multiply, negate } from '../../shared/money.js'
import type { OrderSide } from '../../shared/orders/order.js'
import type { Ending, FinishedOrder, Market, Position, TriggerOrder, World } from '../world.js'
import { noteDeal, noteFinished } from './book.js'
import { accountFigures, execute, findPosition, openingPart, watchMargin } from './margin.js'
import { marketOf, takerPrice } from './prices.js'
import { smaller } from './units.js'

/** Whether an order of this side can make the position smaller. */
export function isReducedBy(position: Position | undefined, side: OrderSide): position is Position {
  return position !== undefined && isNegative(position.amount) === (side === 'buy')
}

type Half = Pick<FinishedOrder, 'id' | 'clientOrderId' | 'type' | 'price'>

function stopHalf({ id, clientOrderId, pair }: TriggerOrder): Half {
  return pair === null
    ? { id, clientOrderId, type: 'margin stop market', price: '0' }
    : { id, clientOrderId, type: 'margin stop limit', price: pair.stopLimitPrice }
}

function gainHalf({ pair }: TriggerOrder): Half[] {
  return pair === null
    ? []
    : [{ id: pair.takeProfitId, clientOrderId: '', type: 'margin limit', price: pair.price }]
}

type Result = Pick<
  FinishedOrder,
  'amount' | 'dealMoney' | 'dealStock' | 'dealFee' | 'ending' | 'position'
>

function finish(world: World, order: TriggerOrder, half: Half, result: Result): void {
  const { market, side, positionSide, createdMicros } = order
  const at = world.nowMicros > world.lastStampMicros ? world.nowMicros : world.lastStampMicros
  noteFinished(world, {
    ...half,
    ...result,
    market,
    side,
    positionSide,
    postOnly: false,
    ioc: false,
    rpi: false,
    stp: 'no',
    createdMicros,
    finishedMicros: at > createdMicros ? at : createdMicros,
  })
}

function endWith(world: World, order: TriggerOrder, half: Half, ending: Ending): void {
  const nothing = { dealMoney: '0', dealStock: '0', dealFee: '0' }
  finish(world, order, half, { ...nothing, amount: order.amount, ending })
}

function endAll(world: World, isMeant: (order: TriggerOrder) => boolean, ending: Ending): void {
  const ended = world.triggerOrders.filter(isMeant)
  if (ended.length === 0) return
  world.triggerOrders = world.triggerOrders.filter((order) => !ended.includes(order))
  for (const order of ended)
    for (const half of [stopHalf(order), ...gainHalf(order)]) endWith(world, order, half, ending)
}

/** Ends the selected ones, at their account's request. */
export function cancelTriggers(world: World, isMeant: (order: TriggerOrder) => boolean): void {
  endAll(world, isMeant, 'cancelled')
}

function positionFor(world: World, { market, positionSide }: TriggerOrder): Position | undefined {
  return findPosition(world, market, positionSide)
}

function isStill({ copied }: World, { id }: TriggerOrder): boolean {
  return copied?.still.has(id) === true
}

/** Ends those that only reduce, and have nothing left to reduce. */
export function endReduceOnly(world: World): void {
  endAll(
    world,
    (order) =>
      order.reduceOnly &&
      !isStill(world, order) &&
      !isReducedBy(positionFor(world, order), order.side),
    'reduce-only',
  )
}

/** Watches the margin, and ends what a forced close left nothing to reduce. */
export function watchPositions(world: World): void {
  watchMargin(world)
  endReduceOnly(world)
}

/** The half that the price has reached; null if neither is. */
function reachedHalf(order: TriggerOrder, { ticks }: Market): 'stop' | 'gain' | null {
  const { condition, pair } = order
  if (condition === 'gte' ? ticks >= order.ticks : ticks <= order.ticks) return 'stop'
  if (pair === null) return null
  return (condition === 'gte' ? ticks <= pair.ticks : ticks >= pair.ticks) ? 'gain' : null
}

function fire(world: World, order: TriggerOrder, half: Half): void {
  const market = marketOf(world, order)
  const { side, reduceOnly, clientOrderId } = order
  const position = positionFor(world, order)
  const amount =
    reduceOnly && position !== undefined
      ? smaller(absolute(position.amount), order.amount)
      : order.amount
  const change = side === 'buy' ? amount : negate(amount)
  const opening = openingPart(position, change)
  const needed = divide(multiply(opening, takerPrice(market, side)), world.leverage, 8)
  if (opening !== '0' && compare(accountFigures(world).freeMargin, needed) < 0)
    return endWith(world, order, half, 'cancelled')
  const { fee, money, noted } = execute(world, market, order.positionSide, change)
  noteDeal(world, {
    ...{ orderId: half.id, clientOrderId, market: market.name, side, role: 'taker', fee },
    price: divide(money, amount, 8),
    amount,
  })
  finish(world, order, half, {
    ...{ amount, dealMoney: money, dealStock: amount, dealFee: fee, ending: null },
    position: noted,
  })
}

/** Executes what the mark price, which is the last price here, has reached. */
export function fireTriggerOrders(world: World): void {
  for (const order of world.triggerOrders) {
    const market = marketOf(world, order)
    const half = market.halted || isStill(world, order) ? null : reachedHalf(order, market)
    if (half === null) continue
    world.triggerOrders = world.triggerOrders.filter((one) => one !== order)
    const stop = stopHalf(order)
    const [gain = stop] = gainHalf(order)
    const [fired, other] = half === 'stop' ? [stop, gain] : [gain, stop]
    const canReduce = isReducedBy(positionFor(world, order), order.side)
    if (order.reduceOnly && !canReduce) endWith(world, order, fired, 'reduce-only')
    else fire(world, order, fired)
    if (fired !== other) endWith(world, order, other, 'cancelled')
  }
}
