import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marginLine } from '../../../../src/renderer/portfolio/margin-line.js'
import { marginLevel } from '../../../../src/shared/portfolio/margin.js'
import type { CollateralSummary } from '../../../../src/shared/portfolio/portfolio.js'
import { compare, divide, isNegative, subtract } from '../../../../src/shared/money.js'

const summary: CollateralSummary = {
  equity: '1500',
  usedMargin: '1000',
  freeMargin: '500',
  unrealizedPnl: '0',
  unrealizedFunding: '0',
  leverage: 10,
}

describe('the line of the margin level', () => {
  it('has the steps and no free margin, highest first, with what may be lost before each', () => {
    expect(marginLine(summary, ['120', '200'])).toEqual({
      level: '150',
      place: 0.375,
      top: '400',
      marks: [
        { kind: 'step', value: '200', place: 0.5, room: '-500', isReached: true },
        { kind: 'step', value: '120', place: 0.3, room: '300', isReached: false },
        { kind: 'exhausted', value: '100', place: 0.25, room: '500', isReached: false },
      ],
    })
  })

  it('ends with the scale if the level is far beyond it, and is none without margin in use', () => {
    expect(marginLine({ ...summary, freeMargin: '900000' }, [])).toMatchObject({
      place: 1,
      top: '200',
    })
    expect(marginLine({ ...summary, usedMargin: '0' }, ['200'])).toBeNull()
  })

  it('does not list the same level twice, nor one that is no step', () => {
    const line = marginLine(summary, ['100', '150.0', '150', 'x', '-1'])
    expect(line?.marks.map(({ value }) => value)).toEqual(['150', '100'])
  })

  it('says a mark is reached exactly if the level is at or below it; losing the room reaches it', () => {
    const cents = fc
      .integer({ min: 1, max: 5_000_000 })
      .map((value) => divide(String(value), '100', 2))
    fc.assert(
      fc.property(cents, cents, (usedMargin, freeMargin) => {
        const any = { ...summary, usedMargin, freeMargin }
        for (const { value, room, isReached } of marginLine(any, ['200', '150'])?.marks ?? []) {
          expect(isReached).toBe(compare(marginLevel(any) ?? '', value) <= 0)
          const left = subtract(freeMargin, room)
          if (isNegative(room) || compare(left, '0') <= 0) continue
          expect(
            compare(marginLevel({ ...any, freeMargin: left }) ?? '', value),
          ).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
})
