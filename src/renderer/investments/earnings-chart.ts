// Earnings as a chart and as text. The text beside the chart is the exact sum.
import type { CurrencyEarnings, EarningsPeriod } from '../../shared/investments/flex-history.js'
import { add, compare, isDecimal, negate } from '../../shared/money.js'
import { t } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { extremesOf, scaleOf, signOf, stepFor, wholeSteps } from '../components/decimals.js'
import { dayOf, firstSecondOf } from '../components/days.js'
import { dateTextsIn, type Zone } from '../components/times.js'

export type EarningsShown = 'earned' | 'runningTotal'

/**
 * More than a chart or a list can show: beyond it the older ones are left out, and the screen says
 * so.
 */
export const mostPeriods = 1500

/** Beyond it, bars would be less than a pixel or two wide: a line is clearer. */
const mostBars = 400

export function asBars(periods: number): boolean {
  return periods <= mostBars
}

/** `zero`: its position; 0 unless something negative was earned. */
export function earningsSeries(periods: readonly EarningsPeriod[], shown: EarningsShown) {
  const drawn = periods.slice(-mostPeriods)
  const { lowest, highest } = extremesOf(drawn, (period) => period[shown]) ?? {}
  const most = highest === undefined || signOf(highest[shown]) <= 0 ? '0' : highest[shown]
  const least = lowest === undefined || signOf(lowest[shown]) >= 0 ? '0' : lowest[shown]
  const span = add(most, negate(least))
  const step = signOf(span) === 0 ? '1' : stepFor(span)
  const foot = wholeSteps(least, step)
  const top = negate(wholeSteps(negate(most), step))
  const { ticks, placeOf } = scaleOf(foot, compare(top, foot) === 0 ? step : top, step)
  return {
    times: drawn.map(({ start }) => start),
    places: drawn.map((period) => (isDecimal(period[shown]) ? placeOf(period[shown]) : null)),
    zero: placeOf('0'),
    periods: drawn,
    ticks,
  }
}

/** "2025-08-18" or "2025-08". */
export function periodText(start: UnixSeconds, per: 'day' | 'month', zone: Zone): string {
  return dateTextsIn(start, zone)?.[per] ?? String(start)
}

/**
 * First days of months within the span, in even steps, at most `most` of them, with their labels.
 */
export function monthTicks(
  from: UnixSeconds,
  to: UnixSeconds,
  zone: Zone,
  most: number,
): { at: UnixSeconds; label: string }[] {
  const months: { at: UnixSeconds; month: number }[] = []
  const start = dayOf(from, zone)
  let [year, month] = [
    Number.parseInt(start.slice(0, 4), 10),
    Number.parseInt(start.slice(5, 7), 10),
  ]
  // A century of months is more than any chart shows; text that is not a date ends the loop at
  // once.
  for (let count = 0; count < 1200; count += 1) {
    const at = firstSecondOf(
      `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`,
      zone,
    )
    if (at === null || at > to) break
    if (at >= from) months.push({ at, month: year * 12 + month - 1 })
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
  const step =
    [1, 2, 3, 6, 12, 24, 60, 120].find((candidate) => months.length / candidate <= most) ?? 240
  return months
    .filter(({ month }) => month % step === 0)
    .map(({ at }) => ({ at, label: periodText(at, 'month', zone) }))
}

/** The chart in a sentence. */
export function earningsLabel(
  earnings: CurrencyEarnings,
  per: 'day' | 'month',
  zone: Zone,
): string {
  const [first, last] = [earnings.periods[0], earnings.periods.at(-1)]
  if (first === undefined || last === undefined)
    return t('overview.earnings.none', { currency: earnings.currency })
  return t(`overview.earnings.by-${per}`, {
    currency: earnings.currency,
    first: periodText(first.start, per, zone),
    last: periodText(last.start, per, zone),
    total: earnings.total,
    newest: last.earned,
  })
}
