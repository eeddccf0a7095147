// Time as this computer counts it, and as the exchange's headers give it.
import type { Timing, UnixSeconds } from '../../shared/time.js'

export const systemTiming: Timing = {
  ticks: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** True after `ms`, or false immediately when stopped. */
export function pause(timing: Timing, ms: number, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (stop.aborted) {
      resolve(false)
      return
    }
    const onStop = (): void => {
      cancel()
      resolve(false)
    }
    const cancel = timing.after(ms, () => {
      stop.removeEventListener('abort', onStop)
      resolve(true)
    })
    stop.addEventListener('abort', onStop, { once: true })
  })
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

let lastText: string | null = null
let lastRead: UnixSeconds | null = null

/**
 * Unix seconds of an HTTP date, or null if it is not one. The last one is cached: calls come in
 * bursts within a second.
 */
function readHttpDate(text: string | null): UnixSeconds | null {
  if (text === lastText) return lastRead
  const ms = text !== null && httpDate.test(text) ? Date.parse(text) : Number.NaN
  lastText = text
  lastRead = Number.isFinite(ms) ? ms / 1000 : null
  return lastRead
}

/** Responses slower than this say too little about when their Date was written. */
const slowestHeadMs = 3000

/**
 * This computer's clock minus the exchange's, in seconds, from the Date header of a response
 * complete at `receivedAt`: the specification has no time endpoint. Accurate to about a second;
 * null if the response does not show it.
 */
export function skewOf(
  reply: { date: string | null; headMs: number; bodyMs: number },
  receivedAt: UnixSeconds,
): number | null {
  const written = readHttpDate(reply.date)
  if (written === null || reply.headMs > slowestHeadMs) return null
  // The header is truncated to whole seconds: on average it is half a second old when written.
  const ownThen = receivedAt - reply.bodyMs / 1000 - reply.headMs / 2000
  return ownThen - (written + 0.5)
}

const maxPauseMs = 300_000

/**
 * Milliseconds the exchange asks to wait, from Retry-After in seconds or as a date, at most five
 * minutes; null if it does not say.
 */
export function retryAfterMs(
  reply: { retryAfter: string | null; date: string | null },
  now: UnixSeconds,
): number | null {
  const header = reply.retryAfter?.trim() ?? null
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Math.min(maxPauseMs, Number(header) * 1000)
  const end = readHttpDate(header)
  if (end === null) return null
  // Both dates are the exchange's, so its clock and ours need not agree.
  const from = readHttpDate(reply.date) ?? now
  return Math.min(maxPauseMs, Math.max(0, (end - from) * 1000))
}
