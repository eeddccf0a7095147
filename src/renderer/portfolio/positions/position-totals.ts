// What all positions come to. In one currency where prices allow it, else by the currencies that
// they are counted in.
import type { PricesView } from '../../../shared/markets/market.js'
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import { lacksStopLoss, notionalOf, resultAt } from '../../../shared/portfolio/position-figures.js'
import { priceOf } from '../../../shared/portfolio/valuation.js'
import { add, type Decimal, isDecimal, multiply } from '../../../shared/money.js'
import type { PositionLine } from './position-fields.js'

/**
 * `leftOut`: so many positions are not in it, because a figure is not known. `converted`: by the
 * newest trades, so an estimate.
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
    // One that has no price would be left out of the sum without a word.
    if (price === null) return { sums, leftOut }
    all.push(multiply(sum.amount, price))
  }
  return { sums: [{ currency, amount: all.reduce(add, '0'), converted: true }], leftOut }
}

/**
 * `atStops`: what would be lost or won if every stop loss were reached. `unprotected` positions
 * have none; whether one of which no levels were sent has any is not known.
 */
export function positionTotals(
  lines: readonly PositionLine[],
  prices: PricesView | null,
  currency: string,
) {
  const stopped = lines.filter(({ position }) => !lacksStopLoss(position))
  return {
    notional: totalOf(lines, (line) => notionalOf(line.position, line.mark), prices, currency),
    unrealized: totalOf(lines, ({ position }) => position.unrealizedPnl, prices, currency),
    atStops: totalOf(
      stopped,
      ({ position }) => resultAt(position, position.protectiveOrders?.stopLoss),
      prices,
      currency,
    ),
    unprotected: lines.length - stopped.length,
  }
}

/** The free margin that all positions share; null where they do not say one and the same. */
export function sharedFreeMargin(lines: readonly PositionLine[]): Decimal | null {
  const figures = new Set(lines.map(({ position }) => position.freeMargin ?? null))
  const [only = null] = figures
  return figures.size === 1 ? only : null
}
