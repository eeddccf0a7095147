import type { UnixSeconds } from '../../shared/time.js'
import type { WireReply } from './http-connection.js'

/** Answers slower than this say too little about the moment their Date was written. */
const slowestHeadMs = 3000

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

let lastText: string | null = null
let lastRead: UnixSeconds | null = null

/** Unix seconds of an HTTP date, or null where it is not one. The last one is remembered: calls come in bunches within a second. */
export const readHttpDate = (text: string | null): UnixSeconds | null => {
  if (text === lastText) return lastRead
  const ms = text !== null && httpDate.test(text) ? Date.parse(text) : Number.NaN
  lastText = text
  lastRead = Number.isFinite(ms) ? ms / 1000 : null
  return lastRead
}

/**
 * This computer's clock minus the exchange's, in seconds, from the Date header of an answer complete at `receivedAt`: the
 * specification has no time endpoint. Good to about a second; null where the answer cannot tell.
 */
export const skewOf = (reply: Pick<WireReply, 'date' | 'headMs' | 'bodyMs'>, receivedAt: UnixSeconds): number | null => {
  const written = readHttpDate(reply.date)
  if (written === null || reply.headMs > slowestHeadMs) return null
  // The header is cut to whole seconds: on average it is half a second old when it is written.
  const ownThen = receivedAt - reply.bodyMs / 1000 - reply.headMs / 2000
  return ownThen - (written + 0.5)
}
