// Closing a fixed-term investment, and what was typed into its form.
import type { CloseTicket, OrderTicket } from '../../../shared/orders/order-ticket.js'
import { t, wordsBy } from '../../../shared/messages/messages.js'
import { TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView } from './order-kind-view.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Closing an investment, as typed so far. */
export class CloseTicketDraft extends TicketDraft {
  investmentId = $state('')
  typedTail = $state('')

  readonly id = $derived(this.investmentId.trim())
  readonly idFault = $derived(
    this.id === '' ? (this.asked ? t('trade.close.id-empty') : null) : null,
  )
  /**
   * Specification 4.4 speaks of a UUID; whether the exchange requires one is unknown, so this only
   * warns.
   */
  readonly idWarning = $derived(
    this.id === '' || uuid.test(this.id) ? null : t('trade.close.id-no-uuid'),
  )
  readonly tailFault = $derived.by(() => {
    if (this.typedTail === '') return this.asked ? t('trade.close.tail-empty') : null
    return this.id !== '' && this.typedTail.length >= 4 && !this.#fits()
      ? t('trade.close.tail-wrong', { typed: this.typedTail })
      : null
  })
  readonly complete = $derived(this.id.length >= 4 && this.#fits())

  #fits(): boolean {
    return this.typedTail.length === 4 && this.id.endsWith(this.typedTail)
  }

  ticket(): CloseTicket {
    return { kind: 'close-investment', investmentId: this.investmentId, typedTail: this.typedTail }
  }

  override sent(intentId: string, ticket: OrderTicket): void {
    super.sent(intentId, ticket)
    this.investmentId = ''
    this.typedTail = ''
  }
}

export const closeInvestmentKind = {
  name: 'close-investment',
  words: wordsBy({
    label: 'trade.kind.close-investment',
    inList: 'trade.kind-in-list.close-investment',
  }),
  tab: 'close',
  Draft: CloseTicketDraft,
  preview: {
    facts: ({ investmentId }) => [
      { label: t('trade.preview.investment'), kind: 'id', text: investmentId ?? '' },
    ],
  },
  result: {
    ends: wordsBy({
      accepted: 'outcomes.end.investment.accepted',
      listed: 'outcomes.end.investment.listed',
      rejected: 'outcomes.end.investment.rejected',
      'not-executed': 'outcomes.end.investment.not-executed',
      filled: 'outcomes.end.investment.filled',
      'not-filled': 'outcomes.end.investment.not-filled',
    }),
    exactEnd: () => null,
  },
  unknown: {
    meaning: wordsBy({
      filled: 'outcomes.meaning.investment.filled',
      'not-filled': 'outcomes.meaning.investment.not-filled',
      'if-wrong': 'outcomes.meaning.investment.if-wrong',
      lifted: 'outcomes.meaning.investment.lifted',
    }),
    // Positions say nothing about an investment.
    shownBy: 'nothing',
    words: wordsBy({ lookAt: 'outcomes.answer.look-at-investments' }),
  },
} as const satisfies OrderKindView
