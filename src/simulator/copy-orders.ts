// The open orders of a practice copy. Simulated order types wait for their price; the others are
// listed and can be cancelled, but are never executed.
import type { AccountCopy } from '../shared/demo/account-copy.js'
import { compare, type Decimal, isZero, multiply, subtract } from '../shared/money.js'
import type { ConditionalOrder, Order, OrderSide } from '../shared/orders/order.js'
import { halves, triggerOnWire } from './actions/trigger-orders.js'
import { positiveOr } from './copy-markets.js'
import { assetOf, reducesNothing, reserveFor, wouldTake } from './engine/book.js'
import { copied, type CopiedFigures } from './engine/copied.js'
import { findPosition, isFutures } from './engine/margin.js'
import { marketOf, markPrice } from './engine/prices.js'
import { nextId } from './engine/random.js'
import { isReducedBy } from './engine/trigger-orders.js'
import { microsOf, secondsOn } from './engine/sent-times.js'
import { smaller, ticksOf } from './engine/units.js'
import { orderOnWire } from './order-fields.js'
import {
  type Market,
  type RestingOrder,
  type Trigger,
  type TriggerOrder,
  type World,
} from './world.js'

type Figures = Pick<CopiedFigures, 'orders' | 'still' | 'linked' | 'unlisted'>
type Pair = Extract<ConditionalOrder, { kind: 'oco' }>
type Entry = Extract<ConditionalOrder, { kind: 'oto' }>

/** Members that were not sent are undefined. The ids are those of the copy. */
function sentOf(order: Order, oto: object | undefined): object {
  const { market, side, type, dealMoney, dealStock, amount, left, dealFee, price } = order
  const { postOnly, ioc, rpi, status, stp, positionSide, reduceOnly } = order
  const { activated, activationCondition, activationPrice, timestamp } = order
  return {
    ...{ market, side, type, dealMoney, dealStock, amount, left, dealFee, price },
    ...{ postOnly, ioc, rpi, status, stp, positionSide, reduceOnly },
    ...{ activated, activationCondition, activation_price: activationPrice, oto },
    timestamp: secondsOn(timestamp),
  }
}

function isCollateral({ market, type = '' }: Order): boolean {
  return isFutures(market) || /^(?:margin|collateral)\b/i.test(type)
}

function sideOf({ side }: Order): OrderSide | null {
  return side === 'buy' || side === 'sell' ? side : null
}

function positionSideOf({ positionSide }: Order): 'LONG' | 'SHORT' | 'BOTH' {
  return positionSide === 'LONG' || positionSide === 'SHORT' ? positionSide : 'BOTH'
}

function isWaiting({ left }: Order): boolean {
  return compare(left, '0') > 0
}

/** In ticks; null if the market cannot express it. */
function exactly(price: Decimal | null | undefined, { pricePrecision }: Market): number | null {
  const usable = positiveOr(price, null)
  return usable === null ? null : ticksOf(usable, pricePrecision)
}

function levelOf(world: World, price: Decimal | null, market: Market): Trigger | null {
  const ticks = exactly(price, market)
  return price === null || ticks === null ? null : { id: nextId(world, 'trigger'), price, ticks }
}

class OrderCopies implements Figures {
  readonly orders: Figures['orders'] = new Map()
  readonly still: Figures['still'] = new Set()
  readonly linked: Figures['linked'] = new Map()
  readonly unlisted: Figures['unlisted'] = new Set()
  /** By asset: reserved amounts that are not yet assigned to an order. */
  private readonly reserved: Map<string, Decimal>

  constructor(private readonly world: World) {
    this.reserved = new Map(Object.entries(world.ledger.reserved))
  }

  /** `entry`: its entry in the list of conditional orders, with its own levels. */
  add(order: Order, entry: Entry | undefined): void {
    const hasLevels = entry !== undefined || order.oto !== undefined
    if (/\bstop market$/i.test(order.type ?? '') && isCollateral(order) && !hasLevels)
      this.addTrigger(order)
    else this.addResting(order, entry)
  }

  hideNewest(): void {
    const newest = this.world.openOrders.at(-1)
    if (newest !== undefined) this.unlisted.add(newest.id)
  }

  private addTrigger(order: Order): void {
    const { world } = this
    const market = marketOf(world, order)
    const ticks = exactly(order.activationPrice, market)
    const trigger = this.waiting(order, market, order.activationPrice ?? null, null)
    world.triggerOrders.push(trigger)
    const isReached =
      ticks === null ||
      (trigger.condition === 'gte' ? market.ticks >= ticks : market.ticks <= ticks)
    if (isReached || !this.canFire(order, trigger)) this.still.add(trigger.id)
    const was = triggerOnWire(trigger, null, 'spec')
    this.orders.set(trigger.id, copied(was, sentOf(order, undefined)))
  }

  addPair({ stopLoss, takeProfit }: Pair): void {
    const { world } = this
    const market = marketOf(world, stopLoss)
    const [stop, gain] = [stopLoss.activationPrice ?? stopLoss.price, takeProfit.price]
    const [stopTicks, gainTicks] = [exactly(stop, market), exactly(gain, market)]
    const price = positiveOr(gain, markPrice(market))
    const pair = {
      id: nextId(world, 'oto'),
      takeProfitId: nextId(world, 'order'),
      price,
      ticks: gainTicks ?? market.ticks,
      stopLimitPrice: positiveOr(stopLoss.price, price),
    }
    const trigger = this.waiting(stopLoss, market, stop ?? null, pair)
    world.triggerOrders.push(trigger)
    const isBetween =
      stopTicks !== null &&
      gainTicks !== null &&
      (stopTicks < market.ticks ? gainTicks > market.ticks : gainTicks < market.ticks) &&
      stopTicks !== market.ticks
    const isSimulated = isBetween && isCollateral(stopLoss) && this.canFire(stopLoss, trigger)
    if (!isSimulated) this.still.add(trigger.id)
    const was = halves(trigger, 'spec')
    this.orders.set(trigger.id, copied(was.stop, sentOf(stopLoss, undefined)))
    this.orders.set(pair.takeProfitId, copied(was.gain, sentOf(takeProfit, undefined)))
  }

