// A limit order on collateral. From the public documentation, not in the specification: its members
// have the same spelling in both dialects.
import { accepted, type Action, type Answer, type Refusal } from '../answer.js'
import { finishLimit, matchAsTaker, reducesNothing, wouldTake } from '../engine/book.js'
import { findPosition, watchMargin } from '../engine/margin.js'
import { nextId, stamp } from '../engine/random.js'
import { secondsOf } from '../engine/units.js'
import {
  codes,
  collateralOnWire,
  Complaints,
  inner,
  OrderFields,
  statusOnWire,
} from '../order-fields.js'
import { addText, type Ending, type RestingOrder, type World } from '../world.js'
import { outOfBands } from './bulk-limit-orders.js'
import {
  checkTriggers,
  type Draft,
  fundsComplaint,
  type Level,
  readPositionSide,
  reducingAmount,
  takesNoLevels,
} from './collateral-market-order.js'

const iocWithRpi = 40

type Flags = Record<'postOnly' | 'ioc' | 'rpi' | 'reduceOnly', boolean>
type LimitDraft = Draft & { limit: Level; flags: Flags }

function no(refusal: Refusal | null): Answer | null {
  return refusal === null ? null : { status: 422, refusal }
}

function readFlags(fields: OrderFields): Flags {
  const flags = {
    postOnly: fields.flag('postOnly'),
    ioc: fields.flag('ioc'),
    rpi: fields.flag('rpi'),
    reduceOnly: fields.flag('reduceOnly'),
  }
  if (flags.ioc && flags.postOnly)
    fields.add(
      'ioc',
      codes.iocWithPostOnly,
      'Either IOC or PostOnly flag in true state is allowed.',
    )
  if (flags.ioc && flags.rpi)
    fields.add('ioc', iocWithRpi, 'Either IOC or RPI flag in true state is allowed.')
  return flags
}

function endingOf(world: World, order: RestingOrder, isStopped: boolean): Ending | null {
  if (order.left === '0') return null
  if (isStopped) return 'self-trade'
  if (order.ioc) return 'ioc'
  return reducesNothing(world, order) ? 'reduce-only' : null
}

function place(world: World, draft: LimitDraft): { order: RestingOrder; ending: Ending | null } {
  const { market, side, amount, clientOrderId, positionSide, selfTrade } = draft
  const { stopLoss, takeProfit, limit, flags } = draft
  const { reduceOnly, ...shown } = flags
  const trigger = (level: Level | null) =>
    level === null ? null : { id: nextId(world, 'trigger'), ...level }
  const hasLevels = stopLoss !== null || takeProfit !== null
  const order: RestingOrder = {
    id: nextId(world, 'order'),
    clientOrderId,
    market: market.name,
    side,
    amount,
    left: amount,
    price: limit.price,
    priceTicks: limit.ticks,
    dealMoney: '0',
    dealStock: '0',
    dealFee: '0',
    ...shown,
    stp: selfTrade,
    status: 'NEW',
    createdMicros: stamp(world),
    reserved: '0',
    collateral: {
      positionSide,
      reduceOnly,
      stopLoss: trigger(stopLoss),
      takeProfit: trigger(takeProfit),
      otoId: hasLevels ? nextId(world, 'oto') : null,
    },
  }
  if (clientOrderId !== '') addText(world.clientOrderIds, clientOrderId)
  const isStopped = matchAsTaker(world, order, selfTrade)
  const ending = endingOf(world, order, isStopped)
  if (order.left !== '0' && ending === null) world.openOrders.push(order)
  else finishLimit(world, order, ending)
  watchMargin(world)
  return { order, ending }
}

export const collateralLimitOrder: Action = (call) => {
  const { world, body, dialect } = call
  const fields = new OrderFields(world, dialect, body)
  const market = fields.market(true)
  const side = fields.side()
  const amount = fields.amount(market)
  const limit = fields.price('price', market)
  const clientOrderId = fields.clientOrderId('clientOrderId')
  const stopLoss = fields.price('stopLoss', market)
  const takeProfit = fields.price('takeProfit', market)
  const positionSide = readPositionSide(call, market, fields)
  const flags = readFlags(fields)
  const selfTrade = fields.selfTrade()
  if (flags.reduceOnly && (stopLoss !== null || takeProfit !== null)) fields.add(...takesNoLevels)
  const malformed = no(fields.refusal())
  if (malformed !== null) return malformed
  if (market === null || side === null || amount === null || limit === null)
    return { status: 422, refusal: { code: codes.general, message: 'Validation failed' } }
  const outside = no(outOfBands(market, limit.ticks, dialect))
  if (outside !== null) return outside
  const draft: LimitDraft = {
    ...{ market, side, amount, clientOrderId, stopLoss, takeProfit, positionSide, selfTrade },
    ...{ limitTicks: limit.ticks, limit, flags },
  }
  const complaints = new Complaints()
  const position = findPosition(world, market.name, positionSide)
  if (flags.reduceOnly) draft.amount = reducingAmount(draft, position, complaints)
  const { postOnly, rpi } = flags
  if ((postOnly || rpi) && wouldTake(market, side, limit.ticks))
    complaints.add(
      postOnly ? 'postOnly' : 'rpi',
      codes.postOnlyWouldTake,
      "This order couldn't be executed as a maker order and was canceled.",
    )
  checkTriggers(draft, position, draft.amount, complaints, limit.ticks)
  const short = fundsComplaint(call, draft, position, limit.price)
  if (short !== null) complaints.add(...short)
  const refused = no(complaints.refusal(inner))
  if (refused !== null) return refused
  const { order, ending } = place(world, draft)
  return accepted({
    orderId: order.id,
    clientOrderId,
    market: market.name,
    side,
    type: 'limit',
    timestamp: secondsOf(order.createdMicros),
    dealMoney: order.dealMoney,
    dealStock: order.dealStock,
    amount: order.amount,
    left: order.left,
    dealFee: order.dealFee,
    price: order.price,
    postOnly,
    ioc: flags.ioc,
    rpi,
    status: statusOnWire(order.status, ending, dialect),
    stp: selfTrade,
    ...(order.collateral === null ? {} : collateralOnWire(order.collateral)),
  })
}
