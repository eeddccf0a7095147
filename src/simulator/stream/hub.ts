// All clients connected to /ws. Notified when the service's time has advanced, it sends each of
// them what it has subscribed to.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Clock } from '../../shared/time.js'
import { type Fault, stormCutsStreams } from '../faults.js'
import type { Random, World } from '../world.js'
import { randomFor } from '../engine/random.js'
import { wholeSecondsOf } from '../engine/units.js'
import { tokenHolder } from '../auth.js'
import { type Channel, channels, type Feed, type StreamError, streamErrors } from './channels.js'
import { FaultyLine } from './faulty-line.js'

const requestsPerMinute = 200
const minute = 60

const done = { status: 'success' }

function channelOf(name: string): Channel | undefined {
  return Object.hasOwn(channels, name) ? channels[name] : undefined
}

function result(id: number, value: unknown): string {
  return JSON.stringify({ id, result: value, error: null })
}

function refusal(id: number | null, error: StreamError): string {
  return JSON.stringify({ id, result: null, error })
}

function update(channel: string, params: unknown): string {
  return JSON.stringify({ id: null, method: `${channel}_update`, params })
}

/** One client's conversation, without its socket: requests in, responses and updates out. */
export class StreamSession {
  private keyName: string | null = null
  private readonly subscriptions = new Map<string, Feed & { saidMicros: number }>()
  /** Times of the requests of the last minute, by the injected clock. */
  private requests: number[] = []

  constructor(private readonly parts: { world(): World; clock: Clock }) {}

  /**
   * Texts to send, in order; `close` if the connection must end instead, because the message is not
   * JSON.
   */
  hear(text: string): { say: string[]; close: boolean } {
    let read: { id?: unknown; method?: unknown; params?: unknown } | null
    try {
      read = JSON.parse(text) as typeof read
    } catch {
      return { say: [], close: true }
    }
    const { id, method, params } = read ?? {}
    if (typeof id !== 'number' || !Number.isSafeInteger(id))
      return { say: [refusal(null, streamErrors.invalidArgument)], close: false }
    if (typeof method !== 'string' || !Array.isArray(params))
      return { say: [refusal(id, streamErrors.invalidArgument)], close: false }
    return {
      say: this.within()
        ? this.answer(id, method, params)
        : [refusal(id, streamErrors.tooManyRequests)],
      close: false,
    }
  }

  /** Updates that are due, after the service's time advanced. */
  updates(): string[] {
    const world = this.parts.world()
    const texts: string[] = []
    for (const [name, subscription] of this.subscriptions) {
      if (
        world.nowMicros - subscription.saidMicros < subscription.everyMicros ||
        this.barredFrom(name)
      )
        continue
      subscription.saidMicros = world.nowMicros
      for (const params of subscription.next(world)) texts.push(update(name, params))
    }
    return texts
  }

  private within(): boolean {
    const now = this.parts.clock()
    this.requests = this.requests.filter((time) => time > now - minute)
    if (this.requests.length >= requestsPerMinute) return false
    this.requests.push(now)
    return true
  }

  /** A key switched off after authorization receives nothing more. */
  private barredFrom(name: string): boolean {
    if (channelOf(name)?.private !== true) return false
    return this.keyName === null || this.parts.world().keys[this.keyName]?.enabled !== true
  }

  private answer(id: number, method: string, params: unknown[]): string[] {
    const world = this.parts.world()
    if (method === 'ping') return [result(id, 'pong')]
    if (method === 'time') return [result(id, wholeSecondsOf(world.nowMicros))]
    if (method === 'authorize') return [this.authorize(id, params)]
    const [, name = '', verb] = /^(.*)_(.*)$/s.exec(method) ?? []
    const channel = channelOf(name)
    if (channel === undefined) return [refusal(id, streamErrors.methodNotFound)]
    if (verb === 'unsubscribe') {
      this.subscriptions.delete(name)
      return [result(id, done)]
    }
    if (verb === 'request' && channel.request !== undefined) {
      if (this.barredFrom(name)) return [refusal(id, streamErrors.requireAuthentication)]
      const answered = channel.request(world, params)
      return [answered.ok ? result(id, answered.value) : refusal(id, answered.error)]
    }
    if (verb !== 'subscribe') return [refusal(id, streamErrors.methodNotFound)]
    return this.barredFrom(name)
      ? [refusal(id, streamErrors.requireAuthentication)]
      : this.subscribe(id, name, channel, params)
  }

  /** The second parameter is a constant; older documents leave it empty. */
  private authorize(id: number, [token, kind = '']: unknown[]): string {
    const meant = (kind === '' || kind === 'public') && typeof token === 'string'
    const holder = meant ? tokenHolder(this.parts.world(), token) : null
    if (holder === null) return refusal(id, streamErrors.invalidArgument)
    this.keyName = holder
    return result(id, done)
  }

  /**
   * A subscription replaces the previous one on the same channel; a refused one leaves it
   * unchanged.
   */
  private subscribe(id: number, name: string, channel: Channel, params: unknown[]): string[] {
    const world = this.parts.world()
    const feed = channel.subscribe(world, params)
    if (!feed.ok) return [refusal(id, feed.error)]
    this.subscriptions.delete(name)
    this.subscriptions.set(name, { ...feed.value, saidMicros: world.nowMicros })
    return [result(id, done), ...feed.value.first.map((params) => update(name, params))]
  }
}

export const streamPath = '/ws'
const connectionsPerMinute = 1000
/**
 * A client silent for this many seconds is considered gone. Measured on the injected clock, so that
 * a fast rehearsal does not disconnect it.
 */
