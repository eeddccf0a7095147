// What can prevent cancelling orders or closing a position: only that the same is already in
// progress, or that its outcome is unknown. A close also has to meet the position that was shown.
// No limit and no blocked market holds them back: they take risk away.
import { cancelsOrders } from '../../shared/orders/order-ticket.js'
import type { Problem } from '../../shared/problem.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { t, textOf } from '../../shared/messages/messages.js'
import { absolute, compare } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { hasOutcome } from './intent-state.js'
import { lineOf, mustAskTwice } from './order-limits.js'
import { pricesFor } from './order-prices.js'
import {
  type CheckedOrder,
  fieldProblem,
  otherPosition,
  positionChanging,
} from './pre-trade-checks.js'
import type { DraftItem, FieldErrors, OrderDraft } from './ticket-parser.js'
import type { TradingState } from './trading-state.js'

function waitFor(intent: OrderIntent): string {
  return t(hasOutcome(intent) ? 'orders.check.same-unknown' : 'orders.check.same-in-progress', {
    act: textOf(intent.act),
  })
}

/**
 * Why this cannot be sent given the state of `intent`; null if it can. `isBlocked`: whether a
 * market's block has not been lifted.
 */
function heldBackBy(
  intent: OrderIntent,
  draft: OrderDraft,
  isBlocked: (market: string) => boolean,
): FieldErrors | null {
  const isOpen = (market: string): boolean => !hasOutcome(intent) || isBlocked(market)
  if (draft.kind === 'cancel-all') {
    const [one, other] = [draft.scope?.market ?? null, intent.scope?.market ?? null]
    const isSame = intent.kind === 'cancel-all' && (one === null || other === null || one === other)
    return isSame && intent.items.some(({ market }) => isOpen(market))
      ? { market: [waitFor(intent)] }
      : null
  }
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

function checkHeldBack({ intents }: TradingState, draft: OrderDraft): Problem | null {
  const blocks = intents.blocks()
  for (const intent of intents.open()) {
    const errors = heldBackBy(intent, draft, (market) =>
      blocks.some((block) => block.intentId === intent.id && block.market === market),
    )
    if (errors !== null)
      return {
        ...fieldProblem(errors, 'trading-off'),
        reason: hasOutcome(intent) ? 'TARGET_UNKNOWN' : 'UNDER_WAY',
      }
  }
  return null
}

function checkPosition(
  { intents, ports }: TradingState,
  { market, amount, target }: DraftItem,
): Problem | null {
  const { value, asOf } = ports.conditions().positions
  const now = value?.find(({ id, market: on }) => id === target?.id && on === market)
  const isSame = now?.amount != null && compare(absolute(now.amount), amount) === 0
  if (target?.kind !== 'position' || !isSame || (now.modifiedAt ?? '') !== target.modifiedAt)
    return otherPosition
  // A position read before one of our orders may have changed it is out of date.
  return asOf === null || intents.mayHaveChanged(market, asOf) ? positionChanging : null
}

export function checkTargets(
  trading: TradingState,
  draft: OrderDraft,
): Result<CheckedOrder, Problem> {
  const { settings } = trading
  const heldBack = checkHeldBack(trading, draft)
  if (heldBack !== null) return fail(heldBack)
  if (draft.kind !== 'close-position')
    return ok({ lines: [], asksTwice: draft.kind === 'cancel-all' && draft.scope?.market === null })
  const problem = draft.items
    .map((item) => checkPosition(trading, item))
    .find((one) => one !== null)
  if (problem !== undefined) return fail(problem)
  const lines = draft.items.map((item) => lineOf(item, pricesFor(trading, item.market), null))
  return ok({ lines, asksTwice: mustAskTwice(settings.limits, lines) })
}
