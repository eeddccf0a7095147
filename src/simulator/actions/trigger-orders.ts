// Orders that wait for a price, and pairs of them. From the public documentation, not in the
// specification.
import { absolute } from '../../shared/money.js'
import type { Dialect } from '../../shared/accounts/account.js'
import type { OrderSide, PositionSide } from '../../shared/orders/order.js'
import { accepted, type Action, type Answer, type Call, refused } from '../answer.js'
import { asCopied } from '../engine/copied.js'
import { findPosition } from '../engine/margin.js'
import { nextId, stamp } from '../engine/random.js'
import { cancelTriggers, isReducedBy } from '../engine/trigger-orders.js'
import { secondsOf, smaller } from '../engine/units.js'
import { codes, inner, OrderFields, orderOnWire, statusOnWire } from '../order-fields.js'
import {
  addText,
  type Ending,
  type Market,
  type RestingOrder,
  type TriggerOrder,
  type World,
} from '../world.js'
import { complain, isGiven, isWhole, readMarket, readPage } from './asked-fields.js'
import { readPositionSide } from './collateral-market-order.js'

/** As listed, and as returned by creating and cancelling it. */
export function triggerOnWire(
  order: TriggerOrder,
  ending: Ending | null,
  dialect: Dialect,
  type = 'stop market',
): Readonly<Record<string, unknown>> {
  return {
    orderId: order.id,
    clientOrderId: order.clientOrderId,
    market: order.market,
    side: order.side,
    type,
    timestamp: secondsOf(order.createdMicros),
    dealMoney: '0',
    dealStock: '0',
    amount: order.amount,
    left: order.amount,
    dealFee: '0',
    activation_price: order.price,
    activationCondition: order.condition,
    activated: 0,
    postOnly: false,
    ioc: false,
    status: statusOnWire('NEW', ending, dialect),
    stp: 'no',
    oto: null,
    positionSide: order.positionSide,
    reduceOnly: order.reduceOnly,
  }
}

type Draft = {
  market: Market
  side: OrderSide
  amount: string
  price: string
  ticks: number
  clientOrderId: string
  positionSide: PositionSide
  reduceOnly: boolean
}

/** What both kinds have in common, or the error. */
function readDraft(call: Call, fields: OrderFields): Draft | { refusal: Answer } {
  const { world } = call
  const market = fields.market(true)
  const side = fields.side()
  const amount = fields.amount(market)
  const at = fields.price('activation_price', market)
  const clientOrderId = fields.clientOrderId()
  const positionSide = readPositionSide(call, market, fields)
  const reduceOnly = fields.flag('reduceOnly')
  fields.selfTrade()
  if (at !== null && market !== null && at.ticks === market.ticks)
    fields.add('activation_price', codes.activationPrice, 'Activation price equals last price.')
  const position = market === null ? undefined : findPosition(world, market.name, positionSide)
  const canReduce = side !== null && isReducedBy(position, side)
  if (market !== null && side !== null && reduceOnly && !canReduce)
    fields.add('reduceOnly', codes.reduceOnly, "Reduce-only: Position doesn't exist or wrong side")
  const refusal = fields.refusal()
  if (refusal !== null || market === null || side === null || amount === null || at === null)
    return {
      refusal: {
        status: 422,
        refusal: refusal ?? { code: codes.general, message: 'Validation failed' },
      },
    }
  return {
    market,
    side,
    amount: reduceOnly && canReduce ? smaller(absolute(position.amount), amount) : amount,
    ...at,
    clientOrderId,
    positionSide,
    reduceOnly,
  }
}

function rest({ world }: Call, draft: Draft, pair: TriggerOrder['pair']): TriggerOrder {
  const { market, clientOrderId, ...order } = draft
  const id = nextId(world, 'order')
  if (clientOrderId !== '') addText(world.clientOrderIds, clientOrderId)
  const resting: TriggerOrder = {
    ...order,
    id,
    clientOrderId,
    market: market.name,
    condition: order.ticks > market.ticks ? 'gte' : 'lte',
    createdMicros: stamp(world),
    pair,
  }
  world.triggerOrders.push(resting)
  return resting
}

