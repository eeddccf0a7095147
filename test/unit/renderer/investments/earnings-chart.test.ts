import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asBars,
  earningsLabel,
  earningsSeries,
  monthTicks,
  mostPeriods,
  periodText,
} from '../../../../src/renderer/investments/earnings-chart.js'
import type { EarningsPeriod } from '../../../../src/shared/investments/flex-history.js'
import { compare } from '../../../../src/shared/money.js'

const day = 86_400
const start = 1_751_328_000

function period(at: number, earned: string, runningTotal = earned): EarningsPeriod {
  return {
    start: start + at * day,
    earned,
    runningTotal,
  }
}

/** Two hours ahead, all year. */
const east = (): number => 120

describe('the earnings chart', () => {
  it('starts at zero and exceeds the largest value', () => {
    const series = earningsSeries(
      [period(0, '0.4', '0.4'), period(1, '0', '0.4'), period(2, '0.73', '1.13')],
      'earned',
    )
    expect(series.zero).toBe(0)
    expect(series.places[1]).toBe(0)
    expect(series.ticks[0]?.value).toBe('0')
    expect(compare(series.ticks.at(-1)?.value ?? '0', '0.73')).toBeGreaterThanOrEqual(0)
    expect(
      earningsSeries([period(0, '0.4', '0.4'), period(2, '0.73', '1.13')], 'runningTotal')
        .places[1],
    ).toBeGreaterThan(0.8)
  })

  it('has bars while each fits its pixels, and a line beyond', () => {
    expect(asBars(0)).toBe(true)
    expect(asBars(400)).toBe(true)
    expect(asBars(401)).toBe(false)
    expect(asBars(mostPeriods)).toBe(false)
  })

  it('draws any input correctly: nothing, zeros, losses, and text that is no number', () => {
    expect(earningsSeries([], 'earned')).toMatchObject({ times: [], places: [], zero: 0 })
    expect(earningsSeries([period(0, '0')], 'earned').places).toEqual([0])
    expect(earningsSeries([period(0, 'nonsense')], 'earned').places).toEqual([null])
    const losing = earningsSeries([period(0, '-3'), period(1, '6')], 'earned')
    expect(losing.zero).toBeGreaterThan(0)
    expect(losing.places[0]).toBeLessThan(losing.zero)
    const amount = fc.oneof(
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String),
      fc.nat(10_000_000).map((units) => `0.${String(units).padStart(18, '0')}`),
      fc.constant('99999999999999999999.5'),
    )
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), (amounts) => {
        const series = earningsSeries(
          amounts.map((text, at) => period(at, text)),
          'earned',
        )
        expect(series.ticks.length).toBeLessThanOrEqual(20)
        for (const [at, place] of series.places.entries()) {
          expect(place).toBeGreaterThanOrEqual(0)
          expect(place).toBeLessThanOrEqual(1)
          for (const [other, otherPlace] of series.places.entries()) {
            if (compare(amounts[at] ?? '0', amounts[other] ?? '0') < 0)
              expect(place ?? 0).toBeLessThanOrEqual(otherPlace ?? 0)
          }
        }
      }),
    )
  })

  it('omits the oldest if there are too many to draw', () => {
    const series = earningsSeries(
      Array.from({ length: mostPeriods + 10 }, (_, at) => period(at, '1')),
      'earned',
    )
    expect(series.times).toHaveLength(mostPeriods)
    expect(series.times[0]).toBe(start + 10 * day)
  })
})

describe('the text beside it', () => {
  it('names days and months in the zone they were summed in', () => {
    expect(periodText(start, 'day', null)).toBe('2025-07-01')
    expect(periodText(start - 7200, 'month', east)).toBe('2025-07')
  })

  it('describes the chart', () => {
    const earnings = {
      currency: 'USDT',
      total: '1.13',
      records: 3,
      periods: [period(0, '0.4', '0.4'), period(2, '0.73', '1.13')],
      plans: [],
      apy: null,
      apyNote: '',
    }
    expect(earningsLabel(earnings, 'day', null)).toBe(
      'Earned per day in USDT, from 2025-07-01 to 2025-07-03: 1.13 in all, 0.73 in the last day.',
    )
    expect(earningsLabel({ ...earnings, periods: [] }, 'day', null)).toBe('Nothing earned in USDT.')
  })

  it('marks first days of months, evenly, and not too many', () => {
    const three = monthTicks(start - 40 * day, start + 40 * day, null, 8)
    expect(three.map(({ label }) => label)).toEqual(['2025-06', '2025-07', '2025-08'])
    expect(three[1]?.at).toBe(start)
    for (const years of [1, 3, 10, 40]) {
      const ticks = monthTicks(start - years * 365 * day, start, east, 8)
      expect(ticks.length, String(years)).toBeGreaterThan(1)
      expect(ticks.length, String(years)).toBeLessThanOrEqual(9)
    }
    expect(monthTicks(8_640_000_000_001, 8_640_000_000_002, null, 8)).toEqual([])
  })
})
