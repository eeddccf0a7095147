// One client's conversation, without its socket: requests in, answers and updates out.
import type { Clock } from '../../shared/time.js'
import { drawHex } from '../engine/random.js'
import { wholeSecondsOf } from '../engine/units.js'
import type { World } from '../world.js'
import { channels, streamErrors, type Channel, type Feed, type StreamError } from './channels.js'

const requestsPerMinute = 200
const minute = 60

/** How long a token lives is not shown (specification 4.10): here it is an hour, and the newest hundred. */
const tokensKept = 100
const tokenMicros = 3_600_000_000

export const issueToken = (world: World, keyName: string): string => {
  const token = `$sim$10$${drawHex(world.random, 52)}`
  world.streamTokens.push({ token, keyName, issuedMicros: world.nowMicros })
  if (world.streamTokens.length > tokensKept) world.streamTokens.shift()
  return token
}

/** The name of the key a token was issued to; null where it is unknown, too old, or its key is switched off. */
const tokenHolder = (world: World, token: string): string | null => {
  const found = world.streamTokens.find((one) => one.token === token)
  if (found === undefined || world.nowMicros - found.issuedMicros > tokenMicros) return null
  return world.keys[found.keyName]?.enabled === true ? found.keyName : null
}

const done = { status: 'success' }

const channelOf = (name: string): Channel | undefined => (Object.hasOwn(channels, name) ? channels[name] : undefined)

const result = (id: number, value: unknown): string => JSON.stringify({ id, result: value, error: null })
const refusal = (id: number | null, error: StreamError): string => JSON.stringify({ id, result: null, error })
const update = (channel: string, params: unknown): string => JSON.stringify({ id: null, method: `${channel}_update`, params })

export class StreamSession {
  private keyName: string | null = null
  private readonly subscriptions = new Map<string, Feed & { saidMicros: number }>()
  /** Times of the requests of the last minute, by the clock handed in. */
  private requests: number[] = []

  constructor(private readonly parts: { world(): World; clock: Clock }) {}

  /** Texts to send, in order; `close` where the connection must end instead, because what came is not JSON. */
  hear(text: string): { say: string[]; close: boolean } {
    let read: { id?: unknown; method?: unknown; params?: unknown } | null
    try {
      read = JSON.parse(text) as typeof read
    } catch {
      return { say: [], close: true }
    }
    const { id, method, params } = read ?? {}
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) return { say: [refusal(null, streamErrors.invalidArgument)], close: false }
    if (typeof method !== 'string' || !Array.isArray(params)) return { say: [refusal(id, streamErrors.invalidArgument)], close: false }
    return { say: this.within() ? this.answer(id, method, params) : [refusal(id, streamErrors.tooManyRequests)], close: false }
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
    return this.barredFrom(name) ? [refusal(id, streamErrors.requireAuthentication)] : this.subscribe(id, name, channel, params)
  }

  /** The second parameter is a constant; older documents leave it empty. */
  private authorize(id: number, [token, kind = '']: unknown[]): string {
    const meant = (kind === '' || kind === 'public') && typeof token === 'string'
    const holder = meant ? tokenHolder(this.parts.world(), token) : null
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
