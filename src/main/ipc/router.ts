// Guards the way from the page into main. Whatever comes, the answer is a Result made of plain data, and nothing is thrown.
import type { z } from 'zod'
import type { Problem, ProblemCode } from '../../shared/domain/problem.js'
import { channels, type Channel, type Reply } from '../../shared/ipc/contract.js'
import { requestsPerSecond, tooMany } from '../../shared/ipc/flood.js'
import type { Json } from '../../shared/json.js'
import { fail, type Result } from '../../shared/result.js'
import type { HandlersOf } from './handler.js'
import { checkPayload, replyLimits, requestLimits } from './payload-limits.js'

/** The frame a request came from, and the document in it; null when it is already gone. */
export type Sender = { url: string; mainFrame: boolean; page: string } | null

export type Handlers = HandlersOf<typeof channels>

export type RouterParts = {
  handlers: Handlers
  /** Scheme and host of the page, compared separately: Node prints the origin of an unregistered scheme as "null". */
  page: { protocol: string; host: string }
  /** The profile's id of the account on screen; null with none. */
  shown: () => string | null
  /** Milliseconds that only grow. */
  ticks: () => number
  /** Faults inside main. The router itself keeps nothing of the error. */
  onFault: (channel: string, fault: unknown) => void
}

export type Router = {
  /** Whether nothing more is carried out now, whoever asks. Costs next to nothing, so that a flood does. */
  full(): boolean
  /** `account`: whose page asks; undefined where that does not matter. */
  route(channel: string, payload: unknown, sender: Sender, account?: unknown): Promise<Result<Json, Problem>>
}

/** A page at work has a handful of requests open; beyond this it is a flood. */
export const inFlightCap = 32

const problem = (code: ProblemCode, message: string, more?: Partial<Problem>) => fail<Problem>({ code, message, ...more })

const isChannel = (text: string): text is Channel => Object.hasOwn(channels, text)

const isOurAddress = (text: string, page: RouterParts['page']): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, host, username, password } = new URL(text)
  return protocol === page.protocol && host === page.host && username === '' && password === ''
}

/** Keeps the last verdict: parsing an address is most of what it costs to refuse a flood. */
const createSenderCheck = (page: RouterParts['page']) => {
  let last: { address: string; ours: boolean } | null = null
  return (sender: Sender): sender is NonNullable<Sender> => {
    if (sender === null || !sender.mainFrame) return false
    if (last?.address !== sender.url) last = { address: sender.url, ours: isOurAddress(sender.url, page) }
    return last.ours
  }
}

/** Names the fields that do not fit. Repeats nothing of what was handed in: it may be a secret. */
const badFields = (error: z.ZodError) => {
  const fields = Object.fromEntries(error.issues.map(({ path }) => [path.map(String).join('.') || 'request', ['Does not fit.']]))
  return problem('bad-input', 'The request was refused because it does not have the form it must have.', { fields })
}

const createRateLimit = (perSecond: number, ticks: () => number) => {
  let since = Number.NEGATIVE_INFINITY
  let counted = 0
  return {
    reached: (): boolean => {
      const now = ticks()
      if (now - since >= 1000) {
        since = now
        counted = 0
      }
      return counted >= perSecond
    },
    count: (): void => {
      counted += 1
    },
  }
}

export const createRouter = ({ handlers, page, shown, ticks, onFault }: RouterParts): Router => {
  let inFlight = 0
  const rate = createRateLimit(requestsPerSecond, ticks)
  const full = (): boolean => inFlight >= inFlightCap || rate.reached()
  const isFromOurPage = createSenderCheck(page)

  const report = (channel: string, fault: unknown): void => {
    try {
      onFault(channel, fault)
    } catch {
      // A broken log must not become the page's problem.
    }
  }

  const internal = (channel: string, fault: unknown, reason: string) => {
    report(channel, fault)
    return problem('internal', 'Something went wrong inside Plimsoll while it carried out this request.', { reason })
  }

  const carryOut = async <C extends Channel>(channel: C, payload: unknown, from: string): Promise<Result<Json, Problem>> => {
    const { schema, handle } = handlers[channel]
    const parsed = schema.safeParse(payload)
    if (!parsed.success) return badFields(parsed.error)
    inFlight += 1
    try {
      const reply: Reply<C> = await handle(parsed.data, from)
      const verdict = checkPayload(reply, replyLimits)
      return verdict === 'plain' ? reply : internal(channel, new Error(`the reply is ${verdict}`), 'REPLY')
    } catch (fault) {
      return internal(channel, fault, 'HANDLER')
    } finally {
      inFlight -= 1
    }
  }

  return {
    full,
    async route(channel, payload, sender, account) {
      if (!isFromOurPage(sender)) return problem('bad-sender', 'A request that did not come from Plimsoll’s own page was ignored.')
      if (!isChannel(channel)) return problem('bad-input', 'Plimsoll does not know this request.', { reason: 'CHANNEL' })
      if (full()) return tooMany
      rate.count()
      const verdict = checkPayload(payload, requestLimits)
      if (verdict !== 'plain') return problem('bad-input', 'The request is too large or holds more than plain data.', { reason: verdict })
      if (account !== undefined && account !== shown())
        return problem('gone', 'Another account came on screen before this was asked, so nothing was done.')
      return carryOut(channel, payload, sender.page)
    },
  }
}
