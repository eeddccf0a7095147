// Whether the exchange speaks of the order that was sent. One that ignored our id, or took another amount, must not pass as fine.
import { isCancelled, type Order } from '../../shared/domain/order.js'
import type { IntentItem, ItemState } from '../../shared/domain/trading.js'
import { compare, type Decimal, isDecimal } from '../../shared/money.js'

type Sent = Pick<IntentItem, 'clientOrderId' | 'market' | 'side' | 'amount' | 'price'>

const same = (a: Decimal, b: Decimal): boolean => isDecimal(a) && isDecimal(b) && compare(a, b) === 0

const shown = (text: string): string => (text === '' ? 'nothing' : `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`)

/** Everything but the id fits. */
export const sameOrder = (sent: Sent, order: Order): boolean =>
  differences(sent, { ...order, clientOrderId: sent.clientOrderId }).length === 0

/** What differs, in words; empty where the echo fits. */
export const differences = (sent: Sent, order: Order): string[] => {
  const complaints: string[] = []
  if (order.clientOrderId === '') {
    complaints.push('The exchange named no client order id: it ignored ours, so it would not notice the same order twice.')
  } else if (order.clientOrderId !== sent.clientOrderId) {
    complaints.push(`The client order id is ${shown(order.clientOrderId)}, sent was ${shown(sent.clientOrderId)}.`)
  }
  if (order.market !== sent.market) complaints.push(`The market is ${shown(order.market)}, sent was ${shown(sent.market)}.`)
  if (order.side !== sent.side) complaints.push(`The side is ${shown(order.side)}, sent was ${shown(sent.side)}.`)
  if (!same(order.amount, sent.amount)) complaints.push(`The amount is ${shown(order.amount)}, sent was ${shown(sent.amount)}.`)
  if (sent.price !== null && !same(order.price ?? '', sent.price))
    complaints.push(`The price is ${shown(order.price ?? '')}, sent was ${shown(sent.price)}.`)
  return complaints
}

const some = (amount: Decimal): boolean => isDecimal(amount) && compare(amount, '0') > 0

const isLess = (a: Decimal, b: Decimal): boolean => isDecimal(a) && isDecimal(b) && compare(a, b) < 0

/** What became of an order that the exchange took. Of a cancelled one what is left says nothing: some servers set it to zero. */
export const placedState = (order: Order): Extract<ItemState, 'placed' | 'partly' | 'cancelled'> => {
  const { dealStock, left, amount } = order
  if (isCancelled(order)) return !some(dealStock) ? 'cancelled' : isLess(dealStock, amount) ? 'partly' : 'placed'
  return some(dealStock) && some(left) ? 'partly' : 'placed'
}
