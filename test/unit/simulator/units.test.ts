import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compare,
  divide,
  isNegative,
  isZero,
  multiply,
  type Decimal,
} from '../../../src/shared/money.js'
import {
  isAboveZero,
  isBelowZero,
  isLess,
  isNothing,
  placesOf,
  placesOfStep,
} from '../../../src/simulator/engine/units.js'

function digits(most: number) {
  return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most })
}

const unsigned: fc.Arbitrary<Decimal> = fc
  .tuple(digits(12), fc.option(digits(18)))
  .map(([whole, rest]) => (rest === null ? whole : `${whole}.${rest}`))
const decimal: fc.Arbitrary<Decimal> = fc
  .tuple(fc.boolean(), unsigned)
  .map(([minus, amount]) => (minus ? `-${amount}` : amount))
const step = fc
  .integer({ min: 0, max: 8 })
  .map((places) => (places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`))

describe("the digits of a decimal's text", () => {
  it('give the same result as arithmetic', () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        expect(isNothing(amount)).toBe(isZero(amount))
        expect(isBelowZero(amount)).toBe(isNegative(amount))
        expect(isAboveZero(amount)).toBe(compare(amount, '0') > 0)
      }),
    )
  })

  it('order amounts that are not negative', () => {
    const close = fc
      .tuple(unsigned, fc.nat(3))
      .map(([amount, zeros]): [Decimal, Decimal] => [
        amount,
        amount.includes('.') ? `${amount}${'0'.repeat(zeros)}` : `${'0'.repeat(zeros)}${amount}`,
      ])
    fc.assert(
      fc.property(fc.oneof(fc.tuple(unsigned, unsigned), close), ([a, b]) => {
        expect(isLess(a, b)).toBe(compare(a, b) < 0)
      }),
    )
  })

  it('tell whether an amount is a multiple of a step', () => {
    fc.assert(
      fc.property(unsigned, step, (amount, step) => {
        const multiple = compare(multiply(divide(amount, step, 0), step), amount) === 0
        expect(placesOf(amount) <= (placesOfStep(step) ?? -1)).toBe(multiple)
      }),
    )
  })

  it.each(['10', '0.5', '2', '100'])('leave the step %s to arithmetic', (step) => {
    expect(placesOfStep(step)).toBeNull()
  })
})
