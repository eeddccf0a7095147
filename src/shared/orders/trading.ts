// Orders in our words: what is confirmed, what happened to it, and whether anything may be sent
// now.
import type { Profile, Region } from '../accounts/account.js'
import type { LivePrice } from '../markets/live-price.js'
import type { Order, OrderItem, OrderSide, PositionSide } from './order.js'
import type { Level, OrderEffect } from './order-effect.js'
import { type OrderKind, takesAway } from './order-ticket.js'
import type { Problem } from '../problem.js'
import type { Json } from '../json.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds, WireTime } from '../time.js'
import { type Message, messageOf, type Told } from '../messages/messages.js'

/**
 * `intent` written down, nothing sent · `sending` the first byte may be out · `acknowledged` the
 * exchange took it and its echo fits · `rejected` it refused on its own word · `not-sent` certain
 * that nothing left · `unknown` nobody knows yet · `not-executed` the exchange's own lists show
 * that nothing came of it · `resolved-…` a person decided what became of an unknown one, with the
 * evidence in sight.
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

/** Its result is not known yet. */
export function isUnfinished({ state }: { state: IntentState }): boolean {
  return state === 'intent' || state === 'sending' || state === 'unknown'
}

/**
 * One order of an intent. `partly` is filled in part, and the rest may be cancelled already;
 * `cancelled` was taken and given up by the exchange with nothing filled; `not-processed` the
 * exchange stopped before it. Of what was to go: `accepted` the exchange took the request and did
 * not say what became of this one · `done` it is cancelled, or closed · `already-filled`,
 * `already-cancelled`, `not-open` it had ended before, the last where it is not known how ·
 * `not-executed` it is still there.
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
  /** As the exchange reported it, where it did. */
  order: Order | null
  problem: Problem | null
  /**
   * What in the exchange's echo differs from what was sent, in words; empty where it fits or there
   * is none.
   */
  mismatch: Told[]
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
] as const

export type TimelineStep = {
  at: UnixSeconds
  what: (typeof timelineSteps)[number]
  text: Told
  details: { readonly [name: string]: Json }
}

/** `modifiedAt` is empty where it was not sent: then nothing says that it is the same. */
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
 * What the exchange was asked of its own records about an unknown order, and when. `found` says it
 * in words, null where no answer came: then `problem` says why.
 */
export type AskedRecord = {
  what: Told
  at: UnixSeconds
  found: Told | null
  problem: Problem | null
}

/** What is known of an unknown order's market before and after. It never decides by itself. */
export type Evidence = {
  before: PositionsSnapshot | null
  after: PositionsSnapshot | null
  verdict: 'likely-filled' | 'likely-not-filled' | 'unclear'
  text: Told
  /** Why the last look at the positions failed; tracking goes on. */
  problem: Problem | null
  /**
   * At the newest look into the exchange's records; absent where there was none, as in what older
   * versions wrote.
   */
  asked?: AskedRecord[]
  /**
   * Why what was found in them settles nothing, in sentences; absent where there is nothing to say.
   */
  unsettled?: Told[]
  /**
   * What its answer left open was looked up as often as that helps, and some of it was not found
   * out.
   */
  lookedUp?: true
}

/** What “all orders” was when it was previewed: on one market, or everywhere where that is null. */
export type CancelScope = {
  market: string | null
  /** How many were listed; the first of them are items. */
  orders: number
  /** Of positions there, which go as well. */
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
  /** What the button said: "Buy 0.01 BTC_USDT at market". Text where an older version wrote it. */
  act: Told
  state: IntentState
  createdAt: UnixSeconds
  /** Empty for a closed investment. */
  items: IntentItem[]
  investmentId: string | null
  stopOnFail: boolean | null
  retryOf: string | null
  /** Only of a request to cancel all. */
  scope?: CancelScope
  /** The JSON that was confirmed, without the nonce, which is drawn at sending. */
  body: string
  /** SHA-256 in hex of `body`. */
  bodyHash: string
  /** SHA-256 in hex of the very bytes that were sent; null before. */
  requestHash: string | null
  nonce: string | null
  httpStatus: number | null
  /**
   * Milliseconds from confirmation: to the record on disk, to the first byte, to the end of the
   * answer.
   */
  ms: { written: number | null; sent: number | null; answered: number | null }
  problem: Problem | null
  evidence: Evidence | null
  /** Whether it keeps its markets from further orders. */
  blocks: boolean
  timeline: TimelineStep[]
}

/**
 * Seconds after the answer from which on nobody looks up any more what it did not say, whatever
 * kept the looks from being made.
 */
