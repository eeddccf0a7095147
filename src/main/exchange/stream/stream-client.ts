// One account's connection to the stream: token, authorization, subscriptions, liveness and
// reconnecting. What is heard says that something changed; figures are read over HTTP. There is no
// replay, so whatever connects may have missed anything.
import { isClosedToKey } from '../../../shared/portfolio/feed.js'
import type { Position } from '../../../shared/portfolio/position.js'
import {
  type StreamEnd,
  type StreamState,
  type StreamTopic,
  streamTopics,
  type StreamView,
} from '../../../shared/portfolio/stream.js'
import type { Clock, Timing, UnixSeconds } from '../../../shared/time.js'
import { isStreamChannel, streamChannels, type StreamUpdate } from '../../../v4/stream/channels.js'
import { isDone, readFrame, type StreamFrame, streamRequest } from '../../../v4/stream/frames.js'
import type { Answer } from '../exchange-client.js'
import { toEventPosition } from './stream-mapping.js'
import type { OpenStreamSocket, StreamSocket } from './stream-socket.js'

/**
 * `substance`: amounts, orders or states changed, or may have · `figures`: only what moves with the
 * price.
 */
export type StreamChange = 'substance' | 'figures'

export type StreamClientEvents = {
  /** Authorized and subscribed to these; what was sent before is lost. */
  live(topics: ReadonlySet<StreamTopic>): void
  /** Nothing is heard any more, or no longer of all of them. */
  lost(): void
  changed(topic: StreamTopic, change: StreamChange): void
  positionEvent(position: Position): void
  /** State, subscriptions or the reasons of the ends changed. */
  viewChanged(): void
}

export type StreamClient = {
  start: () => void
  /** Ends the connection and drops the token. */
  stop: () => void
  /** The computer slept, or connections are made in another way from now on. */
  reconnect: (why: 'slept' | 'replaced') => void
  view: () => Omit<StreamView, 'saved' | 'differences' | 'polledAgain'>
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
/** The exchange allows ten in a minute, for all programs that use the account. */
const tokenSpacingMs = 15_000
/** As for a list that the key may not read. */
const noAccessWaitMs = 600_000
const keptEnds = 10
const mostUnknownMembers = 30
const bucketMs = 10_000
const bucketsOfAMinute = 6

const authorizeId = 1
const pingId = 2
const firstSubscriptionId = 10

type Session = {
  socket: StreamSocket | null
  step: 'connecting' | 'authorizing' | 'subscribing' | 'live'
  startedMs: number
  /** Subscriptions not answered yet, by the id of their request. */
  asked: Map<number, StreamTopic>
  subscribed: Set<StreamTopic>
  /** What each channel last said, part by part. */
  memory: Map<StreamTopic, ReadonlyMap<string, string>>
  isPinged: boolean
}

export function createStreamClient(parts: {
  clock: Clock
  timing: Timing
  /** 0 ≤ n < 1. */
  random: () => number
  open: OpenStreamSocket
  fetchToken: () => Promise<Answer<{ token: string }>>
  events: StreamClientEvents
}): StreamClient {
  const { clock, timing, events } = parts
  let isWanted = false
  let state: StreamState = 'off'
  let since: UnixSeconds | null = null
  let session: Session | null = null
  let heldToken: string | null = null
  let tokenAskedMs = -Infinity
  let failures = 0
  let ends: StreamView['ends'] = []
  let unknown = 0
  let unreadable = 0
  const unknownMembers = new Set<string>()
  const heardAt = new Map<StreamTopic, UnixSeconds>()
  const refused = new Set<StreamTopic>()
  const buckets = new Map<number, number>()
  let cancelStep: () => void = () => undefined
  let cancelPing: () => void = () => undefined

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
    const dropped = session
    session = null
    dropped?.socket?.close()
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
    show('waiting')
    within(wait, connect)
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
    events.live(new Set(current.subscribed))
  }

  const onAnswer = (current: Session, frame: StreamFrame & { kind: 'answer' }): void => {
    const isAccepted = frame.refusal === null && isDone(frame.result)
    const topic = current.asked.get(frame.id)
    if (topic !== undefined) {
      current.asked.delete(frame.id)
      subscribed(current, topic, isAccepted)
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
    current.memory.set(
      topic,
      said.kind === 'list' ? now : new Map([...(before ?? new Map<string, string>()), ...now]),
    )
    return differs || isShorter
  }

  /** It cannot be relied on until the next connection; what it meant is read over HTTP. */
  const onUnreadable = (current: Session, topic: StreamTopic): void => {
    unreadable += 1
    if (current.subscribed.delete(topic) && current.step === 'live')
      events.live(new Set(current.subscribed))
    events.changed(topic, 'substance')
  }

  const onUpdate = (
    current: Session,
    { channel, params }: { channel: string; params: unknown },
  ) => {
    if (!isStreamChannel(channel)) {
      unknown += 1
      return
    }
    heardAt.set(channel, clock())
    const update = streamChannels[channel].update.safeParse(params)
    if (!update.success) return onUnreadable(current, channel)
    for (const member of update.data.unknown)
      if (unknownMembers.size < mostUnknownMembers) unknownMembers.add(`${channel}.${member}`)
    const { parts: said, event } = update.data
    if (event !== null) events.positionEvent(toEventPosition(event))
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
      heard: (text) => {
        if (isCurrent()) onMessage(current, text)
      },
      ended: (why) => {
        if (isCurrent()) end(why)
      },
    })
  }

  const fetchToken = async (current: Session): Promise<void> => {
    tokenAskedMs = timing.ticks()
    const answer = await parts.fetchToken()
    if (session !== current) return
    if (answer.ok) {
      heldToken = answer.value.value.token
      openSocket(current, heldToken)
      return
    }
    const { error } = answer
    if (isClosedToKey(error)) return end('no-access', noAccessWaitMs)
    const asked = error.retryAt === undefined ? null : (error.retryAt - clock()) * 1000
    end('token', asked === null ? null : Math.max(asked, nextWait()))
  }

  function connect(): void {
    const untilToken = heldToken === null ? tokenAskedMs + tokenSpacingMs - timing.ticks() : 0
    if (untilToken > 0) {
      within(untilToken, connect)
      return
    }
    const current: Session = {
      socket: null,
      step: 'connecting',
      startedMs: timing.ticks(),
      asked: new Map(),
      subscribed: new Set(),
      memory: new Map(),
      isPinged: false,
    }
    session = current
    show('connecting')
    if (session !== current) return
    if (heldToken === null) void fetchToken(current)
    else openSocket(current, heldToken)
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
    view: () => ({
      state,
      since,
      topics: streamTopics.map((topic) => ({
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
