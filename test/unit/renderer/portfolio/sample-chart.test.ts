import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ltvSeries,
  summaryOf,
  timeTicks,
  worthSeries,
} from '../../../../src/renderer/portfolio/sample-chart.js'
import type { LtvHistory, LtvPoint } from '../../../../src/shared/portfolio/ltv-history.js'
import { compare, isDecimal } from '../../../../src/shared/money.js'

function point(at: number, currentLtv: string, part: Partial<LtvPoint> = {}): LtvPoint {
  return {
    at,
    currentLtv,
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
    afterGap: false,
    ...part,
  }
}

const ltv = fc.oneof(
  fc.constantFrom(
    '0',
    '25.04',
    '0.2504',
    '60',
    '75',
    '85',
    '130.5',
    '-3',
    'NaN',
    '',
    '<b>',
    '99999999999999999999.000000000000000001',
  ),
  fc.tuple(fc.nat(200), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`),
)
const anyPoint = fc.record({
  at: fc.oneof(
    fc.integer({ min: 1_700_000_000, max: 1_700_010_000 }),
    fc.constantFrom(Number.NaN, Infinity),
  ),
  currentLtv: ltv,
  initialLtv: ltv,
  marginCallLtv: ltv,
  liquidationLtv: ltv,
  afterGap: fc.boolean(),
})
/** As main sends it: rising, with gaps. */
const goodHistory = fc
  .array(
    fc.record({
      wait: fc.integer({ min: 1, max: 900 }),
      ltv: fc.tuple(fc.nat(120), fc.nat(99)),
      afterGap: fc.boolean(),
    }),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((steps) => {
    let at = 1_700_000_000
    return steps.map(({ wait, ltv: [whole, part], afterGap }) =>
      point((at += wait), `${whole}.${part}`, { afterGap }),
    )
  })

function drawn(history: Pick<LtvHistory, 'points'> & Partial<LtvHistory>) {
  return ltvSeries({ to: 1_700_999_999, gapAtEnd: false, ...history })
}

describe('the LTV chart', () => {
  it('leaves a gap open: no line crosses it', () => {
    const series = drawn({
      points: [
        point(100, '62'),
        point(115, '63'),
        point(715, '64', { afterGap: true }),
        point(730, '65'),
      ],
    })
    expect(series.times).toEqual([100, 115, 415, 715, 730])
    expect(series.points.map((one) => one?.currentLtv ?? null)).toEqual([
      '62',
      '63',
      null,
      '64',
      '65',
    ])
    for (const curve of Object.values(series.curves))
      expect(curve.map((place) => place === null)).toEqual([false, false, true, false, false])
    expect([series.scale.low, series.scale.high]).toEqual(['55', '90'])
    expect(series.levels.map(({ name, value }) => [name, value])).toEqual([
      ['initial', '60'],
      ['margin-call', '75'],
      ['liquidation', '85'],
    ])
  })

  it('ends its line with the last check: what was not seen since is open up to the edge', () => {
    const points = [point(100, '62'), point(115, '63')]
    const series = drawn({ points, to: 3700, gapAtEnd: true })
    expect(series.times).toEqual([100, 115, 3700])
    for (const curve of Object.values(series.curves)) expect(curve.at(-1)).toBeNull()
    expect(summaryOf(series)).toMatchObject({ newest: { at: 115 }, gaps: 1 })
    expect(drawn({ points, to: 3700 }).times).toEqual([100, 115])
    expect(drawn({ points: [], to: 3700, gapAtEnd: true }).times).toEqual([])
    expect(drawn({ points, to: 115, gapAtEnd: true }).times, 'a clock that was set back').toEqual([
      100, 115,
    ])
  })

  it('draws a point between two gaps as a dot', () => {
    const gap = { afterGap: true }
    expect(
      drawn({
        points: [point(1, '62'), point(100, '63', gap), point(200, '64', gap), point(201, '65')],
      }).lonely,
    ).toEqual([0, 2])
  })

  it('has every point in order, one break per gap, and every height by its value', () => {
    fc.assert(
      fc.property(goodHistory, (points) => {
        const series = drawn({ points })
        series.times.forEach((at, index) =>
          expect(at).toBeGreaterThan(series.times[index - 1] ?? 0),
        )
        expect(series.points.filter((one) => one !== null).map(({ at }) => at)).toEqual(
          points.map(({ at }) => at),
        )
        expect(series.points.filter((one) => one === null)).toHaveLength(
          points.filter(({ afterGap }, at) => afterGap && at > 0).length,
        )
        series.points.forEach((one, index) => {
          expect(one === null).toBe(series.curves.current[index] === null)
          const next = series.points[index + 1]
          if (one == null || next == null) return
          const [low, high] = [
            series.curves.current[index] ?? 0,
            series.curves.current[index + 1] ?? 0,
          ]
          if (compare(one.currentLtv, next.currentLtv) < 0) expect(low).toBeLessThan(high)
          if (compare(one.currentLtv, next.currentLtv) === 0) expect(low).toBe(high)
        })
      }),
    )
  })

  it('accepts anything: every height is on the scale, and nothing throws', () => {
    fc.assert(
      fc.property(fc.array(anyPoint, { maxLength: 40 }), (points) => {
        const series = drawn({ points })
        expect(new Set(Object.values(series.curves).map(({ length }) => length))).toEqual(
          new Set([series.times.length]),
        )
        series.times.forEach((at, index) =>
          expect(at).toBeGreaterThan(series.times[index - 1] ?? -1),
        )
        for (const place of Object.values(series.curves).flat())
          if (place !== null) expect(place >= 0 && place <= 1).toBe(true)
        expect(series.scale.ticks.length).toBeLessThanOrEqual(14)
        expect(compare(series.scale.low, series.scale.high)).toBe(-1)
        const summary = summaryOf(series)
        if (summary === null) return
        for (const one of series.points) {
          if (one === null || !isDecimal(one.currentLtv)) continue
          expect(compare(summary.lowest.value, one.currentLtv)).toBeLessThanOrEqual(0)
          expect(compare(summary.highest.value, one.currentLtv)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('does not draw a level that is zero or no number', () => {
    const series = drawn({
      points: [point(1, '20', { initialLtv: '0', marginCallLtv: 'NaN' }), point(2, '21')],
    })
    expect(series.curves.initial[0]).toBeNull()
    expect(series.curves['margin-call'][0]).toBeNull()
    expect(series.curves['margin-call'][1]).not.toBeNull()
  })

  it('has a text summary only if there is a line', () => {
    expect(summaryOf(drawn({ points: [] }))).toBeNull()
    expect(summaryOf(drawn({ points: [point(1, '20'), point(2, 'NaN')] }))).toBeNull()
    const summary = summaryOf(
      drawn({ points: [point(1, '9.5'), point(2, '10'), point(90, '9.75', { afterGap: true })] }),
    )
    expect([
      summary?.lowest.value,
      summary?.highest.value,
      summary?.newest.value,
      summary?.gaps,
    ]).toEqual(['9.5', '10', '9.75', 1])
  })
})

describe('the time labels below it', () => {
  const hours = (count: number) => () => count * 60

  it('are round local times', () => {
    expect(timeTicks(1_763_636_400, 1_763_640_000, hours(1), 6).map(({ label }) => label)).toEqual([
      '12:00',
      '12:10',
      '12:20',
      '12:30',
      '12:40',
      '12:50',
      '13:00',
    ])
    expect(
      timeTicks(1_763_640_000 - 7 * 86_400, 1_763_640_000, hours(-5), 8).map(({ label }) => label),
    ).toEqual(['11-14', '11-15', '11-16', '11-17', '11-18', '11-19', '11-20'])
  })

  it('stay inside the span, in order, and few', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
        fc.constantFrom(3600, 86_400, 7 * 86_400, 30 * 86_400),
        fc.integer({ min: -12 * 60, max: 14 * 60 }),
        (from, span, minutes) => {
          const ticks = timeTicks(from, from + span, () => minutes, 8)
          expect(ticks.length).toBeGreaterThan(1)
          expect(ticks.length).toBeLessThanOrEqual(9)
          ticks.forEach(({ at }, index) => {
            expect(at >= from && at <= from + span).toBe(true)
            expect(at).toBeGreaterThan(ticks[index - 1]?.at ?? 0)
          })
        },
      ),
    )
  })
})

describe("the chart of an account's worth", () => {
  const worth = (at: number, total: string, afterGap = false) => ({
    at,
    total,
    unpriced: 0,
    counted: null,
    afterGap,
  })

  it('is one line with breaks where nothing was seen', () => {
    const points = [worth(100, '1000'), worth(400, '1100'), worth(9000, '1050', true)]
    const { times, curves, lonely, scale } = worthSeries({ points, to: 9000, gapAtEnd: false })
    expect(times).toEqual([100, 400, 4700, 9000])
    expect(curves.total.map((place) => place === null)).toEqual([false, false, true, false])
    expect(lonely).toEqual([3])
    expect(scale.ticks.map(({ value }) => value)).toEqual(expect.arrayContaining(['1000', '1100']))
  })

  it('goes below zero for an account that owes more than it has', () => {
    const { scale, curves } = worthSeries({
      points: [worth(1, '-50'), worth(2, '150')],
      to: 2,
      gapAtEnd: false,
    })
    expect(scale.ticks[0]?.value).toMatch(/^-/)
    expect(curves.total[0]).toBeLessThan(curves.total[1] ?? 0)
  })
})
