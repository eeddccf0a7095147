// What a kind of order is to main. Everything that differs between kinds is behind this interface:
// review, submission, journal, reconciliation and alerts of positions only use the table in
// kinds.ts, and contain no kind's name.
import type { OrderKind, TicketOf } from '../../../shared/orders/order-ticket.js'
import type { Result } from '../../../shared/result.js'
import type { OrderRequest } from '../../exchange/order-gateway.js'
import type { KnownTargets } from '../draft-targets.js'
import type { FieldErrors, OrderDraft } from '../ticket-parser.js'

/** What main knows while it reads a ticket. `newId`: a new client order id. */
export type TicketKnown = KnownTargets & { newId: () => string }

/** The request of one kind. */
export type RequestOf<Kind extends OrderKind> = OrderRequest & { kind: Kind }

export type OrderKindRules<Kind extends OrderKind> = {
  /**
   * Reads what was typed. It guesses nothing: whatever does not fit is an error of its field. An
   * order or a position is named by its id, and every figure of it comes from what main has read.
   */
  parse(ticket: TicketOf<Kind>, known: TicketKnown): Result<OrderDraft, FieldErrors>

  /**
   * The request in our terms. It is made once, from the draft alone, when the order is prepared;
   * what is sent are the bytes that were shown.
   */
  request(draft: OrderDraft): RequestOf<Kind>
}
