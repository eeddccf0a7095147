// What the page knows about one kind of order. Everything else on the page is the same for all
// kinds: it asks the table in order-kinds.ts, and names none of them.
import type { OrderKind } from '../../../shared/orders/order-ticket.js'
import type { TicketDraft } from '../ticket-draft.svelte.js'

/** The forms of the Trade screen, in their order. */
export const tradeTabs = ['market', 'bulk', 'close', 'open-orders'] as const
export type TradeTab = (typeof tradeTabs)[number]

export type OrderKindView = {
  readonly name: OrderKind
  /** `label`: in the journal and its filter. `inList`: within a sentence. */
  readonly words: Readonly<Record<'label' | 'inList', string>>
  /**
   * The form it is requested in; null if it is requested on another screen. Its result, or why it
   * has no preview, is then shown above the forms.
   */
  readonly tab: TradeTab | null
  /** What was typed or selected for it, and last sent. Kinds that share a form share it. */
  readonly Draft: new () => TicketDraft
}
