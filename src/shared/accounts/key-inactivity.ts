// The exchange deactivates API keys without a list of trusted addresses after 14 days without use
// (its public documentation, FAQ).
import { messageOf } from '../messages/messages.js'
import type { UnixSeconds } from '../time.js'

/** Days without use after which the exchange deactivates a key. */
export const sleepsAfter = 14
/** Days without use after which Plimsoll warns. */
export const saidAfter = 10

/** Whole days since the key was used; 0 if the clock has been set back meanwhile. */
export function unusedDays(keyUsedAt: UnixSeconds, now: UnixSeconds): number {
  const seconds = now > keyUsedAt ? now - keyUsedAt : 0
  return (seconds - (seconds % 86_400)) / 86_400
}

export const sleepRule = messageOf('exchange.key-sleep.rule', { days: sleepsAfter })
