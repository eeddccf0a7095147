// A world in which time passes only when a test says so: a wall clock, ticks that may part from it,
// and the timers set on them.

type Timer = { at: number; run: () => void }

/** Lets every promise that can settle settle. No time passes. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Waits for something real while no timer runs: what vitest offers for that moves its timers on.
 */
export async function settledUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await settled()
}

export type FakeClock = {
  clock: () => number
  /** Milliseconds, as the parts of the house count them. */
  timing: { ticks: () => number; after: (ms: number, run: () => void) => () => void }
  after: (ms: number, run: () => void) => () => void
  /** Timers that are set now. */
  pending: () => number
  /** Timers ever set. */
  armed: () => number
  /** Both clocks go on; timers run in their order, and what they start settles before the next. */
  pass: (seconds: number) => Promise<void>
  /** The computer sleeps: the wall clock goes on, ticks stand still, no timer runs. */
  sleep: (seconds: number) => void
  /** The process is stopped: both clocks go on, no timer runs. */
  stall: (seconds: number) => void
  /** Somebody sets the clock. */
  setClock: (seconds: number) => void
}

export function createFakeClock(startsAt = 1_760_000_000): FakeClock {
  let wall = startsAt
  let tick = 1000
  let armed = 0
  const timers = new Map<symbol, Timer>()

  /** The first that was set, of those that are due first. */
  const nextTimer = (until: number): [symbol, Timer] | undefined => {
    let next: [symbol, Timer] | undefined
    for (const entry of timers)
      if (entry[1].at <= until && (next === undefined || entry[1].at < next[1].at)) next = entry
    return next
  }

  const after = (ms: number, run: () => void): (() => void) => {
    const id = Symbol('timer')
    armed += 1
    timers.set(id, { at: tick + ms / 1000, run })
    return () => timers.delete(id)
  }

  return {
    clock: (): number => wall,
    timing: { ticks: (): number => tick * 1000, after },
    after,
    pending: (): number => timers.size,
    armed: (): number => armed,
    pass: async (seconds: number): Promise<void> => {
      const until = tick + seconds
      await settled()
      for (let next = nextTimer(until); next !== undefined; next = nextTimer(until)) {
        const [id, timer] = next
        timers.delete(id)
        if (timer.at > tick) {
          wall += timer.at - tick
          tick = timer.at
        }
        timer.run()
        await settled()
      }
      wall += until - tick
      tick = until
    },
    sleep: (seconds: number): void => {
      wall += seconds
    },
    stall: (seconds: number): void => {
      wall += seconds
      tick += seconds
    },
    setClock: (seconds: number): void => {
      wall += seconds
    },
  }
}
