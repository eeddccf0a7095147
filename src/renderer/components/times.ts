// Moments and ages as text. The exchange's own times are text with up to seven decimals; the exact
// text is always available.
import { dateTexts, type DateTexts } from '../../shared/dates.js'
import { t } from '../../shared/messages/messages.js'
import type { UnixSeconds, WireTime } from '../../shared/time.js'

/** How far local time is ahead of UTC at that moment, in minutes. UTC itself is `null`. */
export type Zone = ((at: UnixSeconds) => number) | null

/** This computer's own time zone. */
export const localZone: Zone = (at) => -new Date(at * 1000).getTimezoneOffset()

const two = (value: number): string => String(value).padStart(2, '0')

function offsetText(minutes: number): string {
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

const offsetOf = (at: UnixSeconds, zone: Zone): number => (zone === null ? 0 : zone(Math.floor(at)))

/**
 * The parts of a moment as text, in the current date format or in that of a region (`null`: ISO
 * 8601); null outside the calendar.
 */
export function dateTextsIn(at: UnixSeconds, zone: Zone, tag?: string | null): DateTexts | null {
  return dateTexts(at, offsetOf(at, zone), tag)
}

function fullText({ day, second }: DateTexts, at: UnixSeconds, zone: Zone): string {
  return `${day} ${second} ${zone === null ? 'UTC' : offsetText(offsetOf(at, zone))}`
}

/**
 * Whole seconds of a time as the exchange wrote it; null if the text is not a time. A fraction is
 * dropped, never rounded.
 */
export function wholeSeconds(time: WireTime): UnixSeconds | null {
  const [whole = '', fraction = '0', ...more] = time.split('.')
  return /^-?\d{1,13}$/.test(whole) && /^\d+$/.test(fraction) && more.length === 0
    ? Number.parseInt(whole, 10)
    : null
}

/** "2025-08-18 09:53:20 +02:00", or the number itself where it lies outside the calendar. */
export function momentText(at: UnixSeconds, zone: Zone): string {
  const texts = dateTextsIn(at, zone)
  return texts === null ? String(at) : fullText(texts, at, zone)
}

/** "2025-08-18", in the current date format. */
export function dayText(at: UnixSeconds, zone: Zone): string {
  return dateTextsIn(at, zone)?.day ?? String(at)
}

/** "14:02:31" */
export function secondText(at: UnixSeconds, zone: Zone): string {
  return dateTextsIn(at, zone)?.second ?? String(at)
}

/** "14:02" today, "2025-08-18 14:02" on any other day. For "since …". */
export function sinceText(at: UnixSeconds, now: UnixSeconds, zone: Zone): string {
  const texts = dateTextsIn(at, zone)
  if (texts === null) return String(at)
  return texts.day === dateTextsIn(now, zone)?.day ? texts.minute : `${texts.day} ${texts.minute}`
}

/** "14:02" today, "2025-08-18" on any other day. */
export function timeOrDayText(at: UnixSeconds, now: UnixSeconds, zone: Zone): string {
  const texts = dateTextsIn(at, zone)
  if (texts === null) return String(at)
  return texts.day === dateTextsIn(now, zone)?.day ? texts.minute : texts.day
}

/**
 * A time of the exchange: day, minute, whole and exact. Text that is not a time is returned
 * unchanged in all of them.
 */
export function wireTimeTexts(
  time: WireTime,
  zone: Zone,
): { day: string; short: string; full: string; exact: string } {
  const at = wholeSeconds(time)
  const texts = at === null ? null : dateTextsIn(at, zone)
  if (at === null || texts === null) return { day: time, short: time, full: time, exact: time }
  const utc = dateTexts(at, 0, null)
  const fraction = at < 0 || !time.includes('.') ? '' : time.slice(time.indexOf('.'))
  return {
    day: texts.day,
    short: `${texts.day} ${texts.minute}`,
    full: fullText(texts, at, zone),
    exact: utc === null ? time : `${utc.day}T${utc.second}${fraction}Z (${time})`,
  }
}

/**
 * "now", "12 s", "3 min", "2 h 5 min", "4 d": whole units elapsed, never rounded up. A clock that
 * jumped back gives "now".
 */
export function spanText(seconds: number): string {
  const whole = Math.floor(seconds)
  if (!(whole >= 1)) return t('common.span.now')
  if (whole < 60) return t('common.span.seconds', { seconds: whole })
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return t('common.span.minutes', { minutes })
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return t('common.span.days', { days: Math.floor(hours / 24) })
  return minutes % 60 === 0
    ? t('common.span.hours', { hours })
    : t('common.span.hours-minutes', { hours, minutes: minutes % 60 })
}

/** "now" or "12 s ago". */
export function ageText(seconds: number): string {
  return seconds >= 1 ? t('common.span.ago', { span: spanText(seconds) }) : t('common.span.now')
}

/** Minutes since midnight as "22:30". */
export function dayMinuteText(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** "14:32" left, "0:07" left: whole seconds, rounded down. */
export function countdownText(seconds: number): string {
  const whole = seconds > 0 ? Math.floor(seconds) : 0
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`
}

/** Whole milliseconds, rounded down. */
export function msText(ms: number | null): string {
  return ms === null
    ? t('common.ms.unknown')
    : ms < 1
      ? t('common.ms.under')
      : t('common.ms', { ms: Math.floor(ms) })
}

/**
 * "+312 ms": how long after the confirmation of an order a step of it came, for steps within the
 * first minute; otherwise empty.
 */
export function afterConfirmed(
  timeline: readonly { what: string; at: UnixSeconds }[],
  at: UnixSeconds,
): string {
  const confirmed = timeline.find(({ what }) => what === 'confirmed')?.at
  const ms = confirmed === undefined ? -1 : (at - confirmed) * 1000
  return ms > 0 && ms < 60_000 ? t('common.ms.after', { ms: Math.round(ms) }) : ''
}
