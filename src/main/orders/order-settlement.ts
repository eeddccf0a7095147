// What the exchange's own lists say about an order without a response: that it is there, that it is
// not, or nothing. An order is there if its client id is. It is absent only if nothing in
// completely read lists could be it; whether that proves anything is decided over time.
import { type Level, levels } from '../../shared/orders/order-effect.js'
import { type ConditionalOrder, isCancelled, type Order } from '../../shared/orders/order.js'
import { withEarlier } from '../../shared/orders/resting-order.js'
import type { Position } from '../../shared/portfolio/position.js'
import {
  type AskedRecord,
  type IntentItem,
  openTargets,
  type OrderIntent,
} from '../../shared/orders/trading.js'
import {
  englishOf,
  type Message,
  messageOf,
  type MessageOrText,
} from '../../shared/messages/messages.js'
import { add, compare, type Decimal, isDecimal } from '../../shared/money.js'
import type { UnixSeconds, WireTime } from '../../shared/time.js'
import { sideOf } from './intent-state.js'
import {
  isAmountOf,
  isGivenUp,
  some,
  type Verdict,
  verdict,
  verdictOfRecord,
} from './order-outcome.js'
import {
  type ExchangeRecords,
  isWholeRead,
  type RecordRead,
  type RecordsWanted,
} from './order-records.js'
import { marketsOf } from './order-text.js'

/**
 * Seconds before sending from which on an exchange order may be this one: clocks differ by less.
 */
const flightSlack = 60

/**
 * Seconds between two lookups that do not find an order, after which it counts as absent. The
 * public documentation names no delay of its lists.
 */
export const absentAfter = 120

/**
 * What one lookup says about one order, or about one target.
 *
 * - `found`: its outcome, which counts at once.
 * - `absent`, `still`, `gone`: it is in no list, is unchanged, or is nowhere. One lookup proves
 *   nothing: the verdict counts once lookups have found the same for `lasting` seconds.
 * - `as-said`: it is nowhere, and the exchange had said so.
 * - `unclear`: something there contradicts an outcome.
 * - `unread`: nothing, as the lists could not be read; `why` null if that is reported elsewhere.
 */
export type Finding =
  | { kind: 'found'; verdict: Verdict; remarks: Message[] }
  | { kind: 'absent' | 'still' | 'gone'; verdict: Verdict; lasting: number }
  | { kind: 'as-said' }
  | { kind: 'unclear'; why: MessageOrText }
  | { kind: 'unread'; why: MessageOrText | null }

export function unread(why: MessageOrText | null): Finding {
  return { kind: 'unread', why }
}

/** By the index of each order or target; `investment` null if the request is for none. */
export type Findings = {
  orders: ReadonlyMap<number, Finding>
  investment: InvestmentFinding | null
}

export function sentAt(intent: OrderIntent): UnixSeconds {
  return intent.timeline.find(({ what }) => what === 'sending')?.at ?? intent.createdAt
}

/**
 * From which moment of the exchange's clock on its orders are searched. A clock set since then
 * makes it earlier, never later.
 */
export function flightBegan(intent: OrderIntent, skew: number | null): number {
  const apart = skew === null ? 0 : skew < 0 ? -skew : skew
  const from = sentAt(intent) - flightSlack - apart
  return from - (from % 1)
}

export function unknownItems({ items }: OrderIntent): IntentItem[] {
  return items.filter(({ state }) => state === 'unknown')
}

function isSameId(item: IntentItem, { clientOrderId }: Order): boolean {
  return clientOrderId === item.clientOrderId
}

/**
 * One entry per order, from the latest list that has it; "ended" takes precedence over "active".
 */
function newestOf(orders: readonly Order[]): Order[] {
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}

/** Without our id but otherwise matching what was sent: the exchange may have dropped the id. */
function looksAlike(item: IntentItem, order: Order, from: number): boolean {
  const { price } = order
  const samePrice = item.price === null || price === undefined || compare(price, item.price) === 0
  const inTime = isDecimal(order.timestamp) && compare(order.timestamp, String(from)) >= 0
  return (
    order.market === item.market &&
    order.side === item.side &&
    isAmountOf(item, order.amount) &&
    samePrice &&
    inTime
  )
}

/** What to read from the exchange's own lists to settle a request. */
export type ListsWanted = Pick<
  RecordsWanted,
  'investments' | 'targets' | 'closed' | 'purses' | 'linked'
