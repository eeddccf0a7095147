// Closing a position at market, as a whole. It is requested beside the position.
import type { ClosePositionTicket } from '../../../shared/orders/order-ticket.js'
import type { Position } from '../../../shared/portfolio/position.js'
import { t, wordsBy } from '../../../shared/messages/messages.js'
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import { isNotOffered } from '../../../shared/portfolio/feed.js'
import {
  type IntentItem,
  isFollowed,
  type OrderIntent,
  type PreviewItem,
} from '../../../shared/orders/trading.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { fillSentence, stateOfAll } from '../order-ends.js'
import { type PrefilledOrder, TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView, PreviewFact } from './order-kind-view.js'
import { notionalFacts } from './preview-facts.js'

class ClosePositionDraft extends TicketDraft {}

export const closePositionKind = {
  name: 'close-position',
  words: wordsBy({
    label: 'trade.kind.close-position',
    inList: 'trade.kind-in-list.close-position',
  }),
  tab: null,
  Draft: ClosePositionDraft,
  preview: {
    facts: (preview) => [...notionalFacts(preview), ...positionFacts(preview.items[0])],
  },
  result: {
    ends: wordsBy({
      accepted: 'outcomes.end.position.accepted',
      listed: 'outcomes.end.position.listed',
      'left-open': 'outcomes.end.position.left-open',
      rejected: 'outcomes.end.position.rejected',
      'not-executed': 'outcomes.end.position.not-executed',
      filled: 'outcomes.end.position.filled',
      'not-filled': 'outcomes.end.position.not-filled',
    }),
    exactEnd,
    instead: {
      words: wordsBy({ why: 'outcomes.card.instead', act: 'outcomes.card.reduce' }),
      order: orderInstead,
    },
  },
  unknown: {
    meaning: wordsBy({
      filled: 'outcomes.meaning.position.filled',
      'not-filled': 'outcomes.meaning.position.not-filled',
      'if-wrong': 'outcomes.meaning.position.if-wrong',
      lifted: 'outcomes.meaning.position.lifted',
    }),
    shownBy: 'positions',
  },
} as const satisfies OrderKindView

export function closePositionTicket({
  market,
  id,
}: Pick<Position, 'market' | 'id'>): ClosePositionTicket {
  return { kind: 'close-position', market, positionId: id }
}

function positionFacts(item: PreviewItem | undefined): PreviewFact[] {
  const target = item?.target
  if (item === undefined || target?.kind !== 'position') return []
  return [
    {
      term: 'unrealized',
      label: t('trade.preview.unrealized'),
      kind: 'figure',
      value: target.unrealizedPnl,
      unit: currenciesOf(item.market).quote,
      none: t('trade.preview.not-sent'),
    },
    { label: t('trade.id.position'), kind: 'id', text: target.id },
  ]
}

function exactEnd(intent: OrderIntent, now: UnixSeconds): string | null {
  const [first] = intent.items
  const state = stateOfAll(intent)
  if (first !== undefined && state === 'done') return closedSentence(first, isFollowed(intent, now))
  return state === 'not-open' ? t('outcomes.target-end.position.not-open') : null
}

/** The response names no order, so its fill is known only from a list. */
function closedSentence(item: IntentItem, isLookedUp: boolean): string {
  const fill = fillSentence(item)
  if (fill !== null) return fill
  if (isLookedUp) return t('outcomes.target-end.position.done-followed')
  const pnl = item.target?.kind === 'position' ? item.target.unrealizedPnl : null
  return pnl === null
    ? t('outcomes.target-end.position.done-no-pnl')
    : t('outcomes.target-end.position.done-pnl', { pnl, quote: currenciesOf(item.market).quote })
}

/** For a close this key may not make: an opposite market order achieves it as well. */
function orderInstead({ state, problem, items }: OrderIntent): PrefilledOrder | null {
  if (state !== 'rejected' || problem === null || !isNotOffered(problem)) return null
  const item = items.find(
    ({ target }) => target?.kind === 'position' && target.direction !== 'unclear',
  )
  if (item === undefined) return null
  const { market, side, amount, positionSide } = item
  return { market, side, amount, positionSide }
}
