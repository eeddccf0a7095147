/** Unix seconds, with a fraction where the source had one. Read from Plimsoll's own clock. */
export type UnixSeconds = number

/** Unix seconds exactly as the exchange wrote them ("1755500000.123456"). Kept as text so that no digit is lost. */
export type WireTime = string

/** Hands out the wall clock, in Unix seconds. Parts never read the real clock themselves. */
export type Clock = () => UnixSeconds
