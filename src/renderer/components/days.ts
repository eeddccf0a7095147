// Calendar days as typed, chosen and requested: "2025-08-18", whatever the system's date format.
import type { UnixSeconds } from '../../shared/time.js'
import { dateTextsIn, type Zone } from './times.js'

const oneDay = 86_400
/** Without separators, month and day need two digits. */
const typedDay = /^(\d{4})(?:([-/. ])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))$/
const dayText = /^\d{4}-\d{2}-\d{2}$/

/** The day of a moment as "2025-08-18", as typed. */
export function dayOf(at: UnixSeconds, zone: Zone): string {
  return dateTextsIn(at, zone, null)?.day ?? String(at)
}

const utcDayText = (utc: UnixSeconds): string => dayOf(utc, null)

/** The start of the day in UTC; null if the text is not a calendar day, such as 2025-02-30. */
function dayInUtc(day: string): UnixSeconds | null {
  const utc = Date.parse(`${day}T00:00:00Z`) / 1000
  return !dayText.test(day) || Number.isNaN(utc) || utcDayText(utc) !== day ? null : utc
}

/**
 * "2025-08-18" from typed text: year first, in digits, with any separator or none. Null if it is
 * not a day.
 */
export function readDay(typed: string): string | null {
  const [, year = '', , month, day, bareMonth = '', bareDay = ''] =
    typedDay.exec(typed.trim()) ?? []
  const text = `${year}-${(month ?? bareMonth).padStart(2, '0')}-${(day ?? bareDay).padStart(2, '0')}`
  return dayInUtc(text) === null ? null : text
}

/** The day this many days later; null if its year would not have four digits. */
export function laterDay(day: string, days: number): string | null {
  const utc = dayInUtc(day)
  const later = utc === null ? '' : utcDayText(utc + days * oneDay)
  return dayText.test(later) ? later : null
}

/** When the day that begins at `utc` in UTC begins in a zone. */
function midnight(utc: UnixSeconds, zone: Zone): UnixSeconds {
  if (zone === null) return utc
  // Around a clock change there are two candidates. Some clocks change at midnight itself: then the
  // earlier candidate is still on the evening before.
  const [before, after] = [utc - zone(utc - oneDay) * 60, utc - zone(utc + oneDay) * 60]
  const [early, late] = before < after ? [before, after] : [after, before]
  return early + zone(early) * 60 >= utc ? early : late
}

/**
 * The first second of a day given as "2025-08-18", in the display time zone; null if the text is
 * not a day.
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
