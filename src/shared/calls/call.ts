// Calls as sent over the wire, for users who want to see exactly what Plimsoll sent and received.
// Never a secret: the key is shortened, and credentials in a response are masked before it is kept.
import type { UnixSeconds } from '../time.js'
import type { Problem, ProblemCode } from '../problem.js'

/** `public`: unsigned, no key needed. */
export type CallKind = 'read' | 'moves-money' | 'public'

/** The budget of calls it counts against. */
export type CallScope = 'public' | 'history' | 'private' | 'stream-token'

/**
 * Why a call had to wait before it was sent: another call of the key was in flight, a limit was
 * used up, or the exchange asked for a pause.
 */
export type CallWait =
  { kind: 'turn' } | { kind: 'budget'; scope: CallScope } | { kind: 'pause'; ms: number }

/**
 * In milliseconds. Null for phases not reached; `connectMs` also if an open connection was reused.
 */
export type CallTimings = {
  queueMs: number
  connectMs: number | null
  reused: boolean
  /** From the first byte of the request to the response headers, and from there to its end. */
  firstByteMs: number | null
  bodyMs: number | null
  /** From requesting its turn to its end. */
  totalMs: number
}

/** `bytes`: of the whole response, decompressed. `cut`: `text` is its beginning. */
export type KeptAnswer = { text: string; bytes: number; cut: boolean }

/**
 * What Plimsoll did after a try: nothing more, or another one after `ms`. `pausedMs`: how long no
 * call is sent that the exchange counts with it.
 */
export type AfterTry = { again: boolean; ms: number; pausedMs: number | null }

/**
 * Without `KeptAnswer`: there was no response; its key was gone before it arrived, so it could not
 * be masked; or it was dropped to make room for newer ones.
 */
export type AnswerState = KeptAnswer | 'none' | 'not-kept' | 'let-go'

/** One try of a call; a read may have three. */
export type CallSummary = {
  /** Increases with every call of an account, from the start of Plimsoll. */
  id: number
  at: UnixSeconds
  method: 'GET' | 'POST'
  path: string
  kind: CallKind
  fromConsole: boolean
  /** 1 is the first. */
  attempt: number
  status: number | null
  totalMs: number
  /** Null: success. `sent`: whether a byte of it may have left this computer. */
  failure: { code: ProblemCode; sent: boolean } | null
}

export type CallHeader = { name: string; value: string }

export type CallDetail = CallSummary & {
  url: string
  scope: CallScope
  /**
   * 0 orders · 1 finding out the outcome of one · 2 positions, balance, loan · 3 history and the
   * console.
   */
  priority: 0 | 1 | 2 | 3
  /** Exactly as sent; null if nothing was signed. */
  body: string | null
  payload: string | null
  headers: CallHeader[]
  timings: CallTimings
  waits: CallWait[]
  answer: AnswerState
  /**
   * Members of body and response that contain no amount, according to the endpoint's description;
   * if absent, any may.
   */
  plainMembers?: readonly string[]
  problem: Problem | null
  after: AfterTry
  /** The tries of the same call that are kept, including this one. */
  tries: CallSummary[]
}

/** Newest first. */
export type CallQuery = {
  /** In the address, the body, the response or the error. */
  search: string | null
  path: string | null
  failedOnly: boolean
  olderThan: number | null
  newerThan: number | null
  limit: number
}

export type CallPage = {
  calls: CallSummary[]
  more: boolean
  oldest: number
  newest: number
  paths: string[]
}

/** How many calls of an account are kept, and the number of its latest; 0 before the first. */
export type CallsView = { profileId: string | null; newest: number; kept: number }

export const mostCalls = 500

/** Characters kept of a response, and bytes kept for one account, counting two per character. */
export const longestAnswer = 64 * 1024
export const mostCallBytes = 8 * 1024 * 1024

export const noCalls: CallsView = { profileId: null, newest: 0, kept: 0 }
