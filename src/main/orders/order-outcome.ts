// What an answer, or the lack of one, says of an order. The table is the promise: only the exchange's own word rejects, only certainty
// says "not sent", and everything else is unknown.
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentItem, IntentState, ItemState, OrderIntent } from '../../shared/domain/trading.js'
import { mapBulkAnswer } from './bulk-mapping.js'
import { takenAs } from './echo-check.js'
import type { MoveAnswer, MoveOutcome, MoveReply } from './orders-ports.js'

export type Settled = Pick<OrderIntent, 'items' | 'problem'> & {
  state: Extract<IntentState, 'acknowledged' | 'rejected' | 'not-sent' | 'unknown'>
}

const strangeReply: Problem = {
  code: 'outcome-unknown',
  message: 'The answer speaks of something else than what was sent.',
  reason: 'OTHER_REPLY',
}

const all = (items: readonly IntentItem[], state: ItemState, problem: Problem | null): IntentItem[] =>
  items.map((item) => ({ ...item, state, problem }))

export const settledAs = (intent: OrderIntent, outcome: MoveOutcome, problem: Problem): Settled => ({
  state: outcome,
  items: all(intent.items, outcome, null),
  problem,
})

/** Of a request whose items were told apart. */
export const stateOfItems = (items: readonly IntentItem[]): Settled['state'] => {
  if (items.some(({ state }) => state === 'unknown')) return 'unknown'
  return items.every(({ state }) => state === 'rejected' || state === 'not-processed') ? 'rejected' : 'acknowledged'
}

const understood = (intent: OrderIntent, reply: MoveReply): Settled => {
  if (reply.kind === 'close-investment' && intent.kind === reply.kind) return { state: 'acknowledged', items: [], problem: null }
  if (reply.kind === 'market' && intent.kind === reply.kind) {
    const items = intent.items.map((item): IntentItem => ({ ...item, ...takenAs(item, reply.order) }))
    return { state: stateOfItems(items), items, problem: null }
  }
  if (reply.kind === 'bulk' && intent.kind === reply.kind) {
    const items = mapBulkAnswer(intent.items, reply.entries, intent.stopOnFail ?? false)
    return { state: stateOfItems(items), items, problem: null }
  }
  return settledAs(intent, 'unknown', strangeReply)
}

export const settle = (intent: OrderIntent, answer: MoveAnswer): Settled =>
  answer.ok ? understood(intent, answer.value.reply) : settledAs(intent, answer.error.outcome, answer.error.problem)
