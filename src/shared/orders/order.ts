import type { Decimal } from '../money.js'
import type { WireTime } from '../time.js'
import type { Direction } from '../portfolio/position.js'
import type { Problem } from '../problem.js'

export type OrderSide = 'buy' | 'sell'
export type PositionSide = 'LONG' | 'SHORT' | 'BOTH'

/**
 * What the amount of an order is counted in. `unknown`: what the exchange says of the order does
 * not tell.
 */
export type AmountIn = 'base' | 'quote' | 'unknown'

/**
 * What is there already and is to go, with the figures it had at preview: an order that rests, or a
 * position.
 */
export type Target =
  | {
      kind: 'order'
      id: string
      clientOrderId: string
      type: string
      left: Decimal
      reduceOnly: boolean
      /** Of one at market: what its amount is counted in. Older versions did not record it. */
      amountIn?: AmountIn
      /**
       * The price that it waits for; absent where it waits for none, and in what older versions
       * recorded.
       */
      trigger?: Decimal
    }
  | {
      kind: 'position'
      id: string
      direction: Direction
      modifiedAt: WireTime
      entryPrice: Decimal | null
      unrealizedPnl: Decimal | null
      stopLoss: Decimal | null
      takeProfit: Decimal | null
    }

/** The part of an open position that an order was confirmed to close. `amount` unsigned. */
export type ClosedPart = {
  direction: 'long' | 'short'
  entryPrice: Decimal | null
  amount: Decimal
}

/**
 * One order as it is to be sent, or what is to go. Amount in base currency, prices in quote
 * currency.
 */
export type OrderItem = {
  /** Empty where there is a target: it makes no order that would need one. */
  clientOrderId: string
  market: string
  side: OrderSide
  amount: Decimal
  /** Null for a market order. */
  price: Decimal | null
  positionSide: PositionSide | null
  /** Of a market order; null where there is none. */
  stopLoss: Decimal | null
  takeProfit: Decimal | null
  postOnly: boolean
  ioc: boolean
  rpi: boolean
  /** Then the other members are the target's: `amount` what there was of it. */
  target?: Target
  /**
   * Of a market order that was confirmed to close a position, or a part of it: what of it. Older
   * versions did not record it.
   */
  closes?: ClosedPart
}

/** A collateral market order to be placed (specification 4.5). */
export type MarketOrderDraft = Pick<OrderItem, 'market' | 'side' | 'amount'> &
  Partial<Pick<OrderItem, 'clientOrderId' | 'stopLoss' | 'takeProfit' | 'positionSide'>>

/** One limit order of a bulk request (specification 2.5). */
export type LimitOrderDraft = Pick<
  OrderItem,
  'market' | 'side' | 'amount' | 'postOnly' | 'ioc' | 'rpi'
> & {
  price: Decimal
  clientOrderId?: string
}

export type BulkDraft = { orders: LimitOrderDraft[]; stopOnFail: boolean }

/**
 * An order as the exchange reports it (specification 2.4 and 2.6). Unknown status, type and side
 * values come through raw.
 */
export type Order = {
  id: string
  /** Empty where the exchange echoed none: then it ignored ours. */
  clientOrderId: string
  market: string
  side: string
  /** Absent, as every member below that may be: not sent by the exchange. */
  type?: string
  timestamp: WireTime
  dealMoney: Decimal
  dealStock: Decimal
  amount: Decimal
  left: Decimal
  dealFee?: Decimal
  status?: string
  /**
   * The exchange sent no status and lists it among the orders that have ended, where it is not
   * filled as a whole.
   */
  givenUp?: true
  price?: Decimal
  postOnly?: boolean
  ioc?: boolean
  rpi?: boolean
  reduceOnly?: boolean
  stp?: string
  positionSide?: string
  /** Their meaning is not shown (specification 2.6). */
  activated?: number
  activationCondition?: string
  activationPrice?: string
  oto?: { id: string; stopLoss: Decimal | null; takeProfit: Decimal | null }
  /** Read from a list whose records carry no levels: that it names none says nothing. */
  withoutLevels?: true
}

/** Specification 3.2. */
export const orderStatuses = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED'] as const

/**
 * Whether the exchange says that it works on the order no more. Specification 3.2 has one word for
 * it, the live service has it in several spellings and with its reason behind (CANCELED,
 * CANCELED_TAKER_BAND, AUTO_CANCELED_REDUCE_ONLY).
 */
export function isCancelled({ status = '', givenUp }: Pick<Order, 'status' | 'givenUp'>): boolean {
  return givenUp === true || /^(?:AUTO_)?CANCELL?ED(?:_|$)/i.test(status)
}

/** What the live service says in place of NEW, by its public documentation. */
const liveNew = 'OPEN'

/**
 * Whether the status says what became of the order: any other says nothing that can be relied on.
 */
export function isStatusUnderstood(order: Pick<Order, 'status' | 'givenUp'>): boolean {
  return (
    isCancelled(order) ||
    order.status === liveNew ||
    orderStatuses.some((status) => status === order.status)
  )
}

/**
 * One entry of a bulk answer, in the order of the answer. `unclear` has both or neither of result
 * and error, or could not be read: then `clientOrderId` is all that could be, where it could.
 */
export type BulkEntry =
  | { kind: 'placed'; order: Order }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'unclear'; order: Order | null; problem: Problem | null; clientOrderId?: string }

/**
 * One entry of an answer to a request to cancel, in the order of the answer. `order` is how the
 * exchange says that it ended, which it does of a single one. `unclear` could not be read, or says
 * that it is not known.
 */
export type CancelEntry =
  | { kind: 'cancelled'; id: string; market: string; order: Order | null }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'unclear'; id: string; problem: Problem | null }
