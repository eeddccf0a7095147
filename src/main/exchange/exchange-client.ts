// One method per reading endpoint of specification section 4, in our own terms, with every failure
// as a value. Calls that move money go through the order gateway, which only the order engine has.
import type { Dialect } from '../../shared/accounts/account.js'
import type {
  FlexHistoryQuery,
  FlexHistoryPage,
  FixedInvestment,
  ActiveFixedInvestment,
  OpenFlexInvestment,
} from '../../shared/investments/investment.js'
import type { LoanAnswer } from '../../shared/portfolio/loan.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { endpoints } from '../../v4/endpoints.js'
import type { Credentials } from '../keychain/secret.js'
import { type MessageOrText } from '../../shared/messages/messages.js'
import type { CallRecorder } from './call-record.js'
import type { Trust } from './tls-connector.js'
import { toActiveFixedInvestments, toOpenFlexInvestments, toPoolAccounts } from './list-mapping.js'
import { createLimiter, type Limiter, type Priority } from './limiter.js'
import {
  toCollateralBalance,
  toCollateralSummary,
  toFutures,
  toMarkets,
  toPlatformState,
  toTickers,
  toTradeBalance,
} from './market-mapping.js'
import { createSigner, keyIdOf, type NonceGenerator, type Signer } from './signer.js'
import {
  createOrderGateway,
  type OrderRequest,
  type PreparedRequest,
  type OrderResult,
} from './order-gateway.js'
import { createReadConsole } from './read-console.js'
import {
  type Answer,
  type AnswerSeen,
  type CallResult,
  createRequestPipeline,
  type EndedCall,
  type SendHooks,
} from './request-pipeline.js'
import { createCircuitBreaker } from './retry.js'
import { systemTiming } from './timing.js'
import { harmlessRead } from './endpoint-access.js'
import { createHttpClient, type HttpLimits, type OpenHttpClient } from './http-client.js'
import {
  type ClientId,
  fromEitherId,
  fromPositionId,
  type OrderId,
  toConditionalOrders,
  toPositionOrders,
} from './target-mapping.js'
import {
  fromFlexHistoryQuery,
  toActiveOrders,
  toBalances,
  toFinishedOrders,
  toFixedInvestments,
  toFlexHistoryPage,
  toPayoutDestination,
  toPositions,
  type WithUnreadable,
} from './wire-mapping.js'
import type { Market, Ticker, FuturesQuote, PlatformState } from '../../shared/markets/market.js'
import type { Problem } from '../../shared/problem.js'
import { createStreamSockets, type OpenStreamSocket } from './stream/stream-socket.js'
import type { ConsoleAsk, ConsolePreview } from '../../shared/calls/console.js'
import type { PayoutDestination } from '../../shared/mining/payout.js'
import type { PoolAccount } from '../../shared/mining/mining.js'
import type { ConditionalOrder, Order } from '../../shared/orders/order.js'
import type { Position } from '../../shared/portfolio/position.js'
import type {
  AssetBalance,
  TradeBalance,
  CollateralBalance,
  CollateralSummary,
} from '../../shared/portfolio/portfolio.js'
import type { AddressFamily } from '../../shared/portfolio/connection.js'

export type { Answer } from './request-pipeline.js'

/**
 * `urgent`: to find out the outcome of a call that moved money. Goes before other reads and never
 * joins one already in flight.
 */
type ReadOptions = { urgent?: boolean }

/** Members of a list from `offset` on, at most `limit`: 1 to 100. */
type Page = { limit: number; offset: number }

