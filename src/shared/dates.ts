// Moments as days, months and times of day, in the current date format.
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

const dayFormat = remembered(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: 'UTC',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
)

/** Invisible, and they would be copied to the clipboard. */
const directionMarks = /[\u200e\u200f]/gu

/**
 * The day as a region writes it, and two parts of it, each in the same order with the same
 * separator.
 */
function dateTextsOf(ms: number, tag: string): Pick<DateTexts, 'day' | 'month' | 'dayOfYear'> {
  const parts = dayFormat(tag).formatToParts(ms)
  const text = (some: readonly Intl.DateTimeFormatPart[]): string =>
    some
      .map(({ value }) => value)
      .join('')
      .replace(directionMarks, '')
  const mark = parts.find(({ type }, at) => at > 0 && type === 'literal')?.value ?? ' '
  const without = (left: 'day' | 'year'): string =>
    text(
      parts
        .filter(({ type }) => type !== 'literal' && type !== left)
        .flatMap((part, at) => (at === 0 ? [part] : [{ type: 'literal', value: mark }, part])),
    )
  return { day: text(parts), month: without('day'), dayOfYear: without('year') }
}

function plainDateTexts(ms: number): DateTexts {
  const [day = '', time = ''] = new Date(ms).toISOString().replace(/^\+0*/, '').split('T')
  const second = time.slice(0, '14:02:31'.length)
  return {
    day,
    month: day.slice(0, -3),
    dayOfYear: day.slice(-5),
    minute: second.slice(0, -3),
    second,
  }
}

/** Beyond this a calendar date cannot be computed. */
const lastSecond = 8_640_000_000_000 - 86_400
/** 0001-01-01. `Intl` counts earlier years upwards and does not mark them as BC. */
const firstSecond = -62_135_596_800

/**
 * A moment as shown by a clock this many minutes ahead of UTC; null outside the calendar. The
 * offset is added beforehand: a formatter keeps the time zone it was created with, and computers
 * travel. The time of day is always 24-hour: next to orders, “02:02” must be unambiguous.
 */
export function dateTexts(
  at: UnixSeconds,
  minutesAhead: number,
  tag = formats().dates,
): DateTexts | null {
  const whole = Math.floor(at)
  if (!Number.isFinite(whole) || Math.abs(whole) > lastSecond) return null
  const shown = whole + minutesAhead * 60
  if (shown < firstSecond) return null
  const plain = plainDateTexts(shown * 1000)
  if (tag === null) return plain
  return { ...plain, ...dateTextsOf(shown * 1000, tag) }
}

/** "2025-08-18" in UTC; the number itself if it is outside the calendar. */
export function utcDay(at: UnixSeconds): string {
  return dateTexts(at, 0)?.day ?? String(at)
}

/** "2025-08-18 07:53 UTC" */
export function utcMinute(at: UnixSeconds, tag?: string | null): string {
  const texts = dateTexts(at, 0, tag)
  return texts === null ? String(at) : `${texts.day} ${texts.minute} UTC`
}
