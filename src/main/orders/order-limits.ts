// Guards against a slip of the hand. Where nobody can say what an order is worth and no limit by amount is set, it is refused: a guard
// that lets through what it cannot judge is none.
import type { TradeLimit, TradeLimits, UsedToday } from '../../shared/domain/trading.js'
import { add, compare, type Decimal } from '../../shared/money.js'
import { type Line, worthByMoney } from './order-worth.js'
import type { Complaints } from './ticket-reading.js'

const over = (amount: Decimal, limit: Decimal): boolean => compare(amount, limit) > 0

const limitOf = (limits: { [name: string]: TradeLimit }, name: string): TradeLimit | null =>
  Object.hasOwn(limits, name) ? (limits[name] ?? null) : null

const perOrder = (limits: TradeLimits, line: Line): string[] => {
  const { market, stock, money, amount, worth } = line
  const byMoney = limitOf(limits.byMoney, money)
  const byMarket = limitOf(limits.byMarket, market)
  const complaints: string[] = []
  if (byMarket !== null && over(amount, byMarket.perOrder))
    complaints.push(`Your limit for one order on ${market} is ${byMarket.perOrder} ${stock}; this is ${amount}.`)
  if (byMoney !== null && worth !== null && over(worth, byMoney.perOrder))
    complaints.push(`Your limit for one order is ${byMoney.perOrder} ${money}; this is about ${worth}.`)
  if (byMarket === null && worth === null)
    complaints.push(
      `What this is worth cannot be known here, so no limit can guard it. Set a limit in ${stock} for ${market} in the trading limits.`,
    )
  if (byMarket === null && worth !== null && byMoney === null)
    complaints.push(`No limit is set for ${money}. Set one, or one in ${stock} for ${market}, in the trading limits.`)
  return complaints
}

const perDay = (limits: TradeLimits, lines: readonly Line[], used: UsedToday): string[] => {
  const complaints: string[] = []
  for (const [money, worth] of worthByMoney(lines)) {
    const limit = limitOf(limits.byMoney, money)
    const total = worth === null ? null : add(used.byMoney[money] ?? '0', worth)
    if (limit !== null && total !== null && over(total, limit.perDay))
      complaints.push(`Your limit for a day (UTC) is ${limit.perDay} ${money}; with this it would be about ${total}.`)
  }
  const amounts = new Map<string, Decimal>()
  for (const { market, amount } of lines) amounts.set(market, add(amounts.get(market) ?? used.byMarket[market] ?? '0', amount))
  for (const [market, total] of amounts) {
    const limit = limitOf(limits.byMarket, market)
    if (limit !== null && over(total, limit.perDay))
      complaints.push(`Your limit for a day (UTC) on ${market} is ${limit.perDay}; with this it would be ${total}.`)
  }
  if (used.orders + lines.length > limits.ordersPerDay)
    complaints.push(`Your limit is ${limits.ordersPerDay} orders a day (UTC); ${used.orders} were sent today.`)
  return complaints
}

/** What is over a limit, by field; empty where nothing is. Closing an investment has no lines and no limit. */
export const overLimits = (limits: TradeLimits, lines: readonly Line[], used: UsedToday): Complaints => {
  const complaints: Complaints = {}
  if (!limits.on || lines.length === 0) return complaints
  const complain = (field: string, words: string[]): void => {
    if (words.length > 0) complaints[field] = [...(complaints[field] ?? []), ...words]
  }
  for (const line of lines) complain(`${line.field}amount`, perOrder(limits, line))
  const [only, second] = lines
  complain(only !== undefined && second === undefined ? `${only.field}amount` : 'rows', perDay(limits, lines, used))
  return complaints
}

/** Whether a box of the operating system has to ask as well: from a worth on, and whenever nobody can say. */
export const mustAskTwice = (limits: TradeLimits, lines: readonly Line[]): boolean => {
  if (lines.length === 0) return true
  for (const [money, worth] of worthByMoney(lines)) {
    const from = Object.hasOwn(limits.askFrom, money) ? limits.askFrom[money] : undefined
    if (from === undefined || worth === null || compare(worth, from) >= 0) return true
  }
  return false
}

const looserLimit = (was: TradeLimit | null, is: TradeLimit | null): boolean => {
  if (was === null) return false
  return is === null || over(is.perOrder, was.perOrder) || over(is.perDay, was.perDay)
}

const names = (...records: object[]): string[] => [...new Set(records.flatMap((record) => Object.keys(record)))]

/** Whether anything is let through that was not before. A new entry can do that, too: without any its currency was refused. */
export const isLooser = (was: TradeLimits, is: TradeLimits): boolean => {
  if (was.on && !is.on) return true
  if (is.ordersPerDay > was.ordersPerDay) return true
  const looser = (before: TradeLimits['byMoney'], after: TradeLimits['byMoney']): boolean =>
    names(before, after).some((name) => {
      const [old, now] = [limitOf(before, name), limitOf(after, name)]
      return old === null ? now !== null : looserLimit(old, now)
    })
  if (looser(was.byMoney, is.byMoney) || looser(was.byMarket, is.byMarket)) return true
  return names(was.askFrom, is.askFrom).some((name) => {
    const [before, after] = [was.askFrom[name], is.askFrom[name]]
    // Without a figure the box always asks.
    return before === undefined ? after !== undefined : after !== undefined && over(after, before)
  })
}
