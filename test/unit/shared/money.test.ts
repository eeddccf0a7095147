import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absolute,
  add,
  asEstimate,
  asEstimateBeside,
  asPercent,
  compare,
  cut,
  divide,
  divideUp,
  headroom,
  isDecimal,
  multiply,
  negate,
  partWay,
  positionBetween,
  subtract,
  toStep,
  wholeTimes,
} from '../../../src/shared/money.js'

/**
 * Decimal text with its exact value as an integer number of 10^-18, so that BigInt can check it.
 */
const scaled = fc
  .record({
    negative: fc.boolean(),
    whole: fc.bigInt(0n, 10n ** 20n),
    fraction: fc.bigInt(0n, 10n ** 18n - 1n),
    places: fc.integer({ min: 0, max: 18 }),
  })
  .map(({ negative, whole, fraction, places }) => {
    const digits = fraction.toString().padStart(18, '0').slice(0, places)
    const text = `${negative ? '-' : ''}${whole}${places > 0 ? `.${digits}` : ''}`
    const magnitude = whole * 10n ** 18n + BigInt(digits.padEnd(18, '0') || '0')
    return { text, value: negative ? -magnitude : magnitude }
  })

function fromScaled(value: bigint, places: number): string {
  const magnitude = value < 0n ? -value : value
  const unit = 10n ** BigInt(places)
  const fraction = (magnitude % unit).toString().padStart(places, '0').replace(/0+$/, '')
  const body = `${magnitude / unit}${fraction === '' ? '' : `.${fraction}`}`
  return value < 0n && body !== '0' ? `-${body}` : body
}

describe('decimal text', () => {
  test.each([
    '0',
    '-0',
    '1',
    '-1.5',
    '00.10',
    '123456789012345678901234567890.123456789012345678',
    '0.000000000000000001',
  ])('DAT-1 accepts %s', (text) => {
    expect(isDecimal(text)).toBe(true)
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '5.',
    '1e-8',
    '1E5',
    '1,5',
    '1 000',
    'NaN',
    'Infinity',
    '0x10',
    '١',
    '--1',
    '1.2.3',
    '1_000',
    '½',
  ])('DAT-1 refuses "%s"', (text) => {
    expect(isDecimal(text)).toBe(false)
    expect(() => add(text, '1')).toThrow(RangeError)
  })
})

