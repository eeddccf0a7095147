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

/** Hands out the wall clock, in Unix seconds. Parts never read the real clock themselves. */
export type Clock = () => UnixSeconds

/**
 * Time that only moves forward, and may stand still while the computer sleeps. Budgets, waits and
 * deadlines count in it, never on the wall clock, so that a clock that is set back or forward
 * neither opens a flood nor stops a call for hours.
 */
export type Timing = {
  /** Milliseconds since some fixed moment. */
  ticks(): number
  /** Runs `act` once after `ms`, unless the function it returns is called before. */
  after(ms: number, act: () => void): () => void
}
