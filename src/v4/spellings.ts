// The specification prints order fields in snake_case; the public service has always answered in camelCase (its maintainers
// corrected their documents later). Answers are read in both spellings always; requests are written in the profile's.
import type { Dialect } from '../shared/domain/account.js'

/** Specification's spelling → the live service's. Fields not listed are spelt alike; `activation_price` stays as it is in both. */
const liveSpelling = {
  order_id: 'orderId',
  client_order_id: 'clientOrderId',
  deal_money: 'dealMoney',
  deal_stock: 'dealStock',
  deal_fee: 'dealFee',
} as const

const specSpelling: ReadonlyMap<string, string> = new Map(Object.entries(liveSpelling).map(([spec, live]) => [live, spec]))
const toLive: ReadonlyMap<string, string> = new Map(Object.entries(liveSpelling))

const rename = (fields: object, names: ReadonlyMap<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value as unknown]))

/** An order's fields in the specification's spelling, whichever they came in. Where both are present the specification's wins. */
export const inSpecSpelling = (fields: unknown): unknown => {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  return { ...rename(fields, specSpelling), ...Object.fromEntries(Object.entries(fields).filter(([name]) => !specSpelling.has(name))) }
}

/** Request or response fields, written as the dialect spells them. Top level only: nested arrays are spelt by their owner. */
export const inDialect = (fields: object, dialect: Dialect): Record<string, unknown> =>
  rename(fields, dialect === 'live' ? toLive : new Map())
