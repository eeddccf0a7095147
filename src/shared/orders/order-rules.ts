// How typed orders are read: nothing is guessed, and refused input is quoted with the reason.
import { fail, ok, type Result } from '../result.js'
import { formats, numberMarks } from '../formats.js'
import { type Message, messageOf, t } from '../messages/messages.js'
import { isDecimal, isZero, type Decimal } from '../money.js'

const longestNumber = 60

/** As quoted in a refusal. */
export function shortened(typed: string): string {
  return typed.length > 40 ? `${typed.slice(0, 40)}…` : typed
}

/** Why a text is not a plain decimal number, or null if it is. */
function faultIn(text: string) {
  if (isDecimal(text) && !text.startsWith('-')) return /^0\d/.test(text) ? 'leading-zero' : null
  if (/^[+-]/.test(text)) return 'sign'
  if (/^\d[\d.]*e[+-]?\d+$/i.test(text)) return 'exponent'
  if (text.includes(',')) return 'comma'
  if (/[\s\u00a0\u202f'’_]/.test(text)) return 'blank'
  if (/\p{Nd}/u.test(text.replaceAll(/[0-9]/g, ''))) return 'script'
  if (/^\.\d+$/.test(text)) return 'point-first'
  if (/^\d+\.$/.test(text)) return 'point-last'
  if ((text.match(/\./g) ?? []).length > 1) return 'points'
  return 'not-a-number'
}

/**
 * A typed amount or price as a decimal above zero. `what` ("Amount") starts the error sentence,
 * which quotes the input. Surrounding whitespace is dropped; nothing else is.
 */
export function readTypedDecimal(what: Message, typed: string): Result<Decimal, Message> {
  const text = typed.trim()
  if (text === '') return fail(messageOf('orders.typed.empty', { what }))
  const quoted = { what, typed: shortened(typed) }
  if (text.length > longestNumber)
    return fail(messageOf('orders.typed.too-long', { ...quoted, most: longestNumber }))
  const fault = faultIn(text)
  if (fault !== null) return fail(messageOf(`orders.typed.${fault}`, quoted))
  return isZero(text) ? fail(messageOf('orders.typed.zero', quoted)) : ok(text)
}

const withComma = /^(\d+),(\d+)$/

/**
 * Field input as a plain decimal, if the chosen region uses decimal commas and the text has one. In
 * other regions "1,234" is over a thousand, and it may have been copied from there: then it is
 * ambiguous. Anything else stays as typed.
 */
export function inRegion(
  typed: string,
): { text: string } | { unclear: { decimal: Decimal; thousands: Decimal } } {
  const [text, whole = '', fraction = ''] = withComma.exec(typed.trim()) ?? []
  if (text === undefined || numberMarks(formats().numbers).decimal !== ',') return { text: typed }
  const decimal = `${whole}.${fraction}`
  return /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3
    ? { unclear: { decimal, thousands: whole + fraction } }
    : { text: decimal }
}

/**
 * A number from a single field. Tables of rows may be pasted, so they accept no regional
 * separators.
 */
export function readFieldDecimal(what: Message, typed: string): Result<Decimal, Message> {
  const read = inRegion(typed)
  return 'unclear' in read
    ? fail(
        messageOf('orders.typed.comma-unclear', {
          what,
          typed: shortened(typed.trim()),
          ...read.unclear,
        }),
      )
    : readTypedDecimal(what, read.text)
}

const marketName = /^[A-Za-z0-9]{1,30}_[A-Za-z0-9]{1,30}$/

export function isMarketName(text: string): boolean {
  return marketName.test(text)
}

/** As `readTypedMarket` returns it, and as a market is stored. */
export function isStoredMarket(text: string): boolean {
  return isMarketName(text) && text === text.toUpperCase()
}

/**
 * A typed market name. Only its form is checked: market-rules.ts checks the exchange’s list, if
 * there is one. Lower case becomes upper case.
 */
export function readTypedMarket(typed: string): Result<string, Message> {
  const text = typed.trim()
  if (text === '') return fail(messageOf('orders.typed.market-empty'))
  return isMarketName(text)
    ? ok(text.toUpperCase())
    : fail(messageOf('orders.typed.market-form', { typed: shortened(typed) }))
}

export const longestClientOrderId = 32

/**
 * A typed client order id (specification 4.5: letters, digits, dashes, dots, underscores). Case
 * matters; nothing is trimmed.
 */
export function readClientOrderId(typed: string): Result<string, Message> {
  if (typed === '') return fail(messageOf('orders.typed.id-empty'))
  if (typed.length > longestClientOrderId)
    return fail(
      messageOf('orders.typed.id-too-long', {
        typed: shortened(typed),
        most: longestClientOrderId,
      }),
    )
  return /^[A-Za-z0-9._-]+$/.test(typed)
    ? ok(typed)
    : fail(messageOf('orders.typed.id-form', { typed: shortened(typed) }))
}

/**
 * Both currencies of a market: amounts are in `base`, prices and notional in `quote`. Futures
 * (`BTC_PERP`) use USDT, as in the public documentation.
 */
export function currenciesOf(market: string): { base: string; quote: string } {
  const cut = market.lastIndexOf('_')
  // What a transfer is of: an asset alone.
  if (cut < 0) return { base: market, quote: market }
  const quote = market.slice(cut + 1)
  return { base: market.slice(0, cut), quote: quote === 'PERP' ? 'USDT' : quote }
}

/**
 * Which balance bulk limit orders use: the specification does not say (4.6), the public
 * documentation does.
 */
export function bulkBalanceWords(): string {
  return t('orders.bulk-balance')
}
