// Cancelling open orders by their ids.
import type { CancelTicket } from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import { wordsBy } from '../../../shared/messages/messages.js'
import { OpenOrdersChoice } from '../open-orders-store.svelte.js'
import { cancelledList, cancelledResult, cancelledUnknown } from './cancelled-orders.js'
import type { OrderKindView } from './order-kind-view.js'

export const cancelKind = {
  name: 'cancel',
  words: wordsBy({ label: 'trade.kind.cancel', inList: 'trade.kind-in-list.cancel' }),
  tab: 'open-orders',
  Draft: OpenOrdersChoice,
  preview: { list: cancelledList },
  result: cancelledResult,
  unknown: cancelledUnknown,
} as const satisfies OrderKindView

export function cancelTicket(orders: readonly Pick<Order, 'market' | 'id'>[]): CancelTicket {
  return {
    kind: 'cancel',
    orders: orders.map(({ market, id }) => ({ market, id })),
  }
}
