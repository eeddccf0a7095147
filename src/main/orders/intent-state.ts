// The states of an order and their transitions; every change adds a step that is never rewritten.
// Only a late response, the exchange's own lists, or the user ends `unknown`. An unknown order, or
// one whose echo did not match, blocks its markets.
import type { Position } from '../../shared/portfolio/position.js'
import type { Problem } from '../../shared/problem.js'
import type {
  Evidence,
  EvidencePosition,
  IntentItem,
  ItemState,
  MarketBlock,
  OrderIntent,
  PositionsSnapshot,
  TimelineStep,
} from '../../shared/orders/trading.js'
import {
  inOneLine,
  type Message,
  messageOf,
  type MessageOrText,
} from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { SignedCall } from '../exchange/request-pipeline.js'
import type { NoAnswer } from './order-journal.js'
import type { Verdict } from './order-outcome.js'
import { outcomeForAll, type OrderOutcome, stateOfItems } from './intent-outcome.js'
import { endingsOf, itemAct, marketsOf, tailOf } from './order-text.js'

type Details = TimelineStep['details']

export function hasOutcome({ state }: OrderIntent): boolean {
  return state !== 'intent' && state !== 'sending'
}

function liftedMarkets(timeline: TimelineStep[]): ReadonlySet<unknown> {
  return new Set(
    timeline.filter(({ what }) => what === 'block-lifted').map(({ details }) => details['market']),
  )
}

/** Null means every side, and so does `BOTH` or an absent side in an order. */
export function sideOf(side: string | null): 'LONG' | 'SHORT' | null {
  return side === 'LONG' || side === 'SHORT' ? side : null
}

export function blocksOf({ id, createdAt, items, timeline }: OrderIntent): MarketBlock[] {
  // Lifting a block while nothing was known says nothing about what became known later.
  const sinceKnown = timeline.slice(
    timeline.findLastIndex(({ what }) => what === 'late-answer' || what === 'settled') + 1,
  )
  const lifted = { unknown: liftedMarkets(timeline), mismatch: liftedMarkets(sinceKnown) }
  const blocks = new Map<string, MarketBlock>()
  for (const { market, state, mismatch, positionSide: side, target } of items) {
    const because = state === 'unknown' ? 'unknown' : 'mismatch'
    // Another transfer of the asset waits for its outcome, and nothing lifts that.
    if (because === 'unknown' && target?.kind === 'purses') continue
    if ((because === 'mismatch' && mismatch.length === 0) || lifted[because].has(market)) continue
    // What was accepted in place of the order may be on the other side.
    const positionSide = because === 'mismatch' ? null : sideOf(side)
    const key = `${market} ${positionSide ?? ''}`
    if (blocks.get(key)?.because !== 'unknown')
      blocks.set(key, { market, positionSide, intentId: id, since: createdAt, because })
  }
  return [...blocks.values()]
}

/** An investment that may already be closed: only closing that same one again has to wait. */
export function blocksInvestment({ state, timeline, investmentId }: OrderIntent): boolean {
  return investmentId !== null && state === 'unknown' && !liftedMarkets(timeline).has(investmentId)
}

export function withStep(
  intent: OrderIntent,
  step: TimelineStep,
  change: Partial<OrderIntent> = {},
): OrderIntent {
  const next = { ...intent, ...change, timeline: [...intent.timeline, step] }
  return { ...next, blocks: blocksOf(next).length > 0 || blocksInvestment(next) }
}

export const notChecked: Evidence = {
  before: null,
  after: null,
  verdict: 'unclear',
  problem: null,
  text: messageOf('orders.evidence.not-checked'),
}

export function snapshotOf(
  markets: readonly string[],
  positions: readonly Position[],
  asOf: UnixSeconds,
): PositionsSnapshot {
  const positionsOf = (market: string): EvidencePosition[] =>
    positions
      .filter((position) => position.market === market)
      .map(({ id, positionSide, amount, modifiedAt = '' }) => ({
        id,
        positionSide: positionSide ?? null,
        amount,
        modifiedAt,
      }))
  return {
    asOf,
    positions: Object.fromEntries(markets.map((market) => [market, positionsOf(market)])),
  }
}

/** From here on, the first byte may have been sent. */
export function signed(
  intent: OrderIntent,
  at: UnixSeconds,
  { requestHash, nonce }: SignedCall,
): OrderIntent {
  const details = { requestHash, nonce }
  const text = messageOf('orders.step.signed')
  return withStep(intent, { at, what: 'sending', text, details }, { state: 'sending', ...details })
}

