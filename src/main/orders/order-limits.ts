// The notional of an order in quote currency, and limits against a slip of the hand. Its price is never the page’s (order-prices.ts), and one
// typed in the order may only raise its notional: whoever fills in the ticket could choose it. An order whose notional is unknown and that no
// limit by amount covers is refused; what only reduces or closes a position is never held back, because it takes risk away.
import type { BrokenRule } from '../../shared/domain/market-rules.js'
import { type Consequence, lessens } from '../../shared/domain/order-effect.js'
import { currenciesOf } from '../../shared/domain/order-rules.js'
import type { LimitName } from '../../shared/domain/problem.js'
import { defaultTradeLimits, type TradeLimits, type UsedToday } from '../../shared/domain/trading.js'
import { t } from '../../shared/messages/messages.js'
import { add, asEstimateBeside, compare, type Decimal, largest, multiply } from '../../shared/money.js'
import { type OrderPrices, referenceWords } from './order-prices.js'
import type { ItemNotional } from './orders-repository.js'
import type { DraftItem, FieldErrors } from './ticket-parser.js'

/**
 * One order with its notional. `consequence` null: it only rests at first. `reduces`: it only makes an open position smaller, or ends it.
 * `rules`: of its market that it breaks and is sent all the same.
 */
export type Line = DraftItem &
  ItemNotional &
  OrderPrices & { base: string; consequence: Consequence | null; reduces: boolean; rules: readonly BrokenRule[] }

export const lineOf = (item: DraftItem, prices: OrderPrices, consequence: Consequence | null, rules: readonly BrokenRule[] = []): Line => {
  const unit = prices.reference === null ? null : largest([item.price, prices.reference.price])
  const notional = unit === null ? null : multiply(item.amount, unit)
  const reduces = consequence !== null && lessens(consequence.effect)
  return { ...item, ...currenciesOf(item.market), ...prices, notional, consequence, reduces, rules }
}

/** What an order would come to as it stands: at its own price where it has one. A limit may count it higher. */
export const notionalAsTyped = ({ amount, price, notional }: Line): Decimal | null => (price === null ? notional : multiply(amount, price))

/** Its limit is reached by the price of its market, which is higher than its own. */
const countsHigher = ({ price, reference }: Line): boolean => price !== null && reference !== null && compare(reference.price, price) > 0

/** What counts in the limits of the day. What only takes risk away counts nothing. */
export const countedNotional = ({ quote, notional, reduces }: Line): ItemNotional => ({ quote, notional: reduces ? '0' : notional })

/** Notional by quote currency; null as soon as one part is not known. */
const notionalByQuote = (lines: readonly Line[]): Map<string, Decimal | null> => {
  const sums = new Map<string, Decimal | null>()
  for (const { quote, notional } of lines) {
    const before = sums.get(quote)
    sums.set(quote, before === null || notional === null ? null : add(before ?? '0', notional))
  }
  return sums
}

const over = (amount: Decimal, limit: Decimal): boolean => compare(amount, limit) > 0

const entryOf = <Entry>(entries: { [name: string]: Entry }, name: string): Entry | null =>
  Object.hasOwn(entries, name) ? (entries[name] ?? null) : null

/** A limit nobody has changed is Plimsoll's, not the user's. */
const ownerOf = <Limit>(limit: Limit, preset: Limit | undefined): 'preset' | 'own' => (limit === preset ? 'preset' : 'own')
const presetOf = (quote: string) => entryOf(defaultTradeLimits.byQuote, quote)

/** Which limit holds an order back, and why. */
type Refuse = (limit: LimitName, text: string) => void

const checkOrder = (limits: TradeLimits, line: Line, refuse: Refuse): void => {
  const { market, base, quote, amount, notional } = line
  const byQuote = entryOf(limits.byQuote, quote)
  const byMarket = entryOf(limits.byMarket, market)
  const ofMarket: LimitName = { by: 'market', name: market }
  const ofQuote: LimitName = { by: 'quote', name: quote }
  if (byMarket !== null && over(amount, byMarket.perOrder))
    refuse(ofMarket, t('orders.limit.market-order', { market, limit: byMarket.perOrder, base, amount }))
  if (byQuote !== null && notional !== null && over(notional, byQuote.perOrder)) {
    const limit = byQuote.perOrder
    const said = { owner: ownerOf(limit, presetOf(quote)?.perOrder), limit, quote, about: asEstimateBeside(notional, limit) }
    const by = countsHigher(line) && line.reference !== null ? referenceWords[line.reference.from] : null
    refuse(ofQuote, by === null ? t('orders.limit.order', said) : t('orders.limit.order-by', { ...said, price: by }))
  }
  if (byMarket !== null) return
  if (notional === null) refuse(ofMarket, t('orders.limit.notional-unknown', { quote, base, market }))
  else if (byQuote === null) refuse(ofQuote, t('orders.limit.none', { quote, base, market }))
}

