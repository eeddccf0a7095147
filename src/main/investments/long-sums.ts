// Exact sums of hundreds of thousands of amounts, as integers that JavaScript adds exactly;
// `money.ts` would parse and print every amount. Tests compare both.
import { add, type Decimal } from '../../shared/money.js'

/**
 * An amount as whole + upper ÷ 10⁹ + lower ÷ 10¹⁸, each with the amount's sign and at most nine
 * digits; the text itself if it has more digits.
 */
type Addend = { whole: number; upper: number; lower: number } | Decimal

const digitsPerPart = 9
const perPartUnits = 10n ** BigInt(digitsPerPart)
const places = 2 * digitsPerPart

/** This many parts of nine digits add up to less than 2⁵³. */
const mostAddends = 9_000_000

const [zero, nine, point] = [48, 57, 46]

/** The digits of `text` from `from` to `to` as a number. */
function partOf(text: string, from: number, to: number): number {
  let value = 0
  for (let index = from; index < to; index += 1)
    value = value * 10 + (text.charCodeAt(index) - zero)
  return value
}

const scales = Array.from({ length: digitsPerPart + 1 }, (_none, digits) => 10 ** digits)

/** `amount` should be a decimal; anything else is returned unchanged. */
export function addendOf(amount: Decimal): Addend {
  const from = amount.startsWith('-') ? 1 : 0
  const sign = from === 1 ? -1 : 1
  const end = amount.length
  let dot = end
  for (let index = from; index < end; index += 1) {
    const code = amount.charCodeAt(index)
    if (code === point && dot === end) dot = index
    else if (code < zero || code > nine) return amount
  }
  if (dot === from || dot + 1 === end) return amount
  const fraction = dot === end ? end : dot + 1
  if (dot - from > digitsPerPart || end - fraction > places) return amount
  const middle = fraction + digitsPerPart < end ? fraction + digitsPerPart : end
  const scaled = (first: number, last: number): number =>
    partOf(amount, first, last) * (scales[digitsPerPart - (last - first)] ?? 0)
  return {
    whole: sign * partOf(amount, from, dot),
    upper: sign * scaled(fraction, middle),
    lower: sign * scaled(middle, end),
  }
}

/** Units of 10^-places as a decimal without trailing zeros. */
function printed(units: bigint, decimals: number): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const size = fraction === '' ? whole : `${whole}.${fraction}`
  return units < 0n ? `-${size}` : size
}

/** A running sum. */
export class LongSum {
  #whole = 0
  #upper = 0
  #lower = 0
  #addends = 0
  /** The sum of amounts that do not fit the integers. */
  #rest: Decimal = '0'

  add(addend: Addend): void {
    if (typeof addend === 'string') {
      this.#rest = add(this.#rest, addend)
      return
    }
    if (this.#addends === mostAddends) {
      this.#rest = this.text
      this.#whole = this.#upper = this.#lower = this.#addends = 0
    }
    this.#addends += 1
    this.#whole += addend.whole
    this.#upper += addend.upper
    this.#lower += addend.lower
  }

  /** Without trailing zeros. */
  get text(): Decimal {
    const upper = BigInt(this.#whole) * perPartUnits + BigInt(this.#upper)
    const known = printed(upper * perPartUnits + BigInt(this.#lower), places)
    return this.#rest === '0' ? known : add(this.#rest, known)
  }
}

function decimalsOf(amount: Decimal): number {
  const dot = amount.indexOf('.')
  return dot === -1 ? 0 : amount.length - dot - 1
}

/** Sums amounts multiplied by the seconds that they were held. */
export class HeldOverTime {
  readonly #places: number
  #held = 0n
  #total = 0n

  /** `changes` contains every amount that may be added. */
  constructor(changes: readonly Decimal[]) {
    this.#places = changes.reduce((most, one) => {
      const decimals = decimalsOf(one)
      return decimals > most ? decimals : most
    }, 0)
  }

  add(change: Decimal): void {
    const dot = change.indexOf('.')
    const decimals = decimalsOf(change)
    const digits = dot === -1 ? change : change.slice(0, dot) + change.slice(dot + 1)
    this.#held += BigInt(digits + '0'.repeat(this.#places - decimals))
  }

  pass(seconds: number): void {
    this.#total += this.#held * BigInt(seconds)
  }

  get isZero(): boolean {
    return this.#held === 0n
  }

  get isNegative(): boolean {
    return this.#held < 0n
  }

  get total(): Decimal {
    return printed(this.#total, this.#places)
  }
}
