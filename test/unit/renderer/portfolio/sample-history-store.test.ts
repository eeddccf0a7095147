import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isDue,
  type HistoryQuestion,
} from '../../../../src/renderer/portfolio/sample-history-store.svelte.js'

function question(part: Partial<HistoryQuestion> = {}): HistoryQuestion {
  return {
    subject: 'a',
    range: '24h',
    asOf: 100,
    at: 100,
    ...part,
  }
}

describe('loading the LTV history', () => {
  it('happens at once for the first time, another range or another profile', () => {
    expect(isDue(null, question())).toBe(true)
    expect(isDue(question(), question({ range: '1h' }))).toBe(true)
    expect(isDue(question(), question({ subject: 'b' }))).toBe(true)
  })

  it('happens again for a newer check of the loan, at most every 15 s', () => {
    expect(isDue(question(), question({ asOf: 110, at: 114 }))).toBe(false)
    expect(isDue(question(), question({ asOf: 110, at: 115 }))).toBe(true)
    expect(isDue(question(), question({ asOf: 110, at: 40 })), 'a clock that jumped back').toBe(
      true,
    )
  })

  it('happens every minute if nothing newer is seen, so that the chart shows it', () => {
    expect(isDue(question(), question({ at: 159 }))).toBe(false)
    expect(isDue(question(), question({ at: 160 }))).toBe(true)
    expect(isDue(question(), question({ at: 40 })), 'a clock that jumped back').toBe(true)
  })

  it('happens at most once in 15 s, however often the loan is checked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 }), (waits) => {
        let asked: HistoryQuestion | null = null
        let now = 100
        const times: number[] = []
        for (const wait of waits) {
          now += wait
          const next = question({ asOf: now, at: now })
          if (!isDue(asked, next)) continue
          asked = next
          times.push(now)
        }
        times.forEach((at, index) =>
          expect(at - (times[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(15),
        )
      }),
    )
  })
})
