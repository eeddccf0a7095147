// What a kind of order is to main. Everything that differs between kinds is behind this interface:
// review, submission, journal, reconciliation and alerts of positions only use the table in
// kinds.ts, and contain no kind's name.
import type { OrderKind, TicketOf } from '../../../shared/orders/order-ticket.js'
import type { OrderPreview } from '../../../shared/orders/trading.js'
import type { Problem } from '../../../shared/problem.js'
import type { Result } from '../../../shared/result.js'
import type { OrderRequest } from '../../exchange/order-gateway.js'
import type { KnownTargets } from '../draft-targets.js'
import type { CheckedOrder } from '../pre-trade-checks.js'
import type { ReviewKnown, ReviewWords } from '../review-words.js'
import type { FieldErrors, OrderDraft } from '../ticket-parser.js'
import type { TradingState } from '../trading-state.js'

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
   * Whether it may be sent, given everything main knows now. It is called when the order is
   * prepared and again when it is confirmed, then with what was `previewed`: an order that would no
   * longer do what was shown must be refused. It changes nothing. What may take a risk goes through
   * `checkNewRisk`; only what takes risk away may skip the limits and the blocked markets.
   */
  check(
    trading: TradingState,
    draft: OrderDraft,
    previewed?: Pick<OrderPreview, 'items' | 'changes'>,
  ): Result<CheckedOrder, Problem>

  /**
   * What the user reads before confirming it: all that it does, in sentences that are complete
   * without the rest of the preview, because the system dialog and screen readers have only those.
   * What is removed besides what was requested is a warning.
   */
  describe(draft: OrderDraft, checked: CheckedOrder, known: ReviewKnown): ReviewWords

  /**
   * The request in our terms. It is made once, from the draft alone, when the order is prepared;
   * what is sent are the bytes that were shown.
   */
  request(draft: OrderDraft): RequestOf<Kind>
}
