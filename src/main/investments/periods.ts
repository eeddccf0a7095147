// Days and months, as UTC or as the person's own calendar has them. Times in Unix seconds.
import type { UnixSeconds } from '../../shared/time.js'

export type Calendar = { per: 'day' | 'month'; utc: boolean }

const startOf = (at: UnixSeconds, { per, utc }: Calendar, later: number): UnixSeconds => {
  const date = new Date(at * 1000)
  const month = per === 'month'
  const milliseconds = utc
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + (month ? later : 0), month ? 1 : date.getUTCDate() + later)
    : new Date(date.getFullYear(), date.getMonth() + (month ? later : 0), month ? 1 : date.getDate() + later).getTime()
  return milliseconds / 1000
}

/** The start of the period that `at` lies in. */
export const periodStart = (at: UnixSeconds, calendar: Calendar): UnixSeconds => startOf(at, calendar, 0)

/** The start of the one after it. */
export const nextPeriod = (at: UnixSeconds, calendar: Calendar): UnixSeconds => startOf(at, calendar, 1)

/** The same as `periodStart`, remembering the last answer: records come in runs of the same day. */
export const periodFinder = (calendar: Calendar): ((at: UnixSeconds) => UnixSeconds) => {
  let from = 0
  let to = 0
  return (at) => {
    if (at < from || at >= to) {
      from = periodStart(at, calendar)
      to = nextPeriod(at, calendar)
    }
    return from
  }
}
