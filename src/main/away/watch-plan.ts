// When the report that Plimsoll stopped is moved ahead, and how far. The public ntfy server takes
// 250 messages a day: a bucket of pushes keeps well below that, and leaves the rest to alerts.
import type { UnixSeconds } from '../../shared/time.js'

/** `tokens`: pushes that may be made now. `at`: as of when. */
export type PushBudget = { tokens: number; at: UnixSeconds }

/** Faster than the usual pushes of the shortest delay, so that what was spent comes back. */
const secondsPerPush = 480
/** @internal the bound its tests hold */
export const fullBudget = 30
/** @internal the bound its tests hold */
export const mostPushesADay = fullBudget + 86_400 / secondsPerPush
/** Near a margin call, what is left for the usual delay, and for attempts that fail. */
const kept = 10
/** Minutes, near a margin call. */
const nearMinutes = 5

export const unusedBudget: PushBudget = { tokens: fullBudget, at: 0 }

/** A clock that was set back earns nothing. */
export function refilled({ tokens, at }: PushBudget, now: UnixSeconds): PushBudget {
  const earned = Math.max(0, now - at) / secondsPerPush
  return { tokens: Math.min(fullBudget, tokens + earned), at: now }
}

export function spent(budget: PushBudget): PushBudget {
  return { ...budget, tokens: Math.max(0, budget.tokens - 1) }
}

/** `minutes` until the report is delivered; `next`: seconds until it is moved ahead again. */
export function planPush(
  minutes: number,
  isNear: boolean,
  budget: PushBudget,
  isLimited: boolean,
): { minutes: number; next: number } {
  if (isNear && minutes > nearMinutes && (!isLimited || budget.tokens >= kept))
    return { minutes: nearMinutes, next: nearMinutes * 30 }
  // Of the shortest delay, a third is left for attempts that fail.
  return { minutes, next: minutes * 40 }
}

export function isAffordable(budget: PushBudget, isLimited: boolean): boolean {
  return !isLimited || budget.tokens >= 1
}