/** These endpoints are documented in one spelling only, which is the live service's. */
function fieldsOf({ world, body }: Call): OrderFields {
  return new OrderFields(world, 'live', body)
}

export const triggerMarketOrder: Action = (call) => {
  const draft = readDraft(call, fieldsOf(call))
  return 'refusal' in draft
    ? draft.refusal
    : accepted(triggerOnWire(rest(call, draft, null), null, call.dialect))
}

/** Two halves: the stop waits at its price, the take profit on the other side of it. */
export function halves(order: TriggerOrder, dialect: Dialect) {
  const { pair } = order
  const { activation_price, activationCondition, activated, ...plain } = triggerOnWire(
    order,
    null,
    dialect,
    'margin limit',
  )
  return {
    stop: {
      ...triggerOnWire(order, null, dialect, 'margin stop limit'),
      price: pair?.stopLimitPrice,
    },
    gain: { ...plain, orderId: pair?.takeProfitId, clientOrderId: '', price: pair?.price },
  }
}

/** The legs of the answer mix both spellings, those of the list do not. */
export const ocoOrder: Action = (call) => {
  const { world, dialect } = call
  const fields = fieldsOf(call)
  const market = fields.market(true)
  const gain = fields.price('price', market)
  const limit = fields.price('stop_limit_price', market)
  const draft = readDraft(call, fields)
  if ('refusal' in draft) return draft.refusal
  if (gain === null || limit === null) return complain('price', 'Price field is required.')
  const { ticks } = draft.market
  if (gain.ticks > ticks === draft.ticks > ticks)
    return complain('price', 'Take profit and stop loss must be on both sides of the price.')
  const [id, takeProfitId] = [nextId(world, 'oto'), nextId(world, 'order')]
  const pair = { id, takeProfitId, ...gain, stopLimitPrice: limit.price }
  const order = rest(call, draft, pair)
  const { stop, gain: taken } = halves(order, dialect)
  return accepted({
    id,
    reduceOnly: order.reduceOnly,
    stop_loss: stop,
    take_profit: taken,
  })
}

/** Orders with their own levels; only a copy lists them here. */
function linkedEntries(
  { openOrders, copied }: World,
  dialect: Dialect,
  isMeant: (order: RestingOrder) => boolean,
): object[] {
  return openOrders.filter(isMeant).flatMap((order) => {
    const linked = copied?.linked.get(order.id)
    if (linked === undefined) return []
    return {
      ...linked,
      type: 'oto',
      conditionalOrder: asCopied(copied?.orders.get(order.id), orderOnWire(order, null, dialect)),
    }
  })
}

export const conditionalOrders: Action = ({ world, body, dialect }) => {
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  const page = readPage({ limit: 100, ...body }, 100)
  if ('refusal' in page) return page.refusal
  const { copied } = world
  const isMeant = (order: { market: string }): boolean =>
    market.name === null || order.market === market.name
  const pairs = world.triggerOrders.filter((order) => order.pair !== null && isMeant(order))
  const records = pairs
    .toReversed()
    .map((order): object => {
      const { stop, gain } = halves(order, dialect)
      return {
        id: order.pair?.id,
        type: 'oco',
        stopLoss: asCopied(copied?.orders.get(order.id), stop),
        takeProfit: asCopied(copied?.orders.get(order.pair?.takeProfitId ?? 0), gain),
      }
    })
    .concat(linkedEntries(world, dialect, isMeant))
  return accepted({
    limit: page.to - page.from,
    offset: page.from,
    total: records.length,
    records: records.slice(page.from, page.to),
  })
}

export const cancelConditional: Action = ({ world, body }) => {
  if (!isGiven(body['market'])) return complain('market', 'Market field is required.')
  const market = readMarket(world, body)
  if ('refusal' in market) return market.refusal
  const { id } = body
  if (!isWhole(id)) return complain('id', 'Id field should be an integer.')
  const isMeant = (order: TriggerOrder): boolean =>
    order.market === market.name && order.pair?.id === id
  if (!world.triggerOrders.some(isMeant))
    return refused(400, codes.notOpen, inner, { id: ['Unexecuted order was not found.'] })
  cancelTriggers(world, isMeant)
  return accepted([])
}
