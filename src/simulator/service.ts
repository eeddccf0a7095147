// The service as a function from a request to a response. It knows no socket; server.ts carries the
// bytes.
import type { Dialect } from '../shared/accounts/account.js'
import type { Clock } from '../shared/time.js'
import { endpoints } from '../v4/endpoints.js'
import type { Endpoint } from '../v4/endpoint.js'
import { accepted, type Action, type Answer, refusalBody, refused } from './answer.js'
import { bulkLimitOrders } from './actions/bulk-limit-orders.js'
import {
  closeInvestment,
  creditLine,
  flexHistory,
  mainBalance,
  openPositions,
  payoutDestination,
  streamToken,
} from './actions/account-actions.js'
import {
  collateralAmounts,
  collateralBalances,
  collateralSummary,
  fixedInvestments,
  flexInvestments,
  miningAccounts,
  tradeBalance,
} from './actions/account-lists.js'
import { futures, markets, platformStatus, serverTime, tickers } from './actions/market-actions.js'
import { balanceTransfer } from './actions/transfer.js'
import * as orderActions from './actions/order-actions.js'
import {
  cancelConditional,
  conditionalOrders,
  ocoOrder,
  triggerMarketOrder,
} from './actions/trigger-orders.js'
import { collateralMarketOrder } from './actions/collateral-market-order.js'
import { checkMembers, checkRights, type Headers, openEnvelope, type SimulatorKey } from './auth.js'
import { unknownMembers } from './call-record.js'
import { collateralAmountsEndpoint, ocoOrderEndpoint } from './other-endpoints.js'
import type { World } from './world.js'
import { limits } from '../v4/limits.js'

/** Specification 8 for public calls and the history; public documentation for the others. */
function windowOf({ scope, serviceLimit = 1000 }: Endpoint): { requests: number; micros: number } {
  const { requests, perSeconds } = limits[scope]
  return { requests: scope === 'private' ? serviceLimit : requests, micros: perSeconds * 1_000_000 }
}

/**
 * A sliding window per path on the service's clock: times of the calls still inside it, oldest
 * first.
 */
export class RateLimits {
  private readonly taken = new Map<string, { times: number[]; first: number }>()

  /** True if the call is within the limit; a call beyond it is not counted. */
  admit(endpoint: Endpoint, nowMicros: number): boolean {
    const window = windowOf(endpoint)
    const record = this.taken.get(endpoint.path) ?? { times: [], first: 0 }
    this.taken.set(endpoint.path, record)
    while ((record.times[record.first] ?? nowMicros) <= nowMicros - window.micros) record.first += 1
    if (record.first > window.requests) {
      record.times = record.times.slice(record.first)
      record.first = 0
    }
    if (record.times.length - record.first >= window.requests) return false
    record.times.push(nowMicros)
    return true
  }
}

/** Of unsigned calls. */
type PublicAction = (world: World, dialect: Dialect) => Answer

const publicActions = {
  ping: () => accepted(['pong']),
  serverTime,
  platformStatus,
  markets,
  tickers,
  futures,
} satisfies Record<string, PublicAction>

const actions: Record<Exclude<keyof typeof endpoints, keyof typeof publicActions>, Action> = {
  mainBalance,
  flexHistory,
  closeInvestment,
  collateralMarketOrder,
  bulkLimitOrders,
  openPositions,
  creditLine,
  payoutDestination,
  streamToken,
  tradeBalance,
  collateralBalances,
  collateralSummary,
  ...orderActions,
  balanceTransfer,
  triggerMarketOrder,
  conditionalOrders,
  cancelConditional,
  fixedInvestments,
  flexInvestments,
  miningAccounts,
}

type Route = { endpoint: Endpoint } & ({ act: Action } | { publicAct: PublicAction })

function endpointNamed(name: string): Endpoint {
  return endpoints[name as keyof typeof endpoints] as Endpoint
}

