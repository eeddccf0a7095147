// Specification 4.5 and 2.4.
import { absolute, add, compare, divide, isNegative, multiply, negate, subtract, type Decimal } from '../../shared/money.js'
import type { OrderSide, PositionSide } from '../../shared/domain/order.js'
import { positionSides } from '../../v4/enums.js'
import { inDialect } from '../../v4/spellings.js'
import { accepted, type Answer, type Refusal } from '../answer.js'
import type { Action, Call } from '../action.js'
import { crossingOf, settleCrossing, type Crossing, type NewOrder, type SelfTrade } from '../engine/book.js'
import { nextId, secondsOf, stamp } from '../engine/identifiers.js'
import { watchMargin } from '../engine/liquidation.js'
import { accountFigures, execute, findPosition, isFutures, openingPart, type Fill } from '../engine/margin.js'
import { takerPrice } from '../engine/prices.js'
import {
  codes,
  Complaints,
  inner,
  readAmount,
  readClientOrderId,
  readFlag,
  readMarket,
  readPrice,
  readSelfTrade,
  readSide,
} from '../order-fields.js'
import { statusOnWire } from '../order-status.js'
import { addText } from '../text-set.js'
import type { Market, Trigger, World } from '../world.js'

type Price = { price: Decimal; ticks: number }
type Draft = {
  market: Market
  side: OrderSide
  amount: Decimal
  stopLoss: Price | null
  takeProfit: Price | null
  positionSide: PositionSide
  selfTrade: SelfTrade
}

const no = (refusal: Refusal): Answer => ({ kind: 'refused', status: 422, refusal })

/** In one-way mode the side is ignored and every position is `BOTH`; with hedge mode futures must name theirs. Margin markets do not hedge. */
const readPositionSide = ({ world, ignored }: Call, value: unknown, market: Market | null, complaints: Complaints): PositionSide => {
  if (value !== undefined && value !== null && !positionSides.some((side) => side === value)) {
    complaints.add('positionSide', codes.general, "Position side field should contain only 'LONG', 'SHORT' or 'BOTH' values.")
  }
  const named = value === 'LONG' || value === 'SHORT'
  if (!world.hedgeMode || market === null || !isFutures(market.name)) {
    if (named) ignored.push('positionSide')
    return 'BOTH'
  }
  if (named) return value
  complaints.add('hedgeMode', codes.positionSide, "Order's position side does not match user's setting")
  return 'BOTH'
}

const signed = (side: OrderSide, amount: Decimal): Decimal => (side === 'buy' ? amount : negate(amount))
const signedAmount = (draft: Draft): Decimal => signed(draft.side, draft.amount)

/** Of a reduce-only order, no more than the position has; a complaint where it would take nothing back. */
const reducingAmount = (world: World, draft: Draft, complaints: Complaints): Decimal => {
  const position = findPosition(world, draft.market.name, draft.positionSide)
  if (position === undefined || isNegative(position.amount) === isNegative(signedAmount(draft))) {
    complaints.add('reduceOnly', codes.reduceOnly, "Reduce-only: Position doesn't exist or wrong side")
    return draft.amount
  }
  const held = absolute(position.amount)
  return compare(held, draft.amount) < 0 ? held : draft.amount
}

const reduceOnlyWithLevels = 'Reduce-only orders take neither stopLoss nor takeProfit.'

/**
 * The levels hang on the position the order leaves, and are watched at the mark price: there a stop loss must lie on that position's
 * losing side and a take profit on its winning one, or it would be closed at once. Where the order closes it, or gets nothing, they
 * guard nothing.
 */
const checkTriggers = (world: World, draft: Draft, stock: Decimal, complaints: Complaints): void => {
  const position = findPosition(world, draft.market.name, draft.positionSide)
  const left = stock === '0' ? '0' : add(position?.amount ?? '0', signed(draft.side, stock))
  if (left === '0') return
  const beyond = ({ ticks }: Price): number => (isNegative(left) ? draft.market.ticks - ticks : ticks - draft.market.ticks)
  if (draft.takeProfit !== null && beyond(draft.takeProfit) <= 0) {
    complaints.add('takeProfit', codes.takeProfit, 'Wrong activation price for take profit.')
  }
  if (draft.stopLoss !== null && beyond(draft.stopLoss) >= 0) {
    complaints.add('stopLoss', codes.stopLoss, 'Wrong activation price for stop loss.')
  }
}

