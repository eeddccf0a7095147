import type { LogLine } from '../../shared/domain/support.js'
import { cut, multiply } from '../../shared/money.js'
import { isoTime } from '../../shared/time.js'
import { shownJson, shownText } from './hidden-amounts.svelte.js'

/** A line as it is shown: an error in it may quote a figure. */
export const shownLogLine = (line: LogLine): LogLine => ({ ...line, event: shownText(line.event), details: shownJson(line.details) })

/** A line as it is copied: its time in UTC, whatever the screen shows. */
export const logLineText = ({ at, level, event, details }: LogLine): string =>
  [...(at === null ? [] : [isoTime(at)]), ...(level === null ? [] : [level]), event, ...(details === '' ? [] : [details])].join(' ')

/** "640 B", "12.3 kB", "4.9 MB"; cut, never rounded up. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1000) return `${bytes}\u202fB`
  const [unit, share] = bytes < 1_000_000 ? ['kB', '0.001'] : ['MB', '0.000001']
  return `${cut(multiply(String(bytes), share), 1)}\u202f${unit}`
}
