// The exchange's own lists, asked for orders without an answer. Those of one market in the order active, ended, active again, so that an
// order that ends between two reads is in one of them. Not in the specification: an exchange may keep them from the key, or not know them.
import type { FixedInvestment } from '../../shared/domain/investment.js'
import type { Order } from '../../shared/domain/order.js'
import { isClosedToKey } from '../../shared/domain/feed.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Answer } from '../exchange/exchange-client.js'
import type { OrdersClient } from './trading-state.js'

/** Members of a full page; a page with fewer is the last. */
const pageSize = 100
/** More are not read: then nothing is proven to be absent. */
const mostPages = 10
/** Seconds until a list that is closed to the key is asked for again. */
const closedFor = 600

/** One reading of one list. `moved`: it changed between two pages or has more than are read, so something may be missing. */
export type RecordRead<T> = {
  what: string
  at: UnixSeconds
  members: readonly T[]
  unreadable: readonly Unreadable[]
  moved: boolean
  problem: Problem | null
}

/** Complete unless the last one has a problem. */
export type ExchangeRecords = {
  markets: ReadonlyMap<string, readonly RecordRead<Order>[]>
  investments: readonly RecordRead<FixedInvestment>[]
  /** The key is not a partner's: only of partners the history leaves cancelled orders out. */
  keepsCancelled: boolean
}

export type RecordsWanted = {
  /** By market: from which moment on, in whole Unix seconds of the exchange. */
  markets: ReadonlyMap<string, number>
  investments: boolean
  /** Something of it may have been filled in part and cancelled. */
  partner: boolean
}

export const isWholeRead = ({ problem, moved }: RecordRead<unknown>): boolean => problem === null && !moved

const isClosed = (problem: Problem): boolean => isClosedToKey(problem) || problem.code === 'not-found'

type Ask<T> = (page: { limit: number; offset: number }) => Promise<Answer<T[]>>

/** Pages overlap by one member: where it is another one, the list has changed in between. */
const readPages = async <T extends { id: string }>(what: string, clock: Clock, ask: Ask<T>): Promise<RecordRead<T>> => {
  const members: T[] = []
  const unreadable: Unreadable[] = []
  let moved = false
  for (let number = 0; number < mostPages; number += 1) {
    const answer = await ask({ limit: pageSize, offset: number * (pageSize - 1) })
    if (!answer.ok) return { what, at: clock(), members, unreadable, moved: true, problem: answer.error }
    const { value, unreadable: left = [] } = answer.value
    const overlaps = number > 0 && value[0] !== undefined && value[0].id === members.at(-1)?.id
    if (number > 0 && !overlaps) moved = true
    members.push(...(overlaps ? value.slice(1) : value))
    unreadable.push(...left)
    if (value.length + left.length < pageSize) return { what, at: clock(), members, unreadable, moved, problem: null }
  }
  return { what, at: clock(), members, unreadable, moved: true, problem: null }
}

type Step<T> = () => Promise<RecordRead<T>>

/** Up to the first that fails: without it the others prove nothing. */
const inTurn = async <T>(steps: readonly Step<T>[]): Promise<RecordRead<T>[]> => {
  const reads: RecordRead<T>[] = []
  for (const step of steps) {
    const read = await step()
    reads.push(read)
    if (read.problem !== null) return reads
  }
  return reads
}

/** Never sends anything but reads. What is closed to the key is remembered, and answers for ten minutes as it did. */
export const createRecordsReader = ({ clock, timing }: { clock: Clock; timing: Timing }) => {
  const closed = new Map<'orders' | 'investments', { until: number; problem: Problem; at: UnixSeconds }>()

  const reading = async <T extends { id: string }>(list: 'orders' | 'investments', what: string, ask: Ask<T>): Promise<RecordRead<T>> => {
    const known = closed.get(list)
    if (known !== undefined && known.until > timing.ticks())
      return { what, at: known.at, members: [], unreadable: [], moved: true, problem: known.problem }
    const read = await readPages(what, clock, ask)
    if (read.problem === null) closed.delete(list)
    else if (isClosed(read.problem)) closed.set(list, { until: timing.ticks() + closedFor * 1000, problem: read.problem, at: read.at })
    return read
  }

  const investmentsOf = (client: OrdersClient): Step<FixedInvestment> => {
    return () => reading('investments', 'Fixed-term investments', (page) => client.fixedInvestments(page, { urgent: true }))
  }

  const ordersOf = (client: OrdersClient, market: string, from: number): Promise<RecordRead<Order>[]> => {
    const active = (what: string): Step<Order> => {
      return () => reading('orders', what, (page) => client.activeOrders({ market, ...page }, { urgent: true }))
    }
    return inTurn([
      active(`Active orders on ${market}`),
      () => reading('orders', `Order history of ${market}`, (page) => client.orderHistory({ market, from, ...page }, { urgent: true })),
      active(`Active orders on ${market}, again`),
    ])
  }

  return async (client: OrdersClient, wanted: RecordsWanted): Promise<ExchangeRecords> => {
    const markets = new Map<string, RecordRead<Order>[]>()
    for (const [market, from] of wanted.markets) markets.set(market, await ordersOf(client, market, from))
    const investments = wanted.investments || wanted.partner ? [await investmentsOf(client)()] : []
    return { markets, investments, keepsCancelled: investments[0]?.problem?.code === 'b2b-only' }
  }
}