export type TradingClient = {
  clockSkew: () => number | null
  family: () => AddressFamily | 'proxy' | null
  dropSockets: () => void
  close: () => void
  /** Specification 4.1. `ms` is the round trip. */
  ping: () => Promise<Answer<{ ms: number }>>
  /** 4.2 */
  mainBalance: (options?: ReadOptions) => Promise<Answer<AssetBalance[]>>
  /** 4.7. Without a market, all of them. */
  openPositions: (market?: string, options?: ReadOptions) => Promise<Answer<Position[]>>
  /** 4.8. No loan and not enabled are good answers. */
  creditLine: () => Promise<Answer<LoanAnswer>>
  /** 4.3, B2B partners only. */
  flexHistory: (query: FlexHistoryQuery) => Promise<Answer<FlexHistoryPage>>
  /** Not in the specification: open orders, of one market or of all, a page from `offset` on. */
  activeOrders: (
    page: { market?: string } & Page,
    options?: ReadOptions,
  ) => Promise<Answer<Order[]>>
  /** Not in the specification: orders that belong together, of all markets, a page of them. */
  conditionalOrders: (page: Page, options?: ReadOptions) => Promise<Answer<ConditionalOrder[]>>
  /** Not in the specification: the order with that id if it is open, else nothing. */
  activeOrder: (order: OrderId | ClientId, options?: ReadOptions) => Promise<Answer<Order[]>>
  /**
   * Not in the specification: orders with that id that have ended, however long ago. A client id
   * that no order has is refused.
   */
  endedOrder: (order: OrderId | ClientId, options?: ReadOptions) => Promise<Answer<Order[]>>
  /**
   * Not in the specification: orders that have ended since `from`, in whole Unix seconds, newest
   * first; of one market, or of all.
   */
  orderHistory: (
    parts: { market?: string; from: number } & Page,
    options?: ReadOptions,
  ) => Promise<Answer<Order[]>>
  /** Not in the specification: the ids of the orders that changed a position, the latest first. */
  positionOrders: (position: OrderId, options?: ReadOptions) => Promise<Answer<string[]>>
  /** Not in the specification, B2B partners only: fixed-term investments, including closed ones. */
  fixedInvestments: (page: Page, options?: ReadOptions) => Promise<Answer<FixedInvestment[]>>
  /** Not in the specification, B2B partners only. */
  activeFixedInvestments: (page: Page) => Promise<Answer<ActiveFixedInvestment[]>>
  flexInvestments: (page: Page) => Promise<Answer<OpenFlexInvestment[]>>
  /** Not in the specification. */
  miningAccounts: (page: Page) => Promise<Answer<PoolAccount[]>>
  /** 4.9 */
  payoutDestination: (accountName: string) => Promise<Answer<PayoutDestination>>
  /** 4.10 */
  streamToken: () => Promise<Answer<{ token: string }>>
  /** Connects to the stream like every call, and sends nothing by itself. */
  openStream: OpenStreamSocket
  /** Not in the specification. */
  tradeBalance: (options?: ReadOptions) => Promise<Answer<TradeBalance[]>>
  collateralBalance: (options?: ReadOptions) => Promise<Answer<CollateralBalance[]>>
  collateralSummary: () => Promise<Answer<CollateralSummary>>
  /**
   * Calls an endpoint only to find out whether the key may, after all other waiting calls; null if
   * it is never called for that, as with anything that moves money. `poolAccount`: one to call it
   * with.
   */
  tryEndpoint: (path: string, poolAccount: string | null) => Promise<Answer<null>> | null
  /** Any existing read, requested by hand. */
  console: {
    prepare: (ask: ConsoleAsk) => Result<ConsolePreview, Problem>
    send: (ask: ConsoleAsk, call: symbol) => Promise<CallResult<unknown>>
  }
  orderGateway: {
    prepare: (request: OrderRequest) => Result<PreparedRequest, Problem>
    send: (prepared: PreparedRequest, hooks: SendHooks) => Promise<OrderResult>
  }
}
export type ExchangeClient = Omit<TradingClient, 'orderGateway'>

/**
 * A read for data shown once and not monitored. `cannot`: the consequence if the key is
 * unavailable, such as “no token can be fetched”.
 */