describe('arithmetic', () => {
  test('DAT-1 adds tenths without float errors', () => {
    expect(add('0.1', '0.2')).toBe('0.3')
    expect(subtract('0.3', '0.1')).toBe('0.2')
  })

  test('DAT-1, UX-60 sums, differences and products agree with BigInt to the last digit', () => {
    fc.assert(
      fc.property(scaled, scaled, (a, b) => {
        expect(add(a.text, b.text)).toBe(fromScaled(a.value + b.value, 18))
        expect(subtract(a.text, b.text)).toBe(fromScaled(a.value - b.value, 18))
        expect(multiply(a.text, b.text)).toBe(fromScaled(a.value * b.value, 36))
        expect(compare(a.text, b.text)).toBe(a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
      }),
      { numRuns: 2000 },
    )
  })

  test('DAT-1, UX-61 division truncates and never rounds up', () => {
    expect(divide('2', '3', 4)).toBe('0.6666')
    expect(divide('-2', '3', 4)).toBe('-0.6666')
    fc.assert(
      fc.property(scaled, scaled, fc.integer({ min: 0, max: 18 }), (a, b, places) => {
        fc.pre(b.value !== 0n)
        const unit = 10n ** BigInt(places)
        expect(divide(a.text, b.text, places)).toBe(fromScaled((a.value * unit) / b.value, places))
      }),
      { numRuns: 1000 },
    )
  })

  test('refuses division by zero with a clear error', () => {
    expect(() => divide('1', '0.00', 2)).toThrow('division by zero')
  })

  test('division rounded up is never smaller than the exact quotient, and at most one last digit larger', () => {
    expect(divideUp('2', '3', 4)).toBe('0.6667')
    expect(divideUp('-2', '3', 4)).toBe('-0.6667')
    expect(divideUp('2', '-3', 4)).toBe('-0.6667')
    expect(divideUp('1', '4', 2)).toBe('0.25')
    expect(() => divideUp('1', '0', 2)).toThrow('division by zero')
    fc.assert(
      fc.property(scaled, scaled, fc.integer({ min: 0, max: 18 }), (a, b, places) => {
        fc.pre(b.value !== 0n)
        const unit = 10n ** BigInt(places)
        const [top, bottom] = [a.value < 0n ? -a.value : a.value, b.value < 0n ? -b.value : b.value]
        const magnitude = (top * unit + bottom - 1n) / bottom
        expect(divideUp(a.text, b.text, places)).toBe(
          fromScaled(a.value < 0n === b.value < 0n ? magnitude : -magnitude, places),
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('interpolates exactly where possible', () => {
    expect(partWay('60', '75', 1, 3)).toBe('65')
    expect(partWay('60', '75', 2, 3)).toBe('70')
    expect(partWay('0.60', '0.75', 2, 3)).toBe('0.7')
    expect(partWay('60', '70', 1, 3)).toBe('63.333333333333333333')
    expect(partWay('1', '2', 0, 3)).toBe('1')
    expect(partWay('1', '2', 3, 3)).toBe('2')
  })

  test('zero has one spelling', () => {
    expect(negate('0')).toBe('0')
    expect(add('-0', '0')).toBe('0')
    expect(multiply('-1', '0.0')).toBe('0')
    expect(cut('-0.004', 2)).toBe('0')
    expect(absolute('-0.50')).toBe('0.5')
  })

  test('UX-61 never prints an exponent', () => {
    expect(multiply('0.000000000000000001', '0.000000000000000001')).toBe(`0.${'0'.repeat(35)}1`)
    expect(multiply('1000000000000000000000', '1000000000000000000000')).toBe(`1${'0'.repeat(42)}`)
  })

  test('UX-61 truncation never increases a magnitude', () => {
    fc.assert(
      fc.property(scaled, fc.integer({ min: 0, max: 17 }), ({ text }, places) => {
        expect(compare(absolute(cut(text, places)), absolute(text))).not.toBe(1)
      }),
    )
  })
})

describe('headroom', () => {
  test('is one minus current over threshold', () => {
    expect(asPercent(headroom('25', '75') ?? '')).toBe('66.6')
    expect(headroom('30', '60')).toBe('0.5')
  })

  test('is the same for percentages and fractions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (current, threshold) => {
          const asFraction = (n: number) => divide(String(n), '10000', 4)
          expect(headroom(asFraction(current), asFraction(threshold))).toBe(
            headroom(String(current), String(threshold)),
          )
        },
      ),
    )
  })

  test('is never overstated', () => {
    fc.assert(
      fc.property(scaled, scaled, (current, threshold) => {
        fc.pre(threshold.value > 0n && current.value >= 0n)
        const room = headroom(current.text, threshold.text) ?? ''
        expect(compare(add(multiply(room, threshold.text), current.text), threshold.text)).not.toBe(
          1,
        )
      }),
    )
  })

  test('is zero at the threshold and negative past it', () => {
    expect(headroom('75', '75.00')).toBe('0')
    expect(headroom('90', '75')).toBe('-0.2')
  })

  test('is undefined without a threshold above zero', () => {
    expect(headroom('25', '0')).toBeNull()
    expect(headroom('25', '-1')).toBeNull()
  })
})

describe('drawing positions', () => {
  test('places a value between two ends and clamps it', () => {
    expect(positionBetween('50', '0', '100')).toBe(0.5)
    expect(positionBetween('-5', '0', '100')).toBe(0)
    expect(positionBetween('500', '0', '100')).toBe(1)
    expect(positionBetween('1', '2', '2')).toBeNull()
  })
})

describe('steps', () => {
  test.each([
    ['7', '2', '3'],
    ['0.3', '0.1', '3'],
    ['-7', '2', '-3'],
    ['0.000000000000000001', '1', '0'],
    [
      '123456789012345678901234567890',
      '0.000000000000000001',
      '123456789012345678901234567890000000000000000000',
    ],
  ])('DAT-1 %s contains %s a whole number of times: %s', (a, step, times) => {
    expect(wholeTimes(a, step)).toBe(times)
  })

  test.each([
    ['100.33', '0.1', '100.3', '100.4'],
    ['100.3', '0.1', '100.3', '100.3'],
    ['-0.05', '0.1', '-0.1', '0'],
    ['0', '5', '0', '0'],
  ])('DAT-1 %s in steps of %s is between %s and %s', (a, step, down, up) => {
    expect(toStep(a, step, 'down')).toBe(down)
    expect(toStep(a, step, 'up')).toBe(up)
  })

  test('a step of zero or less is refused', () => {
    expect(() => wholeTimes('1', '0')).toThrow(RangeError)
    expect(() => toStep('1', '0', 'down')).toThrow(RangeError)
    expect(() => toStep('1', '-1', 'up')).toThrow(RangeError)
  })

  test('property: the rounded-down value is a multiple of the step, never above, and less than one step away', () => {
    fc.assert(
      fc.property(scaled, scaled, (a, step) => {
        fc.pre(step.value > 0n)
        const down = toStep(a.text, step.text, 'down')
        expect(compare(down, a.text)).toBeLessThanOrEqual(0)
        expect(compare(subtract(a.text, down), step.text)).toBe(-1)
        expect(multiply(wholeTimes(down, step.text), step.text)).toBe(down)
        const up = toStep(a.text, step.text, 'up')
        expect(compare(up, a.text)).toBeGreaterThanOrEqual(0)
        expect(compare(subtract(up, a.text), step.text)).toBe(-1)
      }),
    )
  })
})

describe('an estimate beside the mark price', () => {
  test('has the fewest digits from six on that show on which side of the mark it is', () => {
    expect(asEstimateBeside('42019.32929999999983499997', '1000')).toBe('42019.3')
    expect(asEstimateBeside('42019.32929999999983499997', '42019.329')).toBe('42019.33')
    expect(asEstimateBeside('1000.0000004', '1000')).toBe('1000.0000004')
    expect(asEstimateBeside('64000', '64000')).toBe('64000')
  })

  test('never changes the side, and has no more digits than needed', () => {
    fc.assert(
      fc.property(scaled, scaled, ({ text: value }, { text: mark }) => {
        const shown = asEstimateBeside(value, mark)
        expect(compare(shown, mark)).toBe(compare(value, mark))
        const estimates = Array.from({ length: 40 }, (_, more) => asEstimate(value, 6 + more))
        const first = estimates.find((one) => compare(one, mark) === compare(value, mark)) ?? ''
        expect(compare(shown, first)).toBe(0)
      }),
    )
  })
})
