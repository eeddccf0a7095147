// What an answer, or the lack of one, says of an order: only the exchange's own word rejects, only certainty says "not sent", and
// everything else is unknown.
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentItem, IntentState, ItemState, OrderIntent } from '../../shared/domain/trading.js'
import { mapBulkAnswer } from './bulk-mapping.js'
import { verdictOf } from './echo-check.js'
import type { SendOutcome } from '../exchange/errors.js'
import type { OrderReply, OrderResult } from '../exchange/order-gateway.js'

export type OrderOutcome = Pick<OrderIntent, 'items' | 'problem'> & {
  state: Extract<IntentState, 'acknowledged' | 'rejected' | 'not-sent' | 'unknown'>
}

const otherReply: Problem = {
  code: 'outcome-unknown',
  message: 'The answer speaks of something else than what was sent.',
  reason: 'OTHER_REPLY',
}

const all = (items: readonly IntentItem[], state: ItemState, problem: Problem | null): IntentItem[] =>
  items.map((item) => ({ ...item, state, problem }))

export const outcomeForAll = (intent: OrderIntent, outcome: SendOutcome, problem: Problem): OrderOutcome => ({
  state: outcome,
  items: all(intent.items, outcome, null),
  problem,
})

export const stateOfItems = (items: readonly IntentItem[]): OrderOutcome['state'] => {
  if (items.some(({ state }) => state === 'unknown')) return 'unknown'
  return items.every(({ state }) => state === 'rejected' || state === 'not-processed') ? 'rejected' : 'acknowledged'
}

const outcomeOfReply = (intent: OrderIntent, reply: OrderReply): OrderOutcome => {
  if (reply.kind === 'close-investment' && intent.kind === reply.kind) return { state: 'acknowledged', items: [], problem: null }
  if (reply.kind === 'market' && intent.kind === reply.kind) {
    const items = intent.items.map((item): IntentItem => ({ ...item, ...verdictOf(item, reply.order) }))
    return { state: stateOfItems(items), items, problem: null }
  }
  if (reply.kind === 'bulk' && intent.kind === reply.kind) {
    const items = mapBulkAnswer(intent.items, reply.entries, intent.stopOnFail ?? false)
    return { state: stateOfItems(items), items, problem: null }
  }
  return outcomeForAll(intent, 'unknown', otherReply)
}

export const outcomeOf = (intent: OrderIntent, answer: OrderResult): OrderOutcome =>
  answer.ok ? outcomeOfReply(intent, answer.value.reply) : outcomeForAll(intent, answer.error.outcome, answer.error.problem)