function detailsOf(
  { httpStatus, ms }: OrderIntent,
  { state, items, problem }: OrderOutcome,
): Details {
  const counts: { [state: string]: number } = {}
  for (const item of items) counts[item.state] = (counts[item.state] ?? 0) + 1
  const server = problem?.server
  return {
    class: state,
    httpStatus,
    ms,
    ...(items.length === 0 ? {} : { items: counts }),
    ...(problem === null
      ? {}
      : {
          problem: { code: problem.code, reason: problem.reason ?? null, server: server ?? null },
        }),
    // Specification 7 shows no status other than 400 for a refusal.
    ...(state === 'rejected' && server !== undefined && server.status !== 400
      ? { statusInSpecification: false }
      : {}),
  }
}

function outcomeText({ state, items }: OrderOutcome): Message {
  const differs = items.some(({ mismatch }) => mismatch.length > 0)
  const cancelled = items.filter((item) => item.state === 'cancelled').length
  const endings = endingsOf(items)
  return inOneLine([
    ...(endings.length > 0 && state === 'acknowledged' ? [] : [messageOf(`orders.step.${state}`)]),
    ...endings,
    ...(cancelled === 0 ? [] : [messageOf('orders.step.cancelled-unfilled', { count: cancelled })]),
    ...(differs ? [messageOf('orders.step.mismatch')] : []),
  ])
}

function isDecided(state: string | undefined): state is 'resolved-filled' | 'resolved-not-filled' {
  return state === 'resolved-filled' || state === 'resolved-not-filled'
}

/** If a response says nothing about an order, the user's decision applies. */
function withDecisions(intent: OrderIntent, outcome: OrderOutcome): Partial<OrderIntent> {
  if (outcome.state !== 'unknown') return outcome
  const items = outcome.items.map((item): IntentItem => {
    const before = intent.items[item.index]?.state
    return item.state === 'unknown' && isDecided(before) ? { ...item, state: before } : item
  })
  return { ...outcome, items, state: stateOfItems(items) }
}

const listedStates: readonly ItemState[] = [
  'placed',
  'partly',
  'cancelled',
  'done',
  'already-filled',
  'already-cancelled',
  'not-open',
]

/**
 * A list settled it. A target is settled if the exchange no longer lists it. Balances name no
 * transfer: its own response says more.
 */
function isListed({ state, order, target }: IntentItem): boolean {
  const isTarget = target !== undefined && target.kind !== 'purses'
  return listedStates.includes(state) && (order !== null || isTarget)
}

/**
 * The state of an order settled by the exchange's lists once its own response arrives. A list is
 * newer than a response, but a response has the levels. If a response says it was accepted but the
 * lists did not contain it, the response is believed, and it is a mismatch.
 */
function settledThenAnswered(before: IntentItem, late: IntentItem): IntentItem {
  if (before.state === 'not-executed') {
    if (['placed', 'partly', 'accepted', 'done'].includes(late.state))
      return {
        ...late,
        mismatch: [
          messageOf(
            before.target?.kind === 'purses'
              ? 'orders.mismatch.not-moved-before'
              : 'orders.mismatch.not-executed-before',
          ),
          ...late.mismatch,
        ],
      }
    return late.state === 'unknown' && late.order === null ? before : late
  }
  if (!isListed(before)) {
    const isKnown = isDecided(before.state) || before.state === 'done'
    return late.state === 'unknown' && isKnown ? before : late
  }
  if (before.order === null || late.order === null) return before
  const [inAnswer, inList] = [late.order.id, before.order.id]
  const isKnownId = inAnswer === inList || inAnswer === before.earlier?.firstId
  const differs = isKnownId ? [] : [messageOf('orders.mismatch.other-order', { inAnswer, inList })]
  return { ...before, mismatch: withoutRepeats([...before.mismatch, ...differs, ...late.mismatch]) }
}

function withoutRepeats(messages: readonly MessageOrText[]): MessageOrText[] {
  return [...new Map(messages.map((one) => [JSON.stringify(one), one])).values()]
}

function withSettled(intent: OrderIntent, outcome: OrderOutcome): Partial<OrderIntent> {
  // For an investment, the list says more than an uninformative response.
  if (intent.items.length === 0)
    return outcome.state === 'acknowledged' || intent.state !== 'acknowledged' ? outcome : {}
  const items = intent.items.map((item, number) =>
    settledThenAnswered(item, outcome.items[number] ?? item),
  )
  const state = stateOfItems(items)
  return { items, state, problem: state === 'unknown' ? (outcome.problem ?? intent.problem) : null }
}

