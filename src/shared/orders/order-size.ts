// The amount to buy or sell, if entered as money or as a share of the free margin: rounded down to
// the step, never up.
import { add, compare, cut, type Decimal, divide, isZero, multiply } from '../money.js'
import { t } from '../messages/messages.js'
import { fail, ok, type Result } from '../result.js'
import type { Market } from '../markets/market.js'
import { toAmountStep } from '../markets/market-rules.js'

/** The unit of a typed size: base currency, quote currency, or percent of the free margin. */
export const sizeUnits = ['base', 'quote', 'margin'] as const
export type SizeUnit = (typeof sizeUnits)[number]

/** Null if unknown or not fresh. `takerFee` in percent. */
export type SizeBasis = {
  price: Decimal | null
  margin: { free: Decimal; leverage: number } | null
  market: Pick<Market, 'amountStep' | 'base' | 'takerFee'> | null
  /** The currency of the price. */
  quote: string
}

/** The currency of the collateral account at the exchange, and so of the free margin. */
export const marginCurrency = 'USDT'

const places = 18

/** The exchange's documented precision for amounts without a stated step. */
const usualPlaces = 8

/**
 * The amount in base currency. Input in base currency is sent as is; the market's rules say whether
 * it fits. Of the free margin, the given share is used, including the order's fee.
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

/** A part of a holding, in percent: all of it exactly, less than all in whole steps. */
export function partOf(
  held: Decimal,
  percent: number,
  market: Pick<Market, 'amountStep'> | null,
): Decimal {
  return percent === 100
    ? held
    : toAmountStep(multiply(held, multiply(String(percent), '0.01')), market)
}
