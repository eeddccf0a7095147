// Follows our orders after they were accepted, until the exchange says that they ended. A message
// that names an order, or a list of open orders that no longer shows it unchanged, only triggers a
// lookup by its id. So a message that is lost, late, repeated or out of order costs at most one
// lookup, and without the stream the list alone leads to the same result.
import type { ConditionalOrder, Order, OrderIds } from '../../shared/orders/order.js'
import { isFollowable, isOver } from '../../shared/orders/resting-order.js'
import type { OrderKind } from '../../shared/orders/order-ticket.js'
import type { IntentItem, OrderIntent } from '../../shared/orders/trading.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import { mostOpenOrders } from '../../shared/portfolio/portfolio.js'
import type { UnixSeconds } from '../../shared/time.js'
import { createRecordsReader, isClosed } from './order-records.js'
import { absentAfter } from './order-settlement.js'
import {
  type Advance,
  followedItem,
  isFurther,
  progressOf,
  withoutTrace,
  withProgress,
} from './resting-progress.js'
import type { OrdersClient, TradingState } from './trading-state.js'

/** Milliseconds within which messages about one change arrive, and between two lookups. */
const togetherWithin = 200
const lookupSpacing = 1000
/** Milliseconds between lookups while nothing is known to have changed. */
const patientSpacing = 5000
/** Orders per lookup: each takes up to four requests. */
const mostAtOnce = 5
/**
 * Seconds until a list that shows an order as changed can trigger another lookup. Doubled after
 * each such lookup that found nothing new, up to the following.
 */
const askedAgainAfter = 60
/**
 * Seconds without a list or lookup that shows an order, after which it is looked up. The list of an
 * account in the background is read every five minutes.
 */
const unseenFor = 900
/** Milliseconds between two reads of everything that a fill may have changed. */
const fillSpacing = 5000
/** Limits of followed orders, and of names in recent messages, which a later response may match. */
const mostFollowed = 2000
const mostHeard = 200
/** How far back orders of earlier runs are followed, in seconds. */
const longestRest = 90 * 86_400

type Entry = {
  intentId: string
  index: number
  id: string
  clientOrderId: string
  /** It ended, unless it appears under another id. */
  isOver: boolean
  /** No list had it, so it is looked up only if a message or list names it. */
  isGone: boolean
  dealStock: string
  /** Only a list newer than this can say more than is known. */
  knownAt: UnixSeconds
  /** In ticks. */
  dueAt: number
  lookedAt: number
  goneSince: number | null
  /** Lookups in a row, triggered by a list, that found nothing new. */
  fruitless: number
}

/** Why an order is looked up: a message, a newer list, or its regular turn. */
type Reason = 'message' | 'list' | 'turn'

const keyOf = (intentId: string, index: number): string => `${intentId} ${index}`

export type RestingOrders = {
  /** Records the current state of an order. */
  noted: (intent: OrderIntent) => void
  named: (order: OrderIds) => void
  /** Call when a list may have been read, and about every second. */
  refresh: () => void
  stop: () => void
}

export function createRestingOrders(
  state: TradingState,
  changed: (intent: OrderIntent) => void,
): RestingOrders {
  return new Follower(state, changed)
}

class Follower implements RestingOrders {
  readonly #state: TradingState
  readonly #changed: (intent: OrderIntent) => void
  readonly #readRecords: ReturnType<typeof createRecordsReader>
  readonly #entries = new Map<string, Entry>()
  readonly #byClientId = new Map<string, string>()
  readonly #byId = new Map<string, string>()
  /** Ids and client ids, newest last. */
  readonly #heard = new Set<string>()
  /** The orders to look up next. */
  readonly #wanted = new Map<string, Reason>()
  #comparedAsOf: UnixSeconds | null = null
  #isLoaded = false
  #isLooking = false
  #isStopped = false
  #latest = -Infinity
  /** The kind of an order with a fill after which nothing has been read yet. */
  #filled: OrderKind | null = null
  #readAt = -Infinity
  #next: { at: number; cancel: () => void } | null = null

