// When the report that Plimsoll stopped is moved ahead, and how far. A service with a daily limit
// takes alerts as well: the fewer messages are left today, the less often it is moved ahead, so
// that alerts are the last to be refused.

/** Minutes, near a margin call. */
const nearMinutes = 5
/** Near a margin call, what is left for attempts that fail. */
const kept = 10
/** Of the messages of a day, left to alerts. */
const keptForAlerts = 40

/** `pushes`: how many may be made until `seconds` have passed. */
export type PushBudget = { pushes: number; seconds: number }

/**
 * What the switches at one service may use of the rest of the day. Once alerts have used what was
 * left to them and more, a fifth of the rest.
 */
export function pushesLeft(limit: number, used: number, switches: number): number {
  const left = Math.max(limit - keptForAlerts - used, (limit - used) / 5)
  return Math.max(0, left) / Math.max(1, switches)
}

export type PushPlan = { minutes: number; next: number; isSlowed: boolean }

/**
 * `minutes` until the report is delivered; `next`: seconds until it is moved ahead again. `budget`:
 * null without a limit.
 */
export function planPush(minutes: number, isNear: boolean, budget: PushBudget | null): PushPlan {
  // Of the shortest delay, a third is left for attempts that fail.
  const next = minutes * 40
  const pushes = Math.max(1, budget?.pushes ?? Infinity)
  const seconds = budget?.seconds ?? 0
  if (isNear && minutes > nearMinutes && pushes - seconds / next >= kept)
    return { minutes: nearMinutes, next: nearMinutes * 30, isSlowed: false }
  const apart = seconds / pushes
  return apart <= next
    ? { minutes, next, isSlowed: false }
    : { minutes: Math.ceil(apart / 40), next: apart, isSlowed: true }
}
