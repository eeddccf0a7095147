// A market order on collateral, and what was typed into its form. The ticket holds it as typed;
// main parses it by the same rules.
import type { SizeUnit } from '../../../shared/orders/order-size.js'
import type { MarketTicket, OrderTicket } from '../../../shared/orders/order-ticket.js'
import type { OrderSide, PositionSide } from '../../../shared/orders/order.js'
import { type Message, messageOf, wordsBy } from '../../../shared/messages/messages.js'
import type { Decimal } from '../../../shared/money.js'
import { fillSentence } from '../order-ends.js'
import type { PrefilledOrder } from '../ticket-draft.svelte.js'
import { CollateralDraft } from './collateral-draft.svelte.js'
import type { OrderKindView } from './order-kind-view.js'
import { placedEnds, placedUnknown } from './placed-orders.js'
import { notionalFacts } from './preview-facts.js'

/** A market order, as typed so far; `amount` in `unit`. */
export class MarketTicketDraft extends CollateralDraft {
  unit = $state<SizeUnit>('base')
  stopLoss = $state('')
  takeProfit = $state('')
  /** It was prefilled: only the size remains to be entered. */
  amountWanted = $state(false)
  #sent: MarketTicket | null = null

  protected override amountLabel(): Message {
    return messageOf(this.unit === 'margin' ? 'common.percent' : 'common.amount')
  }

  /** A number means something else in another unit, so it is cleared. */
  sizeIn(unit: SizeUnit): void {
    if (unit === this.unit) return
    this.unit = unit
    this.amount = ''
  }

  /**
   * A market order over all of a position of this side, or a part of it; levels that would guard
   * nothing are removed.
   */
  against(
    side: OrderSide,
    positionSide: PositionSide | null,
    amount: Decimal,
    leavesNothing: boolean,
  ): void {
    // Without the position side, the order's side would select the other position of a hedge.
    if (positionSide !== null) this.choosePositionSide(positionSide)
    this.side = side
    this.unit = 'base'
    this.amount = amount
    if (leavesNothing) this.stopLoss = this.takeProfit = ''
  }

  /** `amount` in base currency, regardless of the unit of the size. */
  ticket(positionSide: PositionSide | null, amount: string): MarketTicket {
    return { kind: 'market', ...this.ticketFields(positionSide), amount }
  }

  override sent(intentId: string, ticket: OrderTicket): void {
    super.sent(intentId, ticket)
    this.#sent = ticket.kind === 'market' ? ticket : null
  }

  restore(): void {
    if (this.#sent !== null) this.fill(this.#sent)
  }

  /** Replaces what was typed. */
  fill(order: PrefilledOrder): void {
    this.unit = 'base'
    this.amountWanted = true
    this.refill(order)
  }
}

export const marketKind = {
  name: 'market',
  words: wordsBy({ label: 'trade.kind.market', inList: 'trade.kind-in-list.market' }),
  tab: 'market',
  Draft: MarketTicketDraft,
  preview: {
    facts: (preview) => [
      ...notionalFacts(preview),
      { term: 'clientOrderId', kind: 'id', text: preview.items[0]?.clientOrderId ?? '' },
    ],
  },
  result: {
    ends: placedEnds,
    exactEnd({ items: [only, another] }) {
      return only === undefined || another !== undefined ? null : fillSentence(only)
    },
  },
  unknown: placedUnknown,
} as const satisfies OrderKindView
