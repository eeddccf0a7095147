// The types of a feature's handlers, and the guard between page and main. Whatever comes in, the
// answer is a Result of plain data, and nothing is thrown; in both directions only values that JSON
// carries unchanged pass, within limits.
import { z } from 'zod'
import { miniChannels } from '../../shared/desktop/mini.js'
import { lockedProblem } from '../../shared/lock/lock.js'
import type { Problem, ProblemCode } from '../../shared/problem.js'
import type { Carried, Carrier } from '../../shared/channel.js'
import {
  type Channel,
  channels,
  type Reply,
  requestsPerSecond,
  tooMany,
} from '../../shared/contract.js'
import type { Json } from '../../shared/json.js'
import { fail, type Result } from '../../shared/result.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'

type Handler<Crossing extends { ask: unknown; reply: unknown }> = {
  /**
   * Strict: an unlisted member refuses the whole request. Bounds keep main safe; the service judges
   * what the values mean.
   */
  schema: z.ZodType<Crossing['ask']>
  /** `page` identifies the document: the same page after a reload is another. */
  handle: (
    ask: Crossing['ask'],
    page: string,
  ) => Promise<Result<Crossing['reply'], Problem>> | Result<Crossing['reply'], Problem>
}

/** One for every channel that a feature declares, and no other. */
export type HandlersOf<Channels extends Record<string, Carrier<{ ask: unknown; reply: unknown }>>> =
  {
    [Channel in keyof Channels]: Handler<Carried<Channels>[Channel]>
  }

/** The account on screen; null with none. */
export type OnScreen<Account> = () => Account | null

const noAccount: Problem = { code: 'gone', message: messageOf('exchange.no-account') }

/** Calls the account on screen, or fails if there is none. */
export function forAccountOn<Account>(screen: OnScreen<Account>) {
  return <Answer>(ask: (account: Account) => Answer): Answer | Result<never, Problem> => {
    const account = screen()
    return account === null ? fail(noAccount) : ask(account)
  }
}

// Schemas that several features share.

export const nothing = z.null()
/** Main creates ids; the page only returns them. */
export const id = z.string().regex(/^[\w.:-]{1,100}$/)
export const oneId = z.strictObject({ id })
/** Unix seconds. */
export const moment = z.number().min(0).max(100_000_000_000)
export const pageOf = {
  after: z.strictObject({ at: moment, id }).nullable(),
  limit: z.int().min(1).max(200),
}
export const exportFormat = z.enum(['csv', 'json'])

export type PayloadLimits = { bytes: number; depth: number }
export type PayloadVerdict = 'plain' | 'not-plain' | 'too-big' | 'too-deep'

/** What the page may send. Every form of Plimsoll is far below it. */
export const requestLimits: PayloadLimits = { bytes: 64 * 1024, depth: 8 }

/**
 * What main may return: room for ten thousand positions, and a limit for a value that never ends.
 */
export const replyLimits: PayloadLimits = { bytes: 32 * 1024 * 1024, depth: 12 }

/**
 * Whether JSON carries `value` unchanged, within `limits`. An object's absent members may be
 * undefined. Terminates quickly on anything, however large or circular. Depth counts nested arrays
 * and objects.
 */
export function checkPayload(value: unknown, limits: PayloadLimits): PayloadVerdict {
  let bytesLeft = limits.bytes
  const spend = (bytes: number): boolean => (bytesLeft -= bytes) >= 0
  // The length first: a text far beyond the budget is not even counted.
  const spendText = (text: string): boolean =>
    text.length <= bytesLeft && spend(Buffer.byteLength(text) + 2)

  const checkArray = (list: readonly unknown[], depth: number): PayloadVerdict => {
    // Holes and extra members do not survive JSON.
    for (let at = 0; at < list.length; at += 1) {
      if (!Object.hasOwn(list, at)) return 'not-plain'
      const verdict = check(list[at], depth + 1)
      if (verdict !== 'plain') return verdict
    }
    return Reflect.ownKeys(list).length === list.length + 1 ? 'plain' : 'not-plain'
  }

  const checkObject = (value: object, depth: number): PayloadVerdict => {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return 'not-plain'
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key !== 'string' || key === '__proto__') return 'not-plain'
      const member = Object.getOwnPropertyDescriptor(value, key)
      // A getter is code that would run while the value is being copied.
      if (member === undefined || !('value' in member) || !member.enumerable) return 'not-plain'
      if (member.value === undefined) continue
      if (!spendText(key)) return 'too-big'
      const verdict = check(member.value, depth + 1)
      if (verdict !== 'plain') return verdict
    }
    return 'plain'
  }

  const check = (value: unknown, depth: number): PayloadVerdict => {
    if (!spend(1)) return 'too-big'
    if (value === null || typeof value === 'boolean') return 'plain'
    if (typeof value === 'string') return spendText(value) ? 'plain' : 'too-big'
    if (typeof value === 'number') return Number.isFinite(value) ? 'plain' : 'not-plain'
    if (typeof value !== 'object') return 'not-plain'
    if (depth >= limits.depth) return 'too-deep'
    return Array.isArray(value) ? checkArray(value, depth) : checkObject(value, depth)
  }

  return check(value, 0)
}

/** The frame a request came from, and the document in it; null if it is already gone. */
export type Sender = { url: string; mainFrame: boolean; page: string } | null

export type Handlers = HandlersOf<typeof channels>

