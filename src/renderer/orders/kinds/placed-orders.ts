// What market and bulk orders have in common: the exchange is to create orders.
import { wordsBy } from '../../../shared/messages/messages.js'
import type { OrderKindView } from './order-kind-view.js'

export const placedEnds = wordsBy({
  accepted: 'outcomes.end.order.accepted',
  listed: 'outcomes.end.order.listed',
  rejected: 'outcomes.end.order.rejected',
  'not-executed': 'outcomes.end.order.not-executed',
  filled: 'outcomes.end.order.filled',
  'not-filled': 'outcomes.end.order.not-filled',
})

export const placedUnknown: OrderKindView['unknown'] = {
  meaning: wordsBy({
    filled: 'outcomes.meaning.order.filled',
    'not-filled': 'outcomes.meaning.order.not-filled',
    'if-wrong': 'outcomes.meaning.order.if-wrong',
    lifted: 'outcomes.meaning.order.lifted',
  }),
  shownBy: 'positions',
}
