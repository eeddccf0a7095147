/**
 * Time that only moves forward. Budgets, waits and deadlines count in it, never on the wall clock, so that a clock that is set
 * back or forward neither opens a flood nor stops a call for hours.
 */
export type Timing = {
  /** Milliseconds since some fixed moment. */
  ticks(): number
  /** Runs `act` once after `ms`; the function given back takes it off again. */
  after(ms: number, act: () => void): () => void
}

export const systemTiming: Timing = {
  ticks: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves true after `ms`, or false at once when the signal says stop. */
export const pause = (timing: Timing, ms: number, stop: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (stop.aborted) {
      resolve(false)
      return
    }
    const halt = (): void => {
      cancel()
      resolve(false)
    }
    const cancel = timing.after(ms, () => {
      stop.removeEventListener('abort', halt)
      resolve(true)
    })
    stop.addEventListener('abort', halt, { once: true })
  })
