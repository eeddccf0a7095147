// What an answer, or the lack of one, says of an order. Everything that was sent is compared with what the answer says of it (specification
// 2.4 and 2.6); only the exchange's own word rejects, only certainty says "not sent", and everything else is unknown.
import { type Level, levels } from '../../shared/domain/order-effect.js'
import { levelNames } from '../../shared/domain/order-sentences.js'
import { type BulkEntry, isCancelled, isStatusUnderstood, type Order, type OrderItem } from '../../shared/domain/order.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { IntentItem, IntentState, ItemState, OrderIntent } from '../../shared/domain/trading.js'
import { compare, type Decimal, isDecimal } from '../../shared/money.js'
import type { SendOutcome } from '../exchange/errors.js'
import type { OrderResult } from '../exchange/order-gateway.js'

const same = (a: Decimal | null | undefined, b: Decimal): boolean => a != null && isDecimal(a) && isDecimal(b) && compare(a, b) === 0

const shown = (text: string | undefined): string =>
  text === undefined || text === '' ? 'nothing' : `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`

const flagNames = { postOnly: 'post-only', ioc: 'immediate-or-cancel', rpi: 'RPI' }

/** A market order reports `market` (2.4), one of a bulk request a kind of `limit`; the live service puts words before them. */
const typeOf = ({ price }: OrderItem): string => (price === null ? 'market' : 'limit')

/** A level of zero is none. */
const levelSet = ({ oto }: Order, level: Level): Decimal | null => {
  const set = oto?.[level] ?? null
  return set !== null && same(set, '0') ? null : set
}

/** What may stand before it. A stop or a trigger is another kind of order. */
const typeQualifiers: ReadonlySet<string> = new Set(['collateral', 'margin', 'spot', 'stock', 'futures'])

const isType = (said: string, sent: string): boolean => {
  const words = said.toLowerCase().split(/[^a-z]+/)
  return words.at(-1) === sent && words.slice(0, -1).every((word) => typeQualifiers.has(word))
}

const some = (amount: Decimal): boolean => isDecimal(amount) && compare(amount, '0') > 0

/** Cancelled with nothing filled: it holds no position, so there is nothing a level could protect. */
const isUnfilledCancel = (order: Order): boolean => isCancelled(order) && !some(order.dealStock)

/** The levels there should be in the answer. */
const levelsDue = (order: Order): readonly Level[] => (isUnfilledCancel(order) || order.withoutLevels === true ? [] : levels)

const levelDifferences = (sent: OrderItem, order: Order): string[] =>
  levelsDue(order).flatMap((level) => {
    const [asked, set] = [sent[level], levelSet(order, level)]
    const name = levelNames[level]
    if (asked === null) return set === null ? [] : [`The exchange set a ${name} at ${shown(set)}, and none was sent.`]
    if (set === null) return [`Your ${name} is not set: ${asked} was sent, and the answer names none.`]
    return same(set, asked) ? [] : [`Your ${name} is ${shown(set)}, sent was ${shown(asked)}.`]
  })

/** Levels that were sent and that the answer does not name. */
export const levelsNotSet = ({ order, ...sent }: Pick<IntentItem, 'stopLoss' | 'takeProfit' | 'order'>): Level[] =>
  order === null ? [] : levelsDue(order).filter((level) => sent[level] !== null && levelSet(order, level) === null)

/** What differs, in words; empty where the echo fits. A flag that was not sent may be left out of the answer. */
export const differences = (sent: OrderItem, order: Order): string[] => {
  const differing: string[] = []
  const differs = (what: string, is: string | undefined, was: string): void =>
    void differing.push(`The ${what} is ${shown(is)}, sent was ${shown(was)}.`)
  if (order.clientOrderId === '') {
    differing.push('The exchange named no client id: it ignored ours, so it would not notice the same order twice.')
  } else if (order.clientOrderId !== sent.clientOrderId) differs('client id', order.clientOrderId, sent.clientOrderId)
  differing.push(...levelDifferences(sent, order))
  if (order.market !== sent.market) differs('market', order.market, sent.market)
  if (order.side !== sent.side) differs('side', order.side, sent.side)
  if (!isType(order.type, typeOf(sent))) differs('type', order.type, typeOf(sent))
  if (!same(order.amount, sent.amount)) differs('amount', order.amount, sent.amount)
  if (sent.price !== null && !same(order.price, sent.price)) differs('price', order.price, sent.price)
  if (sent.positionSide !== null && (order.positionSide ?? 'BOTH') !== sent.positionSide)
    differs('position side', order.positionSide, sent.positionSide)
  for (const flag of ['postOnly', 'ioc', 'rpi'] as const) {
    if ((order[flag] ?? false) === sent[flag]) continue
    const name = flagNames[flag]
    differing.push(sent[flag] ? `It is not ${name}, and was sent as that.` : `It is ${name}, and was not sent as that.`)
  }
  return differing
}

