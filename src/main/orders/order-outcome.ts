// What a response, or the lack of one, says about an order. Everything sent is compared with the
// response (specification 2.4 and 2.6); only the exchange's own response rejects, only certainty
// says "not sent", and everything else is unknown.
import { conditionSide } from '../../shared/orders/order-amount.js'
import { type Level, levels } from '../../shared/orders/order-effect.js'
import {
  type BulkEntry,
  isCancelled,
  type Guard,
  isStatusUnderstood,
  type Order,
  type OrderItem,
} from '../../shared/orders/order.js'
import type { Problem } from '../../shared/problem.js'
import type { IntentItem, ItemState } from '../../shared/orders/trading.js'
import { type Message, messageOf, type TypedValue } from '../../shared/messages/messages.js'
import { compare, type Decimal, isDecimal, subtract } from '../../shared/money.js'
import { type Match, matchEntries } from './response-matching.js'

function same(a: Decimal | null | undefined, b: Decimal): boolean {
  return a != null && isDecimal(a) && isDecimal(b) && compare(a, b) === 0
}

/** `as`: its type; exchange text if unknown. */
export function quoted(
  text: string | null | undefined,
  as: 'amount' | 'price' | 'name' | 'exchangeText' = 'exchangeText',
): Message {
  if (text === undefined || text === null || text === '')
    return messageOf('orders.mismatch.nothing')
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  // An amount shows every digit as the exchange sent it, which may be what differs.
  const typed: Record<typeof as, TypedValue> = {
    amount: { amount: short },
    price: { price: short },
    name: { name: short },
    exchangeText: { exchangeText: short },
  }
  return messageOf('orders.mismatch.quoted', { text: typed[as] })
}

/**
 * A market order reports `market` (2.4), a bulk order a kind of `limit`; the live service adds
 * prefixes.
 */
const typeOf = ({ price }: OrderItem): string => (price === null ? 'market' : 'limit')

/** A level of zero is none. */
function levelSet({ oto }: Order, level: Level): Decimal | null {
  const set = oto?.[level] ?? null
  return set !== null && same(set, '0') ? null : set
}

/** Allowed prefixes. A stop or a trigger is another kind of order. */
const typeQualifiers: ReadonlySet<string> = new Set([
  'collateral',
  'margin',
  'spot',
  'stock',
  'futures',
])

export function isType(said: string, sent: string): boolean {
  const words = said.toLowerCase().split(/[^a-z]+/)
  return words.at(-1) === sent && words.slice(0, -1).every((word) => typeQualifiers.has(word))
}

/** An order that waits for its trigger is called a stop, whichever level it is. */
function isTriggerType(said: string): boolean {
  return isType(said.replace(/\b(?:stop|trigger)\b[^a-z]*/gi, ''), 'market')
}

/** On which side of the price a level of a position in this direction waits. */
function sideFor({ level, direction }: Guard): 'above' | 'below' {
  return (level === 'stopLoss') === (direction === 'long') ? 'below' : 'above'
}

/**
 * How an order that waits for its trigger differs from what was sent. The documents disagree on the
 * direction, so what the exchange says counts: the wrong way, it would be executed at once.
 */
function triggerDifferences(guards: Guard, order: Order): Message[] {
  const { trigger } = guards
  const said = conditionSide(order)
  const [is, sent] = [quoted(order.activationPrice, 'price'), quoted(trigger, 'price')]
  return [
    ...(same(order.activationPrice, trigger)
      ? []
      : [messageOf('orders.mismatch.trigger', { is, sent })]),
    ...(order.reduceOnly === true ? [] : [messageOf('orders.mismatch.not-reduce-only')]),
    ...(said === null || said === sideFor(guards)
      ? []
      : [messageOf(`orders.mismatch.condition-${said === 'above' ? 'gte' : 'lte'}`, { trigger })]),
  ]
}

/** The exchange trims it to what the position has. */
function isTrimmed(sent: OrderItem, { amount }: Order): boolean {
  return sent.guards !== undefined && some(amount) && isLess(amount, sent.amount)
}

export function some(amount: Decimal): boolean {
  return isDecimal(amount) && compare(amount, '0') > 0
}

/**
 * Cancelled with nothing filled: it holds no position, so there is nothing for a level to protect.
 */
const isUnfilledCancel = (order: Order): boolean => isCancelled(order) && !some(order.dealStock)

/** The levels that the response should have. */
function levelsDue(order: Order): readonly Level[] {
  return isUnfilledCancel(order) || order.withoutLevels === true ? [] : levels
}

function levelDifferences(sent: OrderItem, order: Order): Message[] {
  return levelsDue(order).flatMap((level) => {
    const [asked, set] = [sent[level], levelSet(order, level)]
    if (asked === null)
      return set === null
        ? []
        : [messageOf('orders.mismatch.level-set', { level, set: quoted(set, 'price') })]
    if (set === null)
      return [messageOf('orders.mismatch.level-not-set', { level, sent: { price: asked } })]
    return same(set, asked)
      ? []
      : [
          messageOf('orders.mismatch.level', {
            level,
            set: quoted(set, 'price'),
            sent: quoted(asked, 'price'),
          }),
        ]
  })
}

