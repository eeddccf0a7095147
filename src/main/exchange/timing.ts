import type { Timing } from '../../shared/time.js'

export const systemTiming: Timing = {
  ticks: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** True after `ms`, or false at once when stopped. */
export const pause = (timing: Timing, ms: number, stop: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (stop.aborted) {
      resolve(false)
      return
    }
    const onStop = (): void => {
      cancel()
      resolve(false)
    }
    const cancel = timing.after(ms, () => {
      stop.removeEventListener('abort', onStop)
      resolve(true)
    })
    stop.addEventListener('abort', onStop, { once: true })
  })
