// What a kind of order is to main. Everything that differs between kinds is behind this interface:
// review, submission, journal, reconciliation and settlement only use the table in kinds.ts, and
// contain no kind's name.
import type { EndedPosition } from '../../../shared/alerts/position-end.js'
import type { OrderKind, TicketOf } from '../../../shared/orders/order-ticket.js'
import type {
  AskedRecord,
  Evidence,
  IntentItem,
  OrderIntent,
  OrderPreview,
} from '../../../shared/orders/trading.js'
import type { FieldErrors, Problem } from '../../../shared/problem.js'
import type { Result } from '../../../shared/result.js'
import type { OrderReply, OrderRequest } from '../../exchange/order-gateway.js'
import type { KnownTargets } from '../draft-targets.js'
import type { OrderOutcome } from '../intent-outcome.js'
import type { Conclusion, EndedPart, Snapshots } from '../position-evidence.js'
import type { ExchangeRecords } from '../order-records.js'
import type { Findings, ListsWanted, Look } from '../order-settlement.js'
import type { CheckedOrder } from '../pre-trade-checks.js'
import type { ReviewKnown, ReviewWords } from '../review-words.js'
import type { OrderDraft } from '../ticket-parser.js'
import type { TicketSchema } from '../tickets-ipc.js'
import type { OrdersClient, TradingState } from '../trading-state.js'

/** What main knows while it reads a ticket. `newId`: a new client order id. */
export type TicketKnown = KnownTargets & { newId: () => string }

/** The request of one kind. */
export type RequestOf<Kind extends OrderKind> = OrderRequest & { kind: Kind }

/** The exchange's response to a request of one kind. */
export type ReplyOf<Kind extends OrderKind> = OrderReply & { kind: Kind }

/**
 * Seconds from sending, or from the response to a close, within which the exchange has executed an
 * order if it ever does.
 */
export const carriedOutWithin = 120

export type OrderKindRules<Kind extends OrderKind> = {
  /** What the page may send of it. */
  ticket: TicketSchema<Kind>

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
   * Reads what its outcome may have to be compared with, once it is confirmed and just before it is
   * sent. Fails if that differs from the draft, or cannot be read: then nothing is sent. Only of a
   * kind that is settled by such a comparison. Everything is checked again after it.
   */
  readAhead?(
    trading: TradingState,
    client: OrdersClient,
    draft: OrderDraft,
  ): Promise<Result<null, Problem>>

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

  /**
   * What the exchange's response to the request, which has its shape, says of each order. `placed`,
   * `partly`, `cancelled` and `done` only of an order that the response itself names, and that is
   * compared with everything that was sent; `rejected` and `not-processed` only where the response
   * refuses this very order; `accepted` where it accepts without an outcome. Everything else is
   * `unknown`, and is looked up. Never `not-executed`: no response proves it.
   */
  readOutcome(intent: OrderIntent, reply: ReplyOf<Kind>): OrderOutcome

  /**
   * Whether a refusal of the request says that there is nothing left to cancel or close. True only
   * if the refusal can be about nothing else: a refusal of the key, the address or the pace leaves
   * everything open. How it ended is then looked up.
   */
  isAlreadyDone(items: readonly IntentItem[], problem: Problem): boolean

  /** The lists to read while its outcome, or a part of it, is unknown. They are only read. */
  recordsWanted(intent: OrderIntent): ListsWanted

  /**
   * What one lookup in the exchange's lists says about what is unknown. A failed or incomplete read
   * says nothing (`unread`), and what contradicts itself nothing either (`unclear`): then the order
   * stays unknown. An outcome counts at once only where the lists contain it under the id of the
   * order (`found`). `not-executed` is never said after one lookup: it needs a verdict that lasts,
   * over at least `absentAfter` seconds, from lists that were read completely and cannot have
   * omitted the order. It lifts the block of the market and allows a retry, so one that is said
   * wrongly is a duplicate order.
   */
  settle(intent: OrderIntent, look: Look, evidence: Evidence): Findings

  /** What was looked up for it so far, and what was found, for the user who decides. */
  asked(intent: OrderIntent, records: ExchangeRecords): AskedRecord[]

  /**
   * What the positions before and after say about it. It is shown to the user, who decides; it
   * never decides by itself, so `unclear` whenever anything else could have changed them.
   */
  evidence(intent: OrderIntent, snapshots: Snapshots): Conclusion

  /** The part of a position that is gone which this item may have ended; null if none. */
  endedPart(item: IntentItem, ended: EndedPosition): EndedPart | null

  /** Whether its failed orders may be sent again, in a new request under new ids. */
  mayBeRetried: boolean

  /** Whether the positions read next after its response show what it did, for the history. */
  showsInPositions: boolean
}
