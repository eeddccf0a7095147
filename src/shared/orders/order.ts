import type { Decimal } from '../money.js'
import type { WireTime } from '../time.js'
import type { Direction } from '../portfolio/position.js'
import type { Purse } from '../portfolio/purse.js'
import type { Problem } from '../problem.js'

export type OrderSide = 'buy' | 'sell'
export type PositionSide = 'LONG' | 'SHORT' | 'BOTH'

/**
 * The currency of an order's amount. `unknown`: what the exchange says about the order does not
 * determine it.
 */
export type AmountIn = 'base' | 'quote' | 'unknown'

/** What a balance held of an asset; `owed` is borrowed, and part of `total`. */
export type PurseBefore = { total: Decimal; owed: Decimal }

/**
 * An existing open order or position to cancel or close, or the balances between which an asset is
 * moved, with their figures at preview.
 */
export type Target =
  | {
      kind: 'order'
      id: string
      clientOrderId: string
      type: string
      left: Decimal
      reduceOnly: boolean
      /** For a market order: the currency of its amount. Older versions did not record it. */
      amountIn?: AmountIn
      /** The price it waits for; absent if it waits for none, and in records of older versions. */
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
  | {
      /** Two linked orders that are removed together, by the id of the pair. */
      kind: 'linked'
      id: string
      stopLoss: Decimal
      takeProfit: Decimal
    }
  | {
      kind: 'purses'
      /** Empty: the exchange gives a transfer no id. */
      id: ''
      from: Purse
      to: Purse
      before: { from: PurseBefore; to: PurseBefore }
    }

/** The part of an open position that an order was confirmed to close. `amount` unsigned. */
export type ClosedPart = {
  direction: 'long' | 'short'
  entryPrice: Decimal | null
  amount: Decimal
}

/** `level`: what it does for the position. `trigger`: the price from which on it does. */
export type Guard = {
  level: 'stopLoss' | 'takeProfit'
  trigger: Decimal
  positionId: string
  direction: 'long' | 'short'
  /**
   * The order whose place it takes, which is removed in a second step. `linked`: it is one of a
   * pair, which is removed as a whole.
   */
  replaces?: { id: string; trigger: Decimal; linked: boolean }
  /** Of one to be removed: the intent that placed another in its place. */
  replacedBy?: string
}

/** What an order is known by; the second is empty if it has none. */
export type OrderIds = { id: string; clientOrderId: string }

/** One order to be sent, or one target. Amount in base currency, prices in quote currency. */
export type OrderItem = {
  /** Empty if there is a target: it creates no order that would need one. */
  clientOrderId: string
  /** Of a transfer: its asset. */
  market: string
  side: OrderSide
  amount: Decimal
  /** Null for a market order. */
  price: Decimal | null
  positionSide: PositionSide | null
  /** Of an order on collateral; null if there is none. */
  stopLoss: Decimal | null
  takeProfit: Decimal | null
  postOnly: boolean
  ioc: boolean
  rpi: boolean
  /** Absent if it is not, and in records of older versions. */
  reduceOnly?: boolean
  /** If set, the other members are the target's: `amount` is its amount at preview. */
  target?: Target
  /** Of an order that waits for a price to close a position, to be placed or removed. */
  guards?: Guard
  /**
   * For a market order confirmed to close all or part of a position: that part. Older versions did
   * not record it.
   */
  closes?: ClosedPart
}

/** A collateral market order to be placed (specification 4.5). */
export type MarketOrderDraft = Pick<OrderItem, 'market' | 'side' | 'amount'> &
  Partial<Pick<OrderItem, 'clientOrderId' | 'stopLoss' | 'takeProfit' | 'positionSide'>>

/** A collateral limit order to be placed. */
export type CollateralLimitDraft = MarketOrderDraft &
  Pick<OrderItem, 'postOnly' | 'ioc'> & { price: Decimal; reduceOnly: boolean }

/**
 * An order at market that waits for its trigger, and then takes no more than the position has.
 * `amount` in base currency.
 */
export type TriggerOrderDraft = Pick<
  OrderItem,
  'market' | 'side' | 'amount' | 'clientOrderId' | 'positionSide'
> & { trigger: Decimal }

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
 * values are passed through.
 */
export type Order = {
  id: string
  /** Empty if the exchange echoed none: then it ignored ours. */
  clientOrderId: string
  market: string
  side: string
  /** Absent, like every optional member below: not sent by the exchange. */
  type?: string
  timestamp: WireTime
  dealMoney: Decimal
  dealStock: Decimal
  amount: Decimal
  left: Decimal
  dealFee?: Decimal
  status?: string
  /**
   * The exchange sent no status, lists it among the ended orders, and it is not completely filled.
   */
  givenUp?: true
  price?: Decimal
  postOnly?: boolean
  ioc?: boolean
  rpi?: boolean
  reduceOnly?: boolean
  stp?: string
  positionSide?: string
  /** When it ended; only the history says it. */
  endedAt?: WireTime
  /** Their meaning is not documented (specification 2.6). */
  activated?: number
  activationCondition?: string
  activationPrice?: string
  oto?: { id: string; stopLoss: Decimal | null; takeProfit: Decimal | null }
  /** Read from a list whose records carry no levels: that it names none says nothing. */
  withoutLevels?: true
}

/**
 * Orders that the exchange lists together. `oco`: executing one cancels the other. `oto`: an order
 * whose levels are set once it is filled.
 */
export type ConditionalOrder =
  | { kind: 'oco'; id: string; stopLoss: Order; takeProfit: Order }
  | {
      kind: 'oto'
      id: string
      order: Order
      stopLoss: Decimal | null
      takeProfit: Decimal | null
    }

/** Specification 3.2. */
export const orderStatuses = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED'] as const

/**
 * Whether the exchange says that it no longer works on the order. Specification 3.2 has one word
 * for it; the live service has several spellings, with a reason appended (CANCELED,
 * CANCELED_TAKER_BAND, AUTO_CANCELED_REDUCE_ONLY).
 */
export function isCancelled({ status = '', givenUp }: Pick<Order, 'status' | 'givenUp'>): boolean {
  return givenUp === true || /^(?:AUTO_)?CANCELL?ED(?:_|$)/i.test(status)
}

/** What the live service sends in place of NEW, according to its public documentation. */
const liveNew = 'OPEN'

/** Whether the status gives the order's outcome: any other says nothing reliable. */
export function isStatusUnderstood(order: Pick<Order, 'status' | 'givenUp'>): boolean {
  return (
    isCancelled(order) ||
    order.status === liveNew ||
    orderStatuses.some((status) => status === order.status)
  )
}

/**
 * One entry of a bulk response, in its order. `unclear`: has both or neither of result and error,
 * or could not be read, leaving at most `clientOrderId`.
 */
export type BulkEntry =
  | { kind: 'placed'; order: Order }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'unclear'; order: Order | null; problem: Problem | null; clientOrderId?: string }

/**
 * One entry of the response to a cancel request, in its order. `order`: how it ended according to
 * the exchange, which says so only for a single one. `unclear`: could not be read, or says that the
 * outcome is unknown.
 */
export type CancelEntry =
  | { kind: 'cancelled'; id: string; market: string; order: Order | null }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'unclear'; id: string; problem: Problem | null }
