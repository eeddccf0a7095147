// Connects one account to the exchange's stream while its key is in use and the settings allow it.
// What the stream says of a list has that list read at once. The figures it sends go to the page or
// the portfolio, margin calls to the alerts, and the orders it names to the orders.
import type { OrderIds } from '../../shared/orders/order.js'
import type { BorrowingEvent } from '../../shared/portfolio/borrowing.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { StreamedPosition } from '../../shared/portfolio/streamed-positions.js'
import type { Decimal } from '../../shared/money.js'
import type {
  PriceTopic,
  StreamedList,
  StreamTopic,
  WatchedMarkets,
} from '../../shared/portfolio/stream.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { TradingClient } from '../exchange/exchange-client.js'
import {
  createStreamClient,
  type StreamClient,
  type StreamClientEvents,
  type TokenPace,
} from '../exchange/stream/stream-client.js'
import type { FeedName } from '../polling/poll-scheduler.js'
import type { Monitor } from '../portfolio/portfolio.js'

const tradesChange: readonly FeedName[] = [
  'positions',
  'openOrders',
  'conditionalOrders',
  'collateralSummary',
  'collateralBalance',
  'tradeBalance',
]

/** What is read when a channel says that something changed. */
const feedsOf: Record<StreamTopic, readonly FeedName[]> = {
  positionsMargin: ['positions', 'collateralSummary'],
  positionsAccountMargin: ['positions', 'collateralSummary'],
  balanceMargin: ['collateralBalance', 'collateralSummary'],
  balanceSpot: ['tradeBalance'],
  borrowsMargin: ['collateralBalance', 'collateralSummary'],
  borrowsAccountMargin: ['collateralBalance', 'collateralSummary'],
  ordersPending: ['openOrders', 'conditionalOrders'],
  ordersExecuted: ['openOrders', 'conditionalOrders'],
  deals: tradesChange,
}

/**
 * The channels that announce every change of a list. Open orders are not among them: no source says
 * that a subscription without markets covers all of them.
 */
const lists: ReadonlyMap<StreamTopic, StreamedList> = new Map([
  ['positionsMargin', 'positions'],
  ['balanceMargin', 'collateralBalance'],
  ['balanceSpot', 'tradeBalance'],
])

function listsOf(topics: ReadonlySet<StreamTopic>): Set<StreamedList> {
  return new Set([...topics].flatMap((topic) => lists.get(topic) ?? []))
}

/**
 * Milliseconds after which a computer that was about to sleep counts as awake: timers do not run
 * while it sleeps, and not every announced sleep happens and is followed by waking up.
 */
const awakeAfterMs = 60_000

export type AccountStream = {
  /** The key was accepted, dropped or replaced, or the settings changed. */
  update: () => void
  /** Proxy or address family changed. */
  replace: () => void
  suspended: () => void
  /** The computer woke up, or its clock was set. */
  woken: () => void
  /** Prices of these markets from now on, and of no others. */
  watch: (wanted: WatchedMarkets) => void
  close: () => void
}

type AccountStreamParts = {
  clock: Clock
  timing: Timing
  /** 0 ≤ n < 1. */
  random: () => number
  /** Of a key that the exchange has accepted; null without one. */
  client: () => TradingClient | null
  isWanted: () => boolean
  monitor: Monitor['stream']
  positionEvent: (position: Position) => void
  /** Null if their updates have stopped. */
  positions: (list: readonly StreamedPosition[] | null) => void
  borrowingEvent: (event: BorrowingEvent) => void
  orderNamed: (order: OrderIds) => void
  price: (topic: PriceTopic, market: string, price: Decimal) => void
  /** Received prices are no longer of use. */
  pricesOver: () => void
}

function eventsOf(parts: AccountStreamParts, viewChanged: () => void): StreamClientEvents {
  const { monitor } = parts
  return {
    live: (topics) => {
      monitor.hears(listsOf(topics))
      monitor.changed(tradesChange)
    },
    hears: (topics) => monitor.hears(listsOf(topics)),
    lost: () => {
      monitor.hears(new Set())
      monitor.positions(null)
      parts.positions(null)
    },
    changed: (topic, change) => {
      const list = lists.get(topic)
      if (list !== undefined) monitor.announced(list, change)
      if (change === 'substance') monitor.changed(feedsOf[topic])
    },
    positionEvent: parts.positionEvent,
    positions: (list) => {
      monitor.positions(list)
      parts.positions(list)
    },
    borrowings: (list) => monitor.borrowings(list),
    borrowingEvent: parts.borrowingEvent,
    orderNamed: parts.orderNamed,
    price: parts.price,
    viewChanged,
  }
}

export function openAccountStream(parts: AccountStreamParts): AccountStream {
  const { clock, timing, random, monitor } = parts
  const pace: TokenPace = { nextMs: -Infinity }
  let wanted: WatchedMarkets = { lastprice: [], premiumIndex: [] }
  let isSuspended = false
  let cancelAwake: () => void = () => undefined
  let current: { owner: TradingClient; stream: StreamClient } | null = null

  const connect = (owner: TradingClient): void => {
    const stream: StreamClient = createStreamClient({
      clock,
      timing,
      random,
      open: owner.openStream,
      fetchToken: owner.streamToken,
      pace,
      events: eventsOf(parts, () => monitor.viewChanged(stream.view())),
    })
    current = { owner, stream }
    stream.watch(wanted)
    stream.start()
  }

  const close = (): void => {
    const ended = current
    current = null
    if (ended === null) return
    ended.stream.stop()
    parts.pricesOver()
  }

  const update = (): void => {
    const owner = parts.isWanted() && !isSuspended ? parts.client() : null
    if (owner === (current?.owner ?? null)) return
    close()
    if (owner !== null) connect(owner)
  }

  const awake = (): void => {
    cancelAwake()
    isSuspended = false
    update()
  }

  return {
    update,
    replace: (): void => current?.stream.reconnect('replaced'),
    suspended: (): void => {
      isSuspended = true
      update()
      cancelAwake()
      cancelAwake = timing.after(awakeAfterMs, awake)
    },
    woken: (): void => {
      current?.stream.reconnect('slept')
      parts.pricesOver()
      awake()
    },
    watch: (markets: WatchedMarkets): void => {
      wanted = markets
      current?.stream.watch(markets)
    },
    close,
  }
}
