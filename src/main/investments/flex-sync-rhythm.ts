// When the synchronisation looks again: at the moment it has set itself, and every few seconds in any case.
import type { UnixSeconds } from '../../shared/time.js'
import type { InvestmentPorts } from './ports.js'

/** The longest it goes without looking at both clocks, in seconds. */
export const beat = 5

export type Rhythm = {
  /** Seconds that only move forward. */
  ticks(): number
  dueIn(seconds: number): void
  isDue(): boolean
  /** Sets another moment, and goes on from now. */
  hurry(seconds: number): void
  stop(): void
}

/** A wait that ends as soon as either clock says so: ticks stand still in sleep, the wall clock can be set back. */
type Due = { ticks: number; wall: UnixSeconds }

/** `turn` is what is done again and again; nothing is waited for exactly while something is `running`. */
export const createRhythm = (
  { clock, timing }: Pick<InvestmentPorts, 'clock' | 'timing'>,
  act: { turn(): void; running(): boolean },
): Rhythm => {
  const ticks = (): number => timing.ticks() / 1000
  let due: Due = { ticks: 0, wall: 0 }
  let going = false
  let cancel: () => void = () => undefined

  const dueIn = (seconds: number): void => {
    due = { ticks: ticks() + seconds, wall: clock() + seconds }
  }

  const arm = (): void => {
    cancel()
    const left = due.ticks - ticks()
    const wait = !act.running() && left > 0 && left < beat ? left : beat
    cancel = timing.after(wait * 1000, () => {
      try {
        act.turn()
      } finally {
        if (going) arm()
      }
    })
  }

  return {
    ticks,
    dueIn,
    isDue: () => ticks() >= due.ticks || clock() >= due.wall,
    hurry: (seconds) => {
      dueIn(seconds)
      going = true
      arm()
    },
    stop: () => {
      going = false
      cancel()
    },
  }
}
