// How much is bought or sold, where it is typed in money or as a share of the free margin: brought down to the step, never up.
import { add, compare, cut, type Decimal, divide, isZero, multiply } from '../money.js'
import { fail, ok, type Result } from '../result.js'
import type { Market } from './market.js'
import { toAmountStep } from './market-rules.js'

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
 * The amount in base currency. What is typed in base currency is sent as it is; the market's rules say whether it fits. Of the free margin as
 * much is bound as the share says, the fee of the order included.
 */
export const sizedAmount = (typed: Decimal, unit: SizeUnit, { price, margin, market, quote }: SizeBasis): Result<Decimal, string> => {
  if (unit === 'base') return ok(typed)
  if (price === null) return fail('No price is known now to size the order by. Type the amount itself.')
  let money = typed
  if (unit === 'margin') {
    if (compare(typed, '100') > 0) return fail('More than 100 % of the free margin.')
    if (quote !== marginCurrency) return fail(`The free margin is in ${marginCurrency}, this market in ${quote}. Type the amount itself.`)
    if (margin === null) return fail('The free margin is not known now. Type the amount itself.')
    if (compare(margin.free, '0') <= 0 || margin.leverage < 1) return fail('There is no free margin.')
    const leverage = String(margin.leverage)
    const bound = multiply(multiply(margin.free, typed), multiply('0.01', leverage))
    money = divide(bound, add('1', multiply(leverage, multiply(market?.takerFee ?? '0', '0.01'))), places)
  }
  const exact = divide(money, price, places)
  const amount = market?.amountStep == null ? cut(exact, usualPlaces) : toAmountStep(exact, market)
  return isZero(amount)
    ? fail(`Less than one step${market?.amountStep == null ? '' : `, ${market.amountStep} ${market.base}`}.`)
    : ok(amount)
}

/** A part of what is held, in percent: all of it exactly, less of it in whole steps. */
export const partOf = (held: Decimal, percent: number, market: Pick<Market, 'amountStep'> | null): Decimal =>
  percent === 100 ? held : toAmountStep(multiply(held, multiply(String(percent), '0.01')), market)
