// What a response, or the lack of one, says about a request.
import type { Problem } from '../../shared/problem.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { OrderReply, OrderResult } from '../exchange/order-gateway.js'
import { notOpenForAll, type OrderOutcome, outcomeForAll } from './intent-outcome.js'
import { rulesOf } from './kinds/kinds.js'

const otherReply: Problem = {
  code: 'outcome-unknown',
  message: messageOf('orders.outcome.other-reply'),
  reason: 'OTHER_REPLY',
}

function outcomeOfFailure(
  intent: OrderIntent,
  { outcome, problem }: Extract<OrderResult, { ok: false }>['error'],
): OrderOutcome {
  return outcome === 'rejected' && rulesOf(intent).isAlreadyDone(intent.items, problem)
    ? notOpenForAll(intent)
    : outcomeForAll(intent, outcome, problem)
}

function outcomeOfReply(intent: OrderIntent, reply: OrderReply): OrderOutcome {
  return reply.kind === intent.kind
    ? rulesOf(reply).readOutcome(intent, reply)
    : outcomeForAll(intent, 'unknown', otherReply)
}

export function outcomeOf(intent: OrderIntent, answer: OrderResult): OrderOutcome {
  return answer.ok
    ? outcomeOfReply(intent, answer.value.reply)
    : outcomeOfFailure(intent, answer.error)
}
