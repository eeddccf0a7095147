import { afterEach, describe, expect, it } from 'vitest'
import {
  nextPeriod,
  periodFinder,
  periodStart,
} from '../../../src/main/investments/flex-earnings.js'

const usual = process.env['TZ']
afterEach(() => {
  if (usual === undefined) delete process.env['TZ']
  else process.env['TZ'] = usual
})

const at = (text: string): number => Date.parse(text) / 1000
const inText = (seconds: number): string => new Date(seconds * 1000).toISOString()

describe('days and months', () => {
  it("follow the user's own calendar over both clock changes", () => {
    process.env['TZ'] = 'Europe/Berlin'
    const local = { per: 'day', utc: false } as const
    // 2026-03-29 has 23 hours, 2026-10-25 has 25.
    for (const [moment, start, next] of [
      ['2026-03-29T12:00:00Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
      ['2026-10-25T12:00:00Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ] as const) {
      expect(inText(periodStart(at(moment), local))).toBe(start)
      expect(inText(nextPeriod(at(moment), local))).toBe(next)
    }
    expect(inText(periodStart(at('2026-03-31T23:30:00Z'), { per: 'month', utc: false }))).toBe(
      '2026-03-31T22:00:00.000Z',
    )
  })

  it('are those of UTC if UTC is chosen, wherever the user is', () => {
    process.env['TZ'] = 'Pacific/Auckland'
    expect(inText(periodStart(at('2026-01-31T23:59:59Z'), { per: 'day', utc: true }))).toBe(
      '2026-01-31T00:00:00.000Z',
    )
    expect(inText(nextPeriod(at('2026-01-31T23:59:59Z'), { per: 'month', utc: true }))).toBe(
      '2026-02-01T00:00:00.000Z',
    )
    expect(inText(nextPeriod(at('2026-12-31T23:59:59Z'), { per: 'month', utc: true }))).toBe(
      '2027-01-01T00:00:00.000Z',
    )
  })

  it('are found as quickly as by estimate, with the same result', () => {
    const calendar = { per: 'day', utc: true } as const
    const find = periodFinder(calendar)
    for (
      let moment = at('2026-02-27T22:00:00Z');
      moment < at('2026-03-02T03:00:00Z');
      moment += 1800
    ) {
      expect(find(moment)).toBe(periodStart(moment, calendar))
    }
    expect(find(0)).toBe(0)
  })
})
