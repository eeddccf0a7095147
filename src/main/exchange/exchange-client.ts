// One method per endpoint of the specification's section 4 that reads, in our own words, and every failure a value. The three that
// move money go through the order gateway, which only the order engine is given.
import type { Dialect } from '../../shared/domain/account.js'
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { FlexHistoryPage, FlexHistoryQuery } from '../../shared/domain/investment.js'
import type { LoanAnswer } from '../../shared/domain/loan.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import type { Position } from '../../shared/domain/position.js'
import { fail, ok } from '../../shared/result.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { endpoints } from '../../v4/endpoints.js'
import type { Credentials } from '../keychain/secret.js'
import { createCircuitBreaker } from './circuit-breaker.js'
import type { Trust } from './connector.js'
import { createLimiter, type Limiter, type Priority } from './limiter.js'
import { keyIdOf, type NonceGenerator } from './nonce.js'
import { createOrderGateway, type OrderGateway } from './order-gateway.js'
import { type Answer, type CallResult, createRequestPipeline } from './request-pipeline.js'
import { createSigner } from './signer.js'
import { createSingleFlight } from './single-flight.js'
import { systemTiming } from './timing.js'
import { toBalances, toFlexHistoryPage, toLoanAnswer, toPayoutDestination, toPositions, type WithUnreadable } from './to-domain.js'
import { fromFlexHistoryQuery } from './to-wire.js'
import { createExchangeHttp, type ExchangeHttp, type HttpLimits } from './transport.js'

export type { Answer } from './request-pipeline.js'

/** `urgent`: to find out the result of a call that moved money. Goes before other reads and never joins one already in flight. */
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
  /** After sleep or a change of network, when open sockets may be dead. */
  dropSockets(): void
  /** Ends what is in flight and refuses what comes after. A call that moved money ends as `outcome-unknown`. */
  close(): void
}

export type TradingClient = ExchangeClient & { readonly orderGateway: OrderGateway }

export type ExchangeClientParts = {
  /** Scheme and host; https, or http on this computer. */
  baseUrl: string
  dialect: Dialect
  credentials: Credentials
  /** One for the whole app: its sequences are per key, whoever uses the key. */
  nonce: NonceGenerator
  clock: Clock
  /** One for the whole app, so that two clients of one key share its budget and its turn. */
  limiter?: Limiter
  timing?: Timing
  /** 0 ≤ n < 1, for the backoff. */
  random?: () => number
  trust?: Trust
  deadlines?: { read: number; order: number }
  httpLimits?: HttpLimits
}

const usualDeadlines = { read: 10_000, order: 30_000 }

const priorityOf = (endpoint: Pick<Endpoint, 'name'>, urgent: boolean): Priority =>
  urgent ? 1 : endpoint.name === endpoints.flexHistory.name ? 3 : 2

/** Reads with the same key are the same question. Most have no members of their own, so their text need not be made. */
const requestKey = (endpoint: Pick<Endpoint, 'name'>, ask: object): string =>
  Object.keys(ask).length === 0 ? endpoint.name : `${endpoint.name} ${JSON.stringify(ask)}`

/** For an address that may not be used at all. */
const refusingHttp: ExchangeHttp = {
  send: () => Promise.resolve(fail({ cause: 'ADDRESS_REFUSED', sent: false, detail: '' })),
  dropSockets: () => undefined,
  close: () => undefined,
}

const mapAnswer = <A, B>(answer: CallResult<A>, change: (value: A) => WithUnreadable<B>): Answer<B> =>
  answer.ok ? ok({ ...change(answer.value.value), at: answer.value.at }) : answer

export const createExchangeClient = (parts: ExchangeClientParts): TradingClient => {
  const { clock, nonce, dialect, credentials, timing = systemTiming, random = Math.random } = parts
  const opened = createExchangeHttp({ baseUrl: parts.baseUrl, trust: parts.trust, limits: parts.httpLimits })
  const http = opened.ok ? opened.value : refusingHttp
  const stop = new AbortController()
  const singleFlight = createSingleFlight()
  let skew: number | null = null

  const pipeline = createRequestPipeline({
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
    breaker: createCircuitBreaker(timing),
    stop: stop.signal,
    deadlines: parts.deadlines ?? usualDeadlines,
    onClockSkew: (seconds) => {
      skew = seconds
    },
    probe: () => ping(),
  })

  const read = <Ask extends object, Reply>(
    endpoint: Endpoint<Ask, Reply>,
    ask: Ask,
    { urgent = false }: ReadOptions = {},
  ): Promise<CallResult<Reply>> => {
    const start = (): Promise<CallResult<Reply>> => pipeline.read(endpoint, ask, priorityOf(endpoint, urgent))
    return urgent ? start() : singleFlight(requestKey(endpoint, ask), start)
  }

  const ping = async (): Promise<Answer<{ ms: number }>> => {
    const answer = await read(endpoints.ping, {})
    return answer.ok ? ok({ value: { ms: Math.round(answer.value.ms) }, at: answer.value.at }) : answer
  }

  return {
    ping,
    mainBalance: async (options) => mapAnswer(await read(endpoints.mainBalance, {}, options), toBalances),
    openPositions: async (market, options) =>
      mapAnswer(await read(endpoints.openPositions, market === undefined ? {} : { market }, options), toPositions),
    creditLine: async () => {
      const answer = await read(endpoints.creditLine, {})
      if (answer.ok) return mapAnswer(answer, (loan) => ({ value: toLoanAnswer(loan) }))
      if (answer.error.code === 'no-loan') return ok({ value: { kind: 'no-loan' }, at: clock() })
      if (answer.error.code === 'credit-line-off') return ok({ value: { kind: 'not-enabled' }, at: clock() })
      return answer
    },
    flexHistory: async (query) =>
      mapAnswer(await read(endpoints.flexHistory, fromFlexHistoryQuery(query)), (page) => ({ value: toFlexHistoryPage(page) })),
    payoutDestination: async (accountName) =>
      mapAnswer(await read(endpoints.payoutDestination, { accountName }), (reply) => ({ value: toPayoutDestination(accountName, reply) })),
    streamToken: async () =>
      mapAnswer(await read(endpoints.streamToken, {}), ({ websocket_token }) => ({ value: { token: websocket_token } })),
    clockSkew: () => skew,
    orderGateway: createOrderGateway({ pipeline, dialect }),
    dropSockets: () => http.dropSockets(),
    close() {
      stop.abort()
      http.close()
    },
  }
}
