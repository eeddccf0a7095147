// The totals of all positions. In one currency if prices allow it, otherwise by the currencies they
// are counted in.
import type { PricesView } from '../../../shared/markets/market.js'
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import { notionalOf } from '../../../shared/portfolio/position-figures.js'
import { priceOf } from '../../../shared/portfolio/valuation.js'
import { add, type Decimal, isDecimal, multiply } from '../../../shared/money.js'
import { positionFields, type PositionLine } from './position-fields.js'

/**
 * `leftOut`: this many positions are excluded because a figure is unknown. `converted`: at the
 * latest trade prices, so an estimate.
 */
export type Total = {
  sums: { currency: string; amount: Decimal; converted: boolean }[]
  leftOut: number
}

function totalOf(
  lines: readonly PositionLine[],
  read: (line: PositionLine) => Decimal | null | undefined,
  prices: PricesView | null,
  currency: string,
): Total {
  const byCurrency = new Map<string, Decimal>()
  let leftOut = 0
  for (const line of lines) {
    const value = read(line)
    const { quote } = currenciesOf(line.position.market)
    if (value == null || !isDecimal(value)) leftOut += 1
    else byCurrency.set(quote, add(byCurrency.get(quote) ?? '0', value))
  }
  const sums = [...byCurrency].map(([quote, amount]) => ({
    currency: quote,
    amount,
    converted: false,
  }))
  const tickers = prices?.tickers.value ?? null
  if (sums.length < 2 || tickers === null) return { sums, leftOut }
  const all: Decimal[] = []
  for (const sum of sums) {
    const price = priceOf(tickers, sum.currency, currency)
    // One without a price would silently be missing from the sum.
    if (price === null) return { sums, leftOut }
    all.push(multiply(sum.amount, price))
  }
  return { sums: [{ currency, amount: all.reduce(add, '0'), converted: true }], leftOut }
}

/**
 * `atStops`: what would be lost or won if every stop loss were reached. `unprotected` positions
 * have none for all of it; for one whose levels were not sent, it is unknown whether it has any.
 * Null if a list that may have one was not read.
 */
export function positionTotals(
  lines: readonly PositionLine[],
  prices: PricesView | null,
  currency: string,
) {
  const stopped = lines.filter(({ withoutStop }) => withoutStop === null)
  const isUnread = lines.some(({ withoutStop }) => withoutStop === 'unread')
  return {
    notional: totalOf(lines, (line) => notionalOf(line.position, line.mark), prices, currency),
    unrealized: totalOf(lines, ({ position }) => position.unrealizedPnl, prices, currency),
    atStops: totalOf(stopped, (line) => positionFields.atStopLoss.read(line), prices, currency),
    unprotected: isUnread ? null : lines.length - stopped.length,
  }
}

/** The free margin shared by all positions; null if they do not agree on it. */
export function sharedFreeMargin(lines: readonly PositionLine[]): Decimal | null {
  const figures = new Set(lines.map(({ position }) => position.freeMargin ?? null))
  const [only = null] = figures
  return figures.size === 1 ? only : null
}
