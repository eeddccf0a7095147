// The schema of trading limits that come from outside: from the page, or from a settings file.
import { z } from 'zod'
import { isDecimal, isNegative, isZero } from '../../shared/money.js'
import { isStoredMarket } from '../../shared/orders/order-rules.js'

export const mostFavourites = 50
/** Loosened limits in one dialog: more than these are not read. */
export const mostChanges = 12

const currency = z.string().regex(/^[A-Za-z0-9]{1,30}$/)
export const marketName = z.string().refine(isStoredMarket)
const positiveDecimal = z
  .string()
  .max(60)
  .refine((text) => isDecimal(text) && !isNegative(text) && !isZero(text))
const tradeLimit = z.strictObject({ perOrder: positiveDecimal, perDay: positiveDecimal })

function fewEntries<Entries extends object>(entries: Entries): boolean {
  return Object.keys(entries).length <= 200
}

export const tradeLimits = z.strictObject({
  on: z.boolean(),
  byQuote: z.record(currency, tradeLimit).refine(fewEntries),
  byMarket: z.record(marketName, tradeLimit).refine(fewEntries),
  ordersPerDay: z.int().min(1).max(10_000),
  askFrom: z.record(currency, positiveDecimal).refine(fewEntries),
})
