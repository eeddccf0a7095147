// Intents as they are stored in the database, and back.
import { z } from 'zod'
import type { Order } from '../../shared/domain/order.js'
import type { Problem } from '../../shared/domain/problem.js'
import {
  type Evidence,
  type IntentItem,
  intentStates,
  itemStates,
  type OrderIntent,
  type TimelineStep,
  timelineSteps,
} from '../../shared/domain/trading.js'
import { text as textColumn, type Row } from '../database/database.js'
import { asWritten, json, readRow } from '../database/stored-json.js'

const textColumns = (names: readonly string[], table = ''): string => names.map((name) => textColumn(table + name)).join(', ')

export const intentColumns = `${textColumns(['id', 'profile_id', 'kind', 'state', 'content', 'course'], 'intent.')}, intent.created_at, intent.blocks`
export const itemColumns = `number, ${textColumns(['client_order_id', 'market', 'amount', 'content', 'state', 'answer'])}`
export const stepColumns = `number, at, ${textColumns(['what', 'words', 'details'])}`

const text = z.string()
const number = z.number()
const flag = z.boolean()

const problem = asWritten<Problem>(z.looseObject({ code: text, message: text }))
const order = asWritten<Order>(
  z.looseObject({
    id: text,
    clientOrderId: text,
    market: text,
    side: text,
    amount: text,
    dealMoney: text,
    dealStock: text,
    status: text,
  }),
)

/** What was confirmed; it never changes. */
const confirmed = z.object({
  profileName: text,
  region: z.enum(['global', 'eu', 'custom', 'demo']),
  keyHint: text,
  act: text,
  investmentId: text.nullable(),
  stopOnFail: flag.nullable(),
  retryOf: text.nullable(),
  body: text,
  bodyHash: text,
})

/** What became of it so far. */
const course = z.object({
  requestHash: text.nullable(),
  nonce: text.nullable(),
  httpStatus: number.nullable(),
  ms: z.object({ written: number.nullable(), sent: number.nullable(), answered: number.nullable() }),
  problem: problem.nullable(),
  evidence: asWritten<Evidence>(z.looseObject({ verdict: text, text })).nullable(),
})

const confirmedItem = z.object({
  side: z.enum(['buy', 'sell']),
  price: text.nullable(),
  positionSide: z.enum(['LONG', 'SHORT', 'BOTH']).nullable(),
  // Written since levels are compared with the echo; before, only the body has them.
  stopLoss: text.nullable().default(null),
  takeProfit: text.nullable().default(null),
  postOnly: flag,
  ioc: flag,
  rpi: flag,
})

const intentRow = z.object({
  id: text,
  profile_id: text,
  kind: z.enum(['market', 'bulk', 'close-investment']),
  state: z.enum(intentStates),
  created_at: number,
  blocks: number,
  content: json(confirmed),
  course: json(course),
})

const itemRow = z.object({
  number,
  client_order_id: text,
  market: text,
  amount: text,
  content: json(confirmedItem),
  state: z.enum(itemStates),
  answer: json(z.object({ order: order.nullable(), problem: problem.nullable(), mismatch: z.array(text) })),
})

const stepRow = z.object({
  at: number,
  what: z.enum(timelineSteps),
  words: text,
  details: json(asWritten<TimelineStep['details']>(z.looseObject({}))),
})

const answerRow = z.object({ answer: json(z.object({ order }).nullable().catch(null)) })

export const confirmedText = (intent: OrderIntent): string => {
  const { profileName, region, keyHint, act, investmentId, stopOnFail, retryOf, body, bodyHash } = intent
  const content: z.infer<typeof confirmed> = { profileName, region, keyHint, act, investmentId, stopOnFail, retryOf, body, bodyHash }
  return JSON.stringify(content)
}

export const courseText = ({ requestHash, nonce, httpStatus, ms, problem, evidence }: OrderIntent): string =>
  JSON.stringify({ requestHash, nonce, httpStatus, ms, problem, evidence } satisfies z.infer<typeof course>)

export const itemText = ({ side, price, positionSide, stopLoss, takeProfit, postOnly, ioc, rpi }: IntentItem): string =>
  JSON.stringify({ side, price, positionSide, stopLoss, takeProfit, postOnly, ioc, rpi } satisfies z.infer<typeof confirmedItem>)

export const itemAnswerText = ({ order, problem, mismatch }: IntentItem): string => JSON.stringify({ order, problem, mismatch })

/** Null where there is none, or one that cannot be read. @throws DatabaseFault where the row holds no JSON */
export const orderInAnswer = (row: Row): Order | null => readRow(answerRow, row, 'answer').answer?.order ?? null

const itemOf = (row: Row): IntentItem => {
  const { number: index, client_order_id: clientOrderId, market, amount, content, state, answer } = readRow(itemRow, row, 'order')
  const { side, ...confirmed } = content
  return { index, clientOrderId, market, side, amount, ...confirmed, state, ...answer }
}

const stepOf = (row: Row): TimelineStep => {
  const { at, what, words, details } = readRow(stepRow, row, 'step')
  return { at, what, text: words, details }
}

/** @throws DatabaseFault where a row does not hold what was written */
export const intentOf = (row: Row, items: Row[], steps: Row[]): OrderIntent => {
  const { id, profile_id: profileId, kind, state, created_at: createdAt, blocks, content, course } = readRow(intentRow, row, 'intent')
  const { profileName, region, keyHint, act, ...confirmed } = content
  return {
    ...{ id, profileId, profileName, region, keyHint, kind, act, state, createdAt },
    items: items.map(itemOf),
    ...confirmed,
    ...course,
    blocks: blocks === 1,
    timeline: steps.map(stepOf),
  }
}
