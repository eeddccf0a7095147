// The notional of an order in quote currency, and limits against typing errors. Its price is never
// the page’s (order-prices.ts), and a price typed in the order may only raise its notional: it
// could be chosen to evade the limits. An order whose notional is unknown and that no amount limit
// covers is refused; orders that only reduce or close a position are never held back, because they
// take risk away.
import type { BrokenRule } from '../../shared/markets/market-rules.js'
import { type Consequence, lessens } from '../../shared/orders/order-effect.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { notionalByQuote, overLimitsOf, type OverLimits } from '../../shared/orders/order-limits.js'
import type { TradeLimits, UsedToday } from '../../shared/orders/trading.js'
import { messageOf, t } from '../../shared/messages/messages.js'
import { compare, type Decimal, largest, multiply } from '../../shared/money.js'
import { type OrderPrices, referenceKeys } from './order-prices.js'
import type { ItemNotional } from './orders-repository.js'
import type { DraftItem } from './ticket-parser.js'

/**
 * One order with its notional. `consequence` null: it first rests in the book. `reduces`: it only
 * makes an open position smaller, or ends it, or adds collateral, which an order with a price
 * certainly does only if it is reduce-only. `rules`: rules of its market that
 * it breaks and is sent anyway.
 */
export type Line = DraftItem &
  ItemNotional &
  OrderPrices & {
    base: string
    consequence: Consequence | null
    reduces: boolean
    rules: readonly BrokenRule[]
  }

export function lineOf(
  item: DraftItem,
  prices: OrderPrices,
  consequence: Consequence | null,
  rules: readonly BrokenRule[] = [],
): Line {
  const unit = prices.reference === null ? null : largest([item.price, prices.reference.price])
  const notional = unit === null ? null : multiply(item.amount, unit)
  const isSure = item.price === null || item.reduceOnly === true
  const reduces = consequence !== null && isSure && lessens(consequence.effect)
  return { ...item, ...currenciesOf(item.market), ...prices, notional, consequence, reduces, rules }
}

/**
 * The notional of an order as typed: at its own price if it has one. A limit may count it higher.
 */
export function notionalAsTyped({ amount, price, notional }: Line): Decimal | null {
  return price === null ? notional : multiply(amount, price)
}

/** It reaches its limit through its market's price, which is higher than its own. */
function countsHigher({ price, reference }: Line): boolean {
  return price !== null && reference !== null && compare(reference.price, price) > 0
}

/** What counts towards the daily limits. Orders that only take risk away count nothing. */
export function countedNotional({ quote, notional, reduces }: Line): ItemNotional {
  return {
    quote,
    notional: reduces ? '0' : notional,
  }
}

const over = (amount: Decimal, limit: Decimal): boolean => compare(amount, limit) > 0

function entryOf<Entry>(entries: { [name: string]: Entry }, name: string): Entry | null {
  return Object.hasOwn(entries, name) ? (entries[name] ?? null) : null
}

/** What exceeds a limit, by field, and the first such limit; null if nothing does. */
export function overLimits(
  limits: TradeLimits,
  lines: readonly Line[],
  used: UsedToday,
): OverLimits | null {
  return overLimitsOf(limits, lines, used, (line) =>
    countsHigher(line) && line.reference !== null
      ? messageOf(referenceKeys[line.reference.from])
      : null,
  )
}

/**
 * Whether a system dialog has to ask as well: from a certain notional, and whenever it is unknown.
 */
export function mustAskTwice(
  limits: TradeLimits,
  lines: readonly Pick<Line, 'quote' | 'notional'>[],
): boolean {
  if (lines.length === 0) return true
  for (const [quote, notional] of notionalByQuote(lines)) {
    const from = entryOf(limits.askFrom, quote)
    if (from === null || notional === null || compare(notional, from) >= 0) return true
  }
  return false
}

function names(...records: object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))]
}

/** Without an entry nothing was allowed, so a new one loosens, too. */
function looserEntries(
  was: TradeLimits['byQuote'],
  is: TradeLimits['byQuote'],
  unitOf: (name: string) => string,
): string[] {
  return names(was, is).flatMap((name) => {
    const [before, after] = [entryOf(was, name), entryOf(is, name)]
    const unit = unitOf(name)
    const changed = (key: 'order' | 'day', from: Decimal, to: Decimal): string[] =>
      over(to, from) ? [t(`orders.loosened.${key}`, { name, before: from, after: to, unit })] : []
    if (before === null && after !== null)
      return [t('orders.loosened.new', { name, order: after.perOrder, day: after.perDay, unit })]
    if (before === null) return []
    if (after === null)
      return [t('orders.loosened.gone', { name, order: before.perOrder, day: before.perDay, unit })]
    return [
      ...changed('order', before.perOrder, after.perOrder),
      ...changed('day', before.perDay, after.perDay),
    ]
  })
}

/** Everything newly allowed, from what to what; empty if nothing is. */
export function loosened(was: TradeLimits, is: TradeLimits): string[] {
  return [
    ...(was.on && !is.on ? [t('orders.loosened.off')] : []),
    ...(is.ordersPerDay > was.ordersPerDay
      ? [t('orders.loosened.orders', { before: was.ordersPerDay, after: is.ordersPerDay })]
      : []),
    ...names(was.askFrom, is.askFrom).flatMap((quote) => {
      const [before, after] = [entryOf(was.askFrom, quote), entryOf(is.askFrom, quote)]
      // Without a figure the dialog always asks.
      if (after === null || (before !== null && !over(after, before))) return []
      return [
        before === null
          ? t('orders.loosened.ask-any', { after, quote })
          : t('orders.loosened.ask', { before, after, quote }),
      ]
    }),
    ...looserEntries(was.byQuote, is.byQuote, (quote) => quote),
    ...looserEntries(was.byMarket, is.byMarket, (market) => currenciesOf(market).base),
  ]
}