> & {
  markets: string[]
}

export function ordersWanted(intent: OrderIntent): ListsWanted {
  return { markets: marketsOf(unknownItems(intent)), investments: false, targets: [] }
}

export type Look = {
  records: ExchangeRecords
  /**
   * Of the same check, with when they were read by this computer's clock; null if they could not
   * be.
   */
  positions: { list: readonly Position[]; at: UnixSeconds } | null
  skew: number | null
  /** Whether another of our orders is identified by this one. */
  isOurs(order: Order): boolean
}

function sameLevel(a: Decimal | null, b: Decimal | null): boolean {
  return a === null || b === null ? a === b : compare(a, b) === 0
}

/** The one position that the order's levels apply to; null if there is none, or more than one. */
function positionOf(item: IntentItem, { positions }: Look): Position | null {
  const side = sideOf(item.positionSide)
  const [only, another] = (positions?.list ?? []).filter(
    ({ market, positionSide }) =>
      market === item.market && (side === null || positionSide === side),
  )
  return another === undefined ? (only ?? null) : null
}

/**
 * Seconds after an order's creation within which the exchange has executed it and set its levels.
 */
const levelsSetWithin = 10

/**
 * From when on its position shows what it did; null if that is unknown. A market or immediate order
 * is executed when it is created, one that rests when it is filled completely.
 */
function executedAt(item: IntentItem, { timestamp, left, endedAt }: Order): WireTime | null {
  if (item.price === null || item.ioc) return timestamp
  return left === '0' && endedAt !== undefined && isDecimal(endedAt) ? endedAt : null
}

/**
 * A record with the sent levels filled in from the position of its market; unchanged if no position
 * shows them, the order has not changed the position yet, or the position may have been changed
 * since.
 */
function withLevels(item: IntentItem, order: Order, look: Look): Order {
  const position = positionOf(item, look)
  const set = position?.protectiveOrders
  if (position === null || set === undefined || order.withoutLevels !== true) return order
  const carried = (level: Level): Decimal | null =>
    item[level] === null ? null : (set?.[level] ?? null)
  const isAsSent = levels.every((level) => sameLevel(item[level], carried(level)))
  const { modifiedAt = '' } = position
  const executed = executedAt(item, order)
  if (!isDecimal(modifiedAt) || compare(modifiedAt, executed ?? order.timestamp) < 0) return order
  // If nothing says when it was executed, the position may be as before that.
  const isTouched =
    executed === null || compare(modifiedAt, add(executed, String(levelsSetWithin))) > 0
  if (isTouched && !isAsSent) return order
  const { withoutLevels: _without, ...known } = order
  return {
    ...known,
    oto: { id: '', stopLoss: carried('stopLoss'), takeProfit: carried('takeProfit') },
  }
}

function unknownLevels(item: IntentItem, order: Order): Message[] {
  const sent: Level[] = levels.filter((level) => item[level] !== null)
  if (sent.length === 0 || order.withoutLevels !== true || isCancelled(order)) return []
  const [level, another] = sent
  return [
    level === undefined || another !== undefined
      ? messageOf('orders.settled.levels-untold')
      : messageOf('orders.settled.level-untold', { level }),
  ]
}

/** Its record leaves it out: then it does not take the place of another. */
function unknownReduceOnly({ guards }: IntentItem, { reduceOnly }: Order): Message[] {
  return guards === undefined || reduceOnly !== undefined
    ? []
    : [messageOf('orders.settled.reduce-only-untold')]
}

/** The levels of an order that was just executed may be set in the next few seconds. */
function isTooSoon(item: IntentItem, order: Order, { positions, skew }: Look): boolean {
  const executed = executedAt(item, order)
  return (
    positions !== null &&
    executed !== null &&
    compare(String(positions.at - (skew ?? 0)), add(executed, String(levelsSetWithin))) < 0
  )
}

function foundAs(item: IntentItem, record: Order, open: boolean, look: Look): Finding {
  const sentLevels = item.stopLoss !== null || item.takeProfit !== null
  if (sentLevels && record.withoutLevels === true && isTooSoon(item, record, look))
    return { kind: 'unread', why: null }
  // Levels that were not sent are the position's own.
  const order = sentLevels ? withLevels(item, record, look) : record
  const found = verdictOfRecord(item, order, open)
  if (found.state === 'unknown')
    return {
      kind: 'unclear',
      why: found.problem?.message ?? messageOf('orders.unsettled.not-said'),
    }
  return {
    kind: 'found',
    verdict: found,
    remarks: [...unknownLevels(item, order), ...unknownReduceOnly(item, record)],
  }
}

