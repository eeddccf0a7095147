// Days of the calendar as they are typed, chosen and asked for: "2025-08-18", whatever the system's
// own way of writing dates.
import type { UnixSeconds } from '../../shared/time.js'
import { dateTextsIn, type Zone } from './times.js'

const oneDay = 86_400
/** Without a sign between them, month and day need two digits. */
const typedDay = /^(\d{4})(?:([-/. ])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))$/
const dayText = /^\d{4}-\d{2}-\d{2}$/

/** The day a moment falls on, as "2025-08-18", as it is typed. */
export function dayOf(at: UnixSeconds, zone: Zone): string {
  return dateTextsIn(at, zone, null)?.day ?? String(at)
}

const utcDayText = (utc: UnixSeconds): string => dayOf(utc, null)

/**
 * The day as it begins in UTC; null where the text is no day of the calendar, as 2025-02-30 is
 * none.
 */
function dayInUtc(day: string): UnixSeconds | null {
  const utc = Date.parse(`${day}T00:00:00Z`) / 1000
  return !dayText.test(day) || Number.isNaN(utc) || utcDayText(utc) !== day ? null : utc
}

/**
 * "2025-08-18" of what was typed: year first, in digits, with whichever sign between, or none. Null
 * where it is no day.
 */
export function readDay(typed: string): string | null {
  const [, year = '', , month, day, bareMonth = '', bareDay = ''] =
    typedDay.exec(typed.trim()) ?? []
  const text = `${year}-${(month ?? bareMonth).padStart(2, '0')}-${(day ?? bareDay).padStart(2, '0')}`
  return dayInUtc(text) === null ? null : text
}

/** The day so many days later; null where there is none with a year of four digits. */
export function laterDay(day: string, days: number): string | null {
  const utc = dayInUtc(day)
  const later = utc === null ? '' : utcDayText(utc + days * oneDay)
  return dayText.test(later) ? later : null
}

/** When the day that begins at `utc` in UTC begins in a zone. */
function midnight(utc: UnixSeconds, zone: Zone): UnixSeconds {
  if (zone === null) return utc
  // Where clocks change about that time there are two candidates. Some clocks change at midnight
  // itself: then the earlier of the two is still the evening before.
  const [before, after] = [utc - zone(utc - oneDay) * 60, utc - zone(utc + oneDay) * 60]
  const [early, late] = before < after ? [before, after] : [after, before]
  return early + zone(early) * 60 >= utc ? early : late
}

/**
 * The first second of a day given as "2025-08-18", in the zone the times are shown in; null where
 * the text is no day.
 */
export function firstSecondOf(day: string, zone: Zone): UnixSeconds | null {
  const utc = dayInUtc(day)
  return utc === null ? null : midnight(utc, zone)
}

/** The last second of that day. Days may have 23 or 25 hours. */
export function lastSecondOf(day: string, zone: Zone): UnixSeconds | null {
  const utc = dayInUtc(day)
  return utc === null ? null : midnight(utc + oneDay, zone) - 1
}
