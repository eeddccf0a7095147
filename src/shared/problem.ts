import type { UnixSeconds } from './time.js'
import type { AddressFamily } from './portfolio/address-family.js'
import type { Message, MessageOrText } from './messages/messages.js'
import type { ProblemCode } from './problem-words.js'

/** Why something did not work, sorted by what the user can do about it. */
export type { ProblemCode }

/**
 * One of a profile's trading limits: of a quote currency, of a market, or the number of orders a
 * day.
 */
export type LimitName = { by: 'quote' | 'market'; name: string } | { by: 'orders' }

/** What is wrong with each field. */
export type FieldErrors = { [field: string]: Message[] }

export type Problem = {
  code: ProblemCode
  /** One sentence: what happened, in plain words. Contains no key, secret, payload or signature. */
  message: MessageOrText
  /**
   * By parameter: what is wrong with it, or the exchange's own text (specification 2.2). Server
   * text: show, never trust.
   */
  fields?: { [parameter: string]: MessageOrText[] }
  /** The exchange's response, for the details. */
  server?: { status: number; code: number | null; message: string }
  /** When the wait is over, if known. */
  retryAt?: UnixSeconds
  /** A code for the exact cause on this machine ("NO_SERVICE"), for the details and for support. */
  reason?: string
  /** Connections fail over the one that is used, and would be possible over this one. */
  worksOver?: AddressFamily
  /** The limit that refused (`over-limit`), so that a screen can lead there. */
  limit?: LimitName
}
