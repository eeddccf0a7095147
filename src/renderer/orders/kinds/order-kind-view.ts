// What the page knows about one kind of order. Everything else on the page is the same for all
// kinds: it asks the table in order-kinds.ts, and names none of them.
import type { OrderKind, OrderTicket } from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import type { Feed } from '../../../shared/portfolio/feed.js'
import type { OrderIntent, OrderPreview, PreviewItem } from '../../../shared/orders/trading.js'
import type { MessageKey } from '../../../shared/messages/messages.js'
import type { Decimal } from '../../../shared/money.js'
import type { UnixSeconds } from '../../../shared/time.js'
import type { TermName } from '../../components/terms.js'
import type { PrefilledOrder, TicketDraft } from '../ticket-draft.svelte.js'

type TabOf<Key> = Key extends `common.trade-tab.${infer Tab}` ? Tab : never

/** A form of the Trade screen, by its title in the catalogue. */
export type TradeTab = TabOf<MessageKey>

/** `about`: an estimate, or `none` in words. `figure`: as reported, or `none` in words. */
export type PreviewValue =
  | { kind: 'text' | 'id'; text: string }
  | { kind: 'amount'; value: Decimal; unit: string | null }
  | { kind: 'about'; value: Decimal | null; unit: string; none: string }
  | { kind: 'figure'; value: Decimal | null; unit: string; none: string }

/** Without a label, the term is its own. */
export type PreviewFact = PreviewValue & ({ label: string; term?: TermName } | { term: TermName })

/** One order per row. */
export type PreviewList = {
  /** `label`: of the table. `note`: below the totals. */
  readonly words: Readonly<Record<'label', string> & { note?: string }>
  /** What is shown of an order after its price. */
  columns: () => readonly { head: string; cell: (item: PreviewItem) => PreviewValue }[]
  /** The totals are of what is left of the orders. */
  readonly left: boolean
  /** It shows everything that the sentences say, so those are for screen readers only. */
  readonly saysAll: boolean
}

/** How a preview is drawn: its market and the change of a position, then `facts`; or as a list. */
type KindPreview =
  | { readonly facts: (preview: OrderPreview) => PreviewFact[]; readonly list?: undefined }
  | { readonly list: PreviewList }

type End = 'accepted' | 'listed' | 'rejected' | 'not-executed' | 'filled' | 'not-filled'

/** `left-open`: it was accepted, and its outcome was not found out. */
type KindEnds = Readonly<Record<End, string>> & { readonly 'left-open'?: string }

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
  readonly preview: KindPreview & {
    /** The warnings come before everything else. */
    readonly warnsFirst?: true
  }
  readonly result: {
    /** What happened, in a sentence. */
    readonly ends: KindEnds
    /** More exactly, what happened to one that was accepted; null if `ends` says all. */
    exactEnd: (intent: OrderIntent, now: UnixSeconds) => string | null
    /** It always has orders with an outcome of their own, which are counted. */
    readonly isSummarized?: true
    /** What is left to do after it, in a review of its own. `others`: what was sent besides. */
    readonly next?: {
      readonly words: Readonly<Record<'why' | 'act', string>>
      ticket: (
        intent: OrderIntent,
        others: readonly OrderIntent[],
        openOrders: Feed<Order[]>,
        now: UnixSeconds,
      ) => OrderTicket | null
    }
    /** A market order that has the same effect, if this account may not send this one. */
    readonly instead?: {
      readonly words: Readonly<Record<'why' | 'act', string>>
      order: (intent: OrderIntent) => PrefilledOrder | null
    }
  }
  readonly unknown: {
    /** What an answer to an unknown one means, and what a mistake costs. */
    readonly meaning: Readonly<Record<'filled' | 'not-filled' | 'if-wrong' | 'lifted', string>>
    /** Which of the things that are checked can show what happened. */
    readonly shownBy: 'positions' | 'records' | 'nothing'
    /** What to look at first, if not at its market; and of a mismatch, if it is not of an order. */
    readonly words?: Readonly<
      Record<'lookAt', string> &
        Partial<Record<'mismatchTitle' | 'mismatch' | 'mismatchBlocks' | 'mismatchResult', string>>
    >
  }
}
