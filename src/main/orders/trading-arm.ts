// Whether trading is armed: in memory alone, so that nothing that restarts stays armed.
import { armedFor } from '../../shared/domain/trading.js'
import type { Clock, UnixSeconds, Timing } from '../../shared/time.js'

export type TradingArm = {
  arm(): UnixSeconds
  /** True where it was armed. */
  disarm(): boolean
  isArmed(): boolean
  armedUntil(): UnixSeconds | null
}

/** Ends by whichever clock is over first; `ended` is called then. */
export const createTradingArm = (ports: { clock: Clock; timing: Timing; ended: () => void }): TradingArm => {
  let until: { at: UnixSeconds; ticks: number; cancel: () => void } | null = null

  const armed = (): boolean => until !== null && ports.clock() < until.at && ports.timing.ticks() < until.ticks

  const disarm = (): boolean => {
    const was = until
    until = null
    was?.cancel()
    return was !== null
  }

  return {
    isArmed: armed,
    armedUntil: () => (armed() ? (until?.at ?? null) : null),
    disarm,
    arm: () => {
      disarm()
      const at = ports.clock() + armedFor
      const cancel = ports.timing.after(armedFor * 1000, () => {
        if (disarm()) ports.ended()
      })
      until = { at, ticks: ports.timing.ticks() + armedFor * 1000, cancel }
      return at
    },
  }
}
