// Cancelling every open order, on one market or on all.
import type { CancelAllTicket } from '../../../shared/orders/order-ticket.js'
import { wordsBy } from '../../../shared/messages/messages.js'
import { OpenOrdersChoice } from '../open-orders-store.svelte.js'
import { cancelledList, cancelledResult, cancelledUnknown } from './cancelled-orders.js'
import type { OrderKindView } from './order-kind-view.js'

export const cancelAllKind = {
  name: 'cancel-all',
  words: wordsBy({ label: 'trade.kind.cancel-all', inList: 'trade.kind-in-list.cancel-all' }),
  tab: 'open-orders',
  Draft: OpenOrdersChoice,
  // Levels that are removed along with the orders cost money.
  preview: { list: cancelledList, warnsFirst: true },
  result: cancelledResult,
  unknown: cancelledUnknown,
} as const satisfies OrderKindView

/** `market` null: on all of them. */
export function cancelAllTicket(market: string | null): CancelAllTicket {
  return { kind: 'cancel-all', market }
}
