// What a response, or the lack of one, says about a request as a whole, and about each order in it.
import { takesAway } from '../../shared/orders/order-ticket.js'
import type { Problem } from '../../shared/problem.js'
import type {
  IntentItem,
  IntentState,
  ItemState,
  OrderIntent,
} from '../../shared/orders/trading.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { SendOutcome } from '../exchange/errors.js'
import type { OrderResult } from '../exchange/order-gateway.js'
import { mapBulkAnswer, verdictOf } from './order-outcome.js'
import { isNotOpen, mapCancelAnswer } from './target-outcome.js'

/**
 * For orders that are decided individually: by a response, by the exchange's lists, or by the user.
 */
export function stateOfItems(items: readonly IntentItem[]): IntentState {
  const has = (...states: ItemState[]): boolean => items.some(({ state }) => states.includes(state))
  if (has('unknown')) return 'unknown'
  const carriedOut = has('placed', 'partly', 'accepted', 'done', 'resolved-filled')
  if (has('resolved-filled', 'resolved-not-filled'))
    return carriedOut ? 'resolved-filled' : 'resolved-not-filled'
  if (carriedOut || has('cancelled', 'already-filled', 'already-cancelled', 'not-open'))
    return 'acknowledged'
  if (has('not-executed')) return 'not-executed'
  return has('rejected', 'not-processed') ? 'rejected' : 'not-sent'
}

export type OrderOutcome = Pick<OrderIntent, 'items' | 'problem'> & {
  state: Extract<IntentState, 'acknowledged' | 'rejected' | 'not-sent' | 'unknown'>
}

const otherReply: Problem = {
  code: 'outcome-unknown',
  message: messageOf('orders.outcome.other-reply'),
  reason: 'OTHER_REPLY',
}

export function outcomeForAll(
  { items }: OrderIntent,
  state: SendOutcome,
  problem: Problem,
): OrderOutcome {
  return {
    state,
    items: items.map((item) => ({ ...item, state, problem: null })),
    problem,
  }
}

function outcomeOfItems(items: IntentItem[]): OrderOutcome {
  const isRefused = items.every(({ state }) => state === 'rejected' || state === 'not-processed')
  const state = items.some((item) => item.state === 'unknown')
    ? 'unknown'
    : isRefused
      ? 'rejected'
      : 'acknowledged'
  return { state, items, problem: null }
}

function acceptedForAll({ items }: OrderIntent): OrderOutcome {
  return {
    state: 'acknowledged',
    items: items.map((item) => ({ ...item, state: 'accepted' })),
    problem: null,
  }
}

function outcomeOfFailure(
  intent: OrderIntent,
  { outcome, problem }: Extract<OrderResult, { ok: false }>['error'],
): OrderOutcome {
  const [only, another] = intent.items
  const target = another === undefined ? only?.target : undefined
  const isCalm =
    takesAway(intent.kind) &&
    outcome === 'rejected' &&
    target != null &&
    isNotOpen(problem, target.kind)
  if (!isCalm) return outcomeForAll(intent, outcome, problem)
  return {
    state: 'acknowledged',
    items: intent.items.map((item) => ({ ...item, state: 'not-open' })),
    problem: null,
  }
}

export function outcomeOf(intent: OrderIntent, answer: OrderResult): OrderOutcome {
  if (!answer.ok) return outcomeOfFailure(intent, answer.error)
  const { reply } = answer.value
  if (reply.kind !== intent.kind) return outcomeForAll(intent, 'unknown', otherReply)
  switch (reply.kind) {
    case 'close-investment':
      return { state: 'acknowledged', items: [], problem: null }
    case 'market':
      return outcomeOfItems(
        intent.items.map((item) => ({ ...item, ...verdictOf(item, reply.order) })),
      )
    case 'bulk':
      return outcomeOfItems(mapBulkAnswer(intent.items, reply.entries, intent.stopOnFail ?? false))
    case 'cancel':
      return outcomeOfItems(mapCancelAnswer(intent.items, reply.entries))
    case 'cancel-all':
    case 'close-position':
      return acceptedForAll(intent)
  }
}
