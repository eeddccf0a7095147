// Text and figures for the list of open orders, and which of them have an unanswered cancel.
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { amountIn, limitPrice, triggerPrice } from '../../shared/orders/order-amount.js'
import type { Order } from '../../shared/orders/order.js'
import { cancelsOrders } from '../../shared/orders/order-ticket.js'
import type { TradingView } from '../../shared/orders/trading.js'
import { t } from '../../shared/messages/messages.js'
import { inProgress, sideWords } from './order-states.js'

/** A side unknown to this version is passed through. */
export function orderSide({ side }: Pick<Order, 'side'>): string {
  return side === 'buy' || side === 'sell' ? sideWords[side] : side
}

export function orderFlags({ postOnly, ioc, rpi, reduceOnly, positionSide }: Order): string[] {
  return [
    ...(postOnly === true ? [t('trade.flag.post-only')] : []),
    ...(ioc === true ? [t('terms.ioc.word')] : []),
    ...(rpi === true ? [t('terms.rpi.word')] : []),
    ...(reduceOnly === true ? [t('trade.flag.reduce-only')] : []),
    ...(positionSide === undefined || positionSide === 'BOTH' ? [] : [positionSide]),
  ]
}

/** One line of the list, as read aloud. It begins with the visible text of the row. */
export function orderLine(order: Order): string {
  const [price, trigger] = [limitPrice(order), triggerPrice(order)]
  const words = { market: order.market, side: orderSide(order), amount: order.amount }
  const { quote } = currenciesOf(order.market)
  const line =
    price !== null
      ? t('trade.order-line.limit', { ...words, price })
      : amountIn(order) === 'quote'
        ? t('trade.order-line.market-for', { ...words, quote })
        : t('trade.order-line.market', words)
  return trigger === null ? line : t('trade.order-line.trigger', { line, trigger })
}

export type Cancelling = 'under-way' | 'unknown'

/**
 * Orders that are being cancelled, or may already be: none can be cancelled again before that is
 * known, or its block is lifted.
 */
export function cancellingOf(
  view: Pick<TradingView, 'open' | 'blocks'> | null,
): (order: Pick<Order, 'id' | 'market'>) => Cancelling | null {
  const ofOrders = new Map<string, Cancelling>()
  for (const intent of view?.open ?? []) {
    if (!cancelsOrders(intent.kind)) continue
    const isBlocked = (market: string): boolean =>
      view?.blocks.some((block) => block.intentId === intent.id && block.market === market) ?? false
    for (const { market, state, target } of intent.items) {
      if (target?.kind !== 'order' && target?.kind !== 'linked') continue
      if (inProgress(intent)) ofOrders.set(target.id, 'under-way')
      else if (state === 'unknown' && isBlocked(market)) ofOrders.set(target.id, 'unknown')
    }
  }
  return ({ id }) => ofOrders.get(id) ?? null
}
