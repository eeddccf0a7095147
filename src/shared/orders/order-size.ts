// How much is bought or sold, where it is typed in money or as a share of the free margin: brought
// down to the step, never up.
import { add, compare, cut, type Decimal, divide, isZero, multiply } from '../money.js'
import { t } from '../messages/messages.js'
import { fail, ok, type Result } from '../result.js'
import type { Market } from '../markets/market.js'
import { toAmountStep } from '../markets/market-rules.js'

/** What a typed size is in: base currency, quote currency, or percent of the free margin. */
export const sizeUnits = ['base', 'quote', 'margin'] as const
export type SizeUnit = (typeof sizeUnits)[number]

/** Null where it is not known, or not fresh. `takerFee` in percent. */
export type SizeBasis = {
  price: Decimal | null
  margin: { free: Decimal; leverage: number } | null
  market: Pick<Market, 'amountStep' | 'base' | 'takerFee'> | null
  /** What the price is in. */
  quote: string
}

/** As the exchange counts the collateral account, and with it the free margin. */
export const marginCurrency = 'USDT'

const places = 18

/** As the exchange documents amounts where it names no step. */
const usualPlaces = 8

/**
 * The amount in base currency. What is typed in base currency is sent as it is; the market's rules
 * say whether it fits. Of the free margin as much is bound as the share says, the fee of the order
 * included.
 */
export function sizedAmount(
  typed: Decimal,
  unit: SizeUnit,
  { price, margin, market, quote }: SizeBasis,
): Result<Decimal, string> {
  if (unit === 'base') return ok(typed)
  if (price === null) return fail(t('orders.size.no-price'))
  let money = typed
  if (unit === 'margin') {
    if (compare(typed, '100') > 0) return fail(t('orders.size.over-margin'))
    if (quote !== marginCurrency)
      return fail(t('orders.size.other-currency', { currency: marginCurrency, quote }))
    if (margin === null) return fail(t('orders.size.margin-unknown'))
    if (compare(margin.free, '0') <= 0 || margin.leverage < 1)
      return fail(t('orders.size.no-margin'))
    const leverage = String(margin.leverage)
    const bound = multiply(multiply(margin.free, typed), multiply('0.01', leverage))
    money = divide(
      bound,
      add('1', multiply(leverage, multiply(market?.takerFee ?? '0', '0.01'))),
      places,
    )
  }
  const exact = divide(money, price, places)
  const amount = market?.amountStep == null ? cut(exact, usualPlaces) : toAmountStep(exact, market)
  if (!isZero(amount)) return ok(amount)
  return fail(
    market?.amountStep == null
      ? t('orders.size.under-step')
      : t('orders.size.under-step-of', { step: market.amountStep, base: market.base }),
  )
}

/** A part of what is held, in percent: all of it exactly, less of it in whole steps. */
export function partOf(
  held: Decimal,
  percent: number,
  market: Pick<Market, 'amountStep'> | null,
): Decimal {
  return percent === 100
    ? held
    : toAmountStep(multiply(held, multiply(String(percent), '0.01')), market)
}
