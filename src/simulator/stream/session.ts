// One client's conversation, without its socket: requests in, answers and updates out.
import type { Clock } from '../../shared/time.js'
import { wholeSecondsOf } from '../engine/identifiers.js'
import { tokenHolder } from '../stream-tokens.js'
import type { World } from '../world.js'
import { channels, type Channel, type ChannelName, type Feed } from './channels.js'
import { streamErrors, type StreamError } from './stream-error.js'

const requestsPerMinute = 200
const minute = 60

type Request = { id: number; method: string; params: unknown[] }
type Subscription = Feed & { saidMicros: number }
/** Texts to send, in order; `close` where the connection must end instead, because what came is not JSON. */
export type Heard = { say: string[]; close: boolean }

export type SessionParts = { world(): World; clock: Clock }

const done = { status: 'success' }

const channelOf = (name: string): Channel | undefined => (Object.hasOwn(channels, name) ? channels[name as ChannelName] : undefined)

const readJson = (text: string): { ok: true; value: unknown } | { ok: false } => {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

const idOf = (value: unknown): number | null =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number' && Number.isSafeInteger(value.id)
    ? value.id
    : null

const readRequest = (value: unknown): Request | null => {
  const id = idOf(value)
  if (id === null || typeof value !== 'object' || value === null || !('method' in value) || !('params' in value)) return null
  const { method, params } = value
  return typeof method === 'string' && Array.isArray(params) ? { id, method, params: params as unknown[] } : null
}

const result = (id: number, value: unknown): string => JSON.stringify({ id, result: value, error: null })
const refusal = (id: number | null, error: StreamError): string => JSON.stringify({ id, result: null, error })
const update = (channel: string, params: unknown): string => JSON.stringify({ id: null, method: `${channel}_update`, params })

export class StreamSession {
  private keyName: string | null = null
  private readonly subscriptions = new Map<string, Subscription>()
  /** Times of the requests of the last minute, by the clock handed in. */
  private requests: number[] = []

  constructor(private readonly parts: SessionParts) {}

  hear(text: string): Heard {
    const read = readJson(text)
    if (!read.ok) return { say: [], close: true }
    const request = readRequest(read.value)
    if (request === null) return { say: [refusal(idOf(read.value), streamErrors.invalidArgument)], close: false }
    return { say: this.within() ? this.answer(request) : [refusal(request.id, streamErrors.tooManyRequests)], close: false }
  }

  /** Updates that are due, after the service's time moved on. */
  updates(): string[] {
    const world = this.parts.world()
    const texts: string[] = []
    for (const [name, subscription] of this.subscriptions) {
      if (world.nowMicros - subscription.saidMicros < subscription.everyMicros || this.barredFrom(name)) continue
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

  /** A key that was switched off after it had authorized hears no more. */
  private barredFrom(name: string): boolean {
    if (channelOf(name)?.private !== true) return false
    return this.keyName === null || this.parts.world().keys[this.keyName]?.enabled !== true
  }

  private answer({ id, method, params }: Request): string[] {
    const world = this.parts.world()
    if (method === 'ping') return [result(id, 'pong')]
    if (method === 'time') return [result(id, wholeSecondsOf(world.nowMicros))]
    if (method === 'authorize') return [this.authorize(id, params)]
    const split = method.lastIndexOf('_')
    const name = method.slice(0, split)
    const channel = split < 0 ? undefined : channelOf(name)
    if (channel === undefined) return [refusal(id, streamErrors.methodNotFound)]
    switch (method.slice(split + 1)) {
      case 'subscribe':
        return this.barredFrom(name) ? [refusal(id, streamErrors.requireAuthentication)] : this.subscribe(id, name, channel, params)
      case 'unsubscribe':
        this.subscriptions.delete(name)
        return [result(id, done)]
      case 'request': {
        if (channel.request === undefined) return [refusal(id, streamErrors.methodNotFound)]
        if (this.barredFrom(name)) return [refusal(id, streamErrors.requireAuthentication)]
        const answered = channel.request(world, params)
        return [answered.ok ? result(id, answered.value) : refusal(id, answered.error)]
      }
      default:
        return [refusal(id, streamErrors.methodNotFound)]
    }
  }

  /** The second parameter is a constant; older documents leave it empty. */
  private authorize(id: number, params: unknown[]): string {
    const [token, kind] = params
    const meant = kind === undefined || kind === '' || kind === 'public'
    const holder = meant && typeof token === 'string' ? tokenHolder(this.parts.world(), token) : null
    if (holder === null) return refusal(id, streamErrors.invalidArgument)
    this.keyName = holder
    return result(id, done)
  }

  /** A subscription takes the place of the one before on the same channel; one that is refused leaves it as it was. */
  private subscribe(id: number, name: string, channel: Channel, params: unknown[]): string[] {
    const world = this.parts.world()
    const feed = channel.subscribe(world, params)
    if (!feed.ok) return [refusal(id, feed.error)]
    this.subscriptions.delete(name)
    this.subscriptions.set(name, { ...feed.value, saidMicros: world.nowMicros })
    return [result(id, done), ...feed.value.first.map((params) => update(name, params))]
  }
}
