// An order as it is stored: what was confirmed, what has happened since, and the rows of both.
import { z } from 'zod'
import { levels } from '../../shared/orders/order-effect.js'
import type { Order, Target } from '../../shared/orders/order.js'
import { orderKinds } from '../../shared/orders/order-ticket.js'
import type { Problem } from '../../shared/problem.js'
import {
  type CancelScope,
  type Evidence,
  type IntentItem,
  intentStates,
  itemStates,
  type OrderIntent,
  type TimelineStep,
  timelineSteps,
} from '../../shared/orders/trading.js'
import type { Message } from '../../shared/messages/messages.js'
import type { Row } from '../database/database.js'
import { asWritten, json, readRow } from '../database/stored-json.js'
import { knownMessage, storedMessage } from '../database/stored-message.js'

const text = z.string()
const number = z.number()
const flag = z.boolean()

/** Replaces every message that is not of this version, at any depth. */
function withKnownMessages(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withKnownMessages)
  if ('key' in value && typeof value.key === 'string') return knownMessage(value as Message)
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withKnownMessages(part)]),
  )
}

const words = z.union([text, z.looseObject({ key: text })])
const problem = asWritten<Problem>(z.looseObject({ code: text, message: words })).transform(
  (written) => withKnownMessages(written) as Problem,
)
const evidence = asWritten<Evidence>(z.looseObject({ verdict: text, text: words })).transform(
  (written) => withKnownMessages(written) as Evidence,
)
const order = asWritten<Order>(
  z.looseObject({
    id: text,
    clientOrderId: text,
    market: text,
    side: text,
    amount: text,
    dealMoney: text,
    dealStock: text,
  }),
)

const scope = asWritten<CancelScope>(
  z.looseObject({
    market: text.nullable(),
    orders: number,
    levels: z.array(z.looseObject({ market: text })),
  }),
)

/** What was confirmed; never changes. */
const confirmed = z.object({
  profileName: text,
  region: z.enum(['global', 'eu', 'custom', 'demo']),
  keyHint: text,
  act: storedMessage,
  investmentId: text.nullable(),
  stopOnFail: flag.nullable(),
  retryOf: text.nullable(),
  scope: scope.optional(),
  body: text,
  bodyHash: text,
})

/** What has happened so far. */
const course = z.object({
  requestHash: text.nullable(),
  nonce: text.nullable(),
  httpStatus: number.nullable(),
  ms: z.object({
    written: number.nullable(),
    sent: number.nullable(),
    answered: number.nullable(),
  }),
  problem: problem.nullable(),
  evidence: evidence.nullable(),
})

const target = asWritten<Target>(
  z.looseObject({ kind: z.enum(['order', 'position', 'linked', 'purses']), id: text }),
)

const closes = z.object({
  direction: z.enum(['long', 'short']),
  entryPrice: text.nullable(),
  amount: text,
})

const guards = z.object({
  level: z.enum(levels),
  trigger: text,
  positionId: text,
  direction: z.enum(['long', 'short']),
  replaces: z.object({ id: text, trigger: text, linked: flag }).optional(),
  replacedBy: text.optional(),
})

const confirmedItem = z.object({
  side: z.enum(['buy', 'sell']),
  price: text.nullable(),
  positionSide: z.enum(['LONG', 'SHORT', 'BOTH']).nullable(),
  // Written since levels are compared with the echo; before that, only the body has them.
  stopLoss: text.nullable().default(null),
  takeProfit: text.nullable().default(null),
  postOnly: flag,
  ioc: flag,
  rpi: flag,
  reduceOnly: flag.optional(),
  target: target.optional(),
  closes: closes.optional(),
  guards: guards.optional(),
})

export const intentRow = z.object({
  id: text,
  profile_id: text,
  kind: z.enum(orderKinds),
  state: z.enum(intentStates),
  created_at: number,
  blocks: number,
  content: json(confirmed),
  course: json(course),
})

const itemRow = z.object({
  number,
  client_order_id: text.nullable(),
  market: text,
  amount: text,
  content: json(confirmedItem),
  state: z.enum(itemStates),
  answer: json(
    z.object({
      order: order.nullable(),
      earlier: z.object({ firstId: text, dealStock: text, dealMoney: text }).optional(),
      problem: problem.nullable(),
      mismatch: z.array(storedMessage),
    }),
  ),
})

const stepRow = z.object({
  at: number,
  what: z.enum(timelineSteps),
  /** In English; the only text of a step written by an older version. */
  words: text,
  message: json(asWritten<Message>(z.looseObject({ key: text }))).nullable(),
  details: json(asWritten<TimelineStep['details']>(z.looseObject({}))),
})

export const usedRow = z
  .object({
    intent_id: text,
    number,
    market: text,
    amount: text,
    quote: text,
    notional: text.nullable(),
    state: text,
  })
  .transform(({ intent_id: intentId, ...item }) => ({ intentId, ...item }))

/** Null if there is no order, or an unreadable one. */
export const answerRow = z.object({ answer: json(z.object({ order }).nullable().catch(null)) })

export function confirmedText(intent: OrderIntent): string {
  const {
    profileName,
    region,
    keyHint,
    act,
    investmentId,
    stopOnFail,
    retryOf,
    scope,
    body,
    bodyHash,
  } = intent
  const content = {
    profileName,
    region,
    keyHint,
    act,
    investmentId,
    stopOnFail,
    retryOf,
    scope,
    body,
    bodyHash,
  }
  return JSON.stringify(content satisfies z.infer<typeof confirmed>)
}

export function courseText({
  requestHash,
  nonce,
  httpStatus,
  ms,
  problem,
  evidence,
}: OrderIntent): string {
  return JSON.stringify({ requestHash, nonce, httpStatus, ms, problem, evidence } satisfies z.infer<
    typeof course
  >)
}

export function itemText({
  side,
  price,
  positionSide,
  stopLoss,
  takeProfit,
  postOnly,
  ioc,
  rpi,
  reduceOnly,
  target,
  closes,
  guards,
}: IntentItem): string {
  return JSON.stringify({
    side,
    price,
    positionSide,
    stopLoss,
    takeProfit,
    postOnly,
    ioc,
    rpi,
    reduceOnly,
    target,
    closes,
    guards,
  } satisfies z.infer<typeof confirmedItem>)
}

export function itemAnswerText({ order, earlier, problem, mismatch }: IntentItem): string {
  return JSON.stringify({ order, earlier, problem, mismatch })
}

export function itemOf(row: Row): IntentItem {
  const {
    number: index,
    client_order_id: clientOrderId,
    market,
    amount,
    content,
    state,
    answer,
  } = readRow(itemRow, row, 'order')
  const { side, ...confirmed } = content
  return {
    index,
    clientOrderId: clientOrderId ?? '',
    market,
    side,
    amount,
    ...confirmed,
    state,
    ...answer,
  }
}

export function stepOf(row: Row): TimelineStep {
  const { at, what, words, message, details } = readRow(stepRow, row, 'step')
  // A version that has other messages reads the English words beside it.
  const known = message === null ? words : knownMessage(message)
  return { at, what, text: typeof known === 'string' ? words : known, details }
}