export type AskExchange = <T>(
  call: (client: ExchangeClient) => Promise<Answer<T>>,
  cannot: MessageOrText,
) => Promise<Answer<T>>

type ConnectionParts = {
  /** Scheme and host; https, or http on this computer. */
  baseUrl: string
  dialect: Dialect
  /** One for the whole app: its sequences are per key, whoever uses the key. */
  nonce: NonceGenerator
  clock: Clock
  /** One for the whole app, so that two clients of one key share its budget and its turn. */
  limiter?: Limiter
  timing?: Timing
  /** 0 ≤ n < 1, for the backoff. */
  random?: () => number
  trust?: Trust
  /** Receives every try of every call. */
  recorder?: CallRecorder
  deadlines?: { read: number; order: number }
  httpLimits?: HttpLimits
  onEnded?: EndedCall | undefined
  onShape?: AnswerSeen | undefined
}

export type ExchangeClientParts = ConnectionParts & {
  credentials: Credentials
  /** Whether Plimsoll is locked: no call that moves money is sent then. */
  locked?: () => boolean
}

const usualDeadlines = { read: 10_000, order: 30_000 }

function priorityOf({ scope }: Pick<Endpoint, 'scope'>, urgent: boolean): Priority {
  return urgent ? 1 : scope === 'history' ? 3 : 2
}

/** For an address that may not be used at all. */
const refusingHttp: OpenHttpClient = {
  send: () => Promise.resolve(fail({ cause: 'ADDRESS_REFUSED', sent: false, detail: '' })),
  dropSockets: () => undefined,
  family: () => null,
  close: () => undefined,
}

/**
 * A time this large is milliseconds: as seconds it would be in the year 5138. Both are whole
 * numbers, as described.
 */
const leastMilliseconds = 100_000_000_000

function wholeSeconds(time: number): UnixSeconds {
  return time < leastMilliseconds ? time : (time - (time % 1000)) / 1000
}

function mapAnswer<A, B>(
  answer: CallResult<A>,
  change: (value: A) => WithUnreadable<B>,
): Answer<B> {
  return answer.ok ? ok({ ...change(answer.value.value), at: answer.value.at }) : answer
}

function openConnection(parts: ConnectionParts, signer: Signer, keyId: string) {
  const { clock, nonce, dialect, timing = systemTiming, random = Math.random } = parts
  const opened = createHttpClient({
    baseUrl: parts.baseUrl,
    trust: parts.trust,
    limits: parts.httpLimits,
  })
  const http = opened.ok ? opened.value : refusingHttp
  const stop = new AbortController()
  const inFlight = new Map<string, Promise<CallResult<unknown>>>()
  let skew: number | null = null

  const pipeline = createRequestPipeline({
    http,
    dialect,
    signer,
    keyId,
    nonce,
    clock,
    timing,
    random,
    host: parts.baseUrl,
    limiter: parts.limiter ?? createLimiter({ timing }),
    breaker: createCircuitBreaker(timing),
    stop: stop.signal,
    deadlines: parts.deadlines ?? usualDeadlines,
    recorder: parts.recorder ?? null,
    onClockSkew: (seconds) => {
      skew = seconds
    },
    onEnded: parts.onEnded,
    onShape: parts.onShape,
    probe: () => ping(),
  })

  /**
   * An identical request made while one is in flight gets the same response, so that a slow poll
   * never overlaps itself.
   */
  const read = <Ask extends object, Reply>(
    endpoint: Endpoint<Ask, Reply>,
    ask: Ask,
    { urgent = false }: ReadOptions = {},
  ): Promise<CallResult<Reply>> => {
    const start = (): Promise<CallResult<Reply>> =>
      pipeline.read(endpoint, ask, priorityOf(endpoint, urgent))
    if (urgent) return start()
    const question = `${endpoint.path} ${JSON.stringify(ask)}`
    const current = inFlight.get(question)
    // Same endpoint, so same type.
    if (current !== undefined) return current as Promise<CallResult<Reply>>
    const flight = start().finally(() => inFlight.delete(question))
    inFlight.set(question, flight)
    return flight
  }

  const ping = async (): Promise<Answer<{ ms: number }>> => {
    const answer = await read(endpoints.ping, {})
    return answer.ok
      ? ok({ value: { ms: Math.round(answer.value.ms) }, at: answer.value.at })
      : answer
  }

  return {
    pipeline,
    read,
    ping,
    /**
     * This computer's clock minus the exchange's, in seconds, accurate to about a second; null
     * until a response has shown it.
     */
    clockSkew: (): number | null => skew,
    /** After sleep or a network change, when open sockets may be dead. */
    dropSockets: (): void => http.dropSockets(),
    /** What the latest connection to the exchange uses. */
    family: http.family,
    /**
     * Ends calls in flight and refuses later ones. A call that moved money ends as
     * `outcome-unknown`.
     */
    close(): void {
      stop.abort()
      http.close()
    },
  }
}