export type RouterParts = {
  handlers: Handlers
  /**
   * Scheme and host of the page, compared separately: Node prints the origin of an unregistered
   * scheme as "null".
   */
  page: { protocol: string; hosts: readonly string[]; miniHosts: readonly string[] }
  /** The profile's id of the account on screen; null with none. */
  shown: () => string | null
  /** Whether Plimsoll is locked: then only the lock screen's requests are handled. */
  locked: () => boolean
  /** Monotonic milliseconds. */
  ticks: () => number
  /** Faults inside main. The router itself keeps nothing of the error. */
  onFault: (channel: string, fault: unknown) => void
}

/** A normal page has a handful of requests open; beyond this it is a flood. */
export const inFlightCap = 32

/** Requests allowed while Plimsoll is locked. */
const whileLocked: ReadonlySet<Channel> = new Set([
  'lock/read',
  'lock/unlock',
  'lock/reset-passphrase',
  // It shows then that Plimsoll is locked, and nothing else.
  'mini/read',
  'mini/open',
  'mini/close',
])

function problem(code: ProblemCode, message: Message, more?: Partial<Problem>) {
  return fail<Problem>({ code, message, ...more })
}

const isChannel = (text: string): text is Channel => Object.hasOwn(channels, text)

/** Which window an address belongs to; null if it is not one of ours. */
function windowOf(text: string, page: RouterParts['page']): 'main' | 'mini' | null {
  if (!URL.canParse(text)) return null
  const { protocol, host, username, password } = new URL(text)
  const isOurs =
    protocol === page.protocol && page.hosts.includes(host) && username === '' && password === ''
  if (!isOurs) return null
  return page.miniHosts.includes(host) ? 'mini' : 'main'
}

function mayAsk(from: 'main' | 'mini', channel: string): boolean {
  return from === 'main' || Object.hasOwn(miniChannels, channel)
}

/** Caches the last verdict: parsing an address is most of the cost of refusing a flood. */
function createSenderCheck(page: RouterParts['page']) {
  let last: { address: string; window: ReturnType<typeof windowOf> } | null = null
  return (sender: Sender, channel: string): sender is NonNullable<Sender> => {
    if (sender === null || !sender.mainFrame) return false
    if (last?.address !== sender.url)
      last = { address: sender.url, window: windowOf(sender.url, page) }
    return last.window !== null && mayAsk(last.window, channel)
  }
}

/** Names the fields that do not fit. Repeats none of the input: it may be a secret. */
function badFields(error: z.ZodError) {
  const fields = Object.fromEntries(
    error.issues.map(({ path }) => [
      path.map(String).join('.') || 'request',
      [messageOf('exchange.request.field')],
    ]),
  )
  return problem('bad-input', messageOf('exchange.request.form'), { fields })
}

export type Router = {
  /**
   * Whether no further request is accepted, from any sender. Nearly free, so that a flood is too.
   */
  full: () => boolean
  /** `account`: whose page sends the request; undefined if it does not matter. */
  route: (
    channel: string,
    payload: unknown,
    sender: Sender,
    account?: unknown,
  ) => Promise<Result<Json, Problem>>
}

export function createRouter({
  handlers,
  page,
  shown,
  locked,
  ticks,
  onFault,
}: RouterParts): Router {
  let inFlight = 0
  let second = { since: Number.NEGATIVE_INFINITY, requests: 0 }
  const isFull = (): boolean => {
    const now = ticks()
    if (now - second.since >= 1000) second = { since: now, requests: 0 }
    return inFlight >= inFlightCap || second.requests >= requestsPerSecond
  }
  const isFromOurPage = createSenderCheck(page)

  const isShut = (channel: Channel): boolean => locked() && !whileLocked.has(channel)

  const report = (channel: string, fault: unknown): void => {
    try {
      onFault(channel, fault)
    } catch {
      // A broken log must not become the page's problem.
    }
  }

  const internal = (channel: string, fault: unknown, reason: string) => {
    report(channel, fault)
    return problem('internal', messageOf('exchange.request.broke'), { reason })
  }

  const carryOut = async <C extends Channel>(
    channel: C,
    payload: unknown,
    from: string,
  ): Promise<Result<Json, Problem>> => {
    const { schema, handle } = handlers[channel]
    const parsed = schema.safeParse(payload)
    if (!parsed.success) return badFields(parsed.error)
    inFlight += 1
    try {
      const reply: Reply<C> = await handle(parsed.data, from)
      // It was requested before Plimsoll was locked, and would be answered after.
      if (isShut(channel)) return fail(lockedProblem)
      const verdict = checkPayload(reply, replyLimits)
      return verdict === 'plain'
        ? reply
        : internal(channel, new Error(`the reply is ${verdict}`), 'REPLY')
    } catch (fault) {
      return internal(channel, fault, 'HANDLER')
    } finally {
      inFlight -= 1
    }
  }

  return {
    full: isFull,
    route: async (
      channel: string,
      payload: unknown,
      sender: Sender,
      account?: unknown,
    ): Promise<Result<Json, Problem>> => {
      if (!isFromOurPage(sender, channel))
        return problem('bad-sender', messageOf('exchange.request.foreign'))
      if (!isChannel(channel))
        return problem('bad-input', messageOf('exchange.request.unknown'), { reason: 'CHANNEL' })
      if (isFull()) return tooMany
      if (isShut(channel)) return fail(lockedProblem)
      second.requests += 1
      const verdict = checkPayload(payload, requestLimits)
      if (verdict !== 'plain')
        return problem('bad-input', messageOf('exchange.request.too-large'), { reason: verdict })
      if (account !== undefined && account !== shown())
        return problem('gone', messageOf('exchange.request.other-account'))
      return carryOut(channel, payload, sender.page)
    },
  }
}
