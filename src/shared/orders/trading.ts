// Orders in our terms: what is confirmed, what happened to it, and whether anything may be sent
// now.
import type { Profile, Region } from '../accounts/account.js'
import type { LivePrice } from '../markets/live-price.js'
import type { Order, OrderItem, OrderSide, PositionSide } from './order.js'
import type { Level, OrderEffect } from './order-effect.js'
import type { OrderKind } from './order-ticket.js'
import type { Problem } from '../problem.js'
import type { Json } from '../json.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds, WireTime } from '../time.js'
import { type Message, messageOf, type MessageOrText } from '../messages/messages.js'

/**
 * `intent` recorded, nothing sent · `sending` the first byte may have been sent · `acknowledged`
 * the exchange accepted it and its echo matches · `rejected` the exchange itself refused it ·
 * `not-sent` certain that nothing was sent · `unknown` not known yet · `not-executed` the
 * exchange's own lists show that it was not executed · `resolved-…` the user decided the outcome of
 * an unknown one, with the evidence shown.
 */
export const intentStates = [
  'intent',
  'sending',
  'acknowledged',
  'rejected',
  'not-sent',
  'unknown',
  'not-executed',
  'resolved-filled',
  'resolved-not-filled',
] as const
export type IntentState = (typeof intentStates)[number]

/** Its outcome is not known yet. */
export function isUnfinished({ state }: { state: IntentState }): boolean {
  return state === 'intent' || state === 'sending' || state === 'unknown'
}

/** The total fills of an order under its earlier ids, if it was changed elsewhere. */
export type EarlierOrder = { firstId: string; dealStock: Decimal; dealMoney: Decimal }

/**
 * One order of an intent. `partly` partially filled, and the rest may already be cancelled;
 * `cancelled` accepted, then cancelled by the exchange with nothing filled; `not-processed` the
 * exchange stopped before it. The `order` of a resting order says how it ended; `not-open` if how
 * it ended is unknown, although no list has it any longer. Of targets: `accepted` the exchange
 * accepted the request without giving this one's outcome · `done` cancelled, or closed ·
 * `already-filled`, `already-cancelled`, `not-open` it had ended before, the last if it is unknown
 * how · `not-executed` it still exists.
 */
export const itemStates = [
  'pending',
  'placed',
  'partly',
  'cancelled',
  'rejected',
  'not-processed',
  'not-sent',
  'unknown',
  'not-executed',
  'accepted',
  'done',
  'already-filled',
  'already-cancelled',
  'not-open',
  'resolved-filled',
  'resolved-not-filled',
] as const
export type ItemState = (typeof itemStates)[number]

export type IntentItem = OrderItem & {
  /** Its place in the request, from 0. */
  index: number
  state: ItemState
  /** As reported by the exchange, if it was. */
  order: Order | null
  /** Fills under earlier ids, if it was changed elsewhere; `order` has the latest id. */
  earlier?: EarlierOrder
  problem: Problem | null
  /**
   * How the exchange's echo differs from what was sent, as messages; empty if it matches or there
   * is none.
   */
  mismatch: MessageOrText[]
}

export const timelineSteps = [
  'prepared',
  'confirmed',
  'written',
  'sending',
  'answered',
  'late-answer',
  'looked',
  'settled',
  'block-lifted',
  'resolved',
  'found-at-start',
  'retried',
  'progress',
] as const

export type TimelineStep = {
  at: UnixSeconds
  what: (typeof timelineSteps)[number]
  text: MessageOrText
  details: { readonly [name: string]: Json }
}

/** `modifiedAt` is empty if it was not sent: then nothing shows that it is the same. */
export type EvidencePosition = {
  id: string
  positionSide: string | null
  amount: Decimal | null
  modifiedAt: WireTime
}

export type PositionsSnapshot = {
  asOf: UnixSeconds
  positions: { [market: string]: EvidencePosition[] }
}

/**
 * What was requested from the exchange's own records about an unknown order, and when. `found`
 * describes it; null if there was no response: then `problem` says why.
 */
export type AskedRecord = {
  what: MessageOrText
  at: UnixSeconds
  found: MessageOrText | null
  problem: Problem | null
}

/** What is known about an unknown order's market before and after. It never decides by itself. */
export type Evidence = {
  before: PositionsSnapshot | null
  after: PositionsSnapshot | null
  verdict: 'likely-filled' | 'likely-not-filled' | 'unclear'
  text: MessageOrText
  /** Why the last read of the positions failed; tracking continues. */
  problem: Problem | null
  /**
   * From the latest lookup in the exchange's records; absent if there was none, and in records of
   * older versions.
   */
  asked?: AskedRecord[]
  /** Why the findings settle nothing, in sentences; absent if there is nothing to say. */
  unsettled?: MessageOrText[]
  /**
   * What its response left open was looked up as often as that helps, without a complete result.
   */
  lookedUp?: true
}

/** What “all orders” meant at preview: on one market, or on all if null. */
export type CancelScope = {
  market: string | null
  /** How many were listed; the first of them are items. */
  orders: number
  /** Levels of positions there, which are removed as well. */
  levels: {
    market: string
    positionId: string
    stopLoss: Decimal | null
    takeProfit: Decimal | null
  }[]
}

