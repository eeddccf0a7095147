// The exchange's own lists, read for orders without a response. Those of one market in the order
// active, ended, active again, so that an order that ends between two reads is in one of them. Not
// in the specification: an exchange may deny them to the key, or not have them.
import type { FixedInvestment } from '../../shared/investments/investment.js'
import type { ConditionalOrder, Order } from '../../shared/orders/order.js'
import { isClosedToKey } from '../../shared/portfolio/feed.js'
import {
  heldInCollateral,
  heldInMain,
  heldInTrade,
  type PurseHolding,
} from '../../shared/portfolio/purses.js'
import type { Purse } from '../../shared/portfolio/purse.js'
import type { Problem } from '../../shared/problem.js'
import type { Unreadable } from '../../shared/unreadable.js'
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Answer } from '../exchange/exchange-client.js'
import type { ClientId, OrderId } from '../exchange/target-mapping.js'
import type { OrdersClient } from './trading-state.js'

/**
 * Maximum members of a page. A service with a lower cap sends fewer, so a short page is not taken
 * for the last.
 */
const pageSize = 100
/** More are not read: then nothing is proven to be absent. */
const mostPages = 10
/**
 * How far back cancelled orders of any market are searched, in seconds: the exchange’s history
 * reaches back 31 days.
 */
const historySeconds = 30 * 86_400
/** Seconds until a list closed to the key is requested again. */
const closedFor = 600

/**
 * One read of one list. `moved`: it changed between two pages or has more than are read, so
 * something may be missing.
 */
export type RecordRead<T> = {
  what: MessageOrText
  at: UnixSeconds
  members: readonly T[]
  unreadable: readonly Unreadable[]
  moved: boolean
  problem: Problem | null
}

/** Complete unless the last one has a problem. */
export type ClosingOrder = {
  order: Order | null
  reads: readonly [RecordRead<{ id: string }>, ...RecordRead<Order>[]]
}

export type ExchangeRecords = {
  markets: ReadonlyMap<string, readonly RecordRead<Order>[]>
  investments: readonly RecordRead<FixedInvestment>[]
  /**
   * By id, what was read about an order to be cancelled: among the open ones, and if not there,
   * among the ended ones; and if it is not filled, the same by its client id, which it keeps if it
   * was changed elsewhere.
   */
  targets: ReadonlyMap<string, readonly RecordRead<Order>[]>
  /** By position id: the order that changed it last, null if that is unknown, and its reads. */
  closing: ReadonlyMap<string, ClosingOrder>
  /** What each balance holds. */
  purses: ReadonlyMap<Purse, RecordRead<PurseHolding>>
  /** Orders that belong together; null if they were not read. */
  linked: RecordRead<ConditionalOrder> | null
  /**
   * The history was seen to contain a cancelled order: for a B2B partner's account it omits them.
   */
  keepsCancelled: boolean
}

export type RecordsWanted = {
  /** By market: from which moment on, in whole Unix seconds of the exchange. */
  markets: ReadonlyMap<string, number>
  investments: boolean
  /** Orders looked up by id. */
  targets: readonly (OrderId & ClientId)[]
  /** Positions whose last order is looked up. */
  closed?: readonly OrderId[]
  purses?: readonly Purse[]
  /** Orders that belong together. */
  linked?: boolean
  /**
   * For an open order that was changed elsewhere, also reads its earlier ids, because each id may
   * have some of its fills.
   */
  everyId?: boolean
  /** Before other reads. */
  urgent: boolean
}

export function isWholeRead({ problem, moved }: RecordRead<unknown>): boolean {
  return problem === null && !moved
}

export function isClosed(problem: Problem): boolean {
  return isClosedToKey(problem) || problem.code === 'not-found'
}

type Ask<T> = (page: { limit: number; offset: number }) => Promise<Answer<T[]>>

/**
 * As cancelled by a user or a client. Orders the service itself cancels may be listed for a partner
 * too.
 */
function isPlainCancel({ status }: Order): boolean {
  return status === 'CANCELED' || status === 'CANCELLED'
}

