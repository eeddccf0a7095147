// The outcome of a request in a sentence: never more than the exchange, its records or the user
// said.
import type { Target } from '../../shared/orders/order.js'
import { currenciesOf } from '../../shared/orders/order-rules.js'
import { closesOf, fillOf } from '../../shared/portfolio/realized-pnl.js'
import { cancelsOrders, type OrderKind } from '../../shared/orders/order-ticket.js'
import {
  type IntentItem,
  isFollowed,
  type ItemState,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import { t, wordsBy } from '../../shared/messages/messages.js'
import { isZero } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { didNotFit, mayBeRetried, restCancelled } from './order-words.js'
import { spanText } from '../components/times.js'

export function isCancelled({ items }: OrderIntent): boolean {
  return items.length > 0 && items.every(({ state }) => state === 'cancelled')
}

/** It is certain that it had no effect, and never will. */
export function nothingCame(intent: OrderIntent): boolean {
  return (
    ['rejected', 'not-sent', 'not-executed'].includes(intent.state) ||
    (isCancelled(intent) && intent.items.every(mayBeRetried))
  )
}

/** By the outcome it describes. */
function endsOf(kind: OrderKind): 'order' | 'investment' | 'cancel' | 'position' {
  if (cancelsOrders(kind)) return 'cancel'
  return kind === 'close-investment'
    ? 'investment'
    : kind === 'close-position'
      ? 'position'
      : 'order'
}

const targetSentences: Record<Target['kind'], { readonly [state in ItemState]?: string }> = {
  order: wordsBy({
    done: 'outcomes.target-end.order.done',
    'already-filled': 'outcomes.target-end.order.already-filled',
    'already-cancelled': 'outcomes.target-end.order.already-cancelled',
    'not-open': 'outcomes.target-end.order.not-open',
  }),
  position: wordsBy({ 'not-open': 'outcomes.target-end.position.not-open' }),
}

/** For a cancellation, if the one order or all of them ended alike. */
function endOfTargets({ items }: OrderIntent): string | null {
  const [first, ...others] = items
  const kind = first?.target?.kind
  if (
    first === undefined ||
    kind === undefined ||
    others.some(({ state }) => state !== first.state)
  )
    return null
  if (kind === 'position' && first.state === 'done') return closedSentence(first)
  return targetSentences[kind][first.state] ?? null
}

/**
 * The fill price of one order, and what it realized; null if nothing is filled, or the exchange did
 * not say.
 */
function fillSentence(item: IntentItem): string | null {
  const closes = closesOf(item)
  const fill = item.order === null ? null : fillOf(item.order, closes)
  if (fill === null) return null
  const { quote } = currenciesOf(item.market)
  const { price, pnl } = fill
  if (closes === null) return t('outcomes.end.order.filled-at', { price, quote })
  return pnl === null
    ? t('outcomes.end.order.filled-at-no-pnl', { price, quote })
    : t('outcomes.end.order.filled-at-pnl', {
        price,
        pnl: pnl.startsWith('-') || isZero(pnl) ? pnl : `+${pnl}`,
        quote,
      })
}

/**
 * For a position closed as a whole: the response names no order, so its fill is known only from a
 * list.
 */
function closedSentence(item: IntentItem): string {
  const fill = fillSentence(item)
  if (fill !== null) return fill
  const pnl = item.target?.kind === 'position' ? item.target.unrealizedPnl : null
  return pnl === null
    ? t('outcomes.target-end.position.done-no-pnl')
    : t('outcomes.target-end.position.done-pnl', { pnl, quote: currenciesOf(item.market).quote })
}

export function resultSentence(intent: OrderIntent, now: UnixSeconds): string {
  if (didNotFit(intent)) return t('outcomes.result.mismatch')
  if (isCancelled(intent)) return t('outcomes.result.cancelled')
  if (intent.items.some(restCancelled)) return t('outcomes.result.rest-cancelled')
  const ends = endsOf(intent.kind)
  switch (intent.state) {
    case 'intent':
    case 'sending':
      return t('outcomes.result.on-its-way', { span: spanText(now - intent.createdAt) })
    case 'acknowledged': {
      const settled = intent.timeline.some(({ what }) => what === 'settled')
      const end = endOfTargets(intent)
      if (end !== null) return settled ? t('outcomes.result.no-answer', { end }) : end
      const [only, another] = intent.items
      const fill =
        intent.kind === 'market' && only !== undefined && another === undefined
          ? fillSentence(only)
          : null
      if (fill !== null) return settled ? t('outcomes.result.no-answer', { end: fill }) : fill
      if (settled) return t(`outcomes.end.${ends}.listed`)
      // It was accepted, its outcome is unknown, and it is no longer looked up.
      const isLeftOpen = (ends === 'cancel' || ends === 'position') && !isFollowed(intent, now)
      return isLeftOpen ? t(`outcomes.end.${ends}.left-open`) : t(`outcomes.end.${ends}.accepted`)
    }
    case 'rejected':
      return t(`outcomes.end.${ends}.rejected`)
    case 'not-sent':
      return t('outcomes.result.not-sent')
    case 'unknown':
      return t('outcomes.result.unknown')
    case 'not-executed':
      return t(`outcomes.end.${ends}.not-executed`)
    case 'resolved-filled':
      return t(`outcomes.end.${ends}.filled`)
    case 'resolved-not-filled':
      return t(`outcomes.end.${ends}.not-filled`)
  }
}
