// Specification 4.5 and 2.4.
import { absolute, add, compare, divide, isNegative, multiply, negate, type Decimal } from '../../shared/money.js'
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import { positionSides } from '../../v4/enums.js'
import { inDialect } from '../../v4/spellings.js'
import { accepted, type Answer, type Refusal } from '../answer.js'
import type { Action, Call } from '../action.js'
import { nextId, secondsOf } from '../engine/identifiers.js'
import { watchMargin } from '../engine/liquidation.js'
import { accountFigures, execute, findPosition, isFutures, openingPart } from '../engine/margin.js'
import { takerPrice } from '../engine/prices.js'
import { codes, Complaints, inner, readAmount, readClientOrderId, readMarket, readPrice, readSide } from '../order-fields.js'
import type { Market, Trigger, World } from '../world.js'

type Price = { price: Decimal; ticks: number }
type Draft = {
  market: Market
  side: OrderSide
  amount: Decimal
  stopLoss: Price | null
  takeProfit: Price | null
  positionSide: PositionSide
}

const no = (refusal: Refusal): Answer => ({ kind: 'refused', status: 422, refusal })

/** In one-way mode the side is ignored and every position is `BOTH`; with hedge mode futures must name theirs. Margin markets do not hedge. */
const readPositionSide = (world: World, value: unknown, market: Market | null, complaints: Complaints): PositionSide => {
  if (value !== undefined && value !== null && !positionSides.some((side) => side === value)) {
    complaints.add('positionSide', codes.general, "Position side field should contain only 'LONG', 'SHORT' or 'BOTH' values.")
  }
  if (!world.hedgeMode || market === null || !isFutures(market.name)) return 'BOTH'
  if (value === 'LONG' || value === 'SHORT') return value
  complaints.add('hedgeMode', codes.positionSide, "Order's position side does not match user's setting")
  return 'BOTH'
}

const signedAmount = (draft: Draft): Decimal => (draft.side === 'buy' ? draft.amount : negate(draft.amount))

/**
 * The levels hang on the position the order leaves, and are watched at the mark price: there a stop loss must lie on that position's
 * losing side and a take profit on its winning one, or it would be closed at once. Where the order closes it, they guard nothing.
 */
const checkTriggers = (world: World, draft: Draft, complaints: Complaints): void => {
  const position = findPosition(world, draft.market.name, draft.positionSide)
  const left = add(position?.amount ?? '0', signedAmount(draft))
  if (left === '0') return
  const beyond = ({ ticks }: Price): number => (isNegative(left) ? draft.market.ticks - ticks : ticks - draft.market.ticks)
  if (draft.takeProfit !== null && beyond(draft.takeProfit) <= 0) {
    complaints.add('takeProfit', codes.takeProfit, 'Wrong activation price for take profit.')
  }
  if (draft.stopLoss !== null && beyond(draft.stopLoss) >= 0) {
    complaints.add('stopLoss', codes.stopLoss, 'Wrong activation price for stop loss.')
  }
}

/** A position may be worth this much, in money currency. */
const largestPosition = '5000000'

/** Whether the account can carry the order: margin for what it adds, and the fee. Closing is always possible. */
const checkFunds = (world: World, draft: Draft, complaints: Complaints): void => {
  const position = findPosition(world, draft.market.name, draft.positionSide)
  const opening = openingPart(position, signedAmount(draft))
  if (opening === '0') return
  const opensAllowed = draft.positionSide === 'BOTH' || (draft.positionSide === 'LONG') === (draft.side === 'buy')
  if (!opensAllowed) {
    complaints.add('reduceOnly', codes.reduceOnly, "Reduce-only: Position doesn't exist or wrong side")
    return
  }
  const price = takerPrice(draft.market, draft.side)
  const before = position === undefined ? '0' : position.amount
  if (compare(absolute(multiply(add(before, signedAmount(draft)), price)), largestPosition) > 0) {
    complaints.add('amount', codes.positionTooBig, 'margin position too big')
    return
  }
  const { minTotal } = draft.market
  if (compare(multiply(draft.amount, price), minTotal) < 0) {
    complaints.add('amount', codes.amount, `Total amount should be no less than ${minTotal} + trade fee`)
    return
  }
  const needed = add(divide(multiply(opening, price), world.leverage, 8), multiply(multiply(draft.amount, price), draft.market.takerFee))
  if (compare(accountFigures(world).freeMargin, needed) < 0) complaints.add('amount', codes.notEnoughBalance, 'Not enough balance.')
}

const triggerOf = (world: World, level: Price | null): Trigger | null =>
  level === null ? null : { id: nextId(world, 'trigger'), ...level }

const place = ({ world, dialect }: Call, draft: Draft, clientOrderId: string): Answer => {
  const orderId = nextId(world, 'order')
  const fill = execute(world, draft.market, draft.positionSide, signedAmount(draft))
  if (clientOrderId !== '') world.clientOrderIds[clientOrderId] = true
  const conditional = draft.stopLoss !== null || draft.takeProfit !== null
  const oto = conditional
    ? { otoId: nextId(world, 'oto'), stopLoss: draft.stopLoss?.price ?? null, takeProfit: draft.takeProfit?.price ?? null }
    : null
  if (fill.position !== null) {
    fill.position.stopLoss = triggerOf(world, draft.stopLoss) ?? fill.position.stopLoss
    fill.position.takeProfit = triggerOf(world, draft.takeProfit) ?? fill.position.takeProfit
  }
  watchMargin(world)
  const order = {
    order_id: orderId,
    client_order_id: clientOrderId,
    market: draft.market.name,
    side: draft.side,
    type: 'market',
    timestamp: secondsOf(world.lastStampMicros),
    deal_money: fill.money,
    deal_stock: draft.amount,
    amount: draft.amount,
    left: '0',
    deal_fee: fill.fee,
    status: 'FILLED',
    stp: 'no',
    ...(oto === null ? {} : { oto }),
    positionSide: draft.positionSide,
  }
  return accepted(inDialect(order, dialect))
}

export const collateralMarketOrder: Action = (call) => {
  const { world, body, dialect } = call
  const complaints = new Complaints()
  const market = readMarket(world, body['market'], complaints, true)
  const side = readSide(body['side'], complaints)
  const amount = readAmount(body['amount'], market, complaints)
  const clientOrderId = readClientOrderId(world, body, dialect, complaints)
  const stopLoss = readPrice(body['stopLoss'], market, complaints, 'stopLoss')
  const takeProfit = readPrice(body['takeProfit'], market, complaints, 'takeProfit')
  const positionSide = readPositionSide(world, body['positionSide'], market, complaints)
  const malformed = complaints.refusal()
  if (malformed !== null || market === null || side === null || amount === null) {
    return no(malformed ?? { code: codes.general, message: 'Validation failed' })
  }
  const draft: Draft = { market, side, amount, stopLoss, takeProfit, positionSide }
  const refusedInside = new Complaints()
  checkTriggers(world, draft, refusedInside)
  checkFunds(world, draft, refusedInside)
  const refusal = refusedInside.refusal(inner)
  return refusal === null ? place(call, draft, clientOrderId) : no(refusal)
}
