import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ltvHistory,
  marginHistory,
  mostPoints,
  type LtvSample,
} from '../../../src/main/portfolio/sample-history.js'
import { compare } from '../../../src/shared/money.js'

const now = 1_800_000_000

function aSample(at: number, currentLtv = '25'): LtvSample {
  return {
    at,
    currentLtv,
    initialLtv: '60',
    marginCallLtv: '75',
    liquidationLtv: '85',
  }
}

describe('LTV over time', () => {
  it('is empty if nothing is remembered', () => {
    expect(ltvHistory([], { from: now - 3600, to: now })).toEqual({
      from: now - 3600,
      to: now,
      points: [],
      gapAtEnd: false,
    })
  })

  it('keeps every sample of an hour', () => {
    const samples = Array.from({ length: 240 }, (_, at) =>
      aSample(now - 3600 + 15 * at, String(20 + at)),
    )
    const { points } = ltvHistory(samples, { from: now - 3600, to: now })
    expect(points.map(({ currentLtv }) => currentLtv)).toEqual(
      samples.map(({ currentLtv }) => currentLtv),
    )
    expect(points.some(({ afterGap }) => afterGap)).toBe(false)
  })

  it('marks the first point after a time without polls', () => {
    const { points } = ltvHistory(
      [aSample(now - 1000), aSample(now - 985), aSample(now - 300), aSample(now - 285)],
      {
        from: now - 3600,
        to: now,
      },
    )
    expect(points.map(({ afterGap }) => afterGap)).toEqual([false, false, true, false])
  })

  it('ends in a gap after a time without polls', () => {
    const seen = (ago: number, span = 3600) =>
      ltvHistory([aSample(now - ago - 15), aSample(now - ago)], { from: now - span, to: now })
        .gapAtEnd
    expect([seen(0), seen(15), seen(90)]).toEqual([false, false, false])
    expect([seen(91), seen(1800)]).toEqual([true, true])
    // What a month's chart cannot show is not a gap.
    expect(seen(91, 30 * 86_400)).toBe(false)
    expect(seen(7200, 30 * 86_400)).toBe(true)
  })

  it('does not treat downsampled old samples as a gap', () => {
    const hourly = Array.from({ length: 100 }, (_, at) => aSample(now - 120 * 86_400 + 3600 * at))
    expect(
      ltvHistory(hourly, { from: now - 121 * 86_400, to: now }).points.some(
        ({ afterGap }) => afterGap,
      ),
    ).toBe(false)
  })

  it('never draws more points than a screen can show, and never hides the worst', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 86_400 * 30 }), fc.integer({ min: 0, max: 12_000 })),
          { maxLength: 4000 },
        ),
        (raw) => {
          const samples = raw
            .sort(([a], [b]) => a - b)
            .map(([before, ltv]) =>
              aSample(
                now - 86_400 * 30 + before,
                `${String(ltv - (ltv % 100)).slice(0, -2) || '0'}.${String(ltv % 100).padStart(2, '0')}`,
              ),
            )
          const { points } = ltvHistory(samples, { from: now - 86_400 * 30, to: now })
          const gaps = points.filter(({ afterGap }) => afterGap).length
          expect(points.length).toBeLessThanOrEqual(mostPoints + 1 + gaps)
          const highest = (list: readonly { currentLtv: string }[]) =>
            list.reduce<string | null>(
              (most, { currentLtv }) =>
                most === null || compare(currentLtv, most) > 0 ? currentLtv : most,
              null,
            )
          const [all, shown] = [highest(samples), highest(points)]
          expect(all === null || shown === null ? all === shown : compare(all, shown) === 0).toBe(
            true,
          )
          expect(points.map(({ at }) => at)).toEqual(
            [...points.map(({ at }) => at)].sort((a, b) => a - b),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the margin level over time', () => {
  it('keeps the lowest of what falls into one point, and marks where there was no level', () => {
    const days = 86_400 * 30
    const samples = [
      { at: now - days, level: '250' },
      { at: now - days + 60, level: '99.5' },
      { at: now - days + 120, level: '150' },
      { at: now - 7200, level: '120.4321' },
    ]
    expect(marginHistory(samples, { from: now - days, to: now })).toEqual({
      from: now - days,
      to: now,
      points: [
        { at: now - days + 60, level: '99.5', afterGap: false },
        { at: now - 7200, level: '120.4321', afterGap: true },
      ],
      gapAtEnd: true,
    })
  })

  it('is a line without gaps for a level that is checked as seldom as every 30 s', () => {
    const samples = Array.from({ length: 120 }, (_, at) => ({
      at: now - 3570 + 30 * at,
      level: '195',
    }))
    const { points, gapAtEnd } = marginHistory(samples, { from: now - 3600, to: now })
    expect(points).toHaveLength(120)
    expect([gapAtEnd, points.some(({ afterGap }) => afterGap)]).toEqual([false, false])
  })
})