const isLess = (a: Decimal, b: Decimal): boolean => isDecimal(a) && isDecimal(b) && compare(a, b) < 0

/**
 * What became of an order that the exchange took. A status the specification does not name says nothing. Of a cancelled one what is left
 * says nothing, either: some servers set it to zero.
 */
const acceptedState = (order: Order): Extract<ItemState, 'placed' | 'partly' | 'cancelled' | 'unknown'> => {
  const { dealStock, left, amount } = order
  if (isUnfilledCancel(order)) return 'cancelled'
  if (isCancelled(order)) return isLess(dealStock, amount) ? 'partly' : 'placed'
  if (!isStatusUnderstood(order)) return 'unknown'
  return some(dealStock) && some(left) ? 'partly' : 'placed'
}

export type Verdict = Pick<IntentItem, 'state' | 'order' | 'problem' | 'mismatch'>

const verdict = (state: ItemState, some: Partial<Verdict> = {}): Verdict => ({ state, order: null, problem: null, mismatch: [], ...some })

const strangeStatus = ({ status }: Order): Problem => ({
  code: 'outcome-unknown',
  message: `The exchange accepted the order and gives it the status ${shown(status)}, which its specification does not name. What became of it is not known.`,
  reason: 'STRANGE_STATUS',
})

/** Of an order that the answer reports as accepted. */
const verdictOf = (sent: OrderItem, order: Order): Verdict => {
  const state = acceptedState(order)
  return { state, order, problem: state === 'unknown' ? strangeStatus(order) : null, mismatch: differences(sent, order) }
}

/** Of an order that stands in the exchange's own lists: `open` where it still rests, whatever its status says. What a record leaves out says nothing. */
export const verdictOfRecord = (sent: OrderItem, record: Order, open: boolean): Verdict => {
  const { postOnly, ioc, rpi, price, positionSide } = sent
  const flags = { postOnly, ioc, rpi }
  const leftOut = { ...flags, ...(price === null ? {} : { price }), ...(positionSide === null ? {} : { positionSide }) }
  // What a record says of the flags of a market order nobody sent.
  const { mismatch } = verdictOf(sent, { ...leftOut, ...record, ...(price === null ? flags : {}) })
  if (!open || isCancelled(record)) return { ...verdictOf(sent, record), mismatch }
  return verdict(some(record.dealStock) ? 'partly' : 'placed', { order: record, mismatch })
}

const unassignedRefusal: Problem = {
  code: 'refused',
  message: 'The exchange refused this order. Its answer does not say which of its refusals belongs to which order.',
}

const idOf = (entry: BulkEntry): string => {
  if (entry.kind === 'refused') return ''
  return entry.order?.clientOrderId ?? (entry.kind === 'unclear' ? entry.clientOrderId : undefined) ?? ''
}

/**
 * Which entry of a bulk answer is about which order: by the echoed id first, by place where no id says otherwise, and never by a guess
 * (specification 2.6 and 4.6 leave open which members are absent and how long the array is).
 */
