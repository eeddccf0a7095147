// How the fields of an answer are read: decimals, times and ids, none of which becomes a float on the way, and text.
import { z } from 'zod'
import { longestNumber, longestText } from './limits.js'

/**
 * A JSON number kept as the text it was written in. The client's lossless reader puts one wherever a plain number could lose a
 * digit (ids above 2^53, times with microseconds); small integers stay plain numbers.
 */
export class NumberText {
  constructor(readonly source: string) {}
  toJSON(): number {
    return Number(this.source)
  }
}

const wholeText = /^-?\d+$/
const plainNumberText = /^-?\d+$|^-?\d+\.\d+$/
/** No more digits in the exponent than any number within the bounds needs. */
const scaledText = /^(-?)(\d+)(?!\.[eE])\.?(\d*)[eE]([+-]?\d{1,4})$/

/** Never longer than the bounds, whatever the exponent says; null where it would be. */
const withoutExponent = (scaled: RegExpExecArray): string | null => {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = scaled
  const places = fraction.length - Number.parseInt(exponent, 10)
  const digits = whole + fraction
  if (digits.length > longestNumber || places > longestNumber || -places > longestNumber) return null
  const padded = places < 0 ? digits.padEnd(digits.length - places, '0') : digits.padStart(places + 1, '0')
  const point = padded.length - (places > 0 ? places : 0)
  // Zeros that only the moved point brought to the front say nothing.
  const front = padded.slice(0, point).replace(/^0+(?=\d)/, '')
  return `${sign}${front}${places > 0 ? `.${padded.slice(point)}` : ''}`
}

/** A number's text without an exponent, every digit kept: `1.5E-3` is `0.0015`. Null where it is none, or too long. */
export const plainNumber = (source: string): string | null => {
  if (source.length > longestNumber) return null
  if (plainNumberText.test(source)) return source
  const scaled = scaledText.exec(source)
  const plain = scaled === null ? null : withoutExponent(scaled)
  return plain === null || plain.length > longestNumber ? null : plain
}

export const missing = 'is missing'
export const isNull = 'is null'

const complaintOf = (value: unknown, complaint: string): string => (value === undefined ? missing : value === null ? isNull : complaint)

/** Amounts and prices (section 2): text, optional minus, digits, optional fraction and exponent. Empty text is refused. */
export const decimal = z.unknown().transform((value, context): string => {
  const plain = typeof value === 'string' ? plainNumber(value) : null
  if (plain !== null) return plain
  const message =
    typeof value === 'string' && value.length > longestNumber
      ? `must have at most ${longestNumber} characters`
      : 'must be a decimal number in text'
  context.issues.push({ code: 'custom', message: complaintOf(value, message), input: value })
  return z.NEVER
})

const sourceOf = (value: unknown): string | null => {
  if (value instanceof NumberText) return value.source
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return null
}

const numberAsText = (pattern: RegExp, complaint: string) =>
  z.unknown().transform((value, context): string => {
    const source = sourceOf(value)
    const plain = source === null ? null : plainNumber(source)
    if (plain !== null && pattern.test(plain)) return plain
    context.issues.push({ code: 'custom', message: complaintOf(value, complaint), input: value })
    return z.NEVER
  })

/** An integer of any size, as its text: order, position and OTO ids; whole-second times. */
export const wholeNumber = numberAsText(wholeText, 'must be a whole number')

/** A Unix time in seconds, with or without a fraction, as its text (section 1). */
export const unixTime = numberAsText(plainNumberText, 'must be a Unix time in seconds')

/** A small integer used as a code or a count, as a plain number. */
export const smallInteger = z.unknown().transform((value, context): number => {
  const source = sourceOf(value)
  const number = source === null ? Number.NaN : Number(source)
  if (Number.isSafeInteger(number)) return number
  context.issues.push({ code: 'custom', message: complaintOf(value, 'must be an integer'), input: value })
  return z.NEVER
})

/** A name, an id or a word of an answer, raw. */
export const text = z.string().max(longestText, `must have at most ${longestText} characters`)
