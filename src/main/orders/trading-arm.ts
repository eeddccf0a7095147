// Whether trading is armed. In memory alone, for a quarter of an hour: nothing that restarts, sleeps or changes hands stays armed.
import { armedFor } from '../../shared/domain/trading.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Timing } from '../polling/poll-scheduler.js'

export type TradeSwitch = {
  arm(): UnixSeconds
  /** True where it was armed. */
  disarm(): boolean
  armed(): boolean
  armedUntil(): UnixSeconds | null
}

/** `ended` hears when the time is over. Both clocks count, and whichever is over first. */
export const createTradeSwitch = (ports: { clock: Clock; timing: Timing; ended: () => void }): TradeSwitch => {
  let until: { at: UnixSeconds; ticks: number; cancel: () => void } | null = null

  const armed = (): boolean => until !== null && ports.clock() < until.at && ports.timing.ticks() < until.ticks

  const disarm = (): boolean => {
    const was = until
    until = null
    was?.cancel()
    return was !== null
  }

  return {
    armed,
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
