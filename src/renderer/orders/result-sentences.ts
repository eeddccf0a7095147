// The outcome of a request in a sentence: never more than the exchange, its records or the user
// said.
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { filledInAll, isOver } from '../../shared/orders/resting-order.js'
import { isFollowed, type OrderIntent } from '../../shared/orders/trading.js'
import { t, textOf } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { spanText } from '../components/times.js'
import { orderKinds } from './kinds/order-kinds.js'
import {
  didNotFit,
  intentWords,
  isDecided,
  mayBeRetried,
  restCancelled,
  summaryOf,
  type Words,
} from './order-states.js'

/** What happened to a single order after it was accepted. */
function progressOf({ items, timeline }: OrderIntent): string | null {
  const latest = timeline.findLast(({ what }) => what === 'progress')
  const [item, another] = items
  if (item === undefined || another !== undefined || latest === undefined) return null
  const { order, state, earlier } = item
  const fill = filledInAll(item)
  if (order === null || fill === null || state === 'not-open' || isOver(order))
    return textOf(latest.text)
  // The latest fill may have no step in the timeline.
  const { base, quote } = currenciesOf(item.market)
  const deal = { ...fill, base, quote }
  return earlier === undefined
    ? t('outcomes.said.filled-left', { ...deal, left: order.left, unit: base })
    : t('outcomes.said.filled', deal)
}

function areAllCancelled({ items }: OrderIntent): boolean {
  return items.length > 0 && items.every(({ state }) => state === 'cancelled')
}

/** It is certain that it had no effect, and never will. */
export function nothingCame(intent: OrderIntent): boolean {
  return (
    ['rejected', 'not-sent', 'not-executed'].includes(intent.state) ||
    (areAllCancelled(intent) && intent.items.every(mayBeRetried))
  )
}

export function resultSentence(intent: OrderIntent, now: UnixSeconds): string {
  if (didNotFit(intent))
    return orderKinds[intent.kind].unknown.words?.mismatchResult ?? t('outcomes.result.mismatch')
  if (areAllCancelled(intent)) return t('outcomes.result.cancelled')
  const progress = progressOf(intent)
  if (progress !== null) return progress
  if (intent.items.some(restCancelled)) return t('outcomes.result.rest-cancelled')
  const { ends, exactEnd } = orderKinds[intent.kind].result
  switch (intent.state) {
    case 'intent':
    case 'sending':
      return t('outcomes.result.on-its-way', { span: spanText(now - intent.createdAt) })
    case 'acknowledged': {
      const settled = intent.timeline.some(({ what }) => what === 'settled')
      const end = exactEnd(intent, now)
      if (end !== null) return settled ? t('outcomes.result.no-answer', { end }) : end
      if (settled) return ends.listed
      // It was accepted, its outcome is unknown, and it is no longer looked up.
      return isFollowed(intent, now) ? ends.accepted : (ends['left-open'] ?? ends.accepted)
    }
    case 'rejected':
      return ends.rejected
    case 'not-sent':
      return t('outcomes.result.not-sent')
    case 'unknown':
      return t('outcomes.result.unknown')
    case 'not-executed':
      return ends['not-executed']
    case 'resolved-filled':
      return ends.filled
    case 'resolved-not-filled':
      return ends['not-filled']
  }
}

/** Several, each with its own outcome: a count of those says more than one word. */
export function isSummarized({
  kind,
  state,
  items,
}: Pick<OrderIntent, 'kind' | 'state' | 'items'>): boolean {
  return isDecided(state) && (orderKinds[kind].result.isSummarized === true || items.length > 1)
}

/** The outcome of a request in a list: a count of its orders, or one word. */
export function outcomeWords(intent: OrderIntent): Words {
  return isSummarized(intent) ? summaryOf(intent.items) : intentWords(intent)
}