/**
 * A response received after the order was marked unknown replaces what was believed, once: another
 * unknown proves nothing, and what the exchange has already reported stays.
 */
export function answered(intent: OrderIntent, at: UnixSeconds, outcome: OrderOutcome): OrderIntent {
  const details = detailsOf(intent, outcome)
  if (!hasOutcome(intent))
    return withStep(intent, { at, what: 'answered', text: outcomeText(outcome), details }, outcome)
  const wasSettled = intent.timeline.some(({ what }) => what === 'settled')
  const isOpen = intent.state === 'unknown' || isDecided(intent.state) || wasSettled
  if (!isOpen || intent.timeline.some(({ what }) => what === 'late-answer')) return intent
  const saysNothing = outcome.state === 'unknown' && outcome.problem !== null
  const change = saysNothing
    ? {}
    : wasSettled
      ? withSettled(intent, outcome)
      : withDecisions(intent, outcome)
  return withStep(
    intent,
    {
      at,
      what: 'late-answer',
      text: messageOf('orders.step.late-answer', { answer: outcomeText(outcome) }),
      details,
    },
    change,
  )
}

/** Quitting, sleep, or no response long after the deadline. */
export function withoutAnswer(intent: OrderIntent, at: UnixSeconds, why: NoAnswer): OrderIntent {
  const problem: Problem = {
    code: 'outcome-unknown',
    message: messageOf(`orders.no-answer.${why}`),
    reason: 'GIVEN_UP',
  }
  const outcome = outcomeForAll(intent, 'unknown', problem)
  const text = messageOf(`orders.step.no-answer.${why}`)
  return withStep(
    intent,
    { at, what: 'answered', text, details: detailsOf(intent, outcome) },
    outcome,
  )
}

export function foundAtStart(intent: OrderIntent, at: UnixSeconds): OrderIntent {
  const wasSending = intent.state === 'sending'
  const problem: Problem = wasSending
    ? {
        code: 'outcome-unknown',
        message: messageOf('orders.found.while-sending'),
        reason: 'FOUND_AT_START',
      }
    : { code: 'gone', message: messageOf('orders.found.before-sending'), reason: 'FOUND_AT_START' }
  const outcome = outcomeForAll(intent, wasSending ? 'unknown' : 'not-sent', problem)
  const text = messageOf(
    wasSending ? 'orders.step.found-while-sending' : 'orders.step.found-before-sending',
  )
  return withStep(
    intent,
    { at, what: 'found-at-start', text, details: detailsOf(intent, outcome) },
    outcome,
  )
}

/**
 * The outcome according to the exchange's own lists: of an investment as a whole, else of each
 * order by its index.
 */
export type Settlement = {
  orders: ReadonlyMap<number, Verdict>
  investment: 'closed' | 'active' | null
  remarks: readonly Message[]
}

function settledText({ items }: OrderIntent, { orders, investment, remarks }: Settlement): Message {
  if (investment === 'closed') return messageOf('orders.settled.investment-closed')
  if (investment === 'active') return messageOf('orders.settled.investment-active')
  if (items.some(({ target }) => target !== undefined))
    return inOneLine([
      ...(items.some(({ target }) => target?.kind === 'purses')
        ? []
        : [messageOf('orders.settled.in-records')]),
      ...endingsOf(
        [...orders].map(([index, { state }]) => ({ target: items[index]?.target, state })),
      ),
      ...remarks,
    ])
  const verdicts = [...orders.values()]
  const absent = verdicts.filter(({ state }) => state === 'not-executed').length
  const found = verdicts.length - absent
  const isOne = verdicts.length === 1
  return inOneLine([
    ...(found === 0
      ? []
      : [
          isOne
            ? messageOf('orders.settled.found-one')
            : messageOf('orders.settled.found', { count: found }),
        ]),
    ...(absent === 0
      ? []
      : [
          isOne
            ? messageOf('orders.settled.absent-one')
            : messageOf('orders.settled.absent', { count: absent }),
        ]),
    ...(verdicts.some(({ mismatch }) => mismatch.length > 0)
      ? [messageOf('orders.settled.mismatch')]
      : []),
    ...remarks,
  ])
}

