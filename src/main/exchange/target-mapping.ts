// Cancelling orders, closing a position and transfers: the requests, and the exchange's responses.
// Not in the specification.
import type { z } from 'zod'
import type {
  CancelEntry,
  ConditionalOrder,
  OrderItem,
  TriggerOrderDraft,
} from '../../shared/orders/order.js'
import type { Purse } from '../../shared/portfolio/purse.js'
import type { Problem } from '../../shared/problem.js'
import type { endpoints } from '../../v4/endpoints.js'
import type { Misfit } from '../../v4/lists.js'
import { text, wholeNumber } from '../../v4/numbers.js'
import { messageOf } from '../../shared/messages/messages.js'
import { compare } from '../../shared/money.js'
import {
  inAnswerOrder,
  readIn,
  toEntryProblem,
  toListedOrder,
  toUnreadable,
  unreadEntry,
  type WithUnreadable,
  withUnreadable,
} from './wire-mapping.js'

type Ask<Name extends keyof typeof endpoints> = z.infer<(typeof endpoints)[Name]['ask']>
type Reply<Name extends keyof typeof endpoints> = z.infer<(typeof endpoints)[Name]['reply']>

/** Refuses an id if a JSON number would lose some of its digits. */
function asNumber(id: string): number {
  const number = Number.parseInt(id, 10)
  return String(number) === id ? number : Number.NaN
}

export type OrderId = { market: string; id: string }
/** An order that was changed has a new id and keeps this one. */
export type ClientId = { market: string; clientOrderId: string }

export function fromOrderId({ market, id }: OrderId): Ask<'cancelOrder'> {
  return {
    market,
    orderId: asNumber(id),
  }
}

export function fromEitherId(order: OrderId | ClientId): Ask<'cancelOrder'> | ClientId {
  return 'id' in order ? fromOrderId(order) : order
}

export function fromPositionId({
  market,
  id,
  positionSide,
}: OrderId & Pick<OrderItem, 'positionSide'>): Ask<'closePosition'> {
  return {
    positionId: asNumber(id),
    market,
    positionSide: positionSide ?? undefined,
  }
}

/** In one-way mode no side is named: the documents disagree on which is accepted. */
export function fromTriggerOrder({
  market,
  side,
  amount,
  clientOrderId,
  positionSide,
  trigger,
}: TriggerOrderDraft): Ask<'triggerMarketOrder'> {
  return {
    market,
    side,
    amount,
    activation_price: trigger,
    clientOrderId,
    positionSide: positionSide === 'LONG' || positionSide === 'SHORT' ? positionSide : undefined,
    reduceOnly: true,
  }
}

export function fromConditionalId({ market, id }: OrderId): Ask<'cancelConditional'> {
  return { market, id: asNumber(id) }
}

type Conditional = Reply<'conditionalOrders'>['records']['fitting'][number]

function toConditional(wire: Conditional): ConditionalOrder {
  const { id } = wire
  if ('conditionalOrder' in wire)
    return {
      kind: 'oto',
      id,
      order: toListedOrder(wire.conditionalOrder),
      stopLoss: wire.stopLossPrice ?? null,
      takeProfit: wire.takeProfitPrice ?? null,
    }
  return {
    kind: 'oco',
    id,
    stopLoss: toListedOrder(wire.stopLoss),
    takeProfit: toListedOrder(wire.takeProfit),
  }
}

export function toConditionalOrders({
  records: { fitting, misfits },
}: Reply<'conditionalOrders'>): WithUnreadable<ConditionalOrder[]> {
  return withUnreadable(
    fitting.map(toConditional),
    toUnreadable(misfits, ({ member }) => ({
      id: readIn(wholeNumber, member, 'id'),
      name: readIn(text, member, 'type'),
    })),
  )
}

/** As a transfer names them. */
const balanceOf = { main: 'main', trade: 'spot', collateral: 'collateral' } as const

export function fromTransfer({
  asset,
  amount,
  from,
  to,
}: {
  asset: string
  amount: string
  from: Purse
  to: Purse
}): Ask<'balanceTransfer'> {
  return { ticker: asset, amount, from: balanceOf[from], to: balanceOf[to] }
}

/**
 * The ids of the orders that changed this position, the latest first; none if a change could not be
 * read, as it may be the latest.
 */
export function toPositionOrders(
  { fitting, misfits }: Reply<'positionHistory'>,
  { market, id }: OrderId,
): string[] {
  if (misfits.length > 0) return []
  return fitting
    .filter((change) => change.positionId === id && change.market === market)
    .toSorted((a, b) => compare(b.modifyDate, a.modifyDate))
    .flatMap(({ orderDetail }) => orderDetail?.id ?? [])
}

export function toCancelledOrder(wire: Reply<'cancelOrder'>): CancelEntry {
  const order = toListedOrder(wire)
  return { kind: 'cancelled', id: order.id, market: order.market, order }
}

/**
 * What the public documentation says of an order whose trade service gave no response, or an
 * unintelligible one.
 */
const noTradeService = 500

function notKnownThere(problem: Problem): Problem {
  return {
    ...problem,
    code: 'outcome-unknown',
    message: messageOf('exchange.cancel-not-known'),
    reason: 'TRADE_SERVICE',
  }
}

/** Having both members, or neither, proves nothing. */
function toEntry({ result, error }: Reply<'cancelOrders'>['fitting'][number]): CancelEntry {
  const problem = error ? toEntryProblem(error, messageOf('exchange.cancel-refused')) : null
  if (result && problem === null)
    return { kind: 'cancelled', id: result.orderId, market: result.market, order: null }
  if (result || problem === null) return { kind: 'unclear', id: result?.orderId ?? '', problem }
  return problem.server?.code === noTradeService
    ? { kind: 'unclear', id: '', problem: notKnownThere(problem) }
    : { kind: 'refused', problem }
}

function unreadableEntry(misfit: Misfit): CancelEntry {
  const { result, problem } = unreadEntry(misfit)
  return { kind: 'unclear', id: readIn(wholeNumber, result, 'orderId') ?? '', problem }
}

export function toCancelEntries(reply: Reply<'cancelOrders'>): CancelEntry[] {
  return inAnswerOrder(reply, toEntry, unreadableEntry)
}