/** Public calls are not signed, and nothing else uses this. */
const signsNothing: Signer = { sign: () => fail('SECRET_WIPED') }

export type PublicClient = {
  dropSockets: () => void
  close: () => void
  markets: () => Promise<Answer<Market[]>>
  tickers: () => Promise<Answer<{ [market: string]: Ticker }>>
  futures: () => Promise<Answer<{ [market: string]: FuturesQuote }>>
  platformState: () => Promise<Answer<PlatformState>>
  /** The exchange's clock, in whole Unix seconds. */
  serverTime: () => Promise<Answer<number>>
}

/** Public reads of an exchange, without a key. None of it is in the specification. */
export function createPublicClient(
  parts: Omit<ConnectionParts, 'dialect' | 'nonce'>,
): PublicClient {
  const nonce: NonceGenerator = { next: () => ({ text: '', recorded: false }) }
  const { read, dropSockets, close } = openConnection(
    { ...parts, dialect: 'spec', nonce },
    signsNothing,
    '',
  )
  return {
    markets: async () => mapAnswer(await read(endpoints.markets, {}), toMarkets),
    tickers: async () => mapAnswer(await read(endpoints.tickers, {}), toTickers),
    futures: async () => mapAnswer(await read(endpoints.futures, {}), toFutures),
    platformState: async () =>
      mapAnswer(await read(endpoints.platformStatus, {}), (reply) => ({
        value: toPlatformState(reply),
      })),
    serverTime: async () =>
      mapAnswer(await read(endpoints.serverTime, {}), ({ time }) => ({
        value: wholeSeconds(time),
      })),
    dropSockets,
    close,
  }
}

