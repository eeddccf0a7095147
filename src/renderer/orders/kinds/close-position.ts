// Closing a position at market, as a whole. It is requested beside the position.
import type { ClosePositionTicket } from '../../../shared/orders/order-ticket.js'
import type { Position } from '../../../shared/portfolio/position.js'
import { wordsBy } from '../../../shared/messages/messages.js'
import { TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView } from './order-kind-view.js'

class ClosePositionDraft extends TicketDraft {}

export const closePosition = {
  name: 'close-position',
  words: wordsBy({
    label: 'trade.kind.close-position',
    inList: 'trade.kind-in-list.close-position',
  }),
  tab: null,
  Draft: ClosePositionDraft,
} as const satisfies OrderKindView

export function closePositionTicket({
  market,
  id,
}: Pick<Position, 'market' | 'id'>): ClosePositionTicket {
  return { kind: 'close-position', market, positionId: id }
}
