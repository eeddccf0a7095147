// How the fields of a response are parsed: decimals, times and ids, none of which becomes a float
// on the way, and text.
import { z } from 'zod'
import { type Complaint, issueOf, unlessAbsent } from './complaint.js'
import { longestNumber, longestText } from './limits.js'
import { type JsonKind, withShape } from './shapes.js'

/**
 * A JSON number kept as its original text. The client's lossless parser uses it wherever a plain
 * number could lose a digit (ids above 2^53, times with microseconds); small integers stay plain
 * numbers.
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

/** Never longer than the bounds, whatever the exponent; null if it would be. */
function withoutExponent(scaled: RegExpExecArray): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = scaled
  const places = fraction.length - Number.parseInt(exponent, 10)
  const digits = whole + fraction
  if (digits.length > longestNumber || places > longestNumber || -places > longestNumber)
    return null
  const padded =
    places < 0 ? digits.padEnd(digits.length - places, '0') : digits.padStart(places + 1, '0')
  const point = padded.length - (places > 0 ? places : 0)
  // Leading zeros that only result from moving the point carry no meaning.
  const front = padded.slice(0, point).replace(/^0+(?=\d)/, '')
  return `${sign}${front}${places > 0 ? `.${padded.slice(point)}` : ''}`
}

/**
 * A number's text without an exponent, every digit kept: `1.5E-3` is `0.0015`. Null if it is not a
 * number, or too long.
 */
export function plainNumber(source: string): string | null {
  if (source.length > longestNumber) return null
  if (plainNumberText.test(source)) return source
  const scaled = scaledText.exec(source)
  const plain = scaled === null ? null : withoutExponent(scaled)
  return plain === null || plain.length > longestNumber ? null : plain
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberText)
  )
}

/**
 * The text of a JSON number or of a JSON string: the service has sent the same member as either.
 * Null for anything else.
 */
function sourceOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value instanceof NumberText) return value.source
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/**
 * A number as its text, whether sent as a JSON number or as a string. `json` is the type its
 * description gives.
 */
function numberAsText(
  json: JsonKind,
  pattern: RegExp,
  complaint: Complaint,
  more: { amount?: true } = {},
): z.ZodType<string> {
  const schema = z.unknown().transform((value, context): string => {
    const source = sourceOf(value)
    const plain = source === null ? null : plainNumber(source)
    if (plain !== null && pattern.test(plain)) return plain
    const isTooLong = source !== null && source.length > longestNumber
    const about: Complaint = isTooLong
      ? { kind: 'longest-text', most: String(longestNumber) }
      : complaint
    context.issues.push(issueOf(unlessAbsent(value, about), value))
    return z.NEVER
  })
  return withShape(schema, { kind: 'value', json: [json], ...more })
}

/**
 * Amounts and prices (section 2): optional minus, digits, optional fraction and exponent. Empty
 * text is refused.
 */
export const decimal = numberAsText('text', plainNumberText, { kind: 'decimal' }, { amount: true })

/** An integer of any size, as its text: order, position and OTO ids; whole-second times. */
export const wholeNumber = numberAsText('number', wholeText, { kind: 'whole-number' })

/** A Unix time in seconds, with or without a fraction, as its text (section 1). */
export const unixTime = numberAsText('number', plainNumberText, { kind: 'unix-time' })

/** A small integer used as a code or a count, as a plain number. */
export const smallInteger: z.ZodType<number> = withShape(
  z.unknown().transform((value, context): number => {
    const source = sourceOf(value)
    const plain = source === null ? null : plainNumber(source)
    const number =
      plain === null || !wholeText.test(plain) ? Number.NaN : Number.parseInt(plain, 10)
    if (Number.isSafeInteger(number)) return number
    context.issues.push(issueOf(unlessAbsent(value, { kind: 'integer' }), value))
    return z.NEVER
  }),
  { kind: 'value', json: ['number'] },
)

function textOf(schema: z.ZodType<string>): z.ZodType<string> {
  return withShape(
    z.preprocess((value) => sourceOf(value) ?? value, schema),
    { kind: 'value', json: ['text'] },
  )
}

/** A text of a request. */
export const askedText = z.string().max(longestText)

/** A word or an id of a response, raw; one sent as a JSON number as its text. */
export const text = textOf(askedText)

/** A text that identifies something, so it cannot be empty. */
export const name = textOf(askedText.min(1))

/**
 * A word that the service has been observed to write in other letter cases; an unknown one is kept
 * as received.
 */
export function wordOf(
  known: readonly string[],
  from: z.ZodType<string> = text,
): z.ZodType<string> {
  const spelt = new Map(known.map((word) => [word.toLowerCase(), word]))
  return withShape(
    from.transform((word) => spelt.get(word.toLowerCase()) ?? word),
    { kind: 'value', json: ['text'] },
  )
}

/** Empty text means that there is no such figure. */
export const decimalOrNone = z.preprocess(
  (value) => (value === '' ? null : value),
  decimal.nullable(),
)

/** A decimal of a request is always text (section 2). */
export const askedDecimal = withShape(
  z.string().transform((value, context): string => {
    const plain = plainNumber(value)
    if (plain !== null) return plain
    context.issues.push(issueOf({ kind: 'decimal' }, value))
    return z.NEVER
  }),
  { kind: 'value', json: ['text'], amount: true },
)