/** Levels that were sent but are missing from the response. */
export function levelsNotSet({
  order,
  ...sent
}: Pick<IntentItem, 'stopLoss' | 'takeProfit' | 'order'>): Level[] {
  return order === null
    ? []
    : levelsDue(order).filter((level) => sent[level] !== null && levelSet(order, level) === null)
}

/** Of a reduce-only order, the exchange cuts off what goes beyond the position. */
export function isAmountOf(
  { amount, reduceOnly = false }: Pick<OrderItem, 'amount' | 'reduceOnly'>,
  said: Decimal,
): boolean {
  return same(said, amount) || (reduceOnly && some(said) && isLess(said, amount))
}

/**
 * What differs, as messages; empty if the echo matches. The response may omit a flag that was not
 * sent.
 */
export function differences(sent: OrderItem, order: Order): Message[] {
  const differing: Message[] = []
  const differs = (
    what: 'client-id' | 'market' | 'side' | 'type' | 'amount' | 'price' | 'position-side',
    is: string | undefined,
    was: string,
  ): void => {
    const as = what === 'amount' || what === 'price' ? what : 'name'
    differing.push(
      messageOf(`orders.mismatch.${what}`, { is: quoted(is, as), sent: quoted(was, as) }),
    )
  }
  if (order.clientOrderId === '') {
    differing.push(messageOf('orders.mismatch.no-id'))
  } else if (order.clientOrderId !== sent.clientOrderId)
    differs('client-id', order.clientOrderId, sent.clientOrderId)
  differing.push(...levelDifferences(sent, order))
  if (order.market !== sent.market) differs('market', order.market, sent.market)
  if (order.side !== sent.side) differs('side', order.side, sent.side)
  if (
    order.type !== undefined &&
    !(sent.guards === undefined ? isType(order.type, typeOf(sent)) : isTriggerType(order.type))
  )
    differs('type', order.type, typeOf(sent))
  if (!isAmountOf(sent, order.amount) && !isTrimmed(sent, order))
    differs('amount', order.amount, sent.amount)
  if (sent.guards !== undefined) differing.push(...triggerDifferences(sent.guards, order))
  if (sent.price !== null && !same(order.price, sent.price))
    differs('price', order.price, sent.price)
  if (sent.positionSide !== null && (order.positionSide ?? 'BOTH') !== sent.positionSide)
    differs('position-side', order.positionSide, sent.positionSide)
  for (const flag of ['postOnly', 'ioc', 'rpi', 'reduceOnly'] as const) {
    // Compared above: always sent.
    if (flag === 'reduceOnly' && sent.guards !== undefined) continue
    if ((order[flag] ?? false) === (sent[flag] ?? false)) continue
    differing.push(
      messageOf(sent[flag] ? 'orders.mismatch.flag-missing' : 'orders.mismatch.flag-added', {
        flag,
      }),
    )
  }
  return differing
}

function isLess(a: Decimal, b: Decimal): boolean {
  return isDecimal(a) && isDecimal(b) && compare(a, b) < 0
}

/**
 * The outcome of an order the exchange accepted. A status the specification does not name says
 * nothing. For a cancelled one, `left` says nothing either: some servers set it to zero.
 */
function acceptedState(
  order: Order,
): Extract<ItemState, 'placed' | 'partly' | 'cancelled' | 'unknown'> {
  const { dealStock, left, amount, status } = order
  if (isUnfilledCancel(order)) return 'cancelled'
  if (isCancelled(order)) return isLess(dealStock, amount) ? 'partly' : 'placed'
  // Older responses have none: that the order has an id means it was accepted.
  if (status !== undefined && !isStatusUnderstood(order)) return 'unknown'
  return some(dealStock) && some(left) ? 'partly' : 'placed'
}

export type Verdict = Pick<IntentItem, 'state' | 'order' | 'problem' | 'mismatch' | 'earlier'>

export function verdict(state: ItemState, some: Partial<Verdict> = {}): Verdict {
  return {
    state,
    order: null,
    problem: null,
    mismatch: [],
    ...some,
  }
}

export function strangeStatus({ status }: Order): Problem {
  return {
    code: 'outcome-unknown',
    message: messageOf('orders.outcome.strange-status', { status: quoted(status) }),
    reason: 'STRANGE_STATUS',
  }
}

/** For an order that the response reports as accepted. */
export function verdictOf(sent: OrderItem, order: Order): Verdict {
  const state = acceptedState(order)
  return {
    state,
    order,
    problem: state === 'unknown' ? strangeStatus(order) : null,
    mismatch: differences(sent, order),
  }
}

/**
 * One of our orders that has ended. What is left of it is in base currency, whatever its type is
 * called. Without a status, its figures decide: the unfilled part was given up.
 */
export function endedRecord(record: Order): Order {
  const { amount, dealStock, status } = record
  if (status === 'FILLED' || !isLess(dealStock, amount)) return { ...record, left: '0' }
  return {
    ...record,
    left: subtract(amount, dealStock),
    ...(status === undefined ? { givenUp: true } : {}),
  }
}

