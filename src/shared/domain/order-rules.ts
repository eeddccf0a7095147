// How typed orders are read: nothing is guessed, and what is refused is quoted with the reason.
import { fail, ok, type Result } from '../result.js'
import { t } from '../messages/messages.js'
import { isDecimal, isZero, type Decimal } from '../money.js'

const longestNumber = 60
/** As it is quoted in a refusal. */
export const shortened = (typed: string): string => (typed.length > 40 ? `${typed.slice(0, 40)}…` : typed)

/** Why a text is no plain decimal number, or null where it is one. */
const complaintAbout = (text: string) => {
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
 * A typed amount or price as a decimal above zero. `what` begins the sentence of a refusal ("Amount"), in the language of now,
 * which quotes what was typed.
 * Blanks around it are dropped; nothing else is.
 */
export const readTypedDecimal = (what: string, typed: string): Result<Decimal, string> => {
  const text = typed.trim()
  if (text === '') return fail(t('orders.typed.empty', { what }))
  const quoted = { what, typed: shortened(typed) }
  if (text.length > longestNumber) return fail(t('orders.typed.too-long', { ...quoted, most: longestNumber }))
  const complaint = complaintAbout(text)
  if (complaint !== null) return fail(t(`orders.typed.${complaint}`, quoted))
  return isZero(text) ? fail(t('orders.typed.zero', quoted)) : ok(text)
}

const marketName = /^[A-Za-z0-9]{1,30}_[A-Za-z0-9]{1,30}$/

/** A typed market name. Only its form is checked: market-rules.ts knows the exchange’s list, where there is one. Small letters become capitals. */
export const readTypedMarket = (typed: string): Result<string, string> => {
  const text = typed.trim()
  if (text === '') return fail(t('orders.typed.market-empty'))
  return marketName.test(text) ? ok(text.toUpperCase()) : fail(t('orders.typed.market-form', { typed: shortened(typed) }))
}

export const longestClientOrderId = 32

/** A typed client order id (specification 4.5: letters, digits, dashes, dots, underscores). Case matters; nothing is trimmed. */
export const readClientOrderId = (typed: string): Result<string, string> => {
  if (typed === '') return fail(t('orders.typed.id-empty'))
  if (typed.length > longestClientOrderId)
    return fail(t('orders.typed.id-too-long', { typed: shortened(typed), most: longestClientOrderId }))
  return /^[A-Za-z0-9._-]+$/.test(typed) ? ok(typed) : fail(t('orders.typed.id-form', { typed: shortened(typed) }))
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
export const bulkBalanceWords = (): string => t('orders.bulk-balance')
