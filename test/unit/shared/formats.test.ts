import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dateTexts, utcDay, utcMinute } from '../../../src/shared/dates.js'
import {
  countIn,
  decimalParts,
  decimalText,
  formatTag,
  type Formats,
  numberMarks,
  readFormatsFrom,
  regionTags,
} from '../../../src/shared/formats.js'

const anyTag = fc.constantFrom(...regionTags)
const decimal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(?:0{0,3}|[1-9]\d{0,30})\d$/),
    fc.option(fc.stringMatching(/^\d{1,20}$/)),
  )
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`)

function now(formats: Partial<Formats>): void {
  readFormatsFrom(() => ({ numbers: null, dates: null, ...formats }))
}

afterEach(() => now({}))

describe('UX-61 numbers in the format of a region', () => {
  it("keep every digit, the sign, and the decimal separator's place, in every region", () => {
    fc.assert(
      fc.property(anyTag, decimal, (tag, value) => {
        const { decimal: mark, group } = numberMarks(tag)
        const plain = decimalText(value, tag).replaceAll(group, '').replace(mark, '.')
        expect(plain).toBe(value)
      }),
    )
  })

  it('never group thousands with a point, so that they can be typed back, nor with the decimal separator', () => {
    for (const tag of regionTags) {
      const { decimal: mark, group } = numberMarks(tag)
      expect(group).not.toBe('.')
      expect(group).not.toBe(mark)
      expect(group).toHaveLength(1)
      expect(['.', ',']).toContain(mark)
    }
  })

  it.each([
    ['de-DE', '1234567.50', '1\u202f234\u202f567,50'],
    ['de-CH', '-1234567.50', '-1’234’567.50'],
    ['en-US', '1234567.50', '1,234,567.50'],
    ['en-IN', '1234567.50', '12,34,567.50'],
    ['fr-FR', '0.000000000000000001', '0,000000000000000001'],
    [
      'uk-UA',
      '123456789012345678901234567890.5',
      '123\u202f456\u202f789\u202f012\u202f345\u202f678\u202f901\u202f234\u202f567\u202f890,5',
    ],
    ['de-DE', '0012.5', '0\u202f012,5'],
    ['de-DE', 'soon', 'soon'],
    ['de-DE', '1e5', '1e5'],
  ])('in %s: %s is %s', (tag, value, text) => {
    expect(decimalText(value, tag)).toBe(text)
  })

  it('are plain text by default', () => {
    expect(decimalText('1234567.50')).toBe('1234567.50')
    expect(decimalParts('1234567.50')).toEqual({
      negative: false,
      groups: ['1', '234', '567'],
      fraction: '50',
    })
    expect([countIn('en', 12345), countIn('uk', 12345)]).toEqual(['12,345', '12\u00a0345'])
    now({ numbers: 'de-DE' })
    expect(decimalText('1234567.50')).toBe('1\u202f234\u202f567,50')
    expect([countIn('en', 12345), countIn('uk', 12345)]).toEqual(['12\u202f345', '12\u202f345'])
    expect(decimalText('1234567.50', null)).toBe('1234567.50')
  })
})

describe('UX-62 dates in the format of a region', () => {
  const at = Date.UTC(2025, 7, 18, 14, 2, 31) / 1000

  it.each([
    [null, '2025-08-18', '2025-08', '08-18', '14:02', '14:02:31'],
    ['de-DE', '18.08.2025', '08.2025', '18.08', '14:02', '14:02:31'],
    ['cs-CZ', '18. 08. 2025', '08. 2025', '18. 08', '14:02', '14:02:31'],
    ['ko-KR', '2025. 08. 18.', '2025. 08', '08. 18', '14:02', '14:02:31'],
    ['vi-VN', '18/08/2025', '08/2025', '18/08', '14:02', '14:02:31'],
    ['en-US', '08/18/2025', '08/2025', '08/18', '14:02', '14:02:31'],
    ['en-GB', '18/08/2025', '08/2025', '18/08', '14:02', '14:02:31'],
    ['ja-JP', '2025/08/18', '2025/08', '08/18', '14:02', '14:02:31'],
  ])('%s', (tag, day, month, dayOfYear, minute, second) => {
    expect(dateTexts(at, 0, tag)).toEqual({ day, month, dayOfYear, minute, second })
  })

  it('contain year, month and day in every region, whatever its calendar and digits, and no characters without a glyph', () => {
    const moment = fc.integer({
      min: Date.UTC(1000, 0, 1) / 1000,
      max: Date.UTC(9999, 11, 31) / 1000,
    })
    const tag = fc.constantFrom(
      ...regionTags,
      'ar-EG',
      'fa-IR',
      'th-TH',
      'he-IL',
      'hi-IN',
      'ja-JP-u-ca-japanese',
    )
    fc.assert(
      fc.property(tag, moment, (region, seconds) => {
        const [year = '', month = '', day = ''] = (dateTexts(seconds, 0, null)?.day ?? '').split(
          '-',
        )
        const shown = dateTexts(seconds, 0, region)
        expect(shown?.day.match(/\d+/gu)?.sort()).toEqual([year, month, day].sort())
        expect(Object.values(shown ?? {}).join('')).not.toMatch(/[\u200e\u200f]/u)
      }),
    )
  })

  it('use the requested zone, and end with the calendar', () => {
    expect(dateTexts(at, 600, 'de-DE')?.day).toBe('19.08.2025')
    expect(dateTexts(9e12, 0, 'de-DE')).toBeNull()
    expect(dateTexts(Number.NaN, 0)).toBeNull()
    expect(utcMinute(9e12)).toBe('9000000000000')
  })

  it('are chosen separately from numbers, which stay plain while hidden', () => {
    now({ dates: 'de-DE' })
    expect([utcDay(at), utcMinute(at), decimalText('1234.5')]).toEqual([
      '18.08.2025',
      '18.08.2025 14:02 UTC',
      '1234.5',
    ])
  })
})

describe('the region of a setting', () => {
  it.each([
    ['plain', 'de-DE', null],
    ['system', 'de-DE', 'de-DE'],
    ['en-IN', 'de-DE', 'en-IN'],
    ['system', 'C', null],
    ['system', '', null],
    ['system', 'not a tag', null],
    ['system', 'en-US@rg=dezzzz', 'en-DE'],
    ['system', 'sr-RS@latin', 'sr-RS'],
  ])('%s if the system is set to “%s”', (choice, system, tag) => {
    expect(formatTag(choice, system)).toBe(tag)
  })

  it('is known to Intl for each that can be chosen', () => {
    expect(Intl.NumberFormat.supportedLocalesOf(regionTags)).toEqual(regionTags)
  })
})