const checkDay = (limits: TradeLimits, lines: readonly Line[], used: UsedToday, refuse: Refuse): void => {
  // What has no notional is guarded by the limit of its market; it lets nothing else past the limit of its currency.
  for (const [quote, notional] of notionalByQuote(lines.filter((line) => line.notional !== null))) {
    const limit = entryOf(limits.byQuote, quote)
    const total = add(used.byQuote[quote] ?? '0', notional ?? '0')
    if (limit === null || !over(total, limit.perDay)) continue
    const owner = ownerOf(limit.perDay, presetOf(quote)?.perDay)
    const about = asEstimateBeside(total, limit.perDay)
    refuse({ by: 'quote', name: quote }, t('orders.limit.day', { owner, limit: limit.perDay, quote, about }))
  }
  const amounts = new Map<string, Decimal>()
  for (const { market, amount } of lines) amounts.set(market, add(amounts.get(market) ?? used.byMarket[market] ?? '0', amount))
  for (const [market, total] of amounts) {
    const limit = entryOf(limits.byMarket, market)
    if (limit !== null && over(total, limit.perDay))
      refuse({ by: 'market', name: market }, t('orders.limit.market-day', { market, limit: limit.perDay, total }))
  }
  const { ordersPerDay } = limits
  if (used.orders + lines.length > ordersPerDay) {
    const owner = ownerOf(ordersPerDay, defaultTradeLimits.ordersPerDay)
    refuse({ by: 'orders' }, t('orders.limit.orders-day', { owner, limit: ordersPerDay, used: used.orders }))
  }
}

/** What is over a limit, by field, and the first such limit; null where nothing is. Closing an investment has no lines and no limit. */
export const overLimits = (
  limits: TradeLimits,
  all: readonly Line[],
  used: UsedToday,
): { fields: FieldErrors; limit: LimitName } | null => {
  const lines = all.filter(({ reduces }) => !reduces)
  const [only, second] = lines
  if (!limits.on || only === undefined) return null
  const fields: FieldErrors = {}
  const reached: LimitName[] = []
  const refuseAt =
    (field: string): Refuse =>
    (limit, text) => {
      fields[field] = [...(fields[field] ?? []), text]
      reached.push(limit)
    }
  for (const line of lines) checkOrder(limits, line, refuseAt(`${line.field}amount`))
  checkDay(limits, lines, used, refuseAt(second === undefined ? `${only.field}amount` : 'rows'))
  const [limit] = reached
  return limit === undefined ? null : { fields, limit }
}

/** Whether a system dialog has to ask as well: from a notional on, and whenever it is not known. */
export const mustAskTwice = (limits: TradeLimits, lines: readonly Line[]): boolean => {
  if (lines.length === 0) return true
  for (const [quote, notional] of notionalByQuote(lines)) {
    const from = entryOf(limits.askFrom, quote)
    if (from === null || notional === null || compare(notional, from) >= 0) return true
  }
  return false
}

const names = (...records: object[]): string[] => [...new Set(records.flatMap((record) => Object.keys(record)))]

/** Without an entry nothing of it was let through, so a new one loosens, too. */
const looserEntries = (was: TradeLimits['byQuote'], is: TradeLimits['byQuote'], unitOf: (name: string) => string): string[] =>
  names(was, is).flatMap((name) => {
    const [before, after] = [entryOf(was, name), entryOf(is, name)]
    const unit = unitOf(name)
    const changed = (key: 'order' | 'day', from: Decimal, to: Decimal): string[] =>
      over(to, from) ? [t(`orders.loosened.${key}`, { name, before: from, after: to, unit })] : []
    if (before === null && after !== null) return [t('orders.loosened.new', { name, order: after.perOrder, day: after.perDay, unit })]
    if (before === null) return []
    if (after === null) return [t('orders.loosened.gone', { name, order: before.perOrder, day: before.perDay, unit })]
    return [...changed('order', before.perOrder, after.perOrder), ...changed('day', before.perDay, after.perDay)]
  })

/** Everything that is let through which was not before, from what to what; empty where nothing is. */
export const loosened = (was: TradeLimits, is: TradeLimits): string[] => [
  ...(was.on && !is.on ? [t('orders.loosened.off')] : []),
  ...(is.ordersPerDay > was.ordersPerDay ? [t('orders.loosened.orders', { before: was.ordersPerDay, after: is.ordersPerDay })] : []),
  ...names(was.askFrom, is.askFrom).flatMap((quote) => {
    const [before, after] = [entryOf(was.askFrom, quote), entryOf(is.askFrom, quote)]
    // Without a figure the dialog always asks.
    if (after === null || (before !== null && !over(after, before))) return []
    return [before === null ? t('orders.loosened.ask-any', { after, quote }) : t('orders.loosened.ask', { before, after, quote })]
  }),
  ...looserEntries(was.byQuote, is.byQuote, (quote) => quote),
  ...looserEntries(was.byMarket, is.byMarket, (market) => currenciesOf(market).base),
]