/** Older first. */
function byAge(a: Order, b: Order): number {
  return compare(a.timestamp, b.timestamp) || compare(a.id, b.id)
}

/**
 * One order under several ids: changed elsewhere, it ended and was placed again under its client
 * id. The match is checked against the order as first placed, the outcome against all of them. Null
 * if they cannot be the same order: then two may be live.
 */
function foundChanged(
  item: IntentItem,
  orders: readonly Order[],
  ended: readonly Order[],
  look: Look,
): Finding | null {
  const inTurn = orders.toSorted(byAge)
  const [placed, now] = [inTurn[0], inTurn.at(-1)]
  if (placed === undefined || now === undefined) return null
  const before = inTurn.slice(0, -1)
  const gaveWay = (order: Order): boolean =>
    ended.includes(order) && order.side === now.side && isGivenUp(order)
  if (!before.every(gaveWay)) return null
  const first = foundAs(item, placed, false, look)
  if (first.kind !== 'found') return first
  const last = verdictOfRecord(item, now, !ended.includes(now))
  if (last.state === 'unknown') return null
  const isPart =
    before.some(({ dealStock }) => some(dealStock)) &&
    (last.state === 'cancelled' || !ended.includes(now))
  return {
    kind: 'found',
    verdict: {
      ...last,
      state: isPart ? 'partly' : last.state,
      mismatch: first.verdict.mismatch,
      earlier: withEarlier(undefined, [placed, ...before.slice(1)]),
    },
    remarks: [
      ...unknownLevels(item, now),
      messageOf('orders.settled.changed-elsewhere', { id: now.id }),
    ],
  }
}

/** The orders that rest in the list of linked orders, with their levels. */
function restingOf(linked: ExchangeRecords['linked']): Order[] {
  return (linked?.members ?? []).flatMap((entry) => {
    if (entry.kind === 'oco') return []
    const { id, order, stopLoss, takeProfit } = entry
    const { withoutLevels: _without, ...resting } = order
    return [{ ...resting, oto: { id, stopLoss, takeProfit } }]
  })
}

/** `reads`: active, ended, active again. */
function lookFor(
  intent: OrderIntent,
  item: IntentItem,
  reads: readonly RecordRead<Order>[],
  look: Look,
): Finding {
  const [before, ended, after] = reads
  if (
    before === undefined ||
    ended === undefined ||
    after === undefined ||
    reads.some(({ problem }) => problem !== null)
  )
    return { kind: 'unread', why: null }
  const active = [...before.members, ...after.members, ...restingOf(look.records.linked)]
  const all = newestOf([...active, ...ended.members])
  const same = all.filter((order) => isSameId(item, order))
  const [found, another] = same
  const { clientOrderId: id, market } = item
  const from = flightBegan(intent, look.skew)
  // The exchange accepts an id again once its order has ended.
  if (same.some(({ timestamp }) => compare(timestamp, String(from)) < 0))
    return {
      kind: 'unclear',
      why: messageOf(
        another === undefined ? 'orders.unsettled.before' : 'orders.unsettled.several',
        { id },
      ),
    }
  if (another !== undefined)
    return (
      foundChanged(item, same, ended.members, look) ?? {
        kind: 'unclear',
        why: messageOf('orders.unsettled.several', { id }),
      }
    )
  if (found !== undefined) return foundAs(item, found, !ended.members.includes(found), look)
  if (all.some((order) => looksAlike(item, order, from) && !look.isOurs(order)))
    return { kind: 'unclear', why: messageOf('orders.unsettled.alike', { market }) }
  if (reads.some(({ unreadable }) => unreadable.length > 0))
    return { kind: 'unread', why: messageOf('orders.unsettled.part-unread', { market }) }
  if (!reads.every(isWholeRead))
    return { kind: 'unread', why: messageOf('orders.unsettled.lists-changed', { market }) }
  return { kind: 'absent', verdict: verdict('not-executed'), lasting: absentAfter }
}

/** What the history leaves open about an absence, for a key to which it may omit an order. */
export function unseenPart({ records }: Look): Finding | null {
  return records.keepsCancelled
    ? null
    : { kind: 'unclear', why: messageOf('orders.unsettled.part-unseen') }
}

