/** Unix seconds, with a fraction where the source had one. Read from Plimsoll's own clock. */
export type UnixSeconds = number

/**
 * Unix seconds exactly as the exchange wrote them ("1755500000.123456"). Kept as text so that no
 * digit is lost.
 */
export type WireTime = string

/** "2025-08-18T07:53:20.000Z", for files. */
export function isoTime(at: UnixSeconds): string {
  return new Date(at * 1000).toISOString()
}

/** "2025-08-18" in UTC, for the names of files. */
export function isoDay(at: UnixSeconds): string {
  return isoTime(at).slice(0, '2025-08-18'.length)
}

/** Returns the wall clock, in Unix seconds. Modules never read the real clock themselves. */
export type Clock = () => UnixSeconds

/**
 * Monotonic time, which may pause while the computer sleeps. Budgets, waits and deadlines use it,
 * never the wall clock, so that setting the clock back or forward neither opens a flood nor stops
 * calls for hours.
 */
export type Timing = {
  /** Milliseconds since some fixed moment. */
  ticks(): number
  /** Runs `act` once after `ms`, unless the returned function is called before. */
  after(ms: number, act: () => void): () => void
}
