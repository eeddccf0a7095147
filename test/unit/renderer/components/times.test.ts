import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ageText,
  momentText,
  sinceText,
  spanText,
  wholeSeconds,
  wireTimeTexts,
  type Zone,
} from '../../../../src/renderer/components/times.js'

const berlin: Zone = () => 60
const newfoundland: Zone = () => -210

describe('times of the exchange', () => {
  it('UX-62 are local with their offset, and exact with every received digit', () => {
    expect(wireTimeTexts('1763540025.301187', berlin)).toEqual({
      day: '2025-11-19',
      short: '2025-11-19 09:13',
      full: '2025-11-19 09:13:45 +01:00',
      exact: '2025-11-19T08:13:45.301187Z (1763540025.301187)',
    })
    expect(wireTimeTexts('1763540025', newfoundland).full).toBe('2025-11-19 04:43:45 -03:30')
    expect(wireTimeTexts('1763540025', null).full).toBe('2025-11-19 08:13:45 UTC')
  })

  it.each(['', 'soon', '1e9', '12.', '.5', '1.2.3', '<b>', '99999999999999999'])(
    'are unchanged if they are not a time: %j',
    (text) => {
      expect(wireTimeTexts(text, null)).toEqual({ day: text, short: text, full: text, exact: text })
    },
  )

  it('UX-62 keep the exact text available, whatever the time', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.nat(999_999),
        (whole, part) => {
          const text = `${whole}.${String(part).padStart(6, '0')}`
          expect(wireTimeTexts(text, berlin).exact).toContain(text)
        },
      ),
    )
  })

  it('UX-62 lose and gain no whole second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.nat(999_999), (whole, part) => {
        expect(wholeSeconds(`${whole}.${String(part).padStart(6, '0')}`)).toBe(whole)
      }),
    )
  })

  it('UX-62 in UTC are parsed back to the same second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (at) => {
        expect(Date.parse(momentText(at, null).replace(' UTC', 'Z').replace(' ', 'T')) / 1000).toBe(
          at,
        )
      }),
    )
  })

  it('have four digits of the year, as a date field requires', () => {
    expect(momentText(Date.parse('0003-01-01T07:00:00Z') / 1000, null)).toBe(
      '0003-01-01 07:00:00 UTC',
    )
  })

  it('outside the calendar are shown as their number', () => {
    expect(momentText(1e15, null)).toBe('1000000000000000')
    expect(momentText(-62_135_596_800, null)).toBe('0001-01-01 00:00:00 UTC')
    expect(momentText(-62_135_596_801, null)).toBe('-62135596801')
    expect(wireTimeTexts('-62167219200', null).exact).toBe('-62167219200')
    expect(momentText(Number.NaN, null)).toBe('NaN')
  })
})

describe('start times', () => {
  it('name the day only if it is another one', () => {
    expect(sinceText(1_763_640_000, 1_763_643_600, null)).toBe('12:00')
    expect(sinceText(1_763_540_025, 1_763_643_600, null)).toBe('2025-11-19 08:13')
  })
})

describe('ages', () => {
  it.each([
    [-5, 'now'],
    [0.4, 'now'],
    [1, '1 s ago'],
    [59.99, '59 s ago'],
    [60, '1 min ago'],
    [3599, '59 min ago'],
    [3600, '1 h ago'],
    [3960, '1 h 6 min ago'],
    [86_399, '23 h 59 min ago'],
    [86_400, '1 d ago'],
    [Number.NaN, 'now'],
  ])('%d seconds: %s', (seconds, text) => {
    expect(ageText(seconds)).toBe(text)
  })

  it('never exceed the elapsed time', () => {
    const unit: Record<string, number> = { s: 1, min: 60, h: 3600, d: 86_400 }
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e8, noNaN: true }), (seconds) => {
        const parts = spanText(seconds).split(' ')
        let parsed = 0
        for (let at = 0; at < parts.length; at += 2)
          parsed += Number.parseInt(parts[at] ?? '', 10) * (unit[parts[at + 1] ?? ''] ?? Number.NaN)
        expect(parsed).toBeLessThanOrEqual(seconds)
        expect(parsed).toBeGreaterThan(seconds / 2 - 1)
      }),
    )
  })
})
