import { describe, expect, it } from 'vitest'
import { marginSeries } from '../../../../src/renderer/portfolio/loans/margin-chart.js'
import { summaryOf } from '../../../../src/renderer/portfolio/sample-chart.js'

const points = [
  { at: 100, level: '195.0464', afterGap: false },
  { at: 110, level: '99.5', afterGap: false },
  { at: 710, level: '210', afterGap: true },
]

describe('the chart of the margin level', () => {
  it('has the steps of the settings and no free margin, highest first, and leaves gaps open', () => {
    const series = marginSeries({ points, to: 710, gapAtEnd: false }, ['150', '200.0', '100', 'x'])
    expect(series.times).toEqual([100, 110, 410, 710])
    expect(series.levels.map(({ kind, value }) => [kind, value])).toEqual([
      ['step', '200'],
      ['step', '150'],
      ['exhausted', '100'],
    ])
    for (const curve of [series.curve, ...series.levels.map(({ curve }) => curve)])
      expect(curve.map((place) => place === null)).toEqual([false, false, true, false])
    for (const { place, curve } of series.levels) expect(curve).toEqual([place, place, null, place])
    const [first = 0, second = 0, , last = 0] = series.curve
    const [upper, , lower] = series.levels
    expect(first).toBeGreaterThan(lower?.place ?? 1)
    expect(first).toBeLessThan(upper?.place ?? 0)
    expect(second).toBeLessThan(lower?.place ?? 0)
    expect(last).toBeGreaterThan(upper?.place ?? 1)
    expect(series.lonely).toEqual([3])
    expect(summaryOf(series)).toEqual({
      lowest: { at: 110, value: '99.5' },
      highest: { at: 710, value: '210' },
      newest: { at: 710, value: '210' },
      gaps: 1,
    })
  })

  it('has no levels and no summary without a level that can be drawn', () => {
    const series = marginSeries({ points: [], to: 710, gapAtEnd: true }, ['150'])
    expect([series.levels, series.curve, summaryOf(series)]).toEqual([[], [], null])
    const lone = marginSeries({ points: points.slice(0, 1), to: 100, gapAtEnd: false }, [])
    expect(summaryOf(lone)).toBeNull()
    expect(lone.lonely).toEqual([0])
  })
})