const routes: ReadonlyMap<string, Route> = new Map(
  [
    ...Object.entries(publicActions).map(([name, publicAct]): Route => ({
      endpoint: endpointNamed(name),
      publicAct,
    })),
    ...Object.entries(actions).map(([name, act]): Route => ({
      endpoint: endpointNamed(name),
      act,
    })),
    { endpoint: collateralAmountsEndpoint, act: collateralAmounts },
    { endpoint: ocoOrderEndpoint, act: ocoOrder },
  ].map((route) => [route.endpoint.path, route]),
)

export type ServiceRequest = { method: string; path: string; headers: Headers; body: Buffer }
/** `ignored`: members of the body that had no effect. */
export type ServiceReply = {
  answer: Answer
  keyName: string | null
  body: unknown
  ignored: readonly string[]
}

export class Service {
  private limits = new RateLimits()

  constructor(
    public world: World,
    readonly keys: readonly SimulatorKey[],
    readonly dialect: Dialect,
    /** The caller's time. */
    readonly callerClock: Clock,
    /** Serves only the specification's endpoints. */
    private readonly onlySpecified = false,
  ) {}

  /** Replaces the world; counters of past calls are dropped with the old one. */
  restart(world: World): void {
    this.world = world
    this.limits = new RateLimits()
  }

  reply(request: ServiceRequest): ServiceReply {
    const bare = (answer: Answer): ServiceReply => ({
      answer,
      keyName: null,
      body: null,
      ignored: [],
    })
    const route = routes.get(request.path)
    if (route === undefined || this.isWithheld(route.endpoint))
      return bare(this.gatewayRefusal(request.path, 404, 'Not found.'))
    if (request.method !== route.endpoint.method)
      return bare(this.gatewayRefusal(request.path, 405, 'Method not allowed.'))
    if (!this.limits.admit(route.endpoint, this.world.nowMicros)) {
      return bare(
        this.gatewayRefusal(request.path, 429, 'The rate limit is reached.', 'error code: 1015'),
      )
    }
    return 'act' in route
      ? this.call(route.endpoint, route.act, request)
      : bare(route.publicAct(this.world, this.dialect))
  }

  private isWithheld({ path, source }: Endpoint): boolean {
    if (this.onlySpecified && source !== undefined) return true
    return this.world.copied?.withheld.has(path) === true
  }

  private call(endpoint: Endpoint, action: Action, request: ServiceRequest): ServiceReply {
    const opened = openEnvelope(this, request.headers, request.body)
    if (!opened.ok)
      return { answer: opened.answer, keyName: opened.key?.name ?? null, body: null, ignored: [] }
    const { key, state, body } = opened
    const ignored = unknownMembers(endpoint, body, this.dialect)
    const refusal =
      checkMembers(this, endpoint, state, body) ?? checkRights(endpoint, state, this.dialect)
    const answer =
      refusal ??
      action({
        world: this.world,
        keyName: key.name,
        key: state,
        body,
        dialect: this.dialect,
        ignored,
      })
    return { answer, keyName: key.name, body, ignored }
  }

  /**
   * At the live service a gateway responds, which sends no JSON, and no body for an unknown path.
   */
  private gatewayRefusal(path: string, status: number, message: string, live = ''): Answer {
    return this.dialect === 'live'
      ? { status, text: live, type: 'text/plain; charset=utf-8' }
      : this.refusal(path, status, message)
  }

  /**
   * An error not raised by an operation. Public paths respond in the format of 2.3, where the live
   * service has `errors` instead of `params`; private ones in that of 2.2.
   */
  refusal(path: string, status: number, message: string): Answer {
    if (!path.startsWith('/api/v4/public/')) return refused(status, 0, message)
    return {
      status,
      body: { success: false, message, [this.dialect === 'spec' ? 'params' : 'errors']: [] },
    }
  }

  /** The bytes of a response, with the headers that describe them. */
  encode(answer: Answer): { status: number; type: string; text: string } {
    const { status } = answer
    if ('text' in answer)
      return { status, type: answer.type ?? 'application/json', text: answer.text }
    const body = 'refusal' in answer ? refusalBody(answer.refusal, this.dialect) : answer.body
    return { status, type: 'application/json', text: JSON.stringify(body) }
  }
}
