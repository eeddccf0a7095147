// Seconds that Plimsoll was awake to watch. The loss of sight is measured in them: neither sleep, nor a stopped process, nor a clock
// that jumps can make a gap look like a silence of the exchange.
import type { Clock } from '../../shared/time.js'
import type { Timing } from '../polling/poll-scheduler.js'

export type AwakeTime = {
  /** Counts what has passed; to be called often, at least every few seconds. */
  note(): void
  /** The system says that the computer woke up. */
  woke(): void
  seconds(): number
  /** When it last woke up, in these seconds; null where it has not. */
  awokeAt(): number | null
}

/** Between two notes no more than this counts, in seconds: more than it passed in sleep. */
const mostCounted = 15
/** How far the wall clock may run ahead of the ticks, in seconds, before it counts as sleep in which ticks stood still. */
const driftAllowed = 10

export const createAwakeTime = ({ clock, timing }: { clock: Clock; timing: Timing }): AwakeTime => {
  let lastTicks = timing.ticks()
  let lastWall = clock()
  let seconds = 0
  let awokeAt: number | null = null

  const note = (): void => {
    const ticks = timing.ticks()
    const wall = clock()
    const passed = (ticks - lastTicks) / 1000
    const drift = wall - lastWall - passed
    lastTicks = ticks
    lastWall = wall
    seconds += passed > mostCounted ? mostCounted : passed
    if (passed > mostCounted || drift > driftAllowed) awokeAt = seconds
  }

  return {
    note,
    woke: () => {
      note()
      awokeAt = seconds
    },
    seconds: () => seconds,
    awokeAt: () => awokeAt,
  }
}