/** Whether one of our orders has ended without being filled completely. */
export function isGivenUp(record: Order): boolean {
  return isCancelled(endedRecord(record)) && isLess(record.dealStock, record.amount)
}

/**
 * For an order in the exchange's own lists: `open` if it is still open, whatever its status says.
 * What a record omits says nothing.
 */
export function verdictOfRecord(sent: OrderItem, record: Order, open: boolean): Verdict {
  const { postOnly, ioc, rpi, reduceOnly = false, price, positionSide } = sent
  const flags = { postOnly, ioc, rpi, reduceOnly }
  const leftOut = {
    ...flags,
    ...(sent.guards === undefined
      ? {}
      : { activationPrice: sent.guards.trigger, reduceOnly: true }),
    ...(price === null ? {} : { price }),
    ...(positionSide === null ? {} : { positionSide }),
  }
  // A record's flags for an order at market that were never sent.
  const unsent = sent.guards === undefined ? flags : { postOnly, ioc, rpi }
  const { mismatch } = verdictOf(sent, { ...leftOut, ...record, ...(price === null ? unsent : {}) })
  if (!open || isCancelled(record))
    return { ...verdictOf(sent, open ? record : endedRecord(record)), mismatch }
  return verdict(some(record.dealStock) ? 'partly' : 'placed', { order: record, mismatch })
}

const unassignedRefusal: Problem = {
  code: 'refused',
  message: messageOf('orders.outcome.unassigned-refusal'),
}

function idOf(entry: BulkEntry): string {
  if (entry.kind === 'refused') return ''
  return (
    entry.order?.clientOrderId ?? (entry.kind === 'unclear' ? entry.clientOrderId : undefined) ?? ''
  )
}

export function reportedTwice(): Message {
  return messageOf('orders.mismatch.told-twice')
}

export function tellsOfAnother(): Message {
  return messageOf('orders.mismatch.of-another')
}

export function mapBulkAnswer(
  items: readonly IntentItem[],
  entries: readonly BulkEntry[],
  stopOnFail: boolean,
): IntentItem[] {
  // Processing stops at the first failing order (4.6), so nothing follows its refusal.
  const stopped =
    stopOnFail &&
    entries.findIndex(({ kind }) => kind === 'refused') === entries.length - 1 &&
    entries.length > 0
  const ids = items.map(({ clientOrderId }) => clientOrderId)
  const { matches, inOrder, unclaimed, unnamed } = matchEntries(ids, entries, idOf, stopped)

  // In a reordered response, a refusal without an id only says that one of the others was refused:
  // enough if all of them were.
  const [onlyRefusal] = unnamed
  const allRefused = unnamed.length === unclaimed && unnamed.every(({ kind }) => kind === 'refused')
  const shuffled = (): Verdict => {
    if (inOrder || !allRefused) return verdict('unknown')
    const problem =
      unclaimed === 1 && onlyRefusal?.kind === 'refused' ? onlyRefusal.problem : unassignedRefusal
    return verdict('rejected', { problem })
  }

  const byId = (item: IntentItem, entry: BulkEntry, again: boolean): Verdict => {
    if (entry.kind === 'refused') return verdict('unknown')
    if (again) return verdict('unknown', { order: entry.order, mismatch: [reportedTwice()] })
    return entry.kind === 'placed'
      ? verdictOf(item, entry.order)
      : verdict('unknown', { order: entry.order, problem: entry.problem })
  }

  const byPlace = (item: IntentItem, entry: BulkEntry, sure: boolean): Verdict => {
    if (entry.kind === 'refused')
      return sure ? verdict('rejected', { problem: entry.problem }) : verdict('unknown')
    if (entry.kind === 'unclear')
      return verdict('unknown', { order: entry.order, problem: entry.problem })
    const { order } = entry
    // Everything but the id must match.
    if (differences(item, { ...order, clientOrderId: item.clientOrderId }).length === 0)
      return verdictOf(item, order)
    return verdict('unknown', { order, mismatch: [tellsOfAnother()] })
  }

  const found = (item: IntentItem, match: Match<BulkEntry>): Verdict => {
    switch (match.by) {
      case 'id':
        return byId(item, match.entry, match.again)
      case 'place':
        return byPlace(item, match.entry, match.sure)
      case 'nothing':
        return verdict(stopped ? 'not-processed' : 'unknown')
      case 'other':
        return shuffled()
    }
  }
  return withSurplus(
    items.map((item, number) => ({
      ...item,
      ...found(item, matches[number] ?? { by: 'nothing' }),
    })),
    entries.length,
  )
}

/** A response with more entries than requested is reported at the last order. */
export function withSurplus(items: IntentItem[], entries: number): IntentItem[] {
  return items.map((item, number) =>
    entries > items.length && number === items.length - 1
      ? { ...item, mismatch: [...item.mismatch, messageOf('orders.mismatch.holds-more')] }
      : item,
  )
}