const longestSilence = 60
/** More bytes than any request has; a client that sends more is disconnected. */
const largestMessage = 64 * 1024
/** The maximum unsent data for a client that does not read. */
const largestBacklog = 16 * 1024 * 1024
/** For a peer that does not close its side. Measured in real time. */
const patienceMs = 500
/** The only version of RFC 6455; ws also accepts an older draft. */
const protocolVersion = '13'

/** A separate object, because @types/ws does not know `closeTimeout`. */
const serverOptions = {
  noServer: true,
  clientTracking: false,
  maxPayload: largestMessage,
  closeTimeout: patienceMs,
}

/** Why a connection ends (RFC 6455, section 7.4.1). Protocol violations are closed by ws. */
export const closeCodes = {
  goingAway: 1001,
  unsupported: 1003,
  notText: 1007,
  policy: 1008,
  restart: 1012,
} as const
type CloseCode = (typeof closeCodes)[keyof typeof closeCodes]

/** Whether a protocol upgrade request asks for this one. */
export function wantsStream({ upgrade }: IncomingHttpHeaders): boolean {
  return upgrade?.toLowerCase() === 'websocket'
}

type HubParts = {
  world(): World
  clock: Clock
  /**
   * The clock for limits: with a frozen clock, the service's own time, or a limit once reached
   * would last for ever.
   */
  countingClock: Clock
  /** What happens to the next update; null if nothing. */
  updateFault(): Fault | null
}

/**
 * One open connection: requests in, responses and updates out. ws responds to pings, and closes
 * when the client does or violates the protocol.
 */
class Connection {
  readonly session: StreamSession
  private readonly line: FaultyLine
  /** When anything was last received, including a ping. */
  lastReceived: number

  constructor(
    parts: HubParts,
    private readonly socket: WebSocket,
    random: () => Random,
  ) {
    this.line = new FaultyLine({ fault: () => parts.updateFault(), random })
    this.session = new StreamSession({
      world: () => parts.world(),
      clock: () => parts.countingClock(),
    })
    this.lastReceived = parts.clock()
    const hear = (): void => void (this.lastReceived = parts.clock())
    socket.on('ping', hear)
    socket.on('pong', hear)
    socket.on('message', (data: RawData, isBinary: boolean) => {
      hear()
      if (!this.isOpen) return
      if (isBinary) this.close(closeCodes.unsupported, 'only text is understood')
      else this.answer(String(data))
    })
    // ws has ended the connection by then; without a listener the process would end too.
    socket.on('error', () => undefined)
  }

  send(texts: readonly string[]): void {
    for (const text of texts) {
      if (!this.isOpen) return
      this.socket.send(text)
      if (this.socket.bufferedAmount > largestBacklog) this.cut()
    }
  }

  /** What is due by the service's time, as far as no fault prevents it. */
  update({ nowMicros }: World): void {
    this.send(this.line.pass(this.session.updates(), nowMicros))
  }

  close(code: CloseCode, reason = ''): void {
    if (this.isOpen) this.socket.close(code, reason)
  }

  /** Without a close frame, as when a network fails. */
  cut(): void {
    this.socket.terminate()
  }

  private get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  private answer(text: string): void {
    if (this.line.isDead) return
    const { say, close } = this.session.hear(text)
    this.send(say)
    if (close) this.close(closeCodes.notText, 'not JSON')
  }
}

export class StreamHub {
  private readonly connections = new Set<Connection>()
  private opened: number[] = []
  /** Of the faults of updates, in the order in which they are sent. */
  private random: Random | null = null
  private readonly handshakes = new WebSocketServer(serverOptions)

  constructor(private readonly parts: HubParts) {
    // With a listener, ws leaves the response to a bad handshake to the caller.
    this.handshakes.on('wsClientError', () => undefined)
  }

  /**
   * Opens a stream if the handshake is good; otherwise returns the error status and header lines,
   * and writes nothing.
   */
  welcome(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): { status: number; headers: readonly string[] } {
    const now = this.parts.countingClock()
    this.opened = this.opened.filter((time) => time > now - minute)
    if (this.opened.length >= connectionsPerMinute) return { status: 429, headers: [] }
    const { 'sec-websocket-version': version = protocolVersion } = request.headers
    if (version !== protocolVersion)
      return { status: 426, headers: [`Sec-WebSocket-Version: ${protocolVersion}`] }
    let status = 400
    // Responds synchronously: nothing here makes a handshake wait.
    this.handshakes.handleUpgrade(request, socket, head, (stream) => {
      status = 101
      this.opened.push(now)
      const connection = new Connection(this.parts, stream, () => this.randomOfFaults())
      this.connections.add(connection)
      stream.on('close', () => this.connections.delete(connection))
    })
    return { status, headers: [] }
  }

  /** After the service's time has advanced. */
  timeMoved(): void {
    if (this.connections.size === 0) return
    const now = this.parts.clock()
    const cutAll = stormCutsStreams(this.parts.world())
    for (const connection of [...this.connections]) {
      if (cutAll) connection.cut()
      else if (now - connection.lastReceived > longestSilence)
        connection.close(closeCodes.policy, 'nothing received for a minute')
      else connection.update(this.parts.world())
    }
  }

  /** Ends every connection: the world they were subscribed to is replaced, or the service stops. */
  dismiss(code: 1001 | 1012): void {
    this.opened = []
    this.random = null
    for (const connection of [...this.connections]) connection.close(code)
  }

  private randomOfFaults(): Random {
    return (this.random ??= randomFor(this.parts.world().seed, 'stream-faults'))
  }
}