const followedFor = 86_400

/** What became of these is not known, or not said. */
export function openTargets({ kind, state, items }: OrderIntent): IntentItem[] {
  return takesAway(kind) && (state === 'unknown' || state === 'acknowledged')
    ? items.filter((item) => {
        const isUntold = item.state === 'not-open' && item.order === null
        return item.state === 'unknown' || item.state === 'accepted' || isUntold
      })
    : []
}

/**
 * The exchange took it and did not say what became of all that was to go: that is looked up until
 * it is found out, or was looked up often enough.
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

/** What an unresolved order has to be warned of for. */
export type OrderTrouble = {
  intentId: string
  because: MarketBlock['because']
  kind: OrderKind
  /** Empty for an investment. */
  markets: string[]
  /** Levels that were sent and that the answer does not name. */
  notSet: Level[]
  /**
   * What the newest look into the exchange's own lists came to, of an unknown one. `none` there was
   * none · `failed` a list could not be read · `not-listed` it was in none of them · `unclear` they
   * do not say what became of it.
   */
  look: 'none' | 'failed' | 'not-listed' | 'unclear'
  since: UnixSeconds
}

/** Its effect on the position that is open now; null for limit orders, which only rest at first. */
export type PreviewItem = OrderItem & { effect: OrderEffect | null }

/** `amount` in base currency; null where the exchange counts one of them in quote currency. */
export type OrderTotal = {
  market: string
  side: OrderSide
  orders: number
  amount: Decimal | null
  notional: Decimal | null
  quote: string
}

/**
 * A figure before or after an order. `known` false: nobody can tell. `value` null: there is none.
 * `about`: reckoned at a price of now. `side`: of a position.
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
] as const

/**
 * `unit`: the currency it is in. `pnl`: what closing brings, before the fee of closing, or after it
 * where that is known.
 */
export type OrderChange = {
  what: (typeof changedFigures)[number]
  unit: string
  before: ChangedFigure
  after: ChangedFigure
}

/**
 * What is about to be confirmed, exactly; `body` is indented for reading. The token works once, for
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
   * What becomes of the position it is for, and of the margin; empty where it is for none, or that
   * cannot be told.
   */
  changes: OrderChange[]
  /** A system dialog will ask as well. */
  asksTwice: boolean
  /** What levels are measured by; null where no price is known now. */
  livePrice: LivePrice | null
}

/** Worst first where several hold. */
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
/** `only` these kinds of orders are kept back by it; all where it is absent. */
export type TradeObstacle = {
  code: (typeof tradeObstacles)[number]
  message: Told
  only?: OrderKind[]
}

/** What stands against an order of this kind. */
export function obstaclesFor(
  obstacles: readonly TradeObstacle[],
  kind: OrderKind,
): TradeObstacle[] {
  return obstacles.filter(({ only }) => only === undefined || only.includes(kind))
}

/**
 * No further order on this market, on `positionSide` only where it is not null, while `intentId` is
 * unknown or did not fit.
 */
export type MarketBlock = {
  market: string
  positionSide: PositionSide | null
  intentId: string
  since: UnixSeconds
  because: 'unknown' | 'mismatch'
}

export type TradeLimit = { perOrder: Decimal; perDay: Decimal }

/** Guards against a slip of the hand, per profile. */
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
  /** Kept per profile; a fresh one is read-only. */
  readOnly: boolean
  armedUntil: UnixSeconds | null
  /** Why nothing can be sent now; empty when an order may be confirmed. */
  obstacles: TradeObstacle[]
  blocks: MarketBlock[]
  limits: TradeLimits
  usedToday: UsedToday
  favourites: string[]
  /** Under way, unknown or not fitting: what needs attention, newest first. */
  open: OrderIntent[]
  /** The newest others, at most 20. */
  recent: OrderIntent[]
}

/**
 * Whether trading is allowed and armed. Other obstacles may stand against an order all the same.
 */
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
  /** The last intent of the page before; null begins with the newest. */
  after: { at: UnixSeconds; id: string } | null
  limit: number
  states: IntentState[] | null
  kinds: OrderKind[] | null
  /** How a client id, an order id or a market begins; a market in capitals or not. */
  search: string | null
  market: string | null
  /** Confirmed at or after `from`, and before `before`. */
  from: UnixSeconds | null
  before: UnixSeconds | null
}

/** A query that lets every order pass. */
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
/** `saved` false: the person chose no file, nothing was written. */
export type Exported = { saved: boolean; rows: number; file: string | null }