export function createExchangeClient(parts: ExchangeClientParts): TradingClient {
  const { clock, dialect, credentials } = parts
  const connection = openConnection(parts, createSigner(credentials), keyIdOf(credentials.apiKey))
  const { read, ping, clockSkew, family, dropSockets, close } = connection

  return {
    ping,
    mainBalance: async (options?: ReadOptions) =>
      mapAnswer(await read(endpoints.mainBalance, {}, options), toBalances),
    openPositions: async (market?: string, options?: ReadOptions) =>
      mapAnswer(
        await read(endpoints.openPositions, market === undefined ? {} : { market }, options),
        toPositions,
      ),
    creditLine: async (): Promise<Answer<LoanAnswer>> => {
      const answer = await read(endpoints.creditLine, {})
      if (answer.ok) return mapAnswer(answer, (loan) => ({ value: { kind: 'loan', loan } }))
      if (answer.error.code === 'no-loan') return ok({ value: { kind: 'no-loan' }, at: clock() })
      if (answer.error.code === 'credit-line-off')
        return ok({ value: { kind: 'not-enabled' }, at: clock() })
      return answer
    },
    flexHistory: async (query: FlexHistoryQuery) =>
      mapAnswer(await read(endpoints.flexHistory, fromFlexHistoryQuery(query)), (page) => ({
        value: toFlexHistoryPage(page),
      })),
    activeOrders: async (page: { market?: string } & Page, options?: ReadOptions) =>
      mapAnswer(await read(endpoints.activeOrders, page, options), toActiveOrders),
    conditionalOrders: async (page: Page, options?: ReadOptions) =>
      mapAnswer(await read(endpoints.conditionalOrders, page, options), toConditionalOrders),
    activeOrder: async (order: OrderId | ClientId, options?: ReadOptions) =>
      mapAnswer(await read(endpoints.activeOrders, fromEitherId(order), options), toActiveOrders),
    endedOrder: async (order: OrderId | ClientId, options?: ReadOptions) =>
      mapAnswer(await read(endpoints.orderHistory, fromEitherId(order), options), (reply) =>
        toFinishedOrders(reply, order.market),
      ),
    orderHistory: async (
      { from, ...page }: { market?: string; from: number } & Page,
      options?: ReadOptions,
    ) =>
      mapAnswer(
        await read(endpoints.orderHistory, { ...page, startDate: from }, options),
        (reply) => toFinishedOrders(reply, page.market),
      ),
    positionOrders: async (position: OrderId, options?: ReadOptions) => {
      const { market, positionId } = fromPositionId({ ...position, positionSide: null })
      return mapAnswer(
        await read(endpoints.positionHistory, { market, positionId, limit: 100 }, options),
        (reply) => ({ value: toPositionOrders(reply, position) }),
      )
    },
    fixedInvestments: async (page: Page, options?: ReadOptions) =>
      mapAnswer(await read(endpoints.fixedInvestments, page, options), toFixedInvestments),
    activeFixedInvestments: async (page: Page) =>
      mapAnswer(
        await read(endpoints.fixedInvestments, { status: 1, ...page }),
        toActiveFixedInvestments,
      ),
    flexInvestments: async (page: Page) =>
      mapAnswer(
        await read(endpoints.flexInvestments, { investmentStatus: 1, ...page }),
        toOpenFlexInvestments,
      ),
    miningAccounts: async (page: Page) =>
      mapAnswer(await read(endpoints.miningAccounts, page), toPoolAccounts),
    payoutDestination: async (accountName: string) =>
      mapAnswer(await read(endpoints.payoutDestination, { accountName }), (reply) => ({
        value: toPayoutDestination(accountName, reply),
      })),
    streamToken: async () =>
      mapAnswer(await read(endpoints.streamToken, {}), ({ websocket_token }) => ({
        value: { token: websocket_token },
      })),
    openStream: createStreamSockets(parts.baseUrl, parts.trust),
    tradeBalance: async (options?: ReadOptions) =>
      mapAnswer(await read(endpoints.tradeBalance, {}, options), toTradeBalance),
    collateralBalance: async (options?: ReadOptions) =>
      mapAnswer(await read(endpoints.collateralBalances, {}, options), toCollateralBalance),
    collateralSummary: async () =>
      mapAnswer(await read(endpoints.collateralSummary, {}), (reply) => ({
        value: toCollateralSummary(reply),
      })),
    tryEndpoint: (path: string, poolAccount: string | null): Promise<Answer<null>> | null => {
      const asked = harmlessRead(path, poolAccount)
      if (asked === null) return null
      const answer = connection.pipeline.read(
        asked.endpoint as Endpoint<object, unknown>,
        asked.ask,
        3,
      )
      return answer.then((read) => mapAnswer(read, () => ({ value: null })))
    },
    console: createReadConsole({
      pipeline: connection.pipeline,
      dialect,
      host: parts.baseUrl,
      recorder: parts.recorder ?? null,
    }),
    orderGateway: createOrderGateway({
      pipeline: connection.pipeline,
      dialect,
      locked: parts.locked,
    }),
    clockSkew,
    family,
    dropSockets,
    close,
  }
}
