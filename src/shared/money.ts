// The only module that does arithmetic on amounts. Everywhere else a decimal is text and stays
// text.
import { BigNumber } from 'bignumber.js'

/**
 * An amount, price or ratio as decimal text: optional minus, digits, optional fraction. No
 * exponent, no thousands separator, no plus sign. Up to 18 places are usual on the wire; more are
 * carried unchanged.
 */
export type Decimal = string

const decimalText = /^-?\d+$|^-?\d+\.\d+$/

// A private configuration, so that no other BigNumber.config() can change how money is divided or
// printed.
const Exact = BigNumber.clone({
  EXPONENTIAL_AT: 1e9,
  RANGE: 1e9,
  DECIMAL_PLACES: 40,
  ROUNDING_MODE: BigNumber.ROUND_DOWN,
})

export function isDecimal(text: string): text is Decimal {
  return decimalText.test(text)
}

/**
 * @throws RangeError naming the text, when it is not a decimal. Callers hold wire-checked or
 *   user-checked text.
 */
function checked(text: Decimal): Decimal {
  if (!isDecimal(text)) throw new RangeError(`"${text}" is not a decimal number`)
  return text
}

/** The latest amounts that were read: the same ones are calculated with again and again. */
const known = new Map<Decimal, BigNumber>()
const mostKnown = 200

function exact(text: Decimal): BigNumber {
  const before = known.get(text)
  if (before !== undefined) return before
  const value = new Exact(checked(text))
  if (known.size >= mostKnown) known.clear()
  known.set(text, value)
  return value
}

const digitAboveZero = /[1-9]/

function text(value: BigNumber): Decimal {
  const printed = value.toFixed()
  return printed === '-0' ? '0' : printed
}

/** The exact sum. Results have no trailing zeros. */
export function add(a: Decimal, b: Decimal): Decimal {
  return text(exact(a).plus(exact(b)))
}

/**
 * The exact sum of all of them; zero for an empty list. For long lists: much faster than adding one
 * by one.
 */
export function sum(list: readonly Decimal[]): Decimal {
  return text(list.reduce((total, next) => total.plus(exact(next)), new Exact(0)))
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return text(exact(a).minus(exact(b)))
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return text(exact(a).times(exact(b)))
}

/**
 * `a ÷ b`, truncated (never rounded up in magnitude) after `places` decimals.
 * @throws RangeError when `b` is zero.
 */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  const divisor = exact(b)
  if (divisor.isZero()) throw new RangeError('division by zero')
  return text(exact(a).div(divisor).decimalPlaces(places, BigNumber.ROUND_DOWN))
}

/**
 * `a ÷ b`, never smaller in magnitude than the exact quotient: for a risk that must not be
 * understated. At most `places` decimals.
 * @throws RangeError when `b` is zero.
 */
export function divideUp(a: Decimal, b: Decimal, places: number): Decimal {
  const short = divide(a, b, places)
  if (exact(short).times(exact(b)).isEqualTo(exact(a))) return short
  const outwards = isNegative(a) === isNegative(b) ? 1 : -1
  return text(exact(short).plus(new Exact(outwards).shiftedBy(-places)))
}

/**
 * The point `part` of `of` equal parts of the way from `from` to `to`, truncated after 18 places.
 * @throws RangeError when `of` is zero.
 */
export function partWay(from: Decimal, to: Decimal, part: number, of: number): Decimal {
  return add(from, divide(multiply(subtract(to, from), String(part)), String(of), 18))
}

/**
 * How many whole times `step` goes into `a`, truncated towards zero: exact, however long either of
 * them is.
 * @throws RangeError when `step` is zero.
 */
export function wholeTimes(a: Decimal, step: Decimal): Decimal {
  const divisor = exact(step)
  if (divisor.isZero()) throw new RangeError('division by zero')
  return text(exact(a).idiv(divisor))
}

/**
 * The multiple of `step` nearest to `a` in the given direction on the number line; `a` itself if it
 * is one.
 * @throws RangeError when `step` is not above zero.
 */
