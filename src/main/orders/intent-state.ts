// The states of an order and what leads from one to the next; every change adds a step that is never rewritten. Nothing leaves `unknown`
// but a late proof from the exchange, or the user.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Evidence, IntentItem, IntentState, TimelineStep, OrderIntent } from '../../shared/domain/trading.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DraftItem, OrderDraft } from './order-draft.js'
import { blocksOf, keepsBlocking } from './market-blocks.js'
import type { OrderOutcome } from './order-outcome.js'
import { outcomeForAll } from './order-outcome.js'
import { actOf, counted, itemAct } from './order-text.js'
import { notChecked } from './reconcile-by-positions.js'
import type { PreparedRequest } from '../exchange/order-gateway.js'
import type { SignedCall } from '../exchange/request-pipeline.js'

type Details = TimelineStep['details']

const changed = (intent: OrderIntent, change: Partial<OrderIntent>, step: TimelineStep): OrderIntent => {
  const next = { ...intent, ...change, timeline: [...intent.timeline, step] }
  return { ...next, blocks: keepsBlocking(next) }
}

const step = (at: UnixSeconds, what: TimelineStep['what'], text: string, details: Details = {}): TimelineStep => ({
  at,
  what,
  text,
  details,
})

export const withStep = (
  intent: OrderIntent,
  at: UnixSeconds,
  what: TimelineStep['what'],
  text: string,
  details: Details = {},
): OrderIntent => changed(intent, {}, step(at, what, text, details))

const pendingItem = ({ field: _field, ...item }: DraftItem, index: number): IntentItem => ({
  index,
  ...item,
  state: 'pending',
  order: null,
  problem: null,
  mismatch: [],
})

export const newIntent = (parts: {
  id: string
  profile: Profile
  draft: OrderDraft
  prepared: PreparedRequest
  preparedAt: UnixSeconds
  confirmedAt: UnixSeconds
  before: Evidence['before']
  askedTwice: boolean
}): OrderIntent => {
  const { id, profile, draft, prepared, preparedAt, confirmedAt } = parts
  return {
    id,
    profileId: profile.id,
    profileName: profile.name,
    region: profile.region,
    keyHint: profile.keyHint,
    kind: draft.kind,
    act: actOf(draft),
    state: 'intent',
    createdAt: confirmedAt,
    items: draft.items.map(pendingItem),
    investmentId: draft.investmentId,
    stopOnFail: draft.stopOnFail,
    retryOf: draft.retryOf,
    body: prepared.body,
    bodyHash: prepared.bodyHash,
    requestHash: null,
    nonce: null,
    httpStatus: null,
    ms: { written: null, sent: null, answered: null },
    problem: null,
    evidence: { ...notChecked, before: parts.before },
    blocks: false,
    timeline: [
      step(preparedAt, 'prepared', 'Previewed, and shown for confirmation.', { bodyHash: prepared.bodyHash }),
      step(confirmedAt, 'confirmed', parts.askedTwice ? 'Confirmed here and in a system dialog.' : 'Confirmed.'),
      step(confirmedAt, 'written', 'Recorded before anything was sent.', { requestWithoutNonce: prepared.bodyHash }),
    ],
  }
}

/** The first byte may be out from here on. */
export const signed = (intent: OrderIntent, at: UnixSeconds, call: SignedCall): OrderIntent =>
  changed(
    intent,
    { state: 'sending', requestHash: call.requestHash, nonce: call.nonce },
    step(at, 'sending', 'Signed. From here on it may have left this computer.', { requestHash: call.requestHash, nonce: call.nonce }),
  )

const outcomeTexts: Record<OrderOutcome['state'], string> = {
  acknowledged: 'The exchange accepted it.',
  rejected: 'The exchange refused it.',
  'not-sent': 'It is certain that nothing was sent.',
  unknown: 'Result unknown: it may or may not have been executed.',
}

const detailsOf = (intent: OrderIntent, outcome: OrderOutcome): Details => {
  const counts: { [state: string]: number } = {}
  for (const { state } of outcome.items) counts[state] = (counts[state] ?? 0) + 1
  const { problem } = outcome
  return {
    class: outcome.state,
    httpStatus: intent.httpStatus,
    ms: intent.ms,
    ...(Object.keys(counts).length === 0 ? {} : { items: counts }),
    ...(problem === null ? {} : { problem: { code: problem.code, reason: problem.reason ?? null, server: problem.server ?? null } }),
    // Specification 7 shows no other status for a refusal than 400.
    ...(outcome.state === 'rejected' && problem?.server !== undefined && problem.server.status !== 400
      ? { statusInSpecification: false }
      : {}),
  }
}

const textOf = (outcome: OrderOutcome): string => {
  const differs = outcome.items.some(({ mismatch }) => mismatch.length > 0)
  const cancelled = outcome.items.filter(({ state }) => state === 'cancelled').length
  return [
    outcomeTexts[outcome.state],
    ...(cancelled === 0 ? [] : [`${counted(cancelled, 'order was', 'orders were')} cancelled with nothing filled.`]),
    ...(differs ? ['Mismatch: what it accepted is not what was sent.'] : []),
  ].join(' ')
}

export const hasOutcome = ({ state }: OrderIntent): boolean => state !== 'intent' && state !== 'sending'

export const answered = (intent: OrderIntent, at: UnixSeconds, outcome: OrderOutcome): OrderIntent =>
  changed(intent, outcome, step(at, 'answered', textOf(outcome), detailsOf(intent, outcome)))

