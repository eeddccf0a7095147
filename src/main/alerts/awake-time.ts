// Seconds in which Plimsoll was awake. Silence of the exchange is measured in them, so that neither sleep, nor a stopped process, nor a
// clock that jumps looks like one.
import type { Clock, Timing } from '../../shared/time.js'

export type AwakeTime = {
  /** Counts what has passed; to be called at least every few seconds. */
  update(): void
  /** The system reports that the computer woke up. */
  onResume(): void
  seconds(): number
  /** When it last woke up, in these seconds; null where it has not. */
  wokeUpAt(): number | null
}

/** Between two updates no more than this counts, in seconds: the rest passed in sleep. */
const mostCounted = 15
/** How far the wall clock may run ahead of the ticks, in seconds, before it counts as sleep in which ticks stood still. */
const driftAllowed = 10

export const createAwakeTime = ({ clock, timing }: { clock: Clock; timing: Timing }): AwakeTime => {
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
    update: update,
    onResume: () => {
      update()
      wokeUpAt = seconds
    },
    seconds: () => seconds,
    wokeUpAt: () => wokeUpAt,
  }
}
