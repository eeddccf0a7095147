// How typed orders are read: nothing is guessed, and what is refused is quoted with the reason.
import { fail, ok, type Result } from '../result.js'
import { isDecimal, isZero, type Decimal } from '../money.js'

const longestNumber = 60
export const quoted = (typed: string): string => `“${typed.length > 40 ? `${typed.slice(0, 40)}…` : typed}”`

/** Why a text is no plain decimal number, or null where it is one. */
const complaintAbout = (text: string): string | null => {
  if (text === '') return 'is empty'
  if (text.length > longestNumber) return `is longer than ${longestNumber} characters`
  if (isDecimal(text) && !text.startsWith('-')) return /^0\d/.test(text) ? 'begins with a zero that is not needed' : null
  if (/^[+-]/.test(text)) return 'has a sign; the side says the direction'
  if (/^\d[\d.]*e[+-]?\d+$/i.test(text)) return 'is written with an exponent; write the number out'
  if (text.includes(',')) return 'has a comma; write a point before the decimals and nothing between thousands'
  if (/[\s\u00a0\u202f'’_]/.test(text)) return 'has a blank or mark inside; write nothing between thousands'
  if (/\p{Nd}/u.test(text.replaceAll(/[0-9]/g, ''))) return 'has digits of another script; write 0 to 9'
  if (/^\.\d+$/.test(text)) return 'begins with the point; write a zero before it'
  if (/^\d+\.$/.test(text)) return 'ends with the point; write decimals after it or leave it out'
  if ((text.match(/\./g) ?? []).length > 1) return 'has more than one point'
  return 'is not a number'
}

/**
 * A typed amount or price as a decimal above zero. `what` begins the sentence of a refusal ("Amount"), which quotes what was typed.
 * Blanks around it are dropped; nothing else is.
 */
export const readTypedDecimal = (what: string, typed: string): Result<Decimal, string> => {
  const text = typed.trim()
  const complaint = complaintAbout(text)
  if (complaint !== null) return fail(text === '' ? `${what} is empty.` : `${what} ${quoted(typed)} ${complaint}.`)
  return isZero(text) ? fail(`${what} ${quoted(typed)} is zero.`) : ok(text)
}

const marketName = /^[A-Za-z0-9]{1,30}_[A-Za-z0-9]{1,30}$/

/** A typed market name. Only its form is checked: market-rules.ts knows the exchange’s list, where there is one. Small letters become capitals. */
export const readTypedMarket = (typed: string): Result<string, string> => {
  const text = typed.trim()
  if (text === '') return fail('Market is empty.')
  return marketName.test(text)
    ? ok(text.toUpperCase())
    : fail(`Market ${quoted(typed)} is not of the form BTC_USDT: two names with an underscore between them.`)
}

export const longestClientOrderId = 32

/** A typed client order id (specification 4.5: letters, digits, dashes, dots, underscores). Case matters; nothing is trimmed. */
export const readClientOrderId = (typed: string): Result<string, string> => {
  if (typed === '') return fail('Client id is empty.')
  if (typed.length > longestClientOrderId) return fail(`Client id ${quoted(typed)} is longer than ${longestClientOrderId} characters.`)
  return /^[A-Za-z0-9._-]+$/.test(typed)
    ? ok(typed)
    : fail(`Client id ${quoted(typed)} may hold only letters, digits, dashes, dots and underscores.`)
}

/**
 * Both currencies of a market: amounts are in `base`, prices and notional in `quote`. Futures (`BTC_PERP`) are counted in USDT, as the
 * public documentation does.
 */
export const currenciesOf = (market: string): { base: string; quote: string } => {
  const cut = market.lastIndexOf('_')
  const quote = market.slice(cut + 1)
  return { base: market.slice(0, cut), quote: quote === 'PERP' ? 'USDT' : quote }
}

/** Which balance bulk limit orders are for: the specification does not say (4.6), the public documents do. */
export const bulkBalanceWords =
  'By the public documentation these are spot orders on the trade balance; they do not touch collateral positions.'
