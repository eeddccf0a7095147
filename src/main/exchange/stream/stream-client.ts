// One account's connection to the stream: token, authorization, subscriptions, liveness and
// reconnecting. A message says that something changed, which is then read over HTTP. Figures
// come from it only where they move with the price, and where no response has them. There is no
// replay, so whatever connects may have missed anything.
import type { OrderIds } from '../../../shared/orders/order.js'
import type { BorrowingEvent } from '../../../shared/portfolio/borrowing.js'
import type { StreamedBorrowing } from '../../../shared/portfolio/portfolio.js'
import { sameJson } from '../../../shared/json.js'
import { compare, type Decimal } from '../../../shared/money.js'
import { isClosedToKey } from '../../../shared/portfolio/feed.js'
import type { Position } from '../../../shared/portfolio/position.js'
import type { Problem } from '../../../shared/problem.js'
import {
  type PriceTopic,
  priceTopics,
  type StreamChange,
  type StreamClientView,
  type StreamEnd,
  type StreamState,
  type StreamTopic,
  streamTopics,
  type WatchedMarkets,
} from '../../../shared/portfolio/stream.js'
import type { Clock, Timing, UnixSeconds } from '../../../shared/time.js'
import {
  isStreamChannel,
  type StreamBorrowing,
  streamChannels,
  type StreamUpdate,
} from '../../../v4/stream/channels.js'
import { isPriceChannel, priceChannels } from '../../../v4/stream/price-channels.js'
import { isDone, readFrame, type StreamFrame, streamRequest } from '../../../v4/stream/frames.js'
import type { StreamedPosition } from '../../../shared/portfolio/streamed-positions.js'
import type { Answer } from '../exchange-client.js'
import {
  isOlderList,
  toBorrowingEvent,
  toEventPosition,
  toStreamedBorrowing,
  toStreamedPosition,
} from './stream-mapping.js'
import type { OpenStreamSocket, StreamSocket } from './stream-socket.js'

/**
 * When the next token may be asked for, in milliseconds of the ticks. It outlasts the client: a
 * switch turned off and on asks for no more tokens.
 */
export type TokenPace = { nextMs: number }

export type StreamClientEvents = {
  /** Authorized and subscribed to these; what was sent before is lost. */
  live(topics: ReadonlySet<StreamTopic>): void
  /** Only these are understood from now on. */
  hears(topics: ReadonlySet<StreamTopic>): void
  /** Updates have stopped. */
  lost(): void
  changed(topic: StreamTopic, change: StreamChange): void
  positionEvent(position: Position): void
  /** The complete list. */
  positions(list: StreamedPosition[]): void
  /** The complete list; null if nothing is known of it any more. */
  borrowings(list: StreamedBorrowing[] | null): void
  borrowingEvent(event: BorrowingEvent): void
  /** It opened, changed or ended. */
  orderNamed(order: OrderIds): void
  price(topic: PriceTopic, market: string, price: Decimal): void
  /** State, subscriptions or the reasons of the ends changed. */
  viewChanged(): void
}

export type StreamClient = {
  start: () => void
  /** Ends the connection and drops the token. */
  stop: () => void
  /** The computer slept, or connections are made in another way from now on. */
  reconnect: (why: 'slept' | 'replaced') => void
  /** Prices of these markets from now on, and of no others. */
  watch: (wanted: WatchedMarkets) => void
  view: () => StreamClientView
}

/** Milliseconds for the connection with its handshake, and for each answer. */
const connectLimitMs = 15_000
const answerLimitMs = 10_000
/**
 * The documentation asks for a ping within 60 s. A dead connection must not look alive for that
 * long, so pings are as frequent as the usual polling.
 */
const pingEveryMs = 10_000
const pongLimitMs = 5_000
/** Milliseconds between two attempts: the first, doubling, and the longest. */
const firstWaitMs = 1_000
const longestWaitMs = 30_000
/** A connection that lasted this long was good: the next wait is the first again. */
const goodAfterMs = 60_000
/** The exchange allows ten in a minute, for all programs that use the address. */
const tokenSpacingMs = 15_000
/** After more than that: the whole minute, and up to as much again. */
const tokenLimitedMs = 60_000
/** As for a list that the key may not read. */
const noAccessWaitMs = 600_000
const keptEnds = 10
const mostUnknownMembers = 30
const longestMember = 64
/** More than any account has; what is not remembered is news. */
const mostRemembered = 5000
/** Milliseconds between two changes of the markets whose prices are subscribed to. */
const watchGapMs = 2_000
const bucketMs = 10_000
const bucketsOfAMinute = 6

