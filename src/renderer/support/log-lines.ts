import { t, textOf } from '../../shared/messages/messages.js'
import type { LogLine } from '../../shared/support/support.js'
import { cut, multiply } from '../../shared/money.js'
import { isoTime } from '../../shared/time.js'
import { shownJson } from '../components/shown-text.svelte.js'

/** A line as displayed: an error in it may quote a figure. */
export function shownLogLine(line: LogLine): LogLine {
  return {
    ...line,
    event: textOf(line.event),
    details: shownJson(line.details),
  }
}

/**
 * A line of a file of the bundle as it is shown. Figures can only be in JSON: that is all of a
 * .json file, and the details at the end of a line of the log.
 */
export function shownFileLine(file: string, line: string): string {
  if (file.endsWith('.json')) return shownJson(line)
  const details = line.indexOf('{')
  return details === -1 ? line : line.slice(0, details) + shownJson(line.slice(details))
}

/** A line as copied: its time in UTC, whatever the screen shows. */
export function logLineText({ at, level, event, details }: LogLine): string {
  return [
    ...(at === null ? [] : [isoTime(at)]),
    ...(level === null ? [] : [level]),
    event,
    ...(details === '' ? [] : [details]),
  ].join(' ')
}

/** "640 B", "12.3 kB", "4.9 MB"; truncated, never rounded up. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return t('settings.bytes.b', { amount: bytes })
  const isSmall = bytes < 1_000_000
  const amount = cut(multiply(String(bytes), isSmall ? '0.001' : '0.000001'), 1)
  return isSmall ? t('settings.bytes.kb', { amount }) : t('settings.bytes.mb', { amount })
}
