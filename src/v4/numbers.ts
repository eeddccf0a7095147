// How decimals, times and ids are read off the wire. None of them becomes a float on the way.
import { z } from 'zod'
import { longestNumber } from './limits.js'

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

/** Amounts and prices (section 2): text, optional minus, digits, optional fraction. Exponents and empty text are refused. */
export const decimal = z
  .string()
  .max(longestNumber, `must have at most ${longestNumber} characters`)
  .regex(/^-?\d+$|^-?\d+\.\d+$/, 'must be a decimal number in text')

const sourceOf = (value: unknown): string | null => {
  if (value instanceof NumberText) return value.source
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return null
}

const numberAsText = (pattern: RegExp, complaint: string) =>
  z.unknown().transform((value, context): string => {
    const source = sourceOf(value)
    if (source !== null && source.length <= longestNumber && pattern.test(source)) return source
    context.issues.push({ code: 'custom', message: complaint, input: value })
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
  context.issues.push({ code: 'custom', message: 'must be an integer', input: value })
  return z.NEVER
})
