// A stop loss or take profit of an open position. It is requested beside the position; moving one
// is followed by removing the old one.
import type { Level } from '../../../shared/orders/order-effect.js'
import type { RemoveLevelTicket, SetLevelTicket } from '../../../shared/orders/order-ticket.js'
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import type { OrderIntent } from '../../../shared/orders/trading.js'
import type { Position } from '../../../shared/portfolio/position.js'
import type { Protection } from '../../../shared/portfolio/protection.js'
import { t, wordsBy } from '../../../shared/messages/messages.js'
import { compare } from '../../../shared/money.js'
import { fillSentence } from '../order-ends.js'
import { TicketDraft } from '../ticket-draft.svelte.js'
import type { OrderKindView } from './order-kind-view.js'
import { placedUnknown } from './placed-orders.js'
import { notionalFacts } from './preview-facts.js'
import { removeLevelTicket } from './remove-level.js'

class SetLevelDraft extends TicketDraft {}

export const setLevelKind = {
  name: 'set-level',
  words: wordsBy({ label: 'trade.kind.set-level', inList: 'trade.kind-in-list.set-level' }),
  tab: null,
  Draft: SetLevelDraft,
  preview: { facts: notionalFacts, warnsFirst: true },
  result: {
    ends: wordsBy({
      accepted: 'outcomes.end.level.accepted',
      listed: 'outcomes.end.level.listed',
      rejected: 'outcomes.end.level.rejected',
      'not-executed': 'outcomes.end.level.not-executed',
      filled: 'outcomes.end.level.filled',
      'not-filled': 'outcomes.end.level.not-filled',
    }),
    exactEnd,
    next: {
      words: wordsBy({ why: 'outcomes.end.level.step-two', act: 'outcomes.end.level.remove-old' }),
      ticket: secondStep,
    },
  },
  unknown: { ...placedUnknown, shownBy: 'records' },
} as const satisfies OrderKindView

/** `amount` null: all of the position. */
export function setLevelTicket(
  { id: positionId, market }: Position,
  { level, trigger, amount }: { level: Level; trigger: string; amount: string | null },
  moved: Protection | null,
): SetLevelTicket {
  const replaces = moved?.id ?? null
  return { kind: 'set-level', market, positionId, level, trigger, amount, replaces }
}

/** The exchange lowers the amount to what the position has. */
function exactEnd({ items: [item] }: OrderIntent): string | null {
  if (item?.order == null) return null
  const { amount } = item.order
  return (
    fillSentence(item) ??
    (compare(amount, item.amount) < 0
      ? t('outcomes.end.level.trimmed', { amount, base: currenciesOf(item.market).base })
      : null)
  )
}

/** Only of one that the exchange has as it was sent, and whose old one was not removed since. */
function secondStep(
  { id, state, items: [item] }: OrderIntent,
  others: readonly OrderIntent[],
): RemoveLevelTicket | null {
  const { positionId = '', replaces } = item?.guards ?? {}
  const isDone = others.some(
    (one) =>
      one.state !== 'rejected' &&
      one.state !== 'not-sent' &&
      one.items.some(({ guards }) => guards?.replacedBy === id),
  )
  return replaces === undefined ||
    isDone ||
    state !== 'acknowledged' ||
    item?.state !== 'placed' ||
    item.mismatch.length > 0
    ? null
    : removeLevelTicket({ market: item.market, id: positionId }, replaces.id, id)
}