/**
 * Pages overlap by one member: if it differs, the list changed in between. The last page contains
 * only the overlap.
 */
async function readPages<T extends { id: string }>(
  what: MessageOrText,
  clock: Clock,
  ask: Ask<T>,
): Promise<RecordRead<T>> {
  const members: T[] = []
  const unreadable: Unreadable[] = []
  let moved = false
  for (let number = 0; number < mostPages; number += 1) {
    // After a member that could not be read there is nothing to compare with.
    const overlap = number > 0 && unreadable.length === 0
    const answer = await ask({
      limit: pageSize,
      offset: members.length + unreadable.length - (overlap ? 1 : 0),
    })
    if (!answer.ok)
      return { what, at: clock(), members, unreadable, moved: true, problem: answer.error }
    const { value, unreadable: left = [] } = answer.value
    const overlaps = overlap && value[0] !== undefined && value[0].id === members.at(-1)?.id
    if (overlap && !overlaps) moved = true
    const fresh = overlaps ? value.slice(1) : value
    members.push(...fresh)
    unreadable.push(...left)
    if (fresh.length + left.length === 0)
      return { what, at: clock(), members, unreadable, moved, problem: null }
  }
  return { what, at: clock(), members, unreadable, moved: true, problem: null }
}

/** The history's code for a client id that no order has. */
const noSuchClientId = 30

/**
 * By an id, in one request. If other orders come back, the id was ignored, and an absence among
 * them proves nothing.
 */
async function readOne(
  what: MessageOrText,
  clock: Clock,
  isAsked: (order: Order) => boolean,
  ask: () => Promise<Answer<Order[]>>,
): Promise<RecordRead<Order>> {
  const answer = await ask()
  if (!answer.ok && answer.error.code === 'refused' && answer.error.server?.code === noSuchClientId)
    return { what, at: clock(), members: [], unreadable: [], moved: false, problem: null }
  if (!answer.ok)
    return { what, at: clock(), members: [], unreadable: [], moved: true, problem: answer.error }
  const { value, unreadable = [] } = answer.value
  return {
    what,
    at: clock(),
    members: value,
    unreadable,
    moved: !value.every(isAsked),
    problem: null,
  }
}

async function readPurse<T>(
  purse: Purse,
  clock: Clock,
  ask: () => Promise<Answer<T[]>>,
  held: (balances: readonly T[]) => PurseHolding[],
): Promise<RecordRead<PurseHolding>> {
  const answer = await ask()
  const what = messageOf('orders.asked.purse', {
    wallet: messageOf(`common.wallet.${purse}`),
  })
  return {
    what,
    at: answer.ok ? answer.value.at : clock(),
    members: answer.ok ? held(answer.value.value) : [],
    unreadable: answer.ok ? (answer.value.unreadable ?? []) : [],
    moved: !answer.ok,
    problem: answer.ok ? null : answer.error,
  }
}

export function purseOf(
  client: OrdersClient,
  purse: Purse,
  clock: Clock,
  urgent: boolean,
): Promise<RecordRead<PurseHolding>> {
  switch (purse) {
    case 'main':
      return readPurse(purse, clock, () => client.mainBalance({ urgent }), heldInMain)
    case 'trade':
      return readPurse(purse, clock, () => client.tradeBalance({ urgent }), heldInTrade)
    case 'collateral':
      return readPurse(purse, clock, () => client.collateralBalance({ urgent }), heldInCollateral)
  }
}

/** Lists that may be closed to a key independently. */
type List =
  | 'orders'
  | 'investments'
  | 'active by id'
  | 'ended by id'
  | 'active by client id'
  | 'ended by client id'
  | 'orders of a position'
  | 'linked orders'

type Step<T> = () => Promise<RecordRead<T>>

/** Up to the first that fails: without it the others prove nothing. */
async function inTurn<T>(
  steps: readonly Step<T>[],
  isStopped: () => boolean,
): Promise<RecordRead<T>[]> {
  const reads: RecordRead<T>[] = []
  for (const step of steps) {
    const read = await step()
    reads.push(read)
    if (read.problem !== null || isStopped()) return reads
  }
  return reads
}

