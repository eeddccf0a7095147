/**
 * Minutes since local midnight; `from` after `to` spans midnight, and equal values mean no quiet
 * hours.
 */
export type QuietHours = { on: boolean; from: number; to: number }

export function isWithinQuietHours({ on, from, to }: QuietHours, localMinutes: number): boolean {
  if (!on || from === to) return false
  return from < to
    ? localMinutes >= from && localMinutes < to
    : localMinutes >= from || localMinutes < to
}
