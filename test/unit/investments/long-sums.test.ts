import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addendOf, HeldOverTime, LongSum } from '../../../src/main/investments/long-sums.js'
import { add, isNegative, isZero, multiply, sum } from '../../../src/shared/money.js'
import { decimalText, oracleSum } from '../../support/flex-records.js'

function longSum(amounts: readonly string[]): string {
  const total = new LongSum()
  for (const amount of amounts) total.add(addendOf(amount))
  return total.text
}

describe('a long sum', () => {
  it('is the same as adding one by one, for amounts of any length', () => {
    fc.assert(
      fc.property(fc.array(decimalText(), { maxLength: 40 }), (amounts) => {
        expect(longSum(amounts)).toBe(oracleSum(amounts))
        expect(longSum(amounts)).toBe(sum(amounts))
      }),
    )
  })

  it.each([
    ['nothing', [], '0'],
    ['zeros of either sign', ['-0', '0.000', '-0.0'], '0'],
    ['the last of eighteen places', ['0.000000000000000001', '1'], '1.000000000000000001'],
    ['more than eighteen places', ['0.0000000000000000001', '1.5'], '1.5000000000000000001'],
    ['more than nine digits', ['1234567890.5', '-0.5'], '1234567890'],
    ['carries', ['0.999999999999999999', '0.000000000000000001'], '1'],
    ['a sum below zero of parts above it', ['1', '-1.000000000000000001'], '-0.000000000000000001'],
    ['leading and trailing zeros', ['007.500', '000.10'], '7.6'],
  ])('adds %s', (_name, amounts, expected) => {
    expect(longSum(amounts)).toBe(expected)
  })

  it('stays exact beyond what a number holds exactly', () => {
    const total = new LongSum()
    const largest = addendOf('999999999.999999999999999999')
    const times = 9_100_000
    for (let n = 0; n < times; n += 1) total.add(largest)
    expect(total.text).toBe(multiply('999999999.999999999999999999', String(times)))
  })

  it.each(['', '-', '.5', '5.', '1.2.3', '1e3', '--1', '1,5', '٣'])(
    'refuses "%s" as an amount',
    (text) => {
      expect(() => new LongSum().add(addendOf(text))).toThrow(RangeError)
    },
  )
})

describe('what is held over time', () => {
  it('is the same as calculating with text', () => {
    const steps = fc.array(fc.tuple(decimalText(), fc.nat(100_000_000)), { maxLength: 30 })
    fc.assert(
      fc.property(steps, (changes) => {
        const over = new HeldOverTime(changes.map(([change]) => change))
        let held = '0'
        let total = '0'
        for (const [change, seconds] of changes) {
          over.add(change)
          held = add(held, change)
          expect([over.isZero, over.isNegative]).toEqual([isZero(held), isNegative(held)])
          over.pass(seconds)
          total = add(total, multiply(held, String(seconds)))
        }
        expect(over.total).toBe(total)
      }),
    )
  })
})
