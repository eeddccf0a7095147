// Moments as days, months and times of day, as dates are written now.
import { formats, remembered } from './formats.js'
import type { UnixSeconds } from './time.js'

export type DateTexts = {
  /** "2025-08-18" */
  day: string
  /** "2025-08" */
  month: string
  /** "08-18" */
  dayOfYear: string
  /** "14:02" */
  minute: string
  /** "14:02:31" */
  second: string
}

const [year, twoDigits] = [{ year: 'numeric' }, '2-digit'] as const
const dateFormats = remembered((tag) => {
  const format = (parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(tag, { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC', ...parts })
  return {
    day: format({ ...year, month: twoDigits, day: twoDigits }),
    month: format({ ...year, month: twoDigits }),
    dayOfYear: format({ month: twoDigits, day: twoDigits }),
  }
})

const plainDateTexts = (ms: number): DateTexts => {
  const [day = '', time = ''] = new Date(ms).toISOString().replace(/^\+0*/, '').split('T')
  const second = time.slice(0, '14:02:31'.length)
  return { day, month: day.slice(0, -3), dayOfYear: day.slice(-5), minute: second.slice(0, -3), second }
}

/** Beyond this a calendar date cannot be computed. */
const lastSecond = 8_640_000_000_000 - 86_400
/** 0001-01-01. `Intl` counts the years before it upwards and leaves out that they are before it. */
const firstSecond = -62_135_596_800

/**
 * A moment as the clock on the wall shows it, which is so many minutes ahead of UTC; null outside the calendar. The zone is added beforehand:
 * a formatter keeps the one it was made with, and computers travel. The time of day has 24 hours everywhere: beside orders, “02:02” has to
 * be one moment.
 */
export const dateTexts = (at: UnixSeconds, minutesAhead: number, tag = formats().dates): DateTexts | null => {
  const whole = Math.floor(at)
  if (!Number.isFinite(whole) || Math.abs(whole) > lastSecond) return null
  const shown = whole + minutesAhead * 60
  if (shown < firstSecond) return null
  const plain = plainDateTexts(shown * 1000)
  if (tag === null) return plain
  const { day, month, dayOfYear } = dateFormats(tag)
  // Marks of direction have no glyph, and would go along into the clipboard.
  const text = (format: Intl.DateTimeFormat): string => format.format(shown * 1000).replace(/[\u200e\u200f]/gu, '')
  return { ...plain, day: text(day), month: text(month), dayOfYear: text(dayOfYear) }
}

/** "2025-08-18" in UTC; the number itself where it lies outside the calendar. */
export const utcDay = (at: UnixSeconds): string => dateTexts(at, 0)?.day ?? String(at)

/** "2025-08-18 07:53 UTC" */
export const utcMinute = (at: UnixSeconds): string => {
  const texts = dateTexts(at, 0)
  return texts === null ? String(at) : `${texts.day} ${texts.minute} UTC`
}
