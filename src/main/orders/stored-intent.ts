// Intents as they lie in the database, and back.
import type { Region } from '../../shared/domain/account.js'
import type { Order } from '../../shared/domain/order.js'
import type { OrderKind } from '../../shared/domain/order-ticket.js'
import type { Problem } from '../../shared/domain/problem.js'
import {
  type Evidence,
  type IntentItem,
  type IntentState,
  intentStates,
  type ItemState,
  itemStates,
  type TimelineStep,
  type OrderIntent,
} from '../../shared/domain/trading.js'
import { numberOf, text, textOf, type Row } from '../database/database.js'
import { checked, type Fields, isFields, isFlag, isNumber, isText, listOf, oneOf, orNull, parseStored } from '../database/stored-json.js'

export const intentColumns = `${['id', 'profile_id', 'kind', 'state', 'content', 'course'].map((name) => text(`intent.${name}`)).join(', ')}, intent.created_at, intent.blocks`
export const itemColumns = `number, ${['client_order_id', 'market', 'amount', 'content', 'state', 'answer'].map((name) => text(name)).join(', ')}`
export const stepColumns = `number, at, ${['what', 'words', 'details'].map((name) => text(name)).join(', ')}`

const isRegion = oneOf<Region>(['global', 'eu', 'custom', 'demo'])
const isKind = oneOf<OrderKind>(['market', 'bulk', 'close-investment'])
const isState = oneOf<IntentState>(intentStates)
const isItemState = oneOf<ItemState>(itemStates)
const isSide = oneOf(['buy', 'sell'] as const)
const isPositionSide = oneOf(['LONG', 'SHORT', 'BOTH'] as const)
const isStep = oneOf<TimelineStep['what']>([
  'prepared',
  'confirmed',
  'written',
  'sending',
  'answered',
  'late-answer',
  'looked',
  'block-lifted',
  'resolved',
  'found-at-start',
  'retried',
])
const isProblem = (value: unknown): value is Problem => isFields(value) && isText(value['code']) && isText(value['message'])
const isOrder = (value: unknown): value is Order =>
  isFields(value) &&
  ['id', 'clientOrderId', 'market', 'side', 'amount', 'dealMoney', 'dealStock', 'status'].every((name) => isText(value[name]))
const isEvidence = (value: unknown): value is Evidence => isFields(value) && isText(value['verdict']) && isText(value['text'])
const isMs = (value: unknown): value is OrderIntent['ms'] =>
  isFields(value) && ['written', 'sent', 'answered'].every((name) => orNull(isNumber)(value[name]))

type Confirmed = Pick<
  OrderIntent,
  'profileName' | 'region' | 'keyHint' | 'act' | 'investmentId' | 'stopOnFail' | 'retryOf' | 'body' | 'bodyHash'
>
type Course = Pick<OrderIntent, 'requestHash' | 'nonce' | 'httpStatus' | 'ms' | 'problem' | 'evidence'>

/** What was confirmed; it never changes. */
export const confirmedText = (intent: OrderIntent): string => {
  const { profileName, region, keyHint, act, investmentId, stopOnFail, retryOf, body, bodyHash } = intent
  return JSON.stringify({ profileName, region, keyHint, act, investmentId, stopOnFail, retryOf, body, bodyHash } satisfies Confirmed)
}

/** What became of it so far. */
export const courseText = ({ requestHash, nonce, httpStatus, ms, problem, evidence }: OrderIntent): string =>
  JSON.stringify({ requestHash, nonce, httpStatus, ms, problem, evidence } satisfies Course)

export const itemText = ({ side, price, positionSide, stopLoss, takeProfit, postOnly, ioc, rpi }: IntentItem): string =>
  JSON.stringify({ side, price, positionSide, stopLoss, takeProfit, postOnly, ioc, rpi })

export const itemAnswerText = ({ order, problem, mismatch }: IntentItem): string => JSON.stringify({ order, problem, mismatch })

