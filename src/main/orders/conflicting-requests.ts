// What holds back a request to cancel orders or close a position: only that the same is already in
// progress, or that its outcome is unknown. No limit and no blocked market does, because it takes
// risk away.
import { cancelsOrders } from '../../shared/orders/order-ticket.js'
import type { FieldErrors, Problem } from '../../shared/problem.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { hasOutcome } from './intent-state.js'
import { fieldProblem } from './pre-trade-checks.js'
import type { DraftItem, OrderDraft } from './ticket-parser.js'
import type { TradingState } from './trading-state.js'

/** The errors of the fields that are held back by this intent; null if none is. */
export type HeldBackBy = (
  intent: OrderIntent,
  isOpen: (market: string) => boolean,
) => FieldErrors | null

export function waitFor(intent: OrderIntent): Message {
  return messageOf(
    hasOutcome(intent) ? 'orders.check.same-unknown' : 'orders.check.same-in-progress',
    {
      act: intent.act,
    },
  )
}

/** `isOpen` in `heldBackBy`: the intent has no outcome, or its block of a market was not lifted. */
export function checkHeldBack({ intents }: TradingState, heldBackBy: HeldBackBy): Problem | null {
  const blocks = intents.blocks()
  for (const intent of intents.open()) {
    const isOpen = (market: string): boolean =>
      !hasOutcome(intent) ||
      blocks.some((block) => block.intentId === intent.id && block.market === market)
    const errors = heldBackBy(intent, isOpen)
    if (errors !== null)
      return {
        ...fieldProblem(errors, 'trading-off'),
        reason: hasOutcome(intent) ? 'TARGET_UNKNOWN' : 'UNDER_WAY',
      }
  }
  return null
}

/** A request for the same order, or the same position, holds back another for it. */
export function sameTargets(draft: OrderDraft): HeldBackBy {
  return (intent, isOpen) => {
    if (cancelsOrders(draft.kind) !== cancelsOrders(intent.kind)) return null
    const isHeld = ({ market, target }: DraftItem): boolean =>
      target !== undefined &&
      intent.items.some(
        (item) =>
          item.target?.id === target.id &&
          ['pending', 'unknown'].includes(item.state) &&
          isOpen(market),
      )
    const held = draft.items.filter(isHeld)
    return held.length === 0
      ? null
      : Object.fromEntries(held.map(({ field }) => [field || 'positionId', [waitFor(intent)]]))
  }
}
