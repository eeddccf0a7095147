// The outcome of a request, made of those of its orders.
import type { Problem } from '../../shared/problem.js'
import type {
  IntentItem,
  IntentState,
  ItemState,
  OrderIntent,
} from '../../shared/orders/trading.js'
import type { SendOutcome } from '../exchange/errors.js'

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

export function outcomeOfItems(items: IntentItem[]): OrderOutcome {
  const isRefused = items.every(({ state }) => state === 'rejected' || state === 'not-processed')
  const state = items.some((item) => item.state === 'unknown')
    ? 'unknown'
    : isRefused
      ? 'rejected'
      : 'acknowledged'
  return { state, items, problem: null }
}

/** The exchange accepted the request without saying what became of each target. */
export function acceptedForAll({ items }: OrderIntent): OrderOutcome {
  return {
    state: 'acknowledged',
    items: items.map((item) => ({ ...item, state: 'accepted' })),
    problem: null,
  }
}

/** The exchange refused it because none of the targets was open any more. */
export function notOpenForAll({ items }: OrderIntent): OrderOutcome {
  return {
    state: 'acknowledged',
    items: items.map((item) => ({ ...item, state: 'not-open' })),
    problem: null,
  }
}

/** The code of an entry among several, within a response with a good status. */
const notOpenInAnswer = 404

/**
 * Whether the exchange refused because the order, or the position, is no longer open; `code` says
 * so. Only a refusal of the request itself does: one because of the key, a permission or a rate
 * limit leaves everything open, whatever its code.
 */
export function isNotOpen({ code, server }: Problem, notOpenCode: number): boolean {
  if (server === undefined || (code !== 'refused' && code !== 'not-found')) return false
  return server.code === (server.status === 200 ? notOpenInAnswer : notOpenCode)
}
