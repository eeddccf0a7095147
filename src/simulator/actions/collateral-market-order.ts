// Specification 4.5 and 2.4.
import {
  absolute,
  add,
  compare,
  divide,
  isNegative,
  multiply,
  negate,
  subtract,
  type Decimal,
} from '../../shared/money.js'
import type { OrderSide, PositionSide } from '../../shared/orders/order.js'
import { inDialect, positionSides } from '../../v4/orders.js'
import { accepted, type Action, type Answer, type Call } from '../answer.js'
import {
  crossingOf,
  noteDeal,
  noteFinished,
  settleCrossing,
  type Crossing,
  type NewOrder,
} from '../engine/book.js'
import { accountFigures, execute, findPosition, isFutures, openingPart } from '../engine/margin.js'
import { watchPositions } from '../engine/trigger-orders.js'
import { takerPrice } from '../engine/prices.js'
import { nextId, stamp } from '../engine/random.js'
import { secondsOf, smaller } from '../engine/units.js'
import { codes, Complaints, inner, OrderFields, statusOnWire } from '../order-fields.js'
import { addText, type Ending, type Market, type Position } from '../world.js'

export type Level = { price: Decimal; ticks: number }
/** A market or limit order on collateral, as read. */
export type Draft = NewOrder & {
  stopLoss: Level | null
  takeProfit: Level | null
  positionSide: PositionSide
  clientOrderId: string
}

/**
 * In one-way mode the side is ignored and every position is `BOTH`; with hedge mode futures must
 * name theirs. Margin markets do not hedge.
 */
export function readPositionSide(
  { world, ignored, body }: Call,
  market: Market | null,
  complaints: Complaints,
): PositionSide {
  const value = body['positionSide'] ?? 'BOTH'
  if (!positionSides.some((side) => side === value)) {
    complaints.add(
      'positionSide',
      codes.general,
      "Position side field should contain only 'LONG', 'SHORT' or 'BOTH' values.",
    )
  }
  const named = value === 'LONG' || value === 'SHORT'
  if (!world.hedgeMode || market === null || !isFutures(market.name)) {
    if (named) ignored.push('positionSide')
    return 'BOTH'
  }
  if (named) return value
  complaints.add(
    'hedgeMode',
    codes.positionSide,
    "Order's position side does not match user's setting",
  )
  return 'BOTH'
}

function signed(side: OrderSide, amount: Decimal): Decimal {
  return side === 'buy' ? amount : negate(amount)
}

const takesNothingBack: Parameters<Complaints['add']> = [
  'reduceOnly',
  codes.reduceOnly,
  "Reduce-only: Position doesn't exist or wrong side",
]

export const takesNoLevels: Parameters<Complaints['add']> = [
  'reduceOnly',
  codes.general,
  'Reduce-only orders take neither stopLoss nor takeProfit.',
]

/** For a reduce-only order, no more than the position has; an error if it would reduce nothing. */
export function reducingAmount(
  { side, amount }: Draft,
  position: Position | undefined,
  complaints: Complaints,
): Decimal {
  if (position !== undefined && isNegative(position.amount) === (side === 'buy'))
    return smaller(absolute(position.amount), amount)
  complaints.add(...takesNothingBack)
  return amount
}

/**
 * The levels belong to the resulting position, and are checked against the mark price, or a limit
 * order's own: a stop loss must be on that position's losing side and a take profit on its winning
 * one, or it would be closed immediately. If the order closes it, or gets no fill, they guard
 * nothing.
 */
export function checkTriggers(
  draft: Draft,
  position: Position | undefined,
  stock: Decimal,
  complaints: Complaints,
  markTicks = draft.market.ticks,
): void {
  const left = stock === '0' ? '0' : add(position?.amount ?? '0', signed(draft.side, stock))
  if (left === '0') return
  const beyond = ({ ticks }: Level): number =>
    isNegative(left) ? markTicks - ticks : ticks - markTicks
  if (draft.takeProfit !== null && beyond(draft.takeProfit) <= 0) {
    complaints.add('takeProfit', codes.takeProfit, 'Wrong activation price for take profit.')
  }
  if (draft.stopLoss !== null && beyond(draft.stopLoss) >= 0) {
    complaints.add('stopLoss', codes.stopLoss, 'Wrong activation price for stop loss.')
  }
}

/** The maximum value of a position, in quote currency. */
const largestPosition = '5000000'

/**
 * Why the account cannot afford the order: it needs margin for the added amount, and the fee.
 * Closing is always possible.
 */
