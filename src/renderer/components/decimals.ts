// Formatting, ordering and drawing of decimal text. The values are never changed, rounded or
// shortened; chart scales have round steps.
import { decimalParts, numberMarks } from '../../shared/formats.js'
import {
  add,
  compare,
  type Decimal,
  divide,
  isDecimal,
  multiply,
  positionBetween,
  subtract,
} from '../../shared/money.js'

/**
 * For charts, where space cannot be drawn between characters: a separator character groups the
 * thousands.
 */
export function groupedText(value: Decimal): string {
  const parts = decimalParts(value)
  if (parts === null) return value
  const { decimal, group } = numberMarks()
  return `${parts.negative ? '−' : ''}${parts.groups.join(group)}${parts.fraction === null ? '' : `${decimal}${parts.fraction}`}`
}

/** −1, 0 or 1 from the text alone; 0 for text that is not a decimal. */
export function signOf(value: Decimal): -1 | 0 | 1 {
  if (!isDecimal(value) || !/[1-9]/.test(value)) return 0
  return value.startsWith('-') ? -1 : 1
}

/** Those with the lowest and the highest value, the first if several; null if none is a decimal. */
export function extremesOf<T>(
  items: readonly T[],
  valueOf: (item: T) => Decimal,
): { lowest: T; highest: T } | null {
  let lowest: { key: string; item: T } | null = null
  let highest: { key: string; item: T } | null = null
  for (const item of items) {
    const key = sortKey(valueOf(item))
    if (key === null) continue
    if (lowest === null || key < lowest.key) lowest = { key, item }
    if (highest === null || key > highest.key) highest = { key, item }
  }
  return lowest === null || highest === null ? null : { lowest: lowest.item, highest: highest.item }
}

/**
 * A text that sorts (by plain comparison) like the value it represents, so that ten thousand rows
 * can be sorted without ten thousand conversions. Null if the text is not a decimal.
 */
export function sortKey(value: Decimal): string | null {
  const parts = decimalParts(value, null)
  if (parts === null) return null
  const whole = parts.groups.join('').replace(/^0+/, '')
  const fraction = (parts.fraction ?? '').replace(/0+$/, '')
  if (whole === '' && fraction === '') return '1'
  const size = String(whole.length).padStart(4, '0')
  if (!parts.negative) return `2${size}${whole}.${fraction}`
  // Larger magnitudes come first among negatives: every digit is mirrored, and the end mark sorts
  // after all of them.
  const mirrored = `${size}${whole}.${fraction}`.replace(/\d/g, (digit) =>
    '9876543210'.charAt('0123456789'.indexOf(digit)),
  )
  return `0${mirrored}~`
}

/**
 * A round scale for charts. Heights on it are fractions between 0 and 1, so that no amount ever
 * becomes a float.
 */
export type Scale = {
  low: Decimal
  high: Decimal
  ticks: { value: Decimal; place: number }[]
  /** 0 at the foot of the scale, 1 at its top. */
  placeOf(value: Decimal): number
}

/** The step (1, 2 or 5 times a power of ten) that cuts `span` into at most eight parts. */
export function stepFor(span: Decimal): Decimal {
  let power: Decimal = '1'
  while (compare(power, span) > 0) power = multiply(power, '0.1')
  while (compare(multiply(power, '10'), span) <= 0) power = multiply(power, '10')
  const steps = [multiply(power, '0.1'), multiply(power, '0.2'), multiply(power, '0.5'), power]
  return steps.find((step) => compare(multiply(step, '8'), span) >= 0) ?? multiply(power, '2')
}

/** The largest multiple of `step` that is not above `value`. */
export function wholeSteps(value: Decimal, step: Decimal): Decimal {
  const whole = multiply(divide(value, step, 0), step)
  return compare(whole, value) > 0 ? subtract(whole, step) : whole
}

export function scaleOf(low: Decimal, high: Decimal, step: Decimal): Scale {
  // Adding zero turns the −0 of "-0" into a plain zero.
  const placeOf = (value: Decimal): number => (positionBetween(value, low, high) ?? 0) + 0
  const ticks: Scale['ticks'] = []
  for (let value = low; compare(value, high) <= 0; value = add(value, step))
    ticks.push({ value, place: placeOf(value) })
  return { low, high, ticks, placeOf }
}
