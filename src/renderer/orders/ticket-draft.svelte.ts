import type { MarketTicket, OrderTicket } from '../../shared/orders/order-ticket.js'

/**
 * Common state of the order forms: whether a preview was requested, and what was last sent. A form
 * in which something is typed clears it when it is sent.
 */
export class TicketDraft {
  /** Empty fields are errors only from then on. */
  asked = $state(false)
  sentId = $state<string | null>(null)
  /** Until its result has been shown for the first time. */
  justSent = false

  sent(intentId: string, _ticket: OrderTicket): void {
    this.sentId = intentId
    this.justSent = true
    this.asked = false
  }
}

/** A market order, as prefilled by another screen or an earlier order. */
export type PrefilledOrder = Pick<MarketTicket, 'market' | 'side' | 'amount' | 'positionSide'> &
  Partial<Pick<MarketTicket, 'stopLoss' | 'takeProfit'>>
