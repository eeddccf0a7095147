// Moments as the clock of the person's own computer shows them.
import type { UnixSeconds } from '../../shared/time.js'

const two = (count: number): string => String(count).padStart(2, '0')

const dayOf = (when: Date): string => `${String(when.getFullYear()).padStart(4, '0')}-${two(when.getMonth() + 1)}-${two(when.getDate())}`

/** Minutes since local midnight. */
export const localMinutes = (at: UnixSeconds): number => new Date(at * 1000).getHours() * 60 + new Date(at * 1000).getMinutes()

/** "14:02" today, "2025-08-18 14:02" on any other day: a notice may speak of something that is days old. */
export const clockText = (at: UnixSeconds, now: UnixSeconds): string => {
  const when = new Date(at * 1000)
  const time = `${two(when.getHours())}:${two(when.getMinutes())}`
  return dayOf(when) === dayOf(new Date(now * 1000)) ? time : `${dayOf(when)} ${time}`
}
