// What the user typed on the Trade screen, exactly as typed. Main reads it by the rules of
// order-rules.ts, and so does the page while the user types; only main's result counts.
import type { OrderSide, PositionSide } from './order.js'

/** One collateral market order (specification 4.5). `clientOrderId` null: main generates one. */
export type MarketTicket = {
  kind: 'market'
  market: string
  side: OrderSide
  amount: string
  stopLoss: string | null
  takeProfit: string | null
  positionSide: PositionSide | null
  clientOrderId: string | null
}

/** One row of a bulk request (specification 2.5). */
export type LimitRow = {
  market: string
  side: OrderSide
  amount: string
  price: string
  postOnly: boolean
  ioc: boolean
  rpi: boolean
  clientOrderId: string | null
}

/**
 * One bulk request (specification 4.6). `retryOf`: the intent whose failed rows these repeat, under
 * new ids.
 */
export type BulkTicket = {
  kind: 'bulk'
  rows: LimitRow[]
  stopOnFail: boolean
  retryOf: string | null
}

/**
 * Closing a fixed-term investment (specification 4.4). `typedTail`: the last four characters of its
 * id, typed by hand.
 */
export type CloseTicket = { kind: 'close-investment'; investmentId: string; typedTail: string }

/** Open orders, by the exchange's own ids. */
export type CancelTicket = { kind: 'cancel'; orders: { market: string; id: string }[] }

/** Every open order on a market; on all markets if null. */
export type CancelAllTicket = { kind: 'cancel-all'; market: string | null }

/** A whole position, at market. */
export type ClosePositionTicket = { kind: 'close-position'; market: string; positionId: string }

export type TargetTicket = CancelTicket | CancelAllTicket | ClosePositionTicket

export type OrderTicket = MarketTicket | BulkTicket | CloseTicket | TargetTicket

export type OrderKind = OrderTicket['kind']

/**
 * Kinds that only take something away: risk decreases, so neither a limit nor a blocked market
 * holds them back.
 */
export function takesAway(kind: OrderKind): boolean {
  return kind === 'cancel' || kind === 'cancel-all' || kind === 'close-position'
}

export function isTargetTicket(ticket: OrderTicket): ticket is TargetTicket {
  return takesAway(ticket.kind)
}

/** Kinds that only take orders off the book: they change no position. */
export function cancelsOrders(kind: OrderKind): boolean {
  return kind === 'cancel' || kind === 'cancel-all'
}

/**
 * The public documentation allows 1 to 20 orders in one bulk request; the specification shows no
 * limit.
 */
export const mostBulkRows = 20

/**
 * And 1 to 100 in one request to cancel. Up to this many of “all orders” are recorded individually.
 */
export const mostTargets = 100