export function toStep(a: Decimal, step: Decimal, way: 'down' | 'up'): Decimal {
  if (!exact(step).isGreaterThan(0)) throw new RangeError('a step is above zero')
  const towardsZero = multiply(wholeTimes(a, step), step)
  if (way === 'down') return compare(towardsZero, a) > 0 ? subtract(towardsZero, step) : towardsZero
  return compare(towardsZero, a) < 0 ? add(towardsZero, step) : towardsZero
}

/** −1, 0 or 1. "1.0" and "1" are equal. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return a === b && isDecimal(a) ? 0 : (exact(a).comparedTo(exact(b)) as -1 | 0 | 1)
}

// Both are called all the time, and the text itself is enough.
export function isZero(a: Decimal): boolean {
  return !digitAboveZero.test(checked(a))
}

export function isNegative(a: Decimal): boolean {
  return checked(a).startsWith('-') && digitAboveZero.test(a)
}

export function negate(a: Decimal): Decimal {
  return text(exact(a).negated())
}

export function absolute(a: Decimal): Decimal {
  return text(exact(a).abs())
}

/**
 * `a` truncated after `places` decimals, towards zero: a shown value is never larger than the real
 * one.
 */
export function cut(a: Decimal, places: number): Decimal {
  return text(exact(a).decimalPlaces(places, BigNumber.ROUND_DOWN))
}

const mostSignificant = (a: Decimal): number => checked(a).replace(/\D/g, '').length

/**
 * `a` to `digits` significant digits, for a displayed estimate: "30227.2", "0.0000305731". Never
 * for arithmetic.
 */
export function asEstimate(a: Decimal, digits = 6): Decimal {
  return text(exact(a).precision(digits, BigNumber.ROUND_HALF_UP))
}

/** The same, with enough extra digits to show on which side of `mark` it is. */
export function asEstimateBeside(a: Decimal, mark: Decimal): Decimal {
  const side = compare(a, mark)
  for (let digits = 6; digits < mostSignificant(a); digits += 1) {
    const rounded = asEstimate(a, digits)
    if (compare(rounded, mark) === side) return rounded
  }
  return a
}

/** The largest of the known ones; null if none is. */
export function largest(list: readonly (Decimal | null)[]): Decimal | null {
  return list.reduce(
    (most, one) => (one !== null && (most === null || compare(one, most) > 0) ? one : most),
    null,
  )
}

/** The smallest of the known ones; null if none is. */
export function smallest(list: readonly (Decimal | null)[]): Decimal | null {
  return list.reduce(
    (least, one) => (one !== null && (least === null || compare(one, least) < 0) ? one : least),
    null,
  )
}

/**
 * How far collateral may fall, as a fraction of its current value, before LTV reaches `threshold`,
 * debt unchanged: `1 − currentLtv ÷ threshold`, truncated after 18 places. Needs no price, and no
 * unit as long as both share one (specification 2.8 shows none). Zero or negative once the
 * threshold is reached or passed; null if the threshold is not above zero.
 */
export function headroom(currentLtv: Decimal, threshold: Decimal): Decimal | null {
  if (!exact(threshold).isGreaterThan(0)) return null
  const share = exact(currentLtv).div(exact(threshold))
  return text(new Exact(1).minus(share).decimalPlaces(18, BigNumber.ROUND_FLOOR))
}

/**
 * A share (0.667) as percent text with one decimal, rounded down (66.6): headroom is never
 * overstated. For text beside a gauge, never for arithmetic.
 */
export function asPercent(share: Decimal, places = 1): string {
  return exact(share).times(100).decimalPlaces(places, BigNumber.ROUND_FLOOR).toFixed(places)
}

/**
 * The position of `value` between `low` (0) and `high` (1), clamped to 0…1, as a plain number for
 * drawing only. Null when high ≤ low.
 */
export function positionBetween(value: Decimal, low: Decimal, high: Decimal): number | null {
  const span = exact(high).minus(exact(low))
  if (!span.isGreaterThan(0)) return null
  const place = exact(value).minus(exact(low)).div(span)
  return place.isLessThan(0) ? 0 : place.isGreaterThan(1) ? 1 : place.toNumber()
}