/** Quitting, sleep, or no answer long after the deadline. */
export const withoutAnswer = (intent: OrderIntent, at: UnixSeconds, why: string): OrderIntent => {
  const problem: Problem = { code: 'outcome-unknown', message: `It is not known whether it went through: ${why}.`, reason: 'GIVEN_UP' }
  const outcome = outcomeForAll(intent, 'unknown', problem)
  return changed(intent, outcome, step(at, 'answered', `No answer: ${why}. ${outcomeTexts.unknown}`, detailsOf(intent, outcome)))
}

/** Of items some of which the user decided on. */
const decidedState = (items: readonly IntentItem[]): IntentState => {
  if (items.some(({ state }) => state === 'unknown')) return 'unknown'
  const carriedOut = items.some(({ state }) => state === 'placed' || state === 'partly' || state === 'resolved-filled')
  return carriedOut ? 'resolved-filled' : 'resolved-not-filled'
}

/** Where an answer says nothing of an order, what the user decided stands. */
const withDecisions = (intent: OrderIntent, outcome: OrderOutcome): Pick<OrderIntent, 'items' | 'problem' | 'state'> => {
  if (outcome.state !== 'unknown') return outcome
  const items = outcome.items.map((item): IntentItem => {
    const before = intent.items[item.index]?.state
    const decided = before === 'resolved-filled' || before === 'resolved-not-filled'
    return item.state === 'unknown' && decided ? { ...item, state: before } : item
  })
  return { ...outcome, items, state: decidedState(items) }
}

/**
 * An answer that came after the order had been marked unknown. It replaces what was believed, once: another unknown proves nothing, and
 * what the exchange has answered already stays.
 */
export const lateAnswer = (intent: OrderIntent, at: UnixSeconds, outcome: OrderOutcome): OrderIntent => {
  const open = intent.state === 'unknown' || intent.state === 'resolved-filled' || intent.state === 'resolved-not-filled'
  if (!open || intent.timeline.some(({ what }) => what === 'late-answer')) return intent
  const details = detailsOf(intent, outcome)
  const text = `A late answer. ${textOf(outcome)}`
  if (outcome.state === 'unknown' && outcome.problem !== null) return withStep(intent, at, 'late-answer', text, details)
  return changed(intent, withDecisions(intent, outcome), step(at, 'late-answer', text, details))
}

export const foundAtStart = (intent: OrderIntent, at: UnixSeconds): OrderIntent => {
  const wasSending = intent.state === 'sending'
  const problem: Problem = wasSending
    ? {
        code: 'outcome-unknown',
        message: 'Plimsoll ended while it was being sent, so it is not known whether it went through.',
        reason: 'FOUND_AT_START',
      }
    : { code: 'gone', message: 'Plimsoll ended before it was sent.', reason: 'FOUND_AT_START' }
  const outcome = outcomeForAll(intent, wasSending ? 'unknown' : 'not-sent', problem)
  const text = wasSending ? 'Plimsoll ended while this was being sent.' : 'Plimsoll ended before this was sent.'
  return changed(intent, outcome, step(at, 'found-at-start', `${text} ${outcomeTexts[outcome.state]}`, detailsOf(intent, outcome)))
}

/** As first read after the answer: what the order led to. */
export const withPositionsAfter = (intent: OrderIntent, after: Evidence['after']): OrderIntent =>
  intent.evidence === null
    ? intent
    : { ...intent, evidence: { ...intent.evidence, after, text: 'As seen at the first check after the answer.' } }

export const reconciled = (intent: OrderIntent, at: UnixSeconds, evidence: Evidence): OrderIntent => {
  const { problem, verdict } = evidence
  const text = problem === null ? evidence.text : `The check failed: ${problem.message} Nothing is concluded from that.`
  return changed(intent, { evidence }, step(at, 'looked', text, { verdict, ...(problem === null ? {} : { problem: problem.code }) }))
}

/** Of all unknown items of one market, or of one of them; of the investment where there are no items. */
export const resolved = (
  intent: OrderIntent,
  at: UnixSeconds,
  answer: { item: number | null; market: string; as: 'filled' | 'not-filled' },
): OrderIntent => {
  const state = answer.as === 'filled' ? 'resolved-filled' : 'resolved-not-filled'
  const isMeant = (item: IntentItem): boolean =>
    item.state === 'unknown' && item.market === answer.market && (answer.item === null || item.index === answer.item)
  const meant = intent.items.filter(isMeant)
  const items = intent.items.map((item): IntentItem => (isMeant(item) ? { ...item, state, problem: null } : item))
  const whole = intent.items.length === 0 ? state : decidedState(items)
  // Once it is resolved, nothing says any more that it is not known. Its timeline keeps what was.
  const problem = whole === 'unknown' ? intent.problem : null
  const what = intent.items.length === 0 ? intent.act : meant.map(itemAct).join(', ')
  return changed(
    intent,
    { items, state: whole, problem },
    step(at, 'resolved', `A person decided: ${answer.as === 'filled' ? 'carried out' : 'not carried out'}. ${what}`, {
      as: answer.as,
      items: meant.map(({ index }) => index),
      verdictInSight: intent.evidence?.verdict ?? null,
    }),
  )
}

/** `market` is the investment's id where there is no market. */
export const blockLifted = (intent: OrderIntent, at: UnixSeconds, market: string): OrderIntent =>
  changed(intent, {}, step(at, 'block-lifted', `A person let orders through again on ${market}.`, { market }))

export const blockedMarkets = (intent: OrderIntent): string[] => [...new Set(blocksOf(intent).map(({ market }) => market))]
