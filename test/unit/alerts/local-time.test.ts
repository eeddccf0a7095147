import { describe, expect, it } from 'vitest'
import { clockText, localMinutes } from '../../../src/main/alerts/notification-text.js'

/** A time on the local clock of whatever zone this runs in. */
function local(day: number, hours: number, minutes: number): number {
  return new Date(2025, 9, day, hours, minutes, 30).getTime() / 1000
}

describe('a time in a notification', () => {
  it('is the time of day today, with the date on any other day', () => {
    const now = local(9, 14, 2)
    expect(clockText(local(9, 9, 5), now)).toBe('09:05')
    expect(clockText(local(9, 0, 0), now)).toBe('00:00')
    expect(clockText(local(8, 23, 59), now)).toBe('2025-10-08 23:59')
    expect(clockText(local(6, 14, 2), now)).toBe('2025-10-06 14:02')
    expect(clockText(local(10, 0, 1), now), 'a clock that was set back').toBe('2025-10-10 00:01')
  })

  it('counts the minutes of the day for quiet hours', () => {
    expect([local(9, 0, 0), local(9, 14, 2), local(9, 23, 59)].map(localMinutes)).toEqual([
      0, 842, 1439,
    ])
  })
})
