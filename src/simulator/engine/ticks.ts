// Prices are whole numbers of the market's smallest step while they walk, and decimal text as soon as money meets them.
import { isDecimal, multiply, type Decimal } from '../../shared/money.js'

/** `ticks` ÷ 10^`precision`, without trailing zeros. */
export const priceOf = (ticks: number, precision: number): Decimal => {
  if (precision === 0) return String(ticks)
  const digits = String(ticks).padStart(precision + 1, '0')
  const whole = digits.slice(0, -precision)
  const fraction = digits.slice(-precision).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The whole number of ticks in a price; null where it lies between two ticks, below one, or is no decimal. */
export const ticksOf = (price: Decimal, precision: number): number | null => {
  if (!isDecimal(price)) return null
  const scaled = multiply(price, `1${'0'.repeat(precision)}`)
  if (!/^\d{1,15}$/.test(scaled)) return null
  const ticks = Number.parseInt(scaled, 10)
  return ticks > 0 ? ticks : null
}

/** Integer division towards zero. */
export const wholePart = (dividend: number, divisor: number): number => (dividend - (dividend % divisor)) / divisor

/** Decimal text with exactly `places` decimals, cut towards zero: "1.5" with two places is "1.50". */
export const withPlaces = (value: Decimal, places: number): string => {
  const [whole = '0', fraction = ''] = value.split('.')
  const kept = fraction.slice(0, places).padEnd(places, '0')
  const text = `${whole}.${kept}`
  return /^-0\.0*$/.test(text) ? text.slice(1) : text
}
