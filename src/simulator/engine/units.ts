// Prices are whole numbers of the market's smallest step while they walk and decimal text as soon
// as money is involved; times are whole microseconds internally and seconds on the wire. What can
// be read from a decimal's text is read without arithmetic: the service needs it for every call,
// thousands of times a second.
import { compare, type Decimal, isDecimal, multiply } from '../../shared/money.js'

/** Integer division, truncated towards zero. */
export function wholePart(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor
}

/** Unix seconds with up to six decimals, the format of fractional times in specification 1. */
export function secondsOf(micros: number): number {
  return micros / 1_000_000
}

export function wholeSecondsOf(micros: number): number {
  return wholePart(micros, 1_000_000)
}

/** `ticks` ÷ 10^`precision`, without trailing zeros. */
export function priceOf(ticks: number, precision: number): Decimal {
  if (precision === 0) return String(ticks)
  const digits = String(ticks).padStart(precision + 1, '0')
  const whole = digits.slice(0, -precision)
  const fraction = digits.slice(-precision).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * The whole number of ticks in a price; null if it is between two ticks, below one, or not a
 * decimal.
 */
export function ticksOf(price: Decimal, precision: number): number | null {
  const scaled = isDecimal(price) ? multiply(price, `1${'0'.repeat(precision)}`) : ''
  return /^\d{1,15}$/.test(scaled) && scaled !== '0' ? Number.parseInt(scaled, 10) : null
}

/**
 * Decimal text with exactly `places` decimals, truncated towards zero: "1.5" with two places is
 * "1.50".
 */
export function withPlaces(value: Decimal, places: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const text = `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`
  return /^-0\.0*$/.test(text) ? text.slice(1) : text
}

export function smaller(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) < 0 ? a : b
}

const anyDigit = /[1-9]/

export function isNothing(amount: Decimal): boolean {
  return !anyDigit.test(amount)
}

export function isBelowZero(amount: Decimal): boolean {
  return amount.startsWith('-') && anyDigit.test(amount)
}

export function isAboveZero(amount: Decimal): boolean {
  return !amount.startsWith('-') && anyDigit.test(amount)
}

/** The number of significant decimal places: "1.50" has one. */
export function placesOf(amount: Decimal): number {
  return (amount.split('.')[1] ?? '').replace(/0+$/, '').length
}

/** The number of places of a step like "0.001" or "1"; null for steps like "10" or "0.5". */
export function placesOfStep(step: Decimal): number | null {
  return /^(?:1|0\.0*1)$/.test(step) ? placesOf(step) : null
}

/**
 * Whether `a` is less than `b`, neither of them negative: longer integer parts are larger, equal
 * lengths are compared digit by digit.
 */
export function isLess(a: Decimal, b: Decimal): boolean {
  const [[wholeA, restA], [wholeB, restB]] = [partsOf(a), partsOf(b)]
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length
  return wholeA === wholeB ? restA < restB : wholeA < wholeB
}

function partsOf(amount: Decimal): [whole: string, rest: string] {
  const [whole = '', rest = ''] = amount.split('.')
  return [whole.replace(/^0+(?=\d)/, ''), rest.replace(/0+$/, '')]
}
