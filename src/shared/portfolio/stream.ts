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

/**
 * Why a connection ended. `silent`: no answer to a ping · `token`: the exchange refused the token,
 * or gave none · `no-access`: it gives this key none · `not-understood`: not the stream as it is
 * described · `slept`: the computer slept, or its clock was set · `replaced`: proxy or address
 * family changed.
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

/** `off`: not wanted · `waiting`: until the next attempt. */
export type StreamState = 'off' | 'connecting' | 'live' | 'waiting'

/** The lists whose polling slows down while the stream is live. */
export type StreamedList = 'positions' | 'collateralBalance' | 'tradeBalance'

export type StreamView = {
  state: StreamState
  since: UnixSeconds | null
  /** When a message of each channel was last received; null if none was. */
  topics: { topic: StreamTopic; at: UnixSeconds | null; refused: boolean }[]
  /** Messages within the last minute. */
  perMinute: number
  /** The latest connections that ended, newest first. */
  ends: { at: UnixSeconds; why: StreamEnd }[]
  /** Messages without a description, and ones that could not be read. */
  unknown: number
  unreadable: number
  /** Members without a description, as `channel.member`. */
  unknownMembers: string[]
  /** Calls that the usual polling would have made. */
  saved: number
  /** Changes that a call found and no message had announced. */
  differences: { list: StreamedList; count: number; at: UnixSeconds }[]
  /** Lists polled as usual again because of that. */
  polledAgain: StreamedList[]
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
  saved: 0,
  differences: [],
  polledAgain: [],
}
