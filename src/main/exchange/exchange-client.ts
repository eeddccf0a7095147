// The exchange as Plimsoll knows it: one method per endpoint of the specification's section 4 that reads, in our own words, and
// every failure a value. The three that move money have a door of their own (mover.ts), which only the order engine is given.
import type { Dialect } from '../../shared/domain/account.js'
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { FlexHistoryPage, FlexHistoryQuery } from '../../shared/domain/investment.js'
import type { LoanAnswer } from '../../shared/domain/loan.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import type { Position } from '../../shared/domain/position.js'
import { fail, ok } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { endpoints } from '../../v4/endpoints.js'
import type { Credentials } from '../keychain/secret.js'
import { createBreaker } from './circuit-breaker.js'
import { type Answer, type Called, createCaller } from './request-pipeline.js'
import type { Trust } from './connector.js'
import { createLimiter, type Lane, type Limiter } from './limiter.js'
import { createMover, type Mover } from './order-gateway.js'
import { keyIdOf, type Nonce } from './nonce.js'
import { createSigner } from './signer.js'
import { createSingleFlight } from './single-flight.js'
import { systemTiming, type Timing } from './timing.js'
import { toBalances, toFlexHistoryPage, toLoanAnswer, toPayoutDestination, toPositions, type Read } from './to-domain.js'
import { fromFlexHistoryQuery } from './to-wire.js'
import { createExchangeHttp, type ExchangeHttp, type HttpLimits } from './transport.js'

export type { Answer } from './request-pipeline.js'

/** `urgent`: to find out what became of a call that moved money. Goes before other reads and never joins one already under way. */
export type ReadOptions = { urgent?: boolean }

export type ExchangeClient = {
  /** Specification 4.1. `ms` is the round trip. */
  ping(): Promise<Answer<{ ms: number }>>
  /** 4.2 */
  mainBalance(options?: ReadOptions): Promise<Answer<AssetBalance[]>>
  /** 4.7. Without a market, all of them. */
  openPositions(market?: string, options?: ReadOptions): Promise<Answer<Position[]>>
  /** 4.8. No loan and not enabled are good answers. */
  creditLine(): Promise<Answer<LoanAnswer>>
  /** 4.3, B2B partners only. */
  flexHistory(query: FlexHistoryQuery): Promise<Answer<FlexHistoryPage>>
  /** 4.9 */
  payoutDestination(accountName: string): Promise<Answer<PayoutDestination>>
  /** 4.10 */
  streamToken(): Promise<Answer<{ token: string }>>
  /** This computer's clock minus the exchange's, in seconds, to about a second; null until an answer has said. */
  clockSkew(): number | null
  /** After sleep or a change of network: open sockets are thrown away, the next call opens its own. */
  dropSockets(): void
  /** Ends what is under way and refuses what comes after. A call that moved money ends as `outcome-unknown`. */
  close(): void
}

export type TradingClient = ExchangeClient & { readonly mover: Mover }

export type ExchangeClientParts = {
  /** Scheme and host; https, or http on this computer. */
  baseUrl: string
  dialect: Dialect
  credentials: Credentials
  /** One for the whole app: its sequences are per key, whoever uses the key. */
  nonce: Nonce
  clock: Clock
  /** One for the whole app, so that two clients of one key share its budget and its turn. */
  limiter?: Limiter
  timing?: Timing
  /** 0 ≤ n < 1, for the backoff. */
  random?: () => number
  trust?: Trust
  deadlines?: { read: number; move: number }
  httpLimits?: HttpLimits
}

const usualDeadlines = { read: 10_000, move: 30_000 }

const lanes: ReadonlyMap<string, Lane> = new Map([[endpoints.flexHistory.name, 3]])

const laneOf = (endpoint: Pick<Endpoint, 'name'>, urgent: boolean): Lane => (urgent ? 1 : (lanes.get(endpoint.name) ?? 2))

