import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from '../../../src/main/exchange/response-parser.js'
import { longestNumber } from '../../../src/v4/limits.js'
import {
  decimal,
  NumberText,
  plainNumber,
  smallInteger,
  unixTime,
  wholeNumber,
} from '../../../src/v4/numbers.js'

/** Decimal text as an integer number of units of 10^-`places`, without a float. */
function unitsOf(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return BigInt(`${text.startsWith('-') ? '-' : ''}${whole}${fraction.padEnd(places, '0')}`)
}

describe('a number with an exponent', () => {
  it.each([
    ['1e-8', '0.00000001'],
    ['1E-8', '0.00000001'],
    ['1.5E+3', '1500'],
    ['1.5e3', '1500'],
    ['-2.50e-1', '-0.250'],
    ['12.345e1', '123.45'],
    ['12.345e2', '1234.5'],
    ['12.345e3', '12345'],
    ['0.05e2', '5'],
    ['0e0', '0'],
    ['7e00', '7'],
    ['9007199254740993e-3', '9007199254740.993'],
    ['0.1e-18', '0.0000000000000000001'],
  ])('%s is %s', (source, plain) => {
    expect(plainNumber(source)).toBe(plain)
    expect(decimal.parse(source)).toBe(plain)
  })

  it('keeps every digit: the number is the same, whatever its exponent', () => {
    const parts = fc.record({
      sign: fc.constantFrom('', '-'),
      whole: fc.stringMatching(/^(0|[1-9]\d{0,14})$/),
      fraction: fc.stringMatching(/^\d{1,15}$/),
      exponent: fc.integer({ min: -25, max: 25 }),
      mark: fc.constantFrom('e', 'E'),
    })
    fc.assert(
      fc.property(parts, ({ sign, whole, fraction, exponent, mark }) => {
        const source = `${sign}${whole}.${fraction}${mark}${exponent}`
        const plain = plainNumber(source)
        expect(plain).toMatch(/^-?\d+$|^-?\d+\.\d+$/)
        const places = 60
        expect(unitsOf(plain ?? '', places)).toBe(
          unitsOf(`${sign}${whole}.${fraction}`, places + exponent),
        )
      }),
    )
  })

  it.each([
    '1e400',
    '1e-400',
    '1e9999',
    '0e400',
    '1e80',
    '1e-80',
    `${'9'.repeat(79)}e5`,
    '1e99999',
    '1e',
    'e5',
    '1e+',
    '1.e5',
    '.5e1',
    '+1e5',
    '1e5.0',
  ])('%s is refused and creates no long text', (source) => {
    expect(plainNumber(source)).toBeNull()
    expect(decimal.safeParse(source).success).toBe(false)
  })

  it('is never longer than any number may be', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{1,78}$/),
        fc.integer({ min: -9999, max: 9999 }),
        (digits, exponent) => {
          expect((plainNumber(`${digits}e${exponent}`) ?? '').length).toBeLessThanOrEqual(
            longestNumber,
          )
        },
      ),
    )
  })

  it('is read just as exactly as a JSON number instead of text', () => {
    const read = parseStrictJson(
      Buffer.from('[1.5e9,1.651568067789679E9,12345678901234567890e-1,2e2,1e400]'),
      10,
    )
    const [id, time, odd, code, endless] = read.ok ? (read.value as unknown[]) : []
    expect(wholeNumber.parse(id)).toBe('1500000000')
    expect(unixTime.parse(time)).toBe('1651568067.789679')
    expect(wholeNumber.safeParse(odd).success).toBe(false)
    expect(unixTime.parse(odd)).toBe('1234567890123456789.0')
    expect(smallInteger.parse(code)).toBe(200)
    for (const schema of [wholeNumber, unixTime, smallInteger])
      expect(schema.safeParse(endless).success).toBe(false)
  })

  it('stays unchanged without one', () => {
    for (const source of ['0.10', '-0', '007', '1.000']) expect(decimal.parse(source)).toBe(source)
    expect(decimal.parse(new NumberText('0.10'))).toBe('0.10')
  })
})