/** The exchange's own lists show the outcome, of all or some of it. */
export function settled(intent: OrderIntent, at: UnixSeconds, settlement: Settlement): OrderIntent {
  const { orders, investment } = settlement
  const items = intent.items.map((item): IntentItem => ({ ...item, ...orders.get(item.index) }))
  const state =
    investment === null
      ? stateOfItems(items)
      : investment === 'closed'
        ? 'acknowledged'
        : 'not-executed'
  const details = {
    class: state,
    ...(investment === null
      ? { items: Object.fromEntries([...orders].map(([index, verdict]) => [index, verdict.state])) }
      : {}),
  }
  const problem = state === 'unknown' ? intent.problem : null
  return withStep(
    intent,
    { at, what: 'settled', text: settledText(intent, settlement), details },
    { items, state, problem },
  )
}

/** What a response left open about the targets, according to the exchange's records. */
export function followed(
  intent: OrderIntent,
  at: UnixSeconds,
  settlement: Settlement,
): OrderIntent {
  const items = intent.items.map((item): IntentItem => ({
    ...item,
    ...settlement.orders.get(item.index),
  }))
  const details = {
    items: Object.fromEntries([...settlement.orders].map(([index, { state }]) => [index, state])),
  }
  return withStep(
    intent,
    { at, what: 'looked', text: settledText(intent, settlement), details },
    { items, state: stateOfItems(items) },
  )
}

function mistyped(wanted: readonly string[]): Problem {
  const [one = '', other = ''] = wanted
  const any =
    wanted.length === 2 ? messageOf('orders.resolve.either', { one, other }) : wanted.join(', ')
  const message = messageOf('orders.resolve.type', { wanted: any })
  return { code: 'bad-input', message, fields: { typed: [message] } }
}

const notUnknown: Problem = { code: 'gone', message: messageOf('orders.resolve.known') }
const notBlocking: Problem = { code: 'gone', message: messageOf('orders.resolve.not-blocking') }

/**
 * A decision must not be made by accident: the market is typed by hand, or the end of the
 * investment's id instead.
 */
function readTarget(
  typed: string,
  investmentId: string | null,
  markets: readonly string[],
): Result<string, Problem> {
  const wanted = investmentId === null ? markets : [tailOf(investmentId)]
  // An asset may have small letters in its name.
  const plain = (text: string): string => (investmentId === null ? text.toUpperCase() : text)
  const given = plain(typed.trim())
  const found = wanted.find((one) => plain(one) === given)
  return found === undefined ? fail(mistyped(wanted)) : ok(investmentId ?? found)
}

/**
 * The user's decision on the outcome of an unknown order. `item` null: for all unknown items of the
 * market.
 */
export function resolveOrder(
  intent: OrderIntent,
  at: UnixSeconds,
  { item, as, typed }: { item: number | null; as: 'filled' | 'not-filled'; typed: string },
): Result<OrderIntent, Problem> {
  const { investmentId, act, evidence } = intent
  const open = intent.items.filter(
    ({ state, index }) => state === 'unknown' && (item === null || index === item),
  )
  if (intent.state !== 'unknown' || (investmentId === null && open.length === 0))
    return fail(notUnknown)
  const target = readTarget(typed, investmentId, marketsOf(open))
  if (!target.ok) return target
  const meant = open.filter(({ market }) => market === target.value)
  const resolved = as === 'filled' ? 'resolved-filled' : 'resolved-not-filled'
  const items = intent.items.map((one): IntentItem =>
    meant.includes(one) ? { ...one, state: resolved, problem: null } : one,
  )
  const state = investmentId === null ? stateOfItems(items) : resolved
  // Once it is resolved, nothing says any more that it is unknown. Its timeline keeps the history.
  const problem = state === 'unknown' ? intent.problem : null
  const [first, ...others] = meant.map(itemAct)
  const acts = others.reduce<MessageOrText>(
    (list, next) => messageOf('orders.acts', { list, next }),
    first ?? act,
  )
  const text = messageOf('orders.step.resolved', { as, what: acts })
  const details = {
    as,
    items: meant.map(({ index }) => index),
    verdictInSight: evidence?.verdict ?? null,
  }
  return ok(withStep(intent, { at, what: 'resolved', text, details }, { items, state, problem }))
}

/** The order itself is unchanged. */
export function liftBlock(
  intent: OrderIntent,
  at: UnixSeconds,
  typed: string,
): Result<OrderIntent, Problem> {
  const { investmentId } = intent
  const markets = marketsOf(blocksOf(intent))
  if (investmentId === null ? markets.length === 0 : !blocksInvestment(intent))
    return fail(notBlocking)
  const target = readTarget(typed, investmentId, markets)
  if (!target.ok) return target
  const text = messageOf('orders.step.block-lifted', { target: target.value })
  return ok(withStep(intent, { at, what: 'block-lifted', text, details: { market: target.value } }))
}