const authorizeId = 1
const pingId = 2
const firstSubscriptionId = 10
const firstWatchId = 1000

type Session = {
  socket: StreamSocket | null
  step: 'connecting' | 'authorizing' | 'subscribing' | 'live'
  startedMs: number
  /** Subscriptions not answered yet, by the id of their request. */
  asked: Map<number, StreamTopic>
  subscribed: Set<StreamTopic>
  /** What each channel last said, part by part. */
  memory: Map<StreamTopic, ReadonlyMap<string, string>>
  borrowings: readonly StreamBorrowing[]
  isPinged: boolean
  /** Subscriptions to prices that are not answered yet, by the id of their request. */
  pricesAsked: Map<number, PriceTopic>
  /** The markets that were last subscribed to. */
  watched: WatchedMarkets
  /** When the latest price of a market was sent, by the exchange's clock. */
  priceSentAt: Map<string, Decimal>
}

const nothingWatched: WatchedMarkets = { lastprice: [], premiumIndex: [] }

export function createStreamClient(parts: {
  clock: Clock
  timing: Timing
  /** 0 ≤ n < 1. */
  random: () => number
  open: OpenStreamSocket
  fetchToken: () => Promise<Answer<{ token: string }>>
  pace: TokenPace
  events: StreamClientEvents
}): StreamClient {
  const { clock, timing, pace, events } = parts
  let isWanted = false
  let state: StreamState = 'off'
  let since: UnixSeconds | null = null
  let session: Session | null = null
  let heldToken: string | null = null
  let failures = 0
  let ends: StreamClientView['ends'] = []
  let unknown = 0
  let unreadable = 0
  const unknownMembers = new Set<string>()
  const heardAt = new Map<StreamTopic | PriceTopic, UnixSeconds>()
  const refused = new Set<StreamTopic | PriceTopic>()
  const buckets = new Map<number, number>()
  let cancelStep: () => void = () => undefined
  let cancelPing: () => void = () => undefined
  let wanted = nothingWatched
  let watchId = firstWatchId
  let cancelWatch: (() => void) | null = null

  const show = (next: StreamState): void => {
    if (next !== state) {
      state = next
      since = clock()
    }
    events.viewChanged()
  }

  const within = (ms: number, act: () => void): void => {
    cancelStep()
    cancelStep = timing.after(ms, act)
  }

  const drop = (): void => {
    cancelStep()
    cancelPing()
    cancelWatch?.()
    cancelWatch = null
    const dropped = session
    session = null
    dropped?.socket?.close()
    if (dropped !== null) events.borrowings(null)
    if (dropped?.step === 'live') events.lost()
  }

  /** Half of the wait is random, so that clients cut off together do not return together. */
  const nextWait = (): number => {
    const longest = Math.min(firstWaitMs * 2 ** failures, longestWaitMs)
    return Math.max(firstWaitMs, longest * (0.5 + parts.random() / 2))
  }

  const end = (why: StreamEnd, waitMs: number | null = null): void => {
    const lasted = session?.step === 'live' && timing.ticks() - session.startedMs >= goodAfterMs
    drop()
    if (!isWanted) return
    if (lasted) failures = 0
    ends = [{ at: clock(), why }, ...ends].slice(0, keptEnds)
    const wait = waitMs ?? nextWait()
    failures += 1
    within(wait, connect)
    show('waiting')
  }

  /** What goes wrong here must neither escape nor leave the connection as it is. */
  const guarded = (current: Session, act: () => void): void => {
    try {
      act()
    } catch {
      if (session === current) end('fault')
    }
  }

  const send = (id: number, method: string, params: readonly unknown[]): void =>
    session?.socket?.send(streamRequest(id, method, params))

  const ping = (): void => {
    if (session === null) return
    session.isPinged = true
    send(pingId, 'ping', [])
    cancelPing = timing.after(pongLimitMs, () => end('silent'))
  }

  const ponged = (current: Session): void => {
    if (!current.isPinged) return
    current.isPinged = false
    cancelPing()
    cancelPing = timing.after(pingEveryMs, ping)
    events.viewChanged()
  }

  const subscribe = (current: Session): void => {
    current.step = 'subscribing'
    streamTopics.forEach((topic, at) => {
      current.asked.set(firstSubscriptionId + at, topic)
      send(firstSubscriptionId + at, `${topic}_subscribe`, streamChannels[topic].params)
    })
    within(answerLimitMs, () => end('silent'))
  }

  /** A new subscription replaces the previous one of its channel. */
  const watchPrices = (): void => {
    const current = session
    if (current?.step !== 'live' || cancelWatch !== null) return
    for (const topic of priceTopics) {
      const markets = wanted[topic]
      if (sameJson(markets, current.watched[topic])) continue
      current.watched = { ...current.watched, [topic]: markets }
      watchId += 1
      current.pricesAsked.set(watchId, topic)
      send(watchId, `${topic}_${markets.length === 0 ? 'un' : ''}subscribe`, markets)
      cancelWatch ??= timing.after(watchGapMs, () => {
        cancelWatch = null
        watchPrices()
      })
    }
  }

  const pricesAnswered = (topic: PriceTopic, isAccepted: boolean): void => {
    if (isAccepted) refused.delete(topic)
    else refused.add(topic)
    events.viewChanged()
  }

  const authorized = (current: Session, isAccepted: boolean): void => {
    if (isAccepted) return subscribe(current)
    heldToken = null
    end('token')
  }

  const subscribed = (current: Session, topic: StreamTopic, isAccepted: boolean): void => {
    if (isAccepted) {
      current.subscribed.add(topic)
      refused.delete(topic)
    } else refused.add(topic)
    if (current.asked.size > 0) return
    cancelStep()
    if (current.subscribed.size === 0) return end('not-understood')
    current.step = 'live'
    current.startedMs = timing.ticks()
    cancelPing = timing.after(pingEveryMs, ping)
    show('live')
    if (session === current) events.live(new Set(current.subscribed))
    watchPrices()
  }

  const onAnswer = (current: Session, frame: StreamFrame & { kind: 'answer' }): void => {
    const isAccepted = frame.refusal === null && isDone(frame.result)
    const topic = current.asked.get(frame.id)
    const priceTopic = current.pricesAsked.get(frame.id)
    if (topic !== undefined) {
      current.asked.delete(frame.id)
      subscribed(current, topic, isAccepted)
    } else if (priceTopic !== undefined) {
      current.pricesAsked.delete(frame.id)
      pricesAnswered(priceTopic, isAccepted)
    } else if (frame.id === authorizeId && current.step === 'authorizing')
      authorized(current, isAccepted)
    else if (frame.id === pingId && frame.result === 'pong') ponged(current)
  }

  /** Whether it says anything that was not known. */
  const isNews = (
    current: Session,
    topic: StreamTopic,
    said: NonNullable<StreamUpdate['parts']>,
  ): boolean => {
    const before = current.memory.get(topic)
    const now = new Map(said.of)
    const differs =
      before === undefined || said.of.some(([name, says]) => before.get(name) !== says)
    const isShorter = said.kind === 'list' && before !== undefined && before.size !== now.size
    const remembered =
      said.kind === 'list' ? now : new Map([...(before ?? new Map<string, string>()), ...now])
    if (remembered.size > mostRemembered) current.memory.delete(topic)
    else current.memory.set(topic, remembered)
    return differs || isShorter
  }

  /** Once, its lists are read; until the next connection, it does not count as understood. */
  const onUnreadable = (current: Session, topic: StreamTopic): void => {
    unreadable += 1
    if (topic === 'borrowsMargin') events.borrowings(null)
    if (!current.subscribed.delete(topic) || current.step !== 'live') return
    events.hears(new Set(current.subscribed))
    events.changed(topic, 'substance')
  }

  const noteUnknown = (channel: string, members: readonly string[]): void => {
    for (const member of members)
      if (unknownMembers.size < mostUnknownMembers)
        unknownMembers.add(`${channel}.${member.slice(0, longestMember)}`)
  }

  const onPrice = (current: Session, topic: PriceTopic, params: unknown): void => {
    heardAt.set(topic, clock())
    const update = priceChannels[topic].safeParse(params)
    if (!update.success) {
      unreadable += 1
      return
    }
    const { market, price, sentAt, unknown } = update.data
    noteUnknown(topic, unknown)
    if (price === null || !current.watched[topic].includes(market)) return
    const before = current.priceSentAt.get(market)
    if (sentAt !== null) {
      if (before !== undefined && compare(sentAt, before) < 0) return
      current.priceSentAt.set(market, sentAt)
    }
    events.price(topic, market, price)
  }

  const onUpdate = (
    current: Session,
    { channel, params }: { channel: string; params: unknown },
  ) => {
    if (isPriceChannel(channel)) return onPrice(current, channel, params)
    if (!isStreamChannel(channel)) {
      unknown += 1
      return
    }
    heardAt.set(channel, clock())
    const update = streamChannels[channel].update.safeParse(params)
    if (!update.success) return onUnreadable(current, channel)
    noteUnknown(channel, update.data.unknown)
    const { parts: said, event, positions, borrowings, borrowingEvent, order } = update.data
    if (event !== null) events.positionEvent(toEventPosition(event))
    if (positions !== undefined && current.subscribed.has(channel))
      events.positions(positions.map(toStreamedPosition))
    if (borrowings !== undefined) {
      if (isOlderList(borrowings, current.borrowings)) return
      current.borrowings = borrowings
      events.borrowings(borrowings.map(toStreamedBorrowing))
    }
    if (borrowingEvent !== undefined) events.borrowingEvent(toBorrowingEvent(borrowingEvent))
    if (order !== undefined) events.orderNamed(order)
    const isSubstance = said === null || isNews(current, channel, said)
    events.changed(channel, isSubstance ? 'substance' : 'figures')
  }

  const count = (): void => {
    const bucket = Math.floor(timing.ticks() / bucketMs)
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
    for (const one of buckets.keys()) if (one <= bucket - bucketsOfAMinute) buckets.delete(one)
  }

  const perMinute = (): number => {
    const bucket = Math.floor(timing.ticks() / bucketMs)
    return [...buckets].reduce(
      (sum, [one, messages]) => (one > bucket - bucketsOfAMinute ? sum + messages : sum),
      0,
    )
  }

  const onMessage = (current: Session, text: string): void => {
    count()
    const frame = readFrame(text)
    if (frame === null) unreadable += 1
    else if (frame.kind === 'answer') onAnswer(current, frame)
    else onUpdate(current, frame)
  }

  const openSocket = (current: Session, token: string): void => {
    const isCurrent = (): boolean => session === current
    within(connectLimitMs, () => end('not-reached'))
    current.socket = parts.open({
      opened: () => {
        if (!isCurrent()) return
        current.step = 'authorizing'
        send(authorizeId, 'authorize', [token, 'public'])
        within(answerLimitMs, () => end('silent'))
      },
      received: (text) => {
        if (isCurrent()) guarded(current, () => onMessage(current, text))
      },
      ended: (why) => {
        if (isCurrent()) end(why)
      },
    })
  }

  const onToken = (current: Session, answer: Answer<{ token: string }>): void => {
    if (answer.ok) {
      heldToken = answer.value.value.token
      openSocket(current, heldToken)
      return
    }
    const { error } = answer
    if (isClosedToKey(error)) return end('no-access', noAccessWaitMs)
    const asked = error.retryAt === undefined ? 0 : (error.retryAt - clock()) * 1000
    end('token', Math.max(asked, nextWait()))
  }

  const slowDown = ({ code, retryAt = clock() }: Problem): void => {
    if (code !== 'rate-limited') return
    const wait = Math.max((retryAt - clock()) * 1000, tokenLimitedMs)
    pace.nextMs = timing.ticks() + wait + parts.random() * tokenLimitedMs
  }

  const fetchToken = (current: Session): void => {
    pace.nextMs = timing.ticks() + tokenSpacingMs
    parts.fetchToken().then(
      (answer) => {
        // Also without the client: the next one must wait as long.
        if (!answer.ok) slowDown(answer.error)
        if (session === current) guarded(current, () => onToken(current, answer))
      },
      () => {
        if (session === current) end('fault')
      },
    )
  }

  function connect(): void {
    const untilToken = heldToken === null ? pace.nextMs - timing.ticks() : 0
    if (untilToken > 0) {
      within(untilToken, connect)
      show('waiting')
      return
    }
    const current: Session = {
      socket: null,
      step: 'connecting',
      startedMs: timing.ticks(),
      asked: new Map(),
      subscribed: new Set(),
      memory: new Map(),
      borrowings: [],
      isPinged: false,
      pricesAsked: new Map(),
      watched: nothingWatched,
      priceSentAt: new Map(),
    }
    session = current
    show('connecting')
    if (session !== current) return
    guarded(current, () => {
      if (heldToken === null) fetchToken(current)
      else openSocket(current, heldToken)
    })
  }

  return {
    start: (): void => {
      if (isWanted) return
      isWanted = true
      failures = 0
      connect()
    },
    stop: (): void => {
      if (!isWanted) return
      isWanted = false
      heldToken = null
      drop()
      show('off')
    },
    reconnect: (why: 'slept' | 'replaced'): void => {
      if (!isWanted) return
      failures = 0
      end(why)
    },
    watch: (markets: WatchedMarkets): void => {
      wanted = markets
      watchPrices()
    },
    view: () => ({
      state,
      since,
      topics: [...streamTopics, ...priceTopics].map((topic) => ({
        topic,
        at: heardAt.get(topic) ?? null,
        refused: refused.has(topic),
      })),
      perMinute: perMinute(),
      ends,
      unknown,
      unreadable,
      unknownMembers: [...unknownMembers],
    }),
  }
}