export type OrderIntent = {
  id: string
  profileId: string
  profileName: string
  region: Region
  keyHint: string
  kind: OrderKind
  /** The button's label: "Buy 0.01 BTC_USDT at market". Text if an older version wrote it. */
  act: MessageOrText
  state: IntentState
  createdAt: UnixSeconds
  /** Empty for a closed investment. */
  items: IntentItem[]
  investmentId: string | null
  stopOnFail: boolean | null
  retryOf: string | null
  /** Only for a request to cancel all. */
  scope?: CancelScope
  /** The JSON that was confirmed, without the nonce, which is drawn when sending. */
  body: string
  /** SHA-256 in hex of `body`. */
  bodyHash: string
  /** SHA-256 in hex of exactly the bytes sent; null before. */
  requestHash: string | null
  nonce: string | null
  httpStatus: number | null
  /**
   * Milliseconds from confirmation: to the record on disk, to the first byte, to the end of the
   * response.
   */
  ms: { written: number | null; sent: number | null; answered: number | null }
  problem: Problem | null
  evidence: Evidence | null
  /** Whether it blocks further orders on its markets. */
  blocks: boolean
  timeline: TimelineStep[]
}

/**
 * Seconds after the response from which on its open questions are no longer looked up, whatever
 * prevented the lookups.
 */
const followedFor = 86_400

/** It is closed, and at what price is not known yet. */
export function isFillMissing({ state, order, target }: IntentItem): boolean {
  return state === 'done' && order === null && target?.kind === 'position'
}

/**
 * Targets whose outcome is unknown, or was not given completely. Only a close that the exchange
 * accepted has a fill: otherwise something else may have ended the position.
 */
export function openTargets({ state, items, httpStatus }: OrderIntent): IntentItem[] {
  const isAccepted = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  return state === 'unknown' || state === 'acknowledged'
    ? items.filter((item) => {
        if (item.target === undefined || item.target.kind === 'purses') return false
        const isEndMissing = item.state === 'not-open' && item.order === null
        return (
          item.state === 'unknown' ||
          item.state === 'accepted' ||
          isEndMissing ||
          (isAccepted && isFillMissing(item))
        )
      })
    : []
}

/**
 * The exchange accepted it without giving the outcome of every target: that is looked up until it
 * is found, or was looked up often enough.
 */
export function isFollowed(intent: OrderIntent, now: UnixSeconds): boolean {
  const answeredAt =
    intent.timeline.findLast(({ what }) => what === 'answered' || what === 'late-answer')?.at ??
    intent.createdAt
  const isLookedUp = intent.evidence?.lookedUp === true
  return (
    intent.state === 'acknowledged' &&
    openTargets(intent).length > 0 &&
    !isLookedUp &&
    now - answeredAt < followedFor
  )
}

/** What to warn about in an unresolved order. */
export type OrderTrouble = {
  intentId: string
  because: MarketBlock['because']
  kind: OrderKind
  /** Empty for an investment. */
  markets: string[]
  /** Levels that were sent but are missing from the response. */
  notSet: Level[]
  /**
   * The result of the latest lookup in the exchange's own lists, for an unknown one. `none` there
   * was none · `failed` a list could not be read · `not-listed` it was in none of them · `unclear`
   * they do not give its outcome.
   */
  look: 'none' | 'failed' | 'not-listed' | 'unclear'
  since: UnixSeconds
}

/** Its effect on the open position; null for orders that first rest in the book. */
export type PreviewItem = OrderItem & { effect: OrderEffect | null }

/** `amount` in base currency; null if the exchange states one of them in quote currency. */
export type OrderTotal = {
  market: string
  side: OrderSide
  orders: number
  amount: Decimal | null
  notional: Decimal | null
  quote: string
}

/**
 * A figure before or after an order. `known` false: it cannot be known. `value` null: there is
 * none. `about`: calculated at a current price. `side`: of a position.
 */
export type ChangedFigure = {
  known: boolean
  value: Decimal | null
  about: boolean
  side: 'long' | 'short' | null
}

export const changedFigures = [
  'size',
  'entry',
  'stopLoss',
  'takeProfit',
  'liquidation',
  'pnl',
  'pnlAfterFee',
  'freeMargin',
  'main',
  'trade',
  'collateral',
  'marginLevel',
] as const

/**
 * `unit`: its currency, or a percent sign. `main`, `trade`, `collateral`: what they hold. `pnl`:
 * the result of closing, before the closing fee, or after it if that is known.
 */
export type OrderChange = {
  what: (typeof changedFigures)[number]
  unit: string
  before: ChangedFigure
  after: ChangedFigure
}

/**
 * Exactly what is about to be confirmed; `body` is indented for reading. The token works once, for
 * these bytes, until `expiresAt`.
 */
export type OrderPreview = Pick<
  OrderIntent,
  'kind' | 'act' | 'investmentId' | 'stopOnFail' | 'scope' | 'body' | 'bodyHash'