  private canFire(order: Order, trigger: TriggerOrder): boolean {
    const { market, positionSide, side, reduceOnly } = trigger
    const position = findPosition(this.world, market, positionSide)
    return (
      sideOf(order) !== null && isWaiting(order) && (!reduceOnly || isReducedBy(position, side))
    )
  }

  private waiting(
    order: Order,
    market: Market,
    at: Decimal | null,
    pair: TriggerOrder['pair'],
  ): TriggerOrder {
    const { activationCondition } = order
    const ticks = exactly(at, market) ?? market.ticks
    const derived = ticks > market.ticks ? 'gte' : 'lte'
    return {
      id: nextId(this.world, 'order'),
      clientOrderId: '',
      market: market.name,
      side: sideOf(order) ?? 'buy',
      amount: order.left,
      price: positiveOr(at, markPrice(market)),
      ticks,
      condition:
        pair === null && (activationCondition === 'gte' || activationCondition === 'lte')
          ? activationCondition
          : derived,
      positionSide: positionSideOf(order),
      reduceOnly: order.reduceOnly ?? false,
      createdMicros: microsOf(order.timestamp, this.world.nowMicros),
      pair,
    }
  }

  private addResting(order: Order, entry: Entry | undefined): void {
    const { world } = this
    const market = marketOf(world, order)
    const resting = this.resting(order, entry, market)
    world.openOrders.push(resting)
    const isLimit = /^(?:(?:margin|collateral) )?limit$/i.test(order.type ?? 'limit')
    const ticks = exactly(order.price, market)
    const isSimulated =
      isLimit &&
      ticks !== null &&
      positiveOr(order.activationPrice, null) === null &&
      sideOf(order) !== null &&
      isWaiting(order) &&
      !wouldTake(market, resting.side, ticks) &&
      !reducesNothing(world, resting)
    if (!isSimulated) this.still.add(resting.id)
    const { oto } = order
    const id = resting.collateral?.otoId ?? 0
    if (entry !== undefined) {
      const { stopLoss: stopLossPrice, takeProfit: takeProfitPrice } = entry
      this.linked.set(resting.id, { id, stopLossPrice, takeProfitPrice })
    }
    const sent = oto && { otoId: id, stopLoss: oto.stopLoss, takeProfit: oto.takeProfit }
    this.orders.set(resting.id, copied(orderOnWire(resting, null, 'spec'), sentOf(order, sent)))
  }

  private resting(order: Order, entry: Entry | undefined, market: Market): RestingOrder {
    const { world } = this
    const side = sideOf(order) ?? 'buy'
    const price = positiveOr(order.price, positiveOr(order.activationPrice, markPrice(market)))
    const levels = entry ?? order.oto ?? null
    const stp = (['no', 'co', 'cn', 'cb'] as const).find((one) => one === order.stp) ?? 'no'
    const hasCollateral = isCollateral(order) || levels !== null
    return {
      id: nextId(world, 'order'),
      clientOrderId: '',
      market: market.name,
      side,
      amount: order.amount,
      left: order.left,
      price,
      priceTicks: exactly(price, market) ?? market.ticks,
      dealMoney: order.dealMoney,
      dealStock: order.dealStock,
      dealFee: order.dealFee ?? '0',
      postOnly: order.postOnly ?? false,
      ioc: order.ioc ?? false,
      rpi: order.rpi ?? false,
      stp,
      status: isZero(order.dealStock) ? 'NEW' : 'PARTIALLY_FILLED',
      createdMicros: microsOf(order.timestamp, world.nowMicros),
      reserved: hasCollateral ? '0' : this.reserve(market, side, order.left, price),
      collateral: !hasCollateral
        ? null
        : {
            positionSide: positionSideOf(order),
            reduceOnly: order.reduceOnly ?? false,
            stopLoss: levelOf(world, levels?.stopLoss ?? null, market),
            takeProfit: levelOf(world, levels?.takeProfit ?? null, market),
            otoId: levels === null ? null : nextId(world, 'oto'),
          },
    }
  }

  /** Takes as much as is needed here from what the exchange has reserved. */
  private reserve(market: Market, side: OrderSide, left: Decimal, price: Decimal): Decimal {
    const asset = assetOf(market, side)
    const all = this.reserved.get(asset) ?? '0'
    const needed = reserveFor(market, side, left, multiply(left, price))
    const taken = smaller(positiveOr(all, '0'), needed)
    this.reserved.set(asset, subtract(all, taken))
    return taken
  }
}

/** Adds them to the world, oldest first, because ids increase. */
export function copyOrders(account: AccountCopy, world: World): Figures {
  const copies = new OrderCopies(world)
  const linked = account.conditionalOrders ?? []
  const listed = account.openOrders ?? []
  const entryOf = ({ id }: Order): Entry | undefined =>
    linked.find((one): one is Entry => one.kind === 'oto' && one.order.id === id)
  for (const order of listed.toReversed()) copies.add(order, entryOf(order))
  for (const one of linked.toReversed()) {
    if (one.kind === 'oco') copies.addPair(one)
    else if (!listed.some(({ id }) => id === one.order.id)) {
      copies.add(one.order, one)
      copies.hideNewest()
    }
  }
  const { orders, still, linked: entries, unlisted } = copies
  return { orders, still, linked: entries, unlisted }
}