  constructor(state: TradingState, changed: (intent: OrderIntent) => void) {
    this.#state = state
    this.#changed = changed
    this.#readRecords = createRecordsReader(state.ports, () => this.#isStopped)
  }

  noted = (intent: OrderIntent): void => {
    if (this.#isStopped || intent.keyHint !== this.#state.profile.keyHint) return
    for (const item of intent.items) this.#note(intent, item)
  }

  named = ({ id, clientOrderId }: OrderIds): void => {
    const names = [id, clientOrderId].filter((name) => name !== '')
    for (const name of names) {
      this.#heard.delete(name)
      this.#heard.add(name)
    }
    for (const name of this.#heard)
      if (this.#heard.size > mostHeard) this.#heard.delete(name)
      else break
    const key = this.#byId.get(id) ?? this.#byClientId.get(clientOrderId)
    const entry = key === undefined ? undefined : this.#entries.get(key)
    if (key === undefined || entry === undefined) return
    // Messages about an order that has ended add nothing.
    if (entry.isOver && entry.id === id) return
    this.#wanted.set(key, 'message')
    this.#wake()
  }

  refresh = (): void => {
    if (this.#isStopped || this.#client() === null) return
    this.#load()
    this.#compare()
    const now = this.#state.ports.timing.ticks()
    for (const [key, { isOver: isEnded, isGone, dueAt }] of this.#entries)
      if (!isEnded && !isGone && dueAt <= now && !this.#wanted.has(key))
        this.#wanted.set(key, 'turn')
    this.#wake()
    this.#readAfterFill()
  }

  stop = (): void => {
    this.#isStopped = true
    this.#next?.cancel()
    this.#next = null
  }

  /** Null while the exchange refuses the key: it must not be used. */
  #client(): OrdersClient | null {
    const { ports } = this.#state
    return ports.conditions().keyState === 'accepted' ? ports.client() : null
  }

  #note(intent: OrderIntent, item: IntentItem): void {
    const key = keyOf(intent.id, item.index)
    if (!isFollowable(item)) return
    const { id } = item.order
    const before = this.#entries.get(key)
    const idBefore = before?.id
    const isGone = item.state === 'not-open'
    const isEnded = isGone || isOver(item.order)
    // When the list is full, an order that had already ended is not followed.
    if (before === undefined && isEnded && this.#entries.size >= mostFollowed) return
    const isNew = idBefore !== id
    const entry = before ?? this.#newEntry(intent.id, item.index)
    this.#entries.set(key, entry)
    // Keep the object: a running lookup may still refer to it.
    Object.assign(entry, {
      ...{ id, clientOrderId: item.clientOrderId, dealStock: item.order.dealStock },
      ...{ isOver: isEnded && !isGone, isGone },
      ...(isNew ? { goneSince: null, fruitless: 0 } : {}),
    })
    // The earlier id is not needed: messages about it also have the client id.
    if (isNew && idBefore !== undefined) this.#byId.delete(idBefore)
    this.#byId.set(id, key)
    if (item.clientOrderId !== '') this.#byClientId.set(item.clientOrderId, key)
    if (before !== undefined) return
    this.#evict()
    // A message named it before its response arrived.
    if (isEnded || !(this.#heard.has(id) || this.#heard.has(item.clientOrderId))) return
    this.#wanted.set(key, 'message')
    this.#wake()
  }

  #newEntry(intentId: string, index: number): Entry {
    const { clock, timing } = this.#state.ports
    return {
      ...{ intentId, index, id: '', clientOrderId: '', dealStock: '0' },
      ...{ isOver: false, isGone: false, goneSince: null, fruitless: 0 },
      ...{ knownAt: clock(), dueAt: timing.ticks() + unseenFor * 1000, lookedAt: -Infinity },
    }
  }

  /** Removes the oldest ended order, or else the oldest. */
  #evict(): void {
    if (this.#entries.size <= mostFollowed) return
    const keys = [...this.#entries]
    const [key, entry] = keys.find(([, one]) => one.isOver || one.isGone) ?? keys[0] ?? []
    if (key === undefined || entry === undefined) return
    this.#entries.delete(key)
    this.#wanted.delete(key)
    for (const [id, other] of this.#byId) if (other === key) this.#byId.delete(id)
    this.#byClientId.delete(entry.clientOrderId)
  }

  /** Loads the resting orders of earlier runs, and those of this run so far. */
  #load(): void {
    if (this.#isLoaded) return
    const { repositories, profile, ports, intents } = this.#state
    const resting = repositories.orders.resting(profile.id, ports.clock() - longestRest)
    if (!resting.ok) return
    this.#isLoaded = true
    // Oldest first, because the oldest are evicted first.
    const loaded = [...resting.value, ...intents.recent(), ...intents.open()]
    for (const intent of loaded.toSorted((a, b) => a.createdAt - b.createdAt)) this.noted(intent)
  }

  /** Compares with the list of open orders if it is newer than the last one. */
  #compare(): void {
    const { openOrders, conditionalOrders } = this.#state.ports.conditions()
    const { value, asOf, source, problem, unreadable = [] } = openOrders
    if (value === null || asOf === null || source !== 'live' || problem !== null) return
    if (asOf === this.#comparedAsOf) return
    this.#comparedAsOf = asOf
    const listed = new Map(value.map((order) => [order.id, order]))
    const linked = idsOf(conditionalOrders)
    // The list is incomplete: a missing order may be open.
    const isCut = value.length + unreadable.length >= mostOpenOrders
    for (const [key, entry] of this.#entries) {
      if (entry.isOver || entry.isGone || entry.knownAt >= asOf) continue
      const order = listed.get(entry.id)
      if (order === undefined ? linked.has(entry.id) : !isFurther(order, entry.dealStock)) {
        this.#seen(entry)
        entry.fruitless = 0
      } else if (order !== undefined || !isCut) this.#ask(key, entry)
    }
    for (const { id, clientOrderId } of value) {
      const key = this.#byClientId.get(clientOrderId)
      const entry = key === undefined ? undefined : this.#entries.get(key)
      if (key === undefined || entry === undefined || entry.knownAt >= asOf) continue
      if (entry.id !== id || entry.isOver || entry.isGone) this.#ask(key, entry)
    }
  }

  #seen(entry: Entry): void {
    entry.dueAt = this.#state.ports.timing.ticks() + unseenFor * 1000
    entry.goneSince = null
  }

  #ask(key: string, { lookedAt, fruitless }: Entry): void {
    const doubled = askedAgainAfter * 2 ** fruitless
    const wait = doubled < unseenFor ? doubled : unseenFor
    if (this.#state.ports.timing.ticks() - lookedAt < wait * 1000) return
    if (this.#wanted.get(key) !== 'message') this.#wanted.set(key, 'list')
  }

  #wake(): void {
    if (this.#wanted.size === 0 || this.#isLooking || this.#isStopped) return
    const { timing } = this.#state.ports
    const isNews = [...this.#wanted.values()].some((reason) => reason !== 'turn')
    const untilNext = this.#latest + (isNews ? lookupSpacing : patientSpacing) - timing.ticks()
    const wait = untilNext > togetherWithin ? untilNext : togetherWithin
    const at = timing.ticks() + wait
    if (this.#next !== null && this.#next.at <= at) return
    this.#next?.cancel()
    const cancel = timing.after(wait, () => {
      this.#next = null
      void this.#look()
    })
    this.#next = { at, cancel }
  }

  async #look(): Promise<void> {
    const { ports } = this.#state
    const client = this.#client()
    // Without a connection they stay due, and are looked up once there is one.
    if (client === null || this.#isStopped) return
    const began = ports.timing.ticks()
    const news = [...this.#wanted].filter(([, reason]) => reason !== 'turn')
    const inTurn = [...new Map([...news, ...this.#wanted])].slice(0, mostAtOnce)
    // Hundreds of orders that end at once must not delay the positions.
    const urgent = news.length > 0 && news.length <= mostAtOnce
    const entries = inTurn.flatMap(([key]) => this.#entries.get(key) ?? [])
    const forList = new Set(inTurn.flatMap(([key, reason]) => (reason === 'list' ? [key] : [])))
    for (const [key] of inTurn) this.#wanted.delete(key)
    for (const entry of entries) {
      entry.lookedAt = began
      entry.dueAt = began + askedAgainAfter * 1000
    }
    this.#latest = began
    this.#isLooking = true
    try {
      const wanted = entries.flatMap((entry) => this.#targetOf(entry) ?? [])
      const records = await this.#readRecords(client, {
        ...{ markets: new Map<string, number>(), investments: false, targets: wanted },
        everyId: true,
        urgent,
      })
      if (this.#isStopped) return
      for (const entry of entries) {
        const reads = records.targets.get(entry.id) ?? []
        const isAnswered = reads.every(({ problem }) => problem === null || isClosed(problem))
        if (isAnswered && forList.has(keyOf(entry.intentId, entry.index))) entry.fruitless += 1
        this.#apply(entry, began, reads)
      }
    } finally {
      this.#isLooking = false
      this.#wake()
    }
  }

  #targetOf({ intentId, index, id, clientOrderId }: Entry) {
    const found = this.#state.intents.find(intentId)
    const item = found.ok && found.value !== null ? followedItem(found.value, index) : null
    return item === null ? null : { id, market: item.market, clientOrderId }
  }

  #apply(entry: Entry, began: number, reads: Parameters<typeof progressOf>[1]): void {
    const { intents, ports } = this.#state
    const found = intents.find(entry.intentId)
    const intent = found.ok ? found.value : null
    const item = intent === null ? null : followedItem(intent, entry.index)
    if (intent === null || item === null || item.order.id !== entry.id) return
    const progress = progressOf(item, reads)
    if (progress.kind === 'known') {
      this.#seen(entry)
      entry.knownAt = ports.clock()
      this.#save(entry, withProgress(intent, ports.clock(), entry.index, progress), item.market)
    } else if (progress.kind === 'gone') this.#onGone(entry, began, intent, item)
  }

  #onGone(entry: Entry, began: number, intent: OrderIntent, item: IntentItem): void {
    const { ports } = this.#state
    entry.goneSince ??= began
    entry.dueAt = entry.goneSince + absentAfter * 1000
    if (entry.dueAt > began) return
    entry.dueAt = began + unseenFor * 1000
    if (mayWaitElsewhere(item, entry.id, ports.conditions().conditionalOrders)) return
    this.#save(entry, withoutTrace(intent, ports.clock(), entry.index), item.market)
  }

  #save(entry: Entry, advance: Advance | null, market: string): void {
    if (advance === null) return
    const { intents } = this.#state
    entry.fruitless = 0
    const { intent, isFilled } = advance
    intents.saveOrKeep(intent)
    if (isFilled) {
      intents.noteFill(intent, market)
      this.#filled = intent.kind
      this.#readAfterFill()
    }
    this.#changed(intent)
  }

  /** Limited, because it reads everything and partial fills may come all the time. */
  #readAfterFill(): void {
    const { ports } = this.#state
    const now = ports.timing.ticks()
    if (this.#filled === null || now - this.#readAt < fillSpacing) return
    ports.refreshAfterWrite(this.#filled)
    this.#filled = null
    this.#readAt = now
  }
}

function idsOf({ value, source, problem }: Feed<ConditionalOrder[]>): Set<string> {
  if (value === null || source !== 'live' || problem !== null) return new Set()
  return new Set(
    value.flatMap((pair) =>
      pair.kind === 'oto' ? [pair.order.id] : [pair.stopLoss.id, pair.takeProfit.id],
    ),
  )
}

/**
 * A resting order with a stop loss or take profit may appear only in the list of conditional
 * orders.
 */
function mayWaitElsewhere(
  { stopLoss, takeProfit }: IntentItem,
  id: Order['id'],
  list: Feed<ConditionalOrder[]>,
): boolean {
  if (stopLoss === null && takeProfit === null) return false
  const isRead = list.value !== null && list.source === 'live' && list.problem === null
  return !isRead || list.unreadable !== undefined || idsOf(list).has(id)
}