/**
 * A lookup's findings for each unknown order of a request, by its index. `doubt`: what is said in
 * place of an absence; null if nothing speaks against it.
 */
export function findingsOf(
  intent: OrderIntent,
  look: Look,
  doubt: Finding | null,
): Map<number, Finding> {
  return new Map(
    unknownItems(intent).map((item) => {
      const finding = lookFor(intent, item, look.records.markets.get(item.market) ?? [], look)
      return [item.index, finding.kind === 'absent' ? (doubt ?? finding) : finding]
    }),
  )
}

export type InvestmentFinding = 'closed' | 'active' | 'unclear' | 'unread'

export function investmentFinding(
  { investmentId }: OrderIntent,
  { investments }: ExchangeRecords,
): InvestmentFinding {
  const [read] = investments
  if (read === undefined || read.problem !== null) return 'unread'
  const states = new Set(
    read.members.filter(({ id }) => id === investmentId).map(({ state }) => state),
  )
  const [state, another] = states
  if (another !== undefined || state === undefined || state === null) return 'unclear'
  return state
}

/** `found` of the `wanted` are among this many. */
function listText(
  count: number,
  ofWhat: 'orders' | 'investments',
  found: number,
  wanted: number,
): Message {
  if (count === 0) return messageOf(`orders.asked.no-${ofWhat}`)
  if (wanted === 1)
    return messageOf(`orders.asked.${ofWhat}-${found > 0 ? 'with' : 'without'}`, { count })
  return messageOf('orders.asked.orders-of', { count, found, wanted })
}

function askedOf<T>(
  read: RecordRead<T>,
  ofWhat: 'orders' | 'investments',
  wanted: number,
  isWanted: (member: T) => boolean,
): AskedRecord {
  const { what, at, members, unreadable, moved, problem } = read
  if (problem !== null) return { what, at, found: null, problem }
  const listed = listText(members.length, ofWhat, members.filter(isWanted).length, wanted)
  const known =
    unreadable.length === 0
      ? listed
      : messageOf('orders.asked.unread', { found: listed, unread: unreadable.length })
  return {
    what,
    at,
    found: moved ? messageOf('orders.asked.moved', { found: known }) : known,
    problem: null,
  }
}

/** What was looked up for its orders, and what was found. */
export function askedForOrders(
  intent: OrderIntent,
  { markets, linked }: ExchangeRecords,
): AskedRecord[] {
  const unknown = unknownItems(intent)
  const inMarkets = marketsOf(unknown).flatMap((market) => {
    const here = unknown.filter((item) => item.market === market)
    return (markets.get(market) ?? []).map((read) =>
      askedOf(read, 'orders', here.length, (order) => here.some((item) => isSameId(item, order))),
    )
  })
  if (linked === null) return inMarkets
  const isWanted = (entry: ConditionalOrder): boolean =>
    entry.kind === 'oto' && unknown.some((item) => isSameId(item, entry.order))
  return [...inMarkets, askedOf(linked, 'orders', unknown.length, isWanted)]
}

export function askedForInvestment(
  { investmentId }: OrderIntent,
  { investments }: ExchangeRecords,
): AskedRecord[] {
  return investments.map((read) => askedOf(read, 'investments', 1, ({ id }) => id === investmentId))
}

/** What was looked up for the fills of closed positions, and what was found. */
export function askedForFills(intent: OrderIntent, { closing }: ExchangeRecords): AskedRecord[] {
  return openTargets(intent).flatMap(({ target }) => {
    const [changes, ...ended] = closing.get(target?.id ?? '')?.reads ?? []
    return changes === undefined
      ? []
      : [
          askedOf(changes, 'orders', 1, () => true),
          ...ended.map((read) => askedOf(read, 'orders', 1, () => true)),
        ]
  })
}

/** What was looked up for a pair, and what was found. */
export function askedForLinked(intent: OrderIntent, { linked }: ExchangeRecords): AskedRecord[] {
  const ids = intent.items.map(({ target }) => target?.id)
  return linked === null ? [] : [askedOf(linked, 'orders', 1, ({ id }) => ids.includes(id))]
}

/** Why nothing is concluded, for the user who decides. */
export function doubtsOf(findings: ReadonlyMap<number, Finding>): MessageOrText[] {
  const whys = [...findings.values()].flatMap((finding) =>
    'why' in finding ? (finding.why ?? []) : [],
  )
  return [...new Map(whys.map((why) => [englishOf(why), why])).values()]
}
