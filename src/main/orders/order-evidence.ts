// What a lookup says about one order, and how the order records it.
import { keepsPositions } from '../../shared/orders/order-ticket.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Problem } from '../../shared/problem.js'
import type { Evidence, OrderIntent } from '../../shared/orders/trading.js'
import { touches, unreadableSentence } from '../../shared/unreadable.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Answer } from '../exchange/exchange-client.js'
import { type Settlement, snapshotOf, withStep } from './intent-state.js'
import { rulesOf } from './kinds/kinds.js'
import { marketsOf } from './order-text.js'

/**
 * The key may now belong to another account of the exchange, whose positions and orders say nothing
 * about an order sent with the old one.
 */
export function otherKey({ keyHint }: OrderIntent): Problem {
  return {
    code: 'gone',
    message: messageOf('orders.check-now.other-key', { key: keyHint }),
    reason: 'OTHER_KEY',
  }
}

/**
 * What the response says about this order's markets: with the key it was sent with, and nothing if
 * one of them could not be read completely.
 */
export function readFor(
  intent: OrderIntent,
  keyHint: string,
  answer: Answer<Position[]>,
): Answer<Position[]> {
  if (intent.keyHint !== keyHint) return fail(otherKey(intent))
  // Positions say nothing about it.
  if (!answer.ok || keepsPositions(intent.kind)) return answer
  const { value, unreadable } = answer.value
  // An absence among the others would prove nothing.
  if (unreadable === undefined || !touches(unreadable, marketsOf(intent.items))) return answer
  const message = unreadableSentence(unreadable, value.length + unreadable.length, 'position')
  return fail({ code: 'not-understood', message, reason: 'UNREAD_MEMBER' })
}

/** What the positions say now. It never decides. */
export function reconcile(
  intent: OrderIntent,
  positions: readonly Position[],
  at: UnixSeconds,
  skew: number | null,
): Evidence {
  const before = intent.evidence?.before ?? null
  const after = snapshotOf(marketsOf(intent.items), positions, at)
  return {
    before,
    after,
    ...rulesOf(intent).evidence(intent, { before, after, skew: skew ?? 0 }),
    problem: null,
  }
}

export function withLookup(intent: OrderIntent, at: UnixSeconds, evidence: Evidence): OrderIntent {
  const { problem, verdict } = evidence
  const text =
    problem === null
      ? evidence.text
      : messageOf('orders.step.check-failed', { problem: problem.message })
  const details = { verdict, ...(problem === null ? {} : { problem: problem.code }) }
  return withStep(intent, { at, what: 'looked', text, details }, { evidence })
}

export function withEnds(intent: OrderIntent, { orders }: Settlement): OrderIntent {
  return {
    ...intent,
    items: intent.items.map((item) => ({ ...item, ...orders.get(item.index) })),
  }
}

export function evidenceSummary(evidence: Evidence | null): string {
  return JSON.stringify([
    evidence?.verdict,
    evidence?.text,
    evidence?.problem?.code ?? null,
    evidence?.after === null,
    evidence?.asked,
    evidence?.unsettled,
    evidence?.lookedUp,
  ])
}