function isWhole(reads: readonly RecordRead<Order>[]): boolean {
  return reads.length > 0 && reads.every(isWholeRead)
}

/**
 * Sends only reads. What is closed to the key is remembered, and returns the same result for ten
 * minutes. `isStopped` is checked before each list: what is read after that does not count.
 */
export type RecordsReader = (
  client: OrdersClient,
  wanted: RecordsWanted,
) => Promise<ExchangeRecords>

export function createRecordsReader(
  { clock, timing }: { clock: Clock; timing: Timing },
  isStopped: () => boolean,
): RecordsReader {
  let keepsCancelled = false
  const closed = new Map<List, { until: number; problem: Problem; at: UnixSeconds }>()

  const reading = async <T>(
    list: List,
    what: MessageOrText,
    step: Step<T>,
  ): Promise<RecordRead<T>> => {
    const known = closed.get(list)
    if (known !== undefined && known.until > timing.ticks())
      return {
        what,
        at: known.at,
        members: [],
        unreadable: [],
        moved: true,
        problem: known.problem,
      }
    const read = await step()
    if (read.problem === null) closed.delete(list)
    else if (isClosed(read.problem))
      closed.set(list, {
        until: timing.ticks() + closedFor * 1000,
        problem: read.problem,
        at: read.at,
      })
    return read
  }

  const pages = <T extends { id: string }>(
    list: List,
    what: MessageOrText,
    ask: Ask<T>,
  ): Promise<RecordRead<T>> => reading(list, what, () => readPages(what, clock, ask))

  const ordersOf = (
    client: OrdersClient,
    market: string,
    from: number,
    urgent: boolean,
  ): Promise<RecordRead<Order>[]> => {
    const active = (what: MessageOrText): Step<Order> => {
      return () =>
        pages('orders', what, (page) => client.activeOrders({ market, ...page }, { urgent }))
    }
    const steps = [
      active(messageOf('orders.asked.active', { market })),
      () =>
        pages('orders', messageOf('orders.asked.history', { market }), (page) =>
          client.orderHistory({ market, from, ...page }, { urgent }),
        ),
      active(messageOf('orders.asked.active-again', { market })),
    ]
    return inTurn(steps, isStopped)
  }

  const renewedOf = async (
    client: OrdersClient,
    order: ClientId,
    { urgent, everyId = false }: Pick<RecordsWanted, 'urgent' | 'everyId'>,
  ): Promise<RecordRead<Order>[]> => {
    const { market, clientOrderId: id } = order
    const ask = (
      list: List,
      what: MessageOrText,
      question: () => Promise<Answer<Order[]>>,
    ): Promise<RecordRead<Order>> =>
      reading(list, what, () =>
        readOne(what, clock, ({ clientOrderId }) => clientOrderId === id, question),
      )
    const active = await ask(
      'active by client id',
      messageOf('orders.asked.client-open', { id, market }),
      () => client.activeOrder({ market, clientOrderId: id }, { urgent }),
    )
    if (active.problem !== null) return [active]
    if (active.members.length > 0 && !everyId) return [active]
    return [
      active,
      await ask('ended by client id', messageOf('orders.asked.client-ended', { id, market }), () =>
        client.endedOrder({ market, clientOrderId: id }, { urgent }),
      ),
    ]
  }

  /**
   * An open order cannot already be in the history, so the second request is sent only if it is not
   * open.
   */
  const targetOf = async (
    client: OrdersClient,
    order: OrderId & ClientId,
    wanted: Pick<RecordsWanted, 'urgent' | 'everyId'>,
  ): Promise<RecordRead<Order>[]> => {
    const { urgent } = wanted
    const { id, market } = order
    const ask = (
      list: List,
      what: MessageOrText,
      question: () => Promise<Answer<Order[]>>,
    ): Promise<RecordRead<Order>> =>
      reading(list, what, () => readOne(what, clock, (one) => one.id === id, question))
    const active = await ask(
      'active by id',
      messageOf('orders.asked.order-open', { id, market }),
      () => client.activeOrder({ id, market }, { urgent }),
    )
    if (active.problem !== null || active.members.some((one) => one.id === id)) return [active]
    const ended = await ask(
      'ended by id',
      messageOf('orders.asked.order-ended', { id, market }),
      () => client.endedOrder({ id, market }, { urgent }),
    )
    const isFilled = ended.members.some((one) => one.id === id && one.status === 'FILLED')
    if (order.clientOrderId === '' || isFilled || isStopped()) return [active, ended]
    return [active, ended, ...(await renewedOf(client, order, wanted))]
  }

  /**
   * Looks for a cancelled order among those just read, then among the newest of any market. Once
   * seen, it holds for this key.
   */
  const lookForCancelled = async (
    client: OrdersClient,
    markets: readonly RecordRead<Order>[][],
    urgent: boolean,
  ): Promise<void> => {
    keepsCancelled ||= markets.some(([, ended]) => ended?.members.some(isPlainCancel) ?? false)
    if (keepsCancelled || isStopped() || !markets.some(isWhole)) return
    const now = clock()
    const newest = await client.orderHistory(
      { from: now - (now % 1) - historySeconds, limit: pageSize, offset: 0 },
      { urgent },
    )
    keepsCancelled = newest.ok && newest.value.value.some(isPlainCancel)
  }

  /**
   * In two steps, because the history of a position does not carry all of an order. Never urgent:
   * it only gives a price.
   */
  const closingOrder = async (
    client: OrdersClient,
    { id: positionId, market }: OrderId,
  ): Promise<ClosingOrder> => {
    const what = messageOf('orders.asked.position-orders', { id: positionId, market })
    const changes = await reading('orders of a position', what, async () => {
      const answer = await client.positionOrders({ id: positionId, market })
      return {
        what,
        at: clock(),
        members: answer.ok ? answer.value.value.map((id) => ({ id })) : [],
        unreadable: [],
        moved: !answer.ok,
        problem: answer.ok ? null : answer.error,
      }
    })
    const [latest] = changes.members
    if (latest === undefined || isStopped()) return { order: null, reads: [changes] }
    const { id } = latest
    const asked = messageOf('orders.asked.order-ended', { id, market })
    const ended = await reading('ended by id', asked, () =>
      readOne(
        asked,
        clock,
        (order) => order.id === id,
        () => client.endedOrder({ id, market }),
      ),
    )
    const order = ended.members.find((one) => one.id === id) ?? null
    return { order, reads: [changes, ended] }
  }

  return async (client, wanted) => {
    const { urgent } = wanted
    const markets = new Map<string, RecordRead<Order>[]>()
    for (const [market, from] of wanted.markets)
      if (!isStopped()) markets.set(market, await ordersOf(client, market, from, urgent))
    await lookForCancelled(client, [...markets.values()], urgent)
    const ask: Ask<FixedInvestment> = (page) => client.fixedInvestments(page, { urgent })
    const investments =
      wanted.investments && !isStopped()
        ? [await pages('investments', messageOf('orders.asked.investments'), ask)]
        : []
    const targets = new Map<string, RecordRead<Order>[]>()
    for (const order of wanted.targets)
      if (!isStopped()) targets.set(order.id, await targetOf(client, order, wanted))
    const closing = new Map<string, ClosingOrder>()
    for (const position of wanted.closed ?? [])
      if (!isStopped()) closing.set(position.id, await closingOrder(client, position))
    const purses = new Map<Purse, RecordRead<PurseHolding>>()
    for (const purse of wanted.purses ?? [])
      if (!isStopped()) purses.set(purse, await purseOf(client, purse, clock, urgent))
    const askLinked: Ask<ConditionalOrder> = (page) => client.conditionalOrders(page, { urgent })
    const linked =
      wanted.linked === true && !isStopped()
        ? await pages('linked orders', messageOf('orders.asked.linked'), askLinked)
        : null
    return { markets, investments, targets, closing, purses, linked, keepsCancelled }
  }
}
