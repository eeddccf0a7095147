import type { UnixSeconds } from '../time.js'

/** The channels of the exchange's stream. */
export const streamTopics = [
  'positionsMargin',
  'positionsAccountMargin',
  'balanceMargin',
  'balanceSpot',
  'borrowsMargin',
  'borrowsAccountMargin',
  'ordersPending',
  'ordersExecuted',
  'deals',
] as const
export type StreamTopic = (typeof streamTopics)[number]

/** The channels of prices, which are subscribed to by market: last prices and mark prices. */
export const priceTopics = ['lastprice', 'premiumIndex'] as const
export type PriceTopic = (typeof priceTopics)[number]
export type WatchedMarkets = Record<PriceTopic, readonly string[]>

/**
 * Why a connection ended. `silent`: no answer to a ping · `token`: the exchange refused the token,
 * or gave none · `no-access`: it gives this key none · `not-understood`: not the stream as it is
 * described · `slept`: the computer slept, or its clock was set · `replaced`: proxy or address
 * family changed · `fault`: an error of Plimsoll.
 */
export type StreamEnd =
  | 'not-reached'
  | 'not-safe'
  | 'too-large'
  | 'closed'
  | 'silent'
  | 'token'
  | 'no-access'
  | 'not-understood'
  | 'slept'
  | 'replaced'
  | 'fault'

/** `off`: not wanted · `waiting`: until the next attempt. */
export type StreamState = 'off' | 'connecting' | 'live' | 'waiting'

/**
 * `substance`: amounts, orders or states changed, or may have · `figures`: only what moves with the
 * price.
 */
export type StreamChange = 'substance' | 'figures'

/** The lists whose every change the stream should announce. */
export type StreamedList = 'positions' | 'collateralBalance' | 'tradeBalance'

/** Changes that reads found and no message had announced. */
export type StreamDifference = { list: StreamedList; count: number; at: UnixSeconds }

/** How many late lists of positions there were, and when the latest arrived. */
export type LateLists = { count: number; at: UnixSeconds }

/** What the connection knows of itself. */
export type StreamClientView = {
  state: StreamState
  since: UnixSeconds | null
  /** When a message of each channel was last received; null if none was. */
  topics: { topic: StreamTopic | PriceTopic; at: UnixSeconds | null; refused: boolean }[]
  /** Messages within the last minute. */
  perMinute: number
  /** The latest connections that ended, newest first. */
  ends: { at: UnixSeconds; why: StreamEnd }[]
  /** Messages without a description, and ones that could not be read. */
  unknown: number
  unreadable: number
  /** Members without a description, as `channel.member`. */
  unknownMembers: string[]
}

export type StreamView = StreamClientView & {
  differences: StreamDifference[]
  late: LateLists | null
  /** Reads before their interval was over, after a message announced a change. */
  early: number
}

export const noStream: StreamView = {
  state: 'off',
  since: null,
  topics: [],
  perMinute: 0,
  ends: [],
  unknown: 0,
  unreadable: 0,
  unknownMembers: [],
  differences: [],
  late: null,
  early: 0,
}
