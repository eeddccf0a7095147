// What the user reads before orders are cancelled, one, several or all: with the figures last read.
import { currenciesOf } from '../../shared/orders/order-rules.js'
import type { CancelScope, OrderTotal } from '../../shared/orders/trading.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { multiply } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { ageText } from './order-text.js'
import { totalsOf, type Warning, warning } from './review-words.js'
import type { DraftItem } from './ticket-parser.js'

/** How long ago it was read; null if it was not. */
export function readAge({ asOf }: Pick<Feed<unknown>, 'asOf'>, now: UnixSeconds): Message | null {
  return asOf === null ? null : ageText(asOf, now)
}

/** Trigger orders and reduce-only orders may protect a position. */
export function guardWarnings(items: readonly DraftItem[], scope?: CancelScope): Warning[] {
  const guards = items.filter(
    ({ target }) =>
      target?.kind === 'order' &&
      (target.reduceOnly || target.trigger !== undefined || /stop/i.test(target.type)),
  ).length
  if (guards === 0) return []
  if (items.length === 1) return [warning(messageOf('orders.preview.guard-one'))]
  const among = scope === undefined || scope.orders === items.length ? 'all' : 'first'
  return [warning(messageOf('orders.preview.guards', { guards, among, items: items.length }))]
}

/** How much of each side leaves the book. */
export function totalsOfOrders(items: readonly DraftItem[]): OrderTotal[] {
  return totalsOf(
    items.map(({ market, side, amount, price, target }) => {
      const left = target?.kind === 'order' ? target.left : amount
      const { quote } = currenciesOf(market)
      // Without a price, what is left may be in quote currency.
      return price === null
        ? { market, side, quote, amount: null, notional: null }
        : { market, side, quote, amount: left, notional: multiply(left, price) }
    }),
  )
}
