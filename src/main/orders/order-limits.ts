// Limits against a slip of the hand. An order whose notional is unknown and that no limit by amount covers is refused; what only reduces or
// closes a position is never held back, because it takes risk away.
import { currenciesOf } from '../../shared/domain/order-rules.js'
import type { LimitName } from '../../shared/domain/problem.js'
import { defaultTradeLimits, type TradeLimit, type TradeLimits, type UsedToday } from '../../shared/domain/trading.js'
import { add, asEstimateBeside, compare, type Decimal } from '../../shared/money.js'
import { counted } from './order-text.js'
import { type Line, notionalByQuote } from './order-notional.js'
import type { FieldErrors } from './ticket-parser.js'

const over = (amount: Decimal, limit: Decimal): boolean => compare(amount, limit) > 0

const entryOf = <Entry>(entries: { [name: string]: Entry }, name: string): Entry | null =>
  Object.hasOwn(entries, name) ? (entries[name] ?? null) : null

/** A limit nobody has changed is Plimsoll's, not the user's. */
const ownerOf = (quote: string, part: keyof TradeLimit, { [part]: limit }: TradeLimit): string =>
  entryOf(defaultTradeLimits.byQuote, quote)?.[part] === limit ? 'Plimsoll’s preset limit' : 'Your limit'

const ownerOfCount = (limit: number): string => (limit === defaultTradeLimits.ordersPerDay ? 'Plimsoll’s preset limit' : 'Your limit')

/** Which limit holds an order back, and why. */
type Refusal = { field: string; text: string; limit: LimitName }

const perOrder = (limits: TradeLimits, line: Line): Omit<Refusal, 'field'>[] => {
  const { market, base, quote, amount, notional } = line
  const byQuote = entryOf(limits.byQuote, quote)
  const byMarket = entryOf(limits.byMarket, market)
  const ofMarket: LimitName = { by: 'market', name: market }
  const ofQuote: LimitName = { by: 'quote', name: quote }
  const refusals: Omit<Refusal, 'field'>[] = []
  if (byMarket !== null && over(amount, byMarket.perOrder))
    refusals.push({ limit: ofMarket, text: `Your limit for one order on ${market} is ${byMarket.perOrder} ${base}; this is ${amount}.` })
  if (byQuote !== null && notional !== null && over(notional, byQuote.perOrder))
    refusals.push({
      limit: ofQuote,
      text: `${ownerOf(quote, 'perOrder', byQuote)} for one order is ${byQuote.perOrder} ${quote}; this is about ${asEstimateBeside(notional, byQuote.perOrder)}.`,
    })
  if (byMarket === null && notional === null)
    refusals.push({
      limit: ofMarket,
      text: `The notional is unknown here, so no limit in ${quote} can guard it. Set a limit in ${base} for ${market} in the trading limits.`,
    })
  if (byMarket === null && notional !== null && byQuote === null)
    refusals.push({
      limit: ofQuote,
      text: `No limit is set for ${quote}. Set one, or one in ${base} for ${market}, in the trading limits.`,
    })
  return refusals
}

const perDay = (limits: TradeLimits, lines: readonly Line[], used: UsedToday): Omit<Refusal, 'field'>[] => {
  const refusals: Omit<Refusal, 'field'>[] = []
  for (const [quote, notional] of notionalByQuote(lines)) {
    const limit = entryOf(limits.byQuote, quote)
    const total = notional === null ? null : add(used.byQuote[quote] ?? '0', notional)
    if (limit !== null && total !== null && over(total, limit.perDay))
      refusals.push({
        limit: { by: 'quote', name: quote },
        text: `${ownerOf(quote, 'perDay', limit)} for a day (UTC) is ${limit.perDay} ${quote}; with this it would be about ${asEstimateBeside(total, limit.perDay)}.`,
      })
  }
  const amounts = new Map<string, Decimal>()
  for (const { market, amount } of lines) amounts.set(market, add(amounts.get(market) ?? used.byMarket[market] ?? '0', amount))
  for (const [market, total] of amounts) {
    const limit = entryOf(limits.byMarket, market)
    if (limit !== null && over(total, limit.perDay))
      refusals.push({
        limit: { by: 'market', name: market },
        text: `Your limit for a day (UTC) on ${market} is ${limit.perDay}; with this it would be ${total}.`,
      })
  }
  if (used.orders + lines.length > limits.ordersPerDay)
    refusals.push({
      limit: { by: 'orders' },
      text: `${ownerOfCount(limits.ordersPerDay)} is ${counted(limits.ordersPerDay, 'order')} a day (UTC); ${counted(used.orders, 'was', 'were')} sent today.`,
    })
  return refusals
}

/** What is over a limit, by field, and the first such limit; null where nothing is. Closing an investment has no lines and no limit. */
export const overLimits = (
  limits: TradeLimits,
  all: readonly Line[],
  used: UsedToday,
): { fields: FieldErrors; limit: LimitName } | null => {
  const lines = all.filter(({ reduces }) => !reduces)
  if (!limits.on || lines.length === 0) return null
  const [only, second] = lines
  const wholeField = only !== undefined && second === undefined ? `${only.field}amount` : 'rows'
  const refusals: Refusal[] = [
    ...lines.flatMap((line) => perOrder(limits, line).map((refusal) => ({ ...refusal, field: `${line.field}amount` }))),
    ...perDay(limits, lines, used).map((refusal) => ({ ...refusal, field: wholeField })),
  ]
  const [first] = refusals
  if (first === undefined) return null
  const fields: FieldErrors = {}
  for (const { field, text } of refusals) fields[field] = [...(fields[field] ?? []), text]
  return { fields, limit: first.limit }
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
    if (before === null && after !== null)
      return [`${name}: no limit of its own → ${after.perOrder} ${unit} for one order, ${after.perDay} ${unit} for a day.`]
    if (before === null) return []
    if (after === null)
      return [`${name}: ${before.perOrder} ${unit} for one order, ${before.perDay} ${unit} for a day → no limit of its own.`]
    return [
      ...(over(after.perOrder, before.perOrder) ? [`${name}, one order: ${before.perOrder} → ${after.perOrder} ${unit}.`] : []),
      ...(over(after.perDay, before.perDay) ? [`${name}, a day: ${before.perDay} → ${after.perDay} ${unit}.`] : []),
    ]
  })

/** Everything that is let through which was not before, from what to what; empty where nothing is. */
export const loosened = (was: TradeLimits, is: TradeLimits): string[] => [
  ...(was.on && !is.on ? ['Limits: on → off. No limit holds back an order of any size.'] : []),
  ...(is.ordersPerDay > was.ordersPerDay ? [`Orders a day: ${was.ordersPerDay} → ${is.ordersPerDay}.`] : []),
  ...names(was.askFrom, is.askFrom).flatMap((quote) => {
    const [before, after] = [entryOf(was.askFrom, quote), entryOf(is.askFrom, quote)]
    // Without a figure the dialog always asks.
    if (after === null || (before !== null && !over(after, before))) return []
    return [`Asks in a system dialog from: ${before ?? 'any notional'} → ${after} ${quote}.`]
  }),
  ...looserEntries(was.byQuote, is.byQuote, (quote) => quote),
  ...looserEntries(was.byMarket, is.byMarket, (market) => currenciesOf(market).base),
]
