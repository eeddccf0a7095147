// The limit that would refuse a market order, shown before the preview. Main decides, with its own
// prices: if none is known here, nothing is shown.
import type { Feed } from '../../shared/portfolio/feed.js'
import { livePrices, type MarketPrices } from '../../shared/markets/live-price.js'
import { effectOf, lessens, type Ordered } from '../../shared/orders/order-effect.js'
import { overLimitsOf } from '../../shared/orders/order-limits.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { LimitName } from '../../shared/problem.js'
import type { TradingView } from '../../shared/orders/trading.js'
import { textOf } from '../../shared/messages/messages.js'
import { largest, multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

export type LimitAhead = { text: string; limit: LimitName }

type Known = {
  trading: Pick<TradingView, 'limits' | 'usedToday'>
  positions: Feed<Position[]>
  prices: MarketPrices
  now: UnixSeconds
}

export function limitAhead(
  order: Ordered,
  { trading, positions, prices, now }: Known,
): LimitAhead | null {
  const price = largest(livePrices(order.market, positions, prices, now).map((one) => one.price))
  if (price === null || positions.value === null) return null
  const reduces = lessens(effectOf(order, positions.value).effect)
  const notional = multiply(order.amount, price)
  const { market, amount } = order
  const line = { field: '', market, amount, ...currenciesOf(market), notional, reduces }
  const over = overLimitsOf(trading.limits, [line], trading.usedToday, () => null)
  return over === null
    ? null
    : { text: Object.values(over.fields).flat().map(textOf).join(' '), limit: over.limit }
}
