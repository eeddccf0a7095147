// What cancelling some and cancelling all have in common.
import { itemUnit } from '../../../shared/orders/order-amount.js'
import { t, wordsBy } from '../../../shared/messages/messages.js'
import type { ItemState } from '../../../shared/orders/trading.js'
import { stateOfAll } from '../order-ends.js'
import type { OrderKindView, PreviewList } from './order-kind-view.js'

export const cancelledList: PreviewList = {
  words: wordsBy({ label: 'trade.preview.to-cancel' }),
  columns: () => [
    {
      head: t('trade.preview.left'),
      cell: (item) => ({
        kind: 'amount',
        value: item.target?.kind === 'order' ? item.target.left : item.amount,
        unit: itemUnit(item),
      }),
    },
    {
      head: t('trade.id.order'),
      cell: ({ target }) => ({ kind: 'id', text: target?.id ?? '' }),
    },
  ],
  left: true,
  saysAll: false,
}

const sentences: { readonly [state in ItemState]?: string } = wordsBy({
  done: 'outcomes.target-end.order.done',
  'already-filled': 'outcomes.target-end.order.already-filled',
  'already-cancelled': 'outcomes.target-end.order.already-cancelled',
  'not-open': 'outcomes.target-end.order.not-open',
})

export const cancelledResult: OrderKindView['result'] = {
  ends: wordsBy({
    accepted: 'outcomes.end.cancel.accepted',
    listed: 'outcomes.end.cancel.listed',
    'left-open': 'outcomes.end.cancel.left-open',
    rejected: 'outcomes.end.cancel.rejected',
    'not-executed': 'outcomes.end.cancel.not-executed',
    filled: 'outcomes.end.cancel.filled',
    'not-filled': 'outcomes.end.cancel.not-filled',
  }),
  exactEnd(intent) {
    const state = stateOfAll(intent)
    return state === null ? null : (sentences[state] ?? null)
  },
}

export const cancelledUnknown: OrderKindView['unknown'] = {
  meaning: wordsBy({
    filled: 'outcomes.meaning.cancel.filled',
    'not-filled': 'outcomes.meaning.cancel.not-filled',
    'if-wrong': 'outcomes.meaning.cancel.if-wrong',
    lifted: 'outcomes.meaning.cancel.lifted',
  }),
  shownBy: 'records',
}