/** A position may be worth this much, in quote currency. */
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

const arriving = ({ market, side, amount, selfTrade }: Draft): NewOrder => ({ market, side, amount, limitTicks: null, selfTrade })

const nothing: Fill = { fee: '0', position: null }

const triggerOf = (world: World, level: Price | null): Trigger | null =>
  level === null ? null : { id: nextId(world, 'trigger'), ...level }

const levels = ['stopLoss', 'takeProfit'] as const

const place = ({ world, dialect, ignored }: Call, draft: Draft, clientOrderId: string, crossing: Crossing): Answer => {
  const { stock, money, stopped } = crossing
  const orderId = nextId(world, 'order')
  settleCrossing(world, arriving(draft), crossing)
  const fill = stock === '0' ? nothing : execute(world, draft.market, draft.positionSide, signed(draft.side, stock), money)
  if (stock === '0') stamp(world)
  const left = subtract(draft.amount, stock)
  const ending = left === '0' ? null : stopped ? 'self-trade' : 'taker-band'
  if (clientOrderId !== '') addText(world.clientOrderIds, clientOrderId)
  const { stopLoss, takeProfit } = draft
  const oto =
    stopLoss === null && takeProfit === null
      ? null
      : {
          otoId: nextId(world, 'oto'),
          ...(stopLoss === null ? {} : { stopLoss: stopLoss.price }),
          ...(takeProfit === null ? {} : { takeProfit: takeProfit.price }),
        }
  if (fill.position === null) ignored.push(...levels.filter((level) => draft[level] !== null))
  else {
    fill.position.stopLoss = triggerOf(world, stopLoss) ?? fill.position.stopLoss
    fill.position.takeProfit = triggerOf(world, takeProfit) ?? fill.position.takeProfit
  }
  watchMargin(world)
  const order = {
    order_id: orderId,
    client_order_id: clientOrderId,
    market: draft.market.name,
    side: draft.side,
    type: 'market',
    timestamp: secondsOf(world.lastStampMicros),
    deal_money: money,
    deal_stock: stock,
    amount: draft.amount,
    left,
    deal_fee: fill.fee,
    status: statusOnWire('FILLED', ending, dialect),
    stp: draft.selfTrade,
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
  const amount = readAmount(body['amount'], market, dialect, complaints)
  const clientOrderId = readClientOrderId(world, body, dialect, complaints)
  const stopLoss = readPrice(body['stopLoss'], market, dialect, complaints, 'stopLoss')
  const takeProfit = readPrice(body['takeProfit'], market, dialect, complaints, 'takeProfit')
  const positionSide = readPositionSide(call, body['positionSide'], market, complaints)
  const reduceOnly = readFlag(body, 'reduceOnly', complaints)
  const selfTrade = readSelfTrade(body['stp'], complaints)
  if (reduceOnly && (stopLoss !== null || takeProfit !== null)) complaints.add('reduceOnly', codes.general, reduceOnlyWithLevels)
  const malformed = complaints.refusal()
  if (malformed !== null || market === null || side === null || amount === null) {
    return no(malformed ?? { code: codes.general, message: 'Validation failed' })
  }
  const asked: Draft = { market, side, amount, stopLoss, takeProfit, positionSide, selfTrade }
  const draft = reduceOnly ? { ...asked, amount: reducingAmount(world, asked, complaints) } : asked
  const irreducible = complaints.refusal()
  if (irreducible !== null) return no(irreducible)
  const crossing = crossingOf(world, arriving(draft))
  const refusedInside = new Complaints()
  checkTriggers(world, draft, crossing.stock, refusedInside)
  checkFunds(world, draft, refusedInside)
  if (crossing.stock === '0' && !crossing.stopped) refusedInside.add('amount', codes.emptyBook, 'Not enough traders.')
  const refusal = refusedInside.refusal(inner)
  return refusal === null ? place(call, draft, clientOrderId, crossing) : no(refusal)
}
