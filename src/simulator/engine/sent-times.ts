// Times in seconds, as an exchange sends them.
import type { WireTime } from '../../shared/time.js'
import { wholePart } from './units.js'

/** `otherwise` if there is none. */
export function microsOf(time: WireTime | null | undefined, otherwise: number): number {
  const seconds = Number(time)
  return time == null || !(seconds > 0) ? otherwise : wholePart(seconds * 1_000_000 + 0.5, 1)
}

/** Undefined if it is not sent. */
export function secondsOn(time: WireTime | undefined): number | undefined {
  return time === undefined ? undefined : Number(time)
}
