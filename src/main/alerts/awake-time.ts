// The seconds Plimsoll was awake: sleep, a stopped process or a clock jump does not count.
import type { Clock, Timing } from '../../shared/time.js'

/** The most that counts between two updates, in seconds: the rest was sleep. */
export const mostCounted = 15
/** How far the wall clock may run ahead of the ticks, in seconds, before it counts as sleep. */
export const driftAllowed = 10

export type AwakeTime = {
  /** Counts elapsed time; call at least every few seconds. */
  update: () => void
  /** The system reports that the computer woke up. */
  onResume: () => void
  seconds: () => number
  /** When it last woke up, in awake seconds; null if it has not. */
  wokeUpAt: () => number | null
}

export function createAwakeTime({ clock, timing }: { clock: Clock; timing: Timing }): AwakeTime {
  let lastTicks = timing.ticks()
  let lastWall = clock()
  let seconds = 0
  let wokeUpAt: number | null = null

  const update = (): void => {
    const ticks = timing.ticks()
    const wall = clock()
    const passed = (ticks - lastTicks) / 1000
    const drift = wall - lastWall - passed
    lastTicks = ticks
    lastWall = wall
    seconds += passed > mostCounted ? mostCounted : passed
    if (passed > mostCounted || drift > driftAllowed) wokeUpAt = seconds
  }

  return {
    update,
    onResume: (): void => {
      update()
      wokeUpAt = seconds
    },
    seconds: () => seconds,
    wokeUpAt: () => wokeUpAt,
  }
}