> & {
  token: string
  preparedAt: UnixSeconds
  expiresAt: UnixSeconds
  /** The same in sentences, as read aloud. */
  sentences: Message[]
  profile: Pick<Profile, 'id' | 'name' | 'region' | 'baseUrl' | 'keyHint'>
  items: PreviewItem[]
  warnings: { field: string | null; text: Message }[]
  totals: OrderTotal[]
  /**
   * The changes of its position, and of the margin; empty if it has no position, or that is
   * unknown.
   */
  changes: OrderChange[]
  /** A system dialog will ask as well. */
  asksTwice: boolean
  /** What levels are measured against; null if no price is known now. */
  livePrice: LivePrice | null
}

/** Worst first if several apply. */
export const tradeObstacles = [
  'no-account',
  'journal',
  'data-restored',
  'key',
  'locked',
  'clock',
  'offline',
  'stale',
  'no-positions',
  'read-only',
  'not-armed',
] as const
/** `only`: it holds back only these kinds of orders; all if absent. */
export type TradeObstacle = {
  code: (typeof tradeObstacles)[number]
  message: MessageOrText
  only?: OrderKind[]
}

/** What prevents an order of this kind. */
export function obstaclesFor(
  obstacles: readonly TradeObstacle[],
  kind: OrderKind,
): TradeObstacle[] {
  return obstacles.filter(({ only }) => only === undefined || only.includes(kind))
}

/**
 * No further order on this market, on `positionSide` only unless it is null, while `intentId` is
 * unknown or did not match.
 */
export type MarketBlock = {
  market: string
  positionSide: PositionSide | null
  intentId: string
  since: UnixSeconds
  because: 'unknown' | 'mismatch'
}

export type TradeLimit = { perOrder: Decimal; perDay: Decimal }

/** Guards against typing errors, per profile. */
export type TradeLimits = {
  on: boolean
  /** Notional of one order, and of all orders of a day (UTC), by quote currency. */
  byQuote: { [currency: string]: TradeLimit }
  /** Amount in base currency by market: tighter, or for markets whose notional is unknown. */
  byMarket: { [market: string]: TradeLimit }
  ordersPerDay: number
  /** From this notional on, by quote currency, a system dialog asks as well. */
  askFrom: { [currency: string]: Decimal }
}

export const defaultTradeLimits: TradeLimits = {
  on: true,
  byQuote: Object.fromEntries(
    ['USDT', 'USDC', 'USD', 'EUR'].map((currency) => [
      currency,
      { perOrder: '1000', perDay: '5000' },
    ]),
  ),
  byMarket: {},
  ordersPerDay: 200,
  askFrom: Object.fromEntries(['USDT', 'USDC', 'USD', 'EUR'].map((currency) => [currency, '500'])),
}

export type UsedToday = {
  orders: number
  byQuote: { [currency: string]: Decimal }
  byMarket: { [market: string]: Decimal }
}

export const armedFor = 900

export type TradingView = {
  profileId: string | null
  /** Stored per profile; a new one is read-only. */
  readOnly: boolean
  armedUntil: UnixSeconds | null
  /** Why nothing can be sent now; empty if an order may be confirmed. */
  obstacles: TradeObstacle[]
  blocks: MarketBlock[]
  limits: TradeLimits
  usedToday: UsedToday
  favourites: string[]
  /** In progress, unknown or mismatched: what needs attention, newest first. */
  open: OrderIntent[]
  /** The newest others, at most 20. */
  recent: OrderIntent[]
}

/** Whether trading is allowed and armed. Other obstacles may still prevent an order. */
export function isEnabled({
  readOnly,
  obstacles,
}: Pick<TradingView, 'readOnly' | 'obstacles'>): boolean {
  return !readOnly && !obstacles.some(({ code }) => code === 'not-armed')
}

export const noTrading: TradingView = {
  profileId: null,
  readOnly: true,
  armedUntil: null,
  obstacles: [{ code: 'no-account', message: messageOf('orders.no-account') }],
  blocks: [],
  limits: defaultTradeLimits,
  usedToday: { orders: 0, byQuote: {}, byMarket: {} },
  favourites: [],
  open: [],
  recent: [],
}

export type IntentQuery = {
  /** The last intent of the previous page; null starts at the newest. */
  after: { at: UnixSeconds; id: string } | null
  limit: number
  states: IntentState[] | null
  kinds: OrderKind[] | null
  /** The prefix of a client id, an order id or a market; a market in either case. */
  search: string | null
  market: string | null
  /** Confirmed at or after `from`, and before `before`. */
  from: UnixSeconds | null
  before: UnixSeconds | null
}

/** A query that matches every order. */
export const everyIntent = {
  states: null,
  kinds: null,
  search: null,
  market: null,
  from: null,
  before: null,
} as const
export type IntentPage = { intents: OrderIntent[]; more: boolean }

export type ExportFormat = 'csv' | 'json'
/** `saved` false: the user chose no file, nothing was written. */
export type Exported = { saved: boolean; rows: number; file: string | null }
