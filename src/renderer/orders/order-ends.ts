// How orders ended, as far as kinds of orders share it: never more than the exchange said.
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { closesOf, fillOf } from '../../shared/portfolio/realized-pnl.js'
import type { IntentItem, ItemState, OrderIntent } from '../../shared/orders/trading.js'
import { t } from '../../shared/messages/messages.js'
import { isZero } from '../../shared/money.js'

/** The state of one, or of all if they ended alike. */
export function stateOfAll({ items }: Pick<OrderIntent, 'items'>): ItemState | null {
  const [first, ...others] = items
  return first === undefined || others.some(({ state }) => state !== first.state)
    ? null
    : first.state
}

/**
 * The fill price of one order, and what it realized; null if nothing is filled, or the exchange did
 * not say.
 */
export function fillSentence(item: IntentItem): string | null {
  const closes = closesOf(item)
  const fill = item.order === null ? null : fillOf(item.order, closes)
  if (fill === null) return null
  const { quote } = currenciesOf(item.market)
  const { price, pnl } = fill
  if (closes === null) return t('outcomes.end.order.filled-at', { price, quote })
  return pnl === null
    ? t('outcomes.end.order.filled-at-no-pnl', { price, quote })
    : t('outcomes.end.order.filled-at-pnl', {
        price,
        pnl: pnl.startsWith('-') || isZero(pnl) ? pnl : `+${pnl}`,
        quote,
      })
}
