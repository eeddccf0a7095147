// Removing a stop loss or take profit of an open position. It is requested beside the position, or
// as the second step of moving one.
import type { LevelTarget, RemoveLevelTicket } from '../../../shared/orders/order-ticket.js'
import type { Position } from '../../../shared/portfolio/position.js'
import { wordsBy } from '../../../shared/messages/messages.js'
import { itemIds } from '../order-details.js'
import { TicketDraft } from '../ticket-draft.svelte.js'
import { cancelledResult, cancelledUnknown } from './cancelled-orders.js'
import type { OrderKindView } from './order-kind-view.js'

class RemoveLevelDraft extends TicketDraft {}

export const removeLevelKind = {
  name: 'remove-level',
  words: wordsBy({ label: 'trade.kind.remove-level', inList: 'trade.kind-in-list.remove-level' }),
  tab: null,
  Draft: RemoveLevelDraft,
  preview: {
    facts: ({ items }) =>
      items.flatMap(itemIds).map(([label, text]) => ({ label, kind: 'id', text })),
    warnsFirst: true,
  },
  result: cancelledResult,
  unknown: cancelledUnknown,
} as const satisfies OrderKindView

/** `replacedBy`: the intent that placed another in its place. */
export function removeLevelTicket(
  { market, id: positionId }: Pick<Position, 'market' | 'id'>,
  { id, by }: LevelTarget,
  replacedBy: string | null,
): RemoveLevelTicket {
  return { kind: 'remove-level', market, positionId, id, by, replacedBy }
}
