// A stop loss or take profit of an open position. It is requested beside the position; moving one
// is followed by removing the old one.
import type { Level } from '../../../shared/orders/order-effect.js'
import { isInPlace } from '../../../shared/orders/level-replacement.js'
import type {
  LevelTarget,
  RemoveLevelTicket,
  SetLevelTicket,
} from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import type { IntentState, ItemState, OrderIntent } from '../../../shared/orders/trading.js'
import type { Feed } from '../../../shared/portfolio/feed.js'
import type { Position } from '../../../shared/portfolio/position.js'
import type { Protection } from '../../../shared/portfolio/protection.js'
import { t, wordsBy } from '../../../shared/messages/messages.js'
import { compare } from '../../../shared/money.js'
import type { UnixSeconds } from '../../../shared/time.js'
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
  const replaces = moved === null || moved.by === 'position' ? null : { id: moved.id, by: moved.by }
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

/** Only of one that waits at the exchange as it was sent, and whose old one is still there. */
export function secondStep(
  intent: OrderIntent,
  others: readonly OrderIntent[],
  openOrders: Feed<Order[]>,
  now: UnixSeconds,
): RemoveLevelTicket | null {
  const { guards, market = '' } = intent.items[0] ?? {}
  const { positionId = '', replaces } = guards ?? {}
  const isDone = others.some(
    ({ state, items }) =>
      !nothingRemoved.has(state) &&
      items.some(
        (item) => item.guards?.replacedBy === intent.id && !nothingRemoved.has(item.state),
      ),
  )
  if (replaces === undefined || isDone || !isInPlace(intent, openOrders, now)) return null
  const { id, linked } = replaces
  const old: LevelTarget = { id, by: linked ? 'linked' : 'order' }
  return removeLevelTicket({ market, id: positionId }, old, intent.id)
}

const nothingRemoved: ReadonlySet<string> = new Set([
  'rejected',
  'not-sent',
  'not-executed',
] satisfies (IntentState & ItemState)[])
