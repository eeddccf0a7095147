// How decimal text is laid out for reading. Nothing here changes, rounds or shortens a value.
import { isDecimal, type Decimal } from '../../shared/money.js'

export type DecimalParts = {
  negative: boolean
  /** The whole part in groups of three, most significant first. */
  groups: string[]
  /** Digits after the point as they came, trailing zeros included; null where there is no point. */
  fraction: string | null
}

/** Null where the text is not a decimal: then it is shown as it came. */
export const partsOf = (value: Decimal): DecimalParts | null => {
  if (!isDecimal(value)) return null
  const negative = value.startsWith('-')
  const [whole = '', fraction = null] = (negative ? value.slice(1) : value).split('.')
  const groups: string[] = []
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(end > 3 ? end - 3 : 0, end))
  return { negative, groups, fraction }
}

/** −1, 0 or 1 from the text alone; 0 for text that is not a decimal. */
export const signOf = (value: Decimal): -1 | 0 | 1 => {
  if (!isDecimal(value) || !/[1-9]/.test(value)) return 0
  return value.startsWith('-') ? -1 : 1
}

/**
 * A text that sorts (by plain comparison) as the value it stands for, so that ten thousand rows can be put in order without
 * ten thousand conversions. Null where the text is not a decimal.
 */
export const sortKey = (value: Decimal): string | null => {
  const parts = partsOf(value)
  if (parts === null) return null
  const whole = parts.groups.join('').replace(/^0+/, '')
  const fraction = (parts.fraction ?? '').replace(/0+$/, '')
  if (whole === '' && fraction === '') return '1'
  const size = String(whole.length).padStart(4, '0')
  if (!parts.negative) return `2${size}${whole}.${fraction}`
  // Larger magnitudes come first among negatives: every digit is mirrored, and the end mark sorts after all of them.
  const mirrored = `${size}${whole}.${fraction}`.replace(/\d/g, (digit) => '9876543210'.charAt('0123456789'.indexOf(digit)))
  return `0${mirrored}~`
}