export function fundsComplaint(
  { world }: Call,
  draft: Draft,
  position: Position | undefined,
  price = takerPrice(draft.market, draft.side),
): Parameters<Complaints['add']> | null {
  const { market, side, amount, positionSide } = draft
  const change = signed(side, amount)
  const opening = openingPart(position, change)
  if (opening === '0') return null
  const opensAllowed = positionSide === 'BOTH' || (positionSide === 'LONG') === (side === 'buy')
  if (!opensAllowed) return takesNothingBack
  if (
    compare(absolute(multiply(add(position?.amount ?? '0', change), price)), largestPosition) > 0
  ) {
    return ['amount', codes.positionTooBig, 'margin position too big']
  }
  const total = multiply(amount, price)
  if (compare(total, market.minTotal) < 0) {
    return [
      'amount',
      codes.amount,
      `Total amount should be no less than ${market.minTotal} + trade fee`,
    ]
  }
  const needed = add(
    divide(multiply(opening, price), world.leverage, 8),
    multiply(total, market.takerFee),
  )
  return compare(accountFigures(world).freeMargin, needed) < 0
    ? ['amount', codes.notEnoughBalance, 'Not enough balance.']
    : null
}

function place({ world, dialect, ignored }: Call, draft: Draft, crossing: Crossing): Answer {
  const { market, side, amount, clientOrderId, positionSide, selfTrade } = draft
  const { deals, stock, money, stopped } = crossing
  const orderId = nextId(world, 'order')
  settleCrossing(world, draft, crossing)
  const fill =
    stock === '0' ? null : execute(world, market, positionSide, signed(side, stock), money)
  if (fill === null) stamp(world)
  for (const { stock: filled, price } of deals)
    noteDeal(world, {
      ...{ orderId, clientOrderId, market: market.name, side, role: 'taker' as const, price },
      amount: filled,
      fee: multiply(multiply(filled, price), market.takerFee),
    })
  const left = subtract(amount, stock)
  const ending: Ending | null = left === '0' ? null : stopped ? 'self-trade' : 'taker-band'
  if (clientOrderId !== '') addText(world.clientOrderIds, clientOrderId)
  const levels = (['stopLoss', 'takeProfit'] as const).flatMap((name) => {
    const level = draft[name]
    return level === null ? [] : [{ name, level }]
  })
  const prices = Object.fromEntries(levels.map(({ name, level }) => [name, level.price]))
  const oto = levels.length === 0 ? {} : { oto: { otoId: nextId(world, 'oto'), ...prices } }
  const position = fill?.position ?? null
  if (position === null) ignored.push(...levels.map(({ name }) => name))
  else
    for (const { name, level } of levels)
      position[name] = { id: nextId(world, 'trigger'), ...level }
  watchPositions(world)
  noteFinished(world, {
    id: orderId,
    clientOrderId,
    market: market.name,
    side,
    type: 'margin market',
    amount,
    price: '0',
    positionSide,
    dealMoney: money,
    dealStock: stock,
    dealFee: fill?.fee ?? '0',
    postOnly: false,
    ioc: false,
    rpi: false,
    stp: selfTrade,
    ending,
    createdMicros: world.lastStampMicros,
    finishedMicros: world.lastStampMicros,
    position: fill?.noted,
  })
  const order = {
    order_id: orderId,
    client_order_id: clientOrderId,
    market: market.name,
    side,
    type: 'market',
    timestamp: secondsOf(world.lastStampMicros),
    deal_money: money,
    deal_stock: stock,
    amount,
    left,
    deal_fee: fill?.fee ?? '0',
    status: statusOnWire('FILLED', ending, dialect),
    stp: selfTrade,
    ...oto,
    positionSide,
  }
  return accepted(inDialect(order, dialect))
}

export const collateralMarketOrder: Action = (call) => {
  const { world, body, dialect } = call
  const no = (complaints: Complaints, message?: string): Answer | null => {
    const refusal = complaints.refusal(message)
    return refusal === null ? null : { status: 422, refusal }
  }
  const fields = new OrderFields(world, dialect, body)
  const market = fields.market(true)
  const side = fields.side()
  const amount = fields.amount(market)
  const clientOrderId = fields.clientOrderId()
  const stopLoss = fields.price('stopLoss', market)
  const takeProfit = fields.price('takeProfit', market)
  const positionSide = readPositionSide(call, market, fields)
  const reduceOnly = fields.flag('reduceOnly')
  const selfTrade = fields.selfTrade()
  if (reduceOnly && (stopLoss !== null || takeProfit !== null)) fields.add(...takesNoLevels)
  const malformed = no(fields)
  if (malformed !== null || market === null || side === null || amount === null) {
    return (
      malformed ?? { status: 422, refusal: { code: codes.general, message: 'Validation failed' } }
    )
  }
  const draft: Draft = {
    market,
    side,
    amount,
    limitTicks: null,
    stopLoss,
    takeProfit,
    positionSide,
    selfTrade,
    clientOrderId,
  }
  const position = findPosition(world, market.name, positionSide)
  if (reduceOnly) draft.amount = reducingAmount(draft, position, fields)
  const irreducible = no(fields)
  if (irreducible !== null) return irreducible
  const crossing = crossingOf(world, draft)
  const complaints = new Complaints()
  checkTriggers(draft, position, crossing.stock, complaints)
  const short = fundsComplaint(call, draft, position)
  if (short !== null) complaints.add(...short)
  if (crossing.stock === '0' && !crossing.stopped)
    complaints.add('amount', codes.emptyBook, 'Not enough traders.')
  return no(complaints, inner) ?? place(call, draft, crossing)
}
