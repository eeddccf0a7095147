// What the user typed on the Trade screen, exactly as typed. Main reads it by the rules of
// order-rules.ts, and so does the page while the user types; only main's result counts.
import type { Purse } from '../portfolio/purse.js'
import type { Level } from './order-effect.js'
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

/** One limit order on collateral. `reduceOnly` excludes levels. */
export type CollateralLimitTicket = Omit<MarketTicket, 'kind'> & {
  kind: 'collateral-limit'
  price: string
  postOnly: boolean
  ioc: boolean
  reduceOnly: boolean
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

/** Between two balances of the account. */
export type TransferTicket = {
  kind: 'transfer'
  asset: string
  from: Purse
  to: Purse
  amount: string
}

/** An order, or a pair of linked ones: their ids may be alike. */
export type LevelTarget = { id: string; by: 'order' | 'linked' }

/**
 * A stop loss or take profit of an open position. `amount` null: all of it. `replaces`: the one
 * whose place it takes; null if there is none.
 */
export type SetLevelTicket = {
  kind: 'set-level'
  market: string
  positionId: string
  level: Level
  trigger: string
  amount: string | null
  replaces: LevelTarget | null
}

/** `replacedBy`: the intent that placed another in its place; null if none did. */
export type RemoveLevelTicket = {
  kind: 'remove-level'
  market: string
  positionId: string
  replacedBy: string | null
} & LevelTarget

export type OrderTicket =
  | MarketTicket
  | CollateralLimitTicket
  | BulkTicket
  | CloseTicket
  | TransferTicket
  | TargetTicket
  | SetLevelTicket
  | RemoveLevelTicket

export type OrderKind = OrderTicket['kind']

/** A ticket of one kind. */
export type TicketOf<Kind extends OrderKind> = Extract<OrderTicket, { kind: Kind }>

/** How kinds differ for both processes. What main does with each is in src/main/orders/kinds. */
type KindTraits = {
  /**
   * It only takes something away: risk decreases, so neither a limit nor a blocked market holds it
   * back.
   */
  takesAway: boolean
  /** It only takes orders off the book. */
  cancelsOrders: boolean
  /** It changes no position. */
  keepsPositions: boolean
  /**
   * It waits for a price to close a position, which it changes only then. It takes risk away, so it
   * uses no limit.
   */
  guards?: true
  /** The figures that have to be fresh before it is sent; null if it needs none but its own. */
  figures: 'positions' | 'balance' | null
}

const cancels = {
  takesAway: true,
  cancelsOrders: true,
  keepsPositions: true,
  figures: null,
} as const

const changes = { takesAway: false, cancelsOrders: false, keepsPositions: false } as const

const kindTraits: { readonly [Kind in OrderKind]: KindTraits } = {
  market: { ...changes, figures: 'positions' },
  'collateral-limit': { ...changes, figures: 'positions' },
  bulk: { ...changes, figures: 'balance' },
  'close-investment': { ...changes, figures: 'balance' },
  transfer: { ...changes, keepsPositions: true, figures: 'balance' },
  cancel: cancels,
  'cancel-all': cancels,
  'close-position': { ...changes, takesAway: true, figures: 'positions' },
  'set-level': { ...changes, keepsPositions: true, guards: true, figures: 'positions' },
  // Without it, a position may lose more.
  'remove-level': { ...cancels, takesAway: false, figures: 'positions' },
}

function isOrderKind(name: string): name is OrderKind {
  return Object.hasOwn(kindTraits, name)
}

export const orderKinds: readonly OrderKind[] = Object.keys(kindTraits).filter(isOrderKind)

export function takesAway(kind: OrderKind): boolean {
  return kindTraits[kind].takesAway
}

/** It counts towards the daily limits. */
export function usesLimits(kind: OrderKind): boolean {
  const { takesAway: isLess, cancelsOrders: isCancel, guards } = kindTraits[kind]
  return !isLess && !isCancel && guards !== true
}

/** It changes a position only once its price is reached. */
export function guardsPosition(kind: OrderKind): boolean {
  return kindTraits[kind].guards === true
}

export function cancelsOrders(kind: OrderKind): boolean {
  return kindTraits[kind].cancelsOrders
}

export function keepsPositions(kind: OrderKind): boolean {
  return kindTraits[kind].keepsPositions
}

/** The kinds that need these figures fresh. */
export function kindsNeeding(figures: NonNullable<KindTraits['figures']>): OrderKind[] {
  return orderKinds.filter((kind) => kindTraits[kind].figures === figures)
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
