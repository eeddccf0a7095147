// Moving an asset between two balances. It is requested in a dialog, from other screens.
import type { TransferTicket } from '../../../shared/orders/order-ticket.js'
import { wordsBy } from '../../../shared/messages/messages.js'
import { TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView } from './order-kind-view.js'

export function transferTicket(moved: Omit<TransferTicket, 'kind'>): TransferTicket {
  return { kind: 'transfer', ...moved }
}

class TransferDraft extends TicketDraft {}

export const transferKind = {
  name: 'transfer',
  words: wordsBy({ label: 'trade.kind.transfer', inList: 'trade.kind-in-list.transfer' }),
  tab: null,
  Draft: TransferDraft,
  preview: { facts: () => [] },
  result: {
    ends: wordsBy({
      accepted: 'outcomes.end.transfer.accepted',
      listed: 'outcomes.end.transfer.listed',
      rejected: 'outcomes.end.transfer.rejected',
      'not-executed': 'outcomes.end.transfer.not-executed',
      filled: 'outcomes.end.transfer.filled',
      'not-filled': 'outcomes.end.transfer.not-filled',
    }),
    exactEnd: () => null,
  },
  unknown: {
    meaning: wordsBy({
      filled: 'outcomes.meaning.transfer.filled',
      'not-filled': 'outcomes.meaning.transfer.not-filled',
      'if-wrong': 'outcomes.meaning.transfer.if-wrong',
      lifted: 'outcomes.meaning.transfer.lifted',
    }),
    shownBy: 'records',
    words: wordsBy({
      lookAt: 'outcomes.answer.look-at-balances',
      mismatchTitle: 'outcomes.answer.mismatch-title-transfer',
      mismatch: 'outcomes.answer.mismatch-transfer',
      mismatchBlocks: 'outcomes.answer.mismatch-blocks-transfer',
      mismatchResult: 'outcomes.result.mismatch-transfer',
    }),
  },
} as const satisfies OrderKindView