const fieldsOf = (row: Row, column: string): Fields => checked(parseStored(textOf(row, column), column), isFields, column)

export const orderInAnswer = (answer: string): Order | null => {
  const value = parseStored(answer, 'answer')
  return isFields(value) && isOrder(value['order']) ? value['order'] : null
}

const itemOf = (row: Row): IntentItem => {
  const content = fieldsOf(row, 'content')
  const answer = fieldsOf(row, 'answer')
  return {
    index: numberOf(row, 'number'),
    clientOrderId: textOf(row, 'client_order_id'),
    market: textOf(row, 'market'),
    side: checked(content['side'], isSide, 'side'),
    amount: textOf(row, 'amount'),
    price: checked(content['price'], orNull(isText), 'price'),
    positionSide: checked(content['positionSide'], orNull(isPositionSide), 'positionSide'),
    // Written since levels are compared with the echo; before, only the body has them.
    stopLoss: checked(content['stopLoss'] ?? null, orNull(isText), 'stopLoss'),
    takeProfit: checked(content['takeProfit'] ?? null, orNull(isText), 'takeProfit'),
    postOnly: checked(content['postOnly'], isFlag, 'postOnly'),
    ioc: checked(content['ioc'], isFlag, 'ioc'),
    rpi: checked(content['rpi'], isFlag, 'rpi'),
    state: checked(textOf(row, 'state'), isItemState, 'item state'),
    order: checked(answer['order'], orNull(isOrder), 'order'),
    problem: checked(answer['problem'], orNull(isProblem), 'problem'),
    mismatch: checked(answer['mismatch'], listOf(isText), 'mismatch'),
  }
}

const stepOf = (row: Row): TimelineStep => {
  const details: { [name: string]: TimelineStep['details'][string] } = {}
  for (const [name, value] of Object.entries(fieldsOf(row, 'details'))) if (value !== undefined) details[name] = value
  return { at: numberOf(row, 'at'), what: checked(textOf(row, 'what'), isStep, 'step'), text: textOf(row, 'words'), details }
}

/** @throws StoreFault where a row does not hold what was written */
export const intentOf = (row: Row, items: Row[], steps: Row[]): OrderIntent => {
  const content = fieldsOf(row, 'content')
  const course = fieldsOf(row, 'course')
  const textIn = (fields: Fields, name: string): string => checked(fields[name], isText, name)
  const textOrNull = (fields: Fields, name: string): string | null => checked(fields[name], orNull(isText), name)
  return {
    id: textOf(row, 'id'),
    profileId: textOf(row, 'profile_id'),
    profileName: textIn(content, 'profileName'),
    region: checked(content['region'], isRegion, 'region'),
    keyHint: textIn(content, 'keyHint'),
    kind: checked(textOf(row, 'kind'), isKind, 'kind'),
    act: textIn(content, 'act'),
    state: checked(textOf(row, 'state'), isState, 'state'),
    createdAt: numberOf(row, 'created_at'),
    items: items.map(itemOf),
    investmentId: textOrNull(content, 'investmentId'),
    stopOnFail: checked(content['stopOnFail'], orNull(isFlag), 'stopOnFail'),
    retryOf: textOrNull(content, 'retryOf'),
    body: textIn(content, 'body'),
    bodyHash: textIn(content, 'bodyHash'),
    requestHash: textOrNull(course, 'requestHash'),
    nonce: textOrNull(course, 'nonce'),
    httpStatus: checked(course['httpStatus'], orNull(isNumber), 'httpStatus'),
    ms: checked(course['ms'], isMs, 'ms'),
    problem: checked(course['problem'], orNull(isProblem), 'problem'),
    evidence: checked(course['evidence'], orNull(isEvidence), 'evidence'),
    blocks: row['blocks'] === 1,
    timeline: steps.map(stepOf),
  }
}