export const mapBulkAnswer = (items: readonly IntentItem[], entries: readonly BulkEntry[], stopOnFail: boolean): IntentItem[] => {
  const numberOfId = new Map(items.map(({ clientOrderId }, number) => [clientOrderId, number]))
  /** Places in the answer that name each item. */
  const claims = new Map<number, number[]>()
  for (const [place, entry] of entries.entries()) {
    const number = numberOfId.get(idOf(entry))
    if (number !== undefined) claims.set(number, [...(claims.get(number) ?? []), place])
  }
  const claimed = new Set([...claims.values()].flat())
  const inOrder = [...claims].every(([number, places]) => places.every((place) => place === number))

  // Processing stops at the one order that fails (4.6), so nothing comes behind its refusal.
  const stopped = stopOnFail && entries.findIndex(({ kind }) => kind === 'refused') === entries.length - 1 && entries.length > 0
  /** An answer that is short for another reason left an order out: only what comes before a named order is sure of its place. */
  const isPlaceSure = (number: number): boolean =>
    entries.length >= items.length || stopped || [...claims.keys()].some((named) => named > number)

  const byClaim = (item: IntentItem, places: number[]): Verdict => {
    const [place] = places
    const entry = place === undefined ? undefined : entries[place]
    if (entry === undefined || entry.kind === 'refused') return verdict('unknown')
    if (places.length > 1) return verdict('unknown', { order: entry.order, mismatch: ['The exchange reported this order more than once.'] })
    return entry.kind === 'placed' ? verdictOf(item, entry.order) : verdict('unknown', { order: entry.order, problem: entry.problem })
  }

  const byPlace = (item: IntentItem, number: number): Verdict => {
    const entry = entries[number]
    if (entry === undefined) return stopped ? verdict('not-processed') : verdict('unknown')
    // The entry at this place belongs to another order: then none is about this one.
    if (claimed.has(number)) return verdict('unknown')
    if (entry.kind === 'refused') return isPlaceSure(number) ? verdict('rejected', { problem: entry.problem }) : verdict('unknown')
    if (entry.kind === 'unclear') return verdict('unknown', { order: entry.order, problem: entry.problem })
    const { order } = entry
    // Everything but the id has to fit.
    if (differences(item, { ...order, clientOrderId: item.clientOrderId }).length === 0) return verdictOf(item, order)
    return verdict('unknown', { order, mismatch: ['The exchange reported an order here that fits none of this request.'] })
  }

  // In a shuffled answer a refusal, which carries no id, tells only that one of the others was refused: enough where all of them were.
  const unclaimed = items.length - claims.size
  const unnamed = entries.filter((_, place) => !claimed.has(place))
  const [onlyRefusal] = unnamed
  const allRefused = unnamed.length === unclaimed && unnamed.every(({ kind }) => kind === 'refused')
  const shuffled = (): Verdict => {
    if (!allRefused) return verdict('unknown')
    const problem = unclaimed === 1 && onlyRefusal?.kind === 'refused' ? onlyRefusal.problem : unassignedRefusal
    return verdict('rejected', { problem })
  }

  return items.map((item, number) => {
    const places = claims.get(number)
    const found = places !== undefined ? byClaim(item, places) : inOrder ? byPlace(item, number) : shuffled()
    const isLast = number === items.length - 1
    if (isLast && entries.length > items.length) found.mismatch = [...found.mismatch, 'The answer holds more orders than were sent.']
    return { ...item, ...found }
  })
}

/** Of orders each of which is decided by itself: by an answer, by the exchange's lists, or by a person. */
export const stateOfItems = (items: readonly IntentItem[]): IntentState => {
  const has = (...states: ItemState[]): boolean => items.some(({ state }) => states.includes(state))
  if (has('unknown')) return 'unknown'
  const carriedOut = has('placed', 'partly', 'resolved-filled')
  if (has('resolved-filled', 'resolved-not-filled')) return carriedOut ? 'resolved-filled' : 'resolved-not-filled'
  if (carriedOut || has('cancelled')) return 'acknowledged'
  if (has('not-executed')) return 'not-executed'
  return has('rejected', 'not-processed') ? 'rejected' : 'not-sent'
}

export type OrderOutcome = Pick<OrderIntent, 'items' | 'problem'> & {
  state: Extract<IntentState, 'acknowledged' | 'rejected' | 'not-sent' | 'unknown'>
}

const otherReply: Problem = {
  code: 'outcome-unknown',
  message: 'The answer speaks of something else than what was sent.',
  reason: 'OTHER_REPLY',
}

export const outcomeForAll = ({ items }: OrderIntent, state: SendOutcome, problem: Problem): OrderOutcome => ({
  state,
  items: items.map((item) => ({ ...item, state, problem: null })),
  problem,
})

const outcomeOfItems = (items: IntentItem[]): OrderOutcome => {
  const isRefused = items.every(({ state }) => state === 'rejected' || state === 'not-processed')
  const state = items.some((item) => item.state === 'unknown') ? 'unknown' : isRefused ? 'rejected' : 'acknowledged'
  return { state, items, problem: null }
}

export const outcomeOf = (intent: OrderIntent, answer: OrderResult): OrderOutcome => {
  if (!answer.ok) return outcomeForAll(intent, answer.error.outcome, answer.error.problem)
  const { reply } = answer.value
  if (reply.kind !== intent.kind) return outcomeForAll(intent, 'unknown', otherReply)
  switch (reply.kind) {
    case 'close-investment':
      return { state: 'acknowledged', items: [], problem: null }
    case 'market':
      return outcomeOfItems(intent.items.map((item) => ({ ...item, ...verdictOf(item, reply.order) })))
    case 'bulk':
      return outcomeOfItems(mapBulkAnswer(intent.items, reply.entries, intent.stopOnFail ?? false))
  }
}
