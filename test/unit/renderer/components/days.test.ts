import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayOf,
  firstSecondOf,
  lastSecondOf,
  laterDay,
  readDay,
} from '../../../../src/renderer/components/days.js'

/** Berlin in 2025: an hour more from 30 March, 01:00 UTC, to 26 October, 01:00 UTC. */
const berlin = (at: number): number => (at >= 1_743_296_400 && at < 1_761_440_400 ? 120 : 60)

/** A place's offset from UTC, by this computer's tables. */
function zoneOf(timeZone: string) {
  const face = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as Intl.DateTimeFormatOptions)
  return (at: number): number => {
    const parts = Object.fromEntries(
      face.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
    return (Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at) / 60
  }
}

describe('days', () => {
  it('begin and end in the zone of the displayed times', () => {
    expect(firstSecondOf('2025-08-18', null)).toBe(1_755_475_200)
    expect(lastSecondOf('2025-08-18', null)).toBe(1_755_561_599)
    expect(firstSecondOf('2025-08-18', berlin)).toBe(1_755_475_200 - 7200)
  })

  it('are 23 and 25 hours long when the clocks change', () => {
    const length = (day: string) =>
      (lastSecondOf(day, berlin) ?? 0) + 1 - (firstSecondOf(day, berlin) ?? 0)
    expect(length('2025-03-29')).toBe(24 * 3600)
    expect(length('2025-03-30')).toBe(23 * 3600)
    expect(length('2025-10-26')).toBe(25 * 3600)
    expect(length('2025-10-27')).toBe(24 * 3600)
  })

  it.each([
    // Clocks go on from 00:00 to 01:00: the day begins at one.
    ['America/Santiago', '2024-09-08', '2024-09-08T04:00:00Z', 23],
    // Clocks go back from 00:00 to 23:00: the day begins once.
    ['America/Santiago', '2024-04-07', '2024-04-07T04:00:00Z', 24],
    ['America/Santiago', '2024-04-06', '2024-04-06T03:00:00Z', 25],
    // Clocks go back from 01:00 to 00:00: the day begins twice, and the first time counts.
    ['America/Havana', '2024-11-03', '2024-11-03T04:00:00Z', 25],
    ['America/Havana', '2024-03-10', '2024-03-10T05:00:00Z', 23],
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00Z', 23],
    ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00Z', 23],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', 24],
    ['Asia/Kolkata', '2024-09-08', '2024-09-07T18:30:00Z', 24],
  ])('in %s %s begins at %s', (timeZone, day, begins, hours) => {
    const zone = zoneOf(timeZone)
    const first = firstSecondOf(day, zone) ?? 0
    expect(new Date(first * 1000).toISOString()).toBe(begins.replace('Z', '.000Z'))
    expect((lastSecondOf(day, zone) ?? 0) + 1 - first).toBe(hours * 3600)
    expect([dayOf(first, zone), dayOf(first - 1, zone) < day]).toEqual([day, true])
  })

  it('exist at both ends of what can be typed', () => {
    for (const day of ['0001-01-01', '0202-02-28', '1969-12-31', '9999-12-31'])
      for (const zone of [null, berlin]) {
        expect(dayOf(firstSecondOf(day, zone) ?? 0, zone)).toBe(day)
        expect(dayOf(lastSecondOf(day, zone) ?? 0, zone)).toBe(day)
      }
  })

  it('survive a round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (number) => {
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10)
        for (const zone of [null, berlin]) {
          expect(dayOf(firstSecondOf(day, zone) ?? 0, zone)).toBe(day)
          expect(dayOf(lastSecondOf(day, zone) ?? 0, zone)).toBe(day)
        }
      }),
    )
  })

  it('refuse what is not a day', () => {
    for (const text of ['', '2025-13-01', '18.08.2025', '2025-8-1', 'today']) {
      expect(firstSecondOf(text, null), text).toBeNull()
      expect(lastSecondOf(text, null), text).toBeNull()
    }
  })
})

describe('a typed day', () => {
  it.each([
    ['2025-08-18', '2025-08-18'],
    [' 2025-8-5 ', '2025-08-05'],
    ['2025/08/18', '2025-08-18'],
    ['2025.8.18', '2025-08-18'],
    ['2025 08 18', '2025-08-18'],
    ['20250818', '2025-08-18'],
    ['2024-02-29', '2024-02-29'],
    ['0202-12-12', '0202-12-12'],
  ])('%j is %s', (typed, day) => expect(readDay(typed)).toBe(day))

  it.each([
    '',
    '2025',
    '2025-08',
    '2025818',
    '18.08.2025',
    '08/18/2025',
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '0000-01-01',
    '2025-08/18',
    'x',
  ])('%j is invalid: day and month are never guessed', (typed) => expect(readDay(typed)).toBeNull())

  it('has a next and a previous one', () => {
    expect([
      laterDay('2024-02-28', 1),
      laterDay('2025-01-01', -1),
      laterDay('9999-12-31', 1),
      laterDay('0001-01-01', -1),
      laterDay('', 1),
    ]).toEqual([...['2024-02-29', '2024-12-31', null, null, null]])
  })
})
