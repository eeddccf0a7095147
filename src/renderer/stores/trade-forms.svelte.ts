// The Trade screen's forms. They outlive a look at another screen, and never an account.
import type { Bridge } from '../../shared/ipc/contract.js'
import type { UnixSeconds } from '../../shared/time.js'
import { BulkTicketDraft } from './bulk-ticket.svelte.js'
import { CloseTicketDraft } from './close-ticket.svelte.js'
import { MarketTicketDraft } from './market-ticket.svelte.js'
import { OrderPreviewStore } from './order-preview.svelte.js'

export const tradeTabs = ['market', 'bulk', 'close'] as const
export type TradeTab = (typeof tradeTabs)[number]

export class TradeForms {
  readonly preview: OrderPreviewStore
  tab = $state<TradeTab>('market')
  market = $state.raw(new MarketTicketDraft())
  bulk = $state.raw(new BulkTicketDraft())
  closing = $state.raw(new CloseTicketDraft())

  constructor(bridge: Bridge) {
    this.preview = new OrderPreviewStore(bridge)
  }

  /** Hands the token over, once. What was sent leaves its form. */
  async confirm(now: UnixSeconds): Promise<void> {
    const { market, bulk, closing } = this
    const sent = await this.preview.confirm(now)
    if (sent === null) return
    const { intentId, ticket } = sent
    if (ticket.kind === 'market') market.sent(intentId, ticket)
    else (ticket.kind === 'bulk' ? bulk : closing).sent(intentId)
  }

  /** What was typed for one account must not be sent from another. */
  forget(): void {
    this.preview.forget()
    this.market = new MarketTicketDraft()
    this.bulk = new BulkTicketDraft()
    this.closing = new CloseTicketDraft()
  }
}
