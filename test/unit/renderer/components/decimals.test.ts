import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalParts } from '../../../../src/shared/formats.js'
import { groupedText, signOf, sortKey } from '../../../../src/renderer/components/decimals.js'
import { compare, isNegative, isZero } from '../../../../src/shared/money.js'

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30 })
const decimal = fc
  .tuple(fc.boolean(), digits, fc.option(digits))
  .map(
    ([negative, whole, fraction]) =>
      `${negative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
  )

describe('formatting a decimal', () => {
  it('DAT-2, UX-61 never changes it: the joined parts are the value', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const parts = decimalParts(value)
        expect(parts).not.toBeNull()
        if (parts === null) return
        expect(
          `${parts.negative ? '-' : ''}${parts.groups.join('')}${parts.fraction === null ? '' : `.${parts.fraction}`}`,
        ).toBe(value)
      }),
    )
  })

  it('is the same for a chart, with narrow spaces and a minus', () => {
    expect(['1234567.50', '-1250', '12', 'soon'].map(groupedText)).toEqual([
      '1\u202f234\u202f567.50',
      '−1\u202f250',
      '12',
      'soon',
    ])
  })

  it('groups the integer part in threes from the point', () => {
    expect(decimalParts('1234567.5')).toEqual({
      negative: false,
      groups: ['1', '234', '567'],
      fraction: '5',
    })
    expect(decimalParts('-1250')).toEqual({ negative: true, groups: ['1', '250'], fraction: null })
    expect(decimalParts('123')?.groups).toEqual(['123'])
    expect(decimalParts('0.000000000000000001')).toEqual({
      negative: false,
      groups: ['0'],
      fraction: '000000000000000001',
    })
  })

  it.each(['', '1e-8', '1,5', '+1', '.5', '5.', 'NaN', '<b>', '1.2.3', ' 1'])(
    'does not change text that is no decimal: %j',
    (text) => {
      expect(decimalParts(text)).toBeNull()
      expect(sortKey(text)).toBeNull()
      expect(signOf(text)).toBe(0)
    },
  )

  it('separates the sign from the digits', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(signOf(value)).toBe(isZero(value) ? 0 : isNegative(value) ? -1 : 1)
      }),
    )
  })
})

describe('the sort key', () => {
  it('orders texts by value', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [keyA, keyB] = [sortKey(a), sortKey(b)]
        if (keyA === null || keyB === null) throw new Error('both are decimals')
        expect(keyA < keyB ? -1 : keyA > keyB ? 1 : 0).toBe(compare(a, b))
      }),
      { numRuns: 2000 },
    )
  })

  it('distinguishes close neighbours on both sides of zero', () => {
    const ordered = [
      '-10.01',
      '-10',
      '-9.99',
      '-1.25',
      '-1.2',
      '-0.1',
      '-0.0001',
      '0',
      '0.0001',
      '0.1',
      '1.2',
      '1.25',
      '9.99',
      '10',
      '10.01',
      '100000',
    ]
    const keys = ordered.map((value) => sortKey(value) ?? '')
    expect([...keys].sort((a, b) => (a < b ? -1 : 1))).toEqual(keys)
  })
})