/** Reads with the same name are the same question. Most have no members of their own, so their text need not be made. */
const flightName = (endpoint: Pick<Endpoint, 'name'>, ask: object): string =>
  Object.keys(ask).length === 0 ? endpoint.name : `${endpoint.name} ${JSON.stringify(ask)}`

/** Stands in where the address may not be used at all: nothing is ever sent. */
const nowhere: ExchangeHttp = {
  send: () => Promise.resolve(fail({ cause: 'ADDRESS_REFUSED', sent: false, detail: '' })),
  dropSockets: () => undefined,
  close: () => undefined,
}

const into = <A, B>(answer: Called<A>, change: (value: A) => B): Answer<B> =>
  answer.ok ? ok({ value: change(answer.value.value), at: answer.value.at }) : answer

const partly = <A, B>(answer: Called<A>, change: (value: A) => Read<B>): Answer<B> =>
  answer.ok ? ok({ ...change(answer.value.value), at: answer.value.at }) : answer

export const createExchangeClient = (parts: ExchangeClientParts): TradingClient => {
  const { clock, nonce, dialect, credentials, timing = systemTiming, random = Math.random } = parts
  const reached = createExchangeHttp({ baseUrl: parts.baseUrl, trust: parts.trust, limits: parts.httpLimits })
  const http = reached.ok ? reached.value : nowhere
  const stop = new AbortController()
  const share = createSingleFlight()
  let skew: number | null = null

  const call = createCaller({
    http,
    host: parts.baseUrl,
    dialect,
    signer: createSigner(credentials),
    keyId: keyIdOf(credentials.apiKey),
    nonce,
    clock,
    timing,
    random,
    limiter: parts.limiter ?? createLimiter({ timing }),
    breaker: createBreaker(timing),
    stop: stop.signal,
    deadlines: parts.deadlines ?? usualDeadlines,
    heardSkew: (seconds) => {
      skew = seconds
    },
    probe: () => ping(),
  })

  const read = <Ask extends object, Reply>(endpoint: Endpoint<Ask, Reply>, ask: Ask, options: ReadOptions = {}): Promise<Called<Reply>> => {
    const urgent = options.urgent ?? false
    const start = (): Promise<Called<Reply>> => call.ask(endpoint, ask, laneOf(endpoint, urgent))
    return urgent ? start() : share(flightName(endpoint, ask), start)
  }

  const ping = async (): Promise<Answer<{ ms: number }>> => {
    const answer = await read(endpoints.ping, {})
    return answer.ok ? ok({ value: { ms: Math.round(answer.value.ms) }, at: answer.value.at }) : answer
  }

  return {
    ping,
    async mainBalance(options) {
      return partly(await read(endpoints.mainBalance, {}, options), toBalances)
    },
    async openPositions(market, options) {
      return partly(await read(endpoints.openPositions, market === undefined ? {} : { market }, options), toPositions)
    },
    async creditLine() {
      const answer = await read(endpoints.creditLine, {})
      if (answer.ok) return into(answer, toLoanAnswer)
      if (answer.error.code === 'no-loan') return ok({ value: { kind: 'no-loan' }, at: clock() })
      if (answer.error.code === 'credit-line-off') return ok({ value: { kind: 'not-enabled' }, at: clock() })
      return answer
    },
    async flexHistory(query) {
      return into(await read(endpoints.flexHistory, fromFlexHistoryQuery(query)), toFlexHistoryPage)
    },
    async payoutDestination(accountName) {
      return into(await read(endpoints.payoutDestination, { accountName }), (reply) => toPayoutDestination(accountName, reply))
    },
    async streamToken() {
      return into(await read(endpoints.streamToken, {}), ({ websocket_token }) => ({ token: websocket_token }))
    },
    clockSkew: () => skew,
    mover: createMover({ call, dialect }),
    dropSockets: () => http.dropSockets(),
    close() {
      stop.abort()
      http.close()
    },
  }
}
