// The whole service as a function from a request to an answer. It knows no socket; server.ts carries the bytes.
import type { Dialect } from '../shared/domain/account.js'
import type { Clock } from '../shared/time.js'
import { endpoints } from '../v4/endpoints.js'
import type { Endpoint } from '../v4/endpoint.js'
import type { Action } from './action.js'
import { bulkLimitOrders } from './actions/bulk-limit-orders.js'
import { closeInvestment } from './actions/close-investment.js'
import { collateralMarketOrder } from './actions/collateral-market-order.js'
import { creditLine } from './actions/credit-line.js'
import { flexHistory } from './actions/flex-history.js'
import { mainBalance } from './actions/main-balance.js'
import { openPositions } from './actions/open-positions.js'
import { payoutDestination } from './actions/payout-destination.js'
import { streamToken } from './actions/stream-token.js'
import { accepted, publicRefusal, refusalBody, refused, type Answer } from './answer.js'
import { checkMembers, checkRights, openEnvelope, type Headers } from './auth.js'
import { unknownMembers } from './ignored.js'
import type { SimulatorKey } from './keys.js'
import { RateLimits } from './rate-limits.js'
import type { World } from './world.js'

const actions: Record<Exclude<keyof typeof endpoints, 'ping'>, Action> = {
  mainBalance,
  flexHistory,
  closeInvestment,
  collateralMarketOrder,
  bulkLimitOrders,
  openPositions,
  creditLine,
  payoutDestination,
  streamToken,
}

type Route = { endpoint: Endpoint; action: Action | null }

const routes: ReadonlyMap<string, Route> = new Map([
  [endpoints.ping.path, { endpoint: endpoints.ping as Endpoint, action: null }],
  ...Object.entries(actions).map(([name, action]): [string, Route] => {
    const endpoint = endpoints[name as keyof typeof actions] as Endpoint
    return [endpoint.path, { endpoint, action }]
  }),
])

export type ServiceRequest = { method: string; path: string; headers: Headers; body: Buffer }
/** `ignored`: members of the body that had no effect. */
export type ServiceReply = { answer: Answer; keyName: string | null; body: unknown; ignored: readonly string[] }

const publicPrefix = '/api/v4/public/'

export class Service {
  private limits = new RateLimits()

  constructor(
    public world: World,
    readonly keys: readonly SimulatorKey[],
    readonly dialect: Dialect,
    /** The time of whoever calls. */
    readonly callerClock: Clock,
  ) {}

  /** Puts another world in place; counters of past calls go with the old one. */
  restart(world: World): void {
    this.world = world
    this.limits = new RateLimits()
  }

  reply(request: ServiceRequest): ServiceReply {
    const bare = (answer: Answer): ServiceReply => ({ answer, keyName: null, body: null, ignored: [] })
    const route = routes.get(request.path)
    if (route === undefined) return bare(this.unknown(request.path, 404, 'Not found.'))
    if (request.method !== route.endpoint.method) return bare(this.unknown(request.path, 405, 'Method not allowed.'))
    if (!this.limits.admit(route.endpoint, this.world.nowMicros)) return bare(this.tooMany(request.path))
    return route.action === null ? bare(accepted(['pong'])) : this.call(route.endpoint, route.action, request)
  }

  private call(endpoint: Endpoint, action: Action, request: ServiceRequest): ServiceReply {
    const opened = openEnvelope(this, request.headers, request.body)
    if (!opened.ok) return { answer: opened.answer, keyName: opened.key?.name ?? null, body: null, ignored: [] }
    const { key, state, body } = opened
    const ignored = unknownMembers(endpoint, body, this.dialect)
    const refusal = checkMembers(this, endpoint, state, body) ?? checkRights(endpoint, state, this.dialect)
    const answer = refusal ?? action({ world: this.world, keyName: key.name, key: state, body, dialect: this.dialect, ignored })
    return { answer, keyName: key.name, body, ignored }
  }

  /** At the live service a gateway answers, which knows no JSON. */
  private tooMany(path: string): Answer {
    return this.dialect === 'live'
      ? { kind: 'text', status: 429, text: 'Too Many Requests' }
      : this.refusal(path, 429, 'The rate limit is reached.')
  }

  /** The live service has no body at all for a path it does not know. */
  private unknown(path: string, status: number, message: string): Answer {
    return this.dialect === 'live' ? { kind: 'text', status, text: '' } : this.refusal(path, status, message)
  }

  /** A refusal that no operation made. Public paths answer in the shape of 2.3, private ones in that of 2.2. */
  refusal(path: string, status: number, message: string): Answer {
    return path.startsWith(publicPrefix) ? publicRefusal(status, message, this.dialect) : refused(status, 0, message)
  }

  /** The bytes of an answer. */
  encode(answer: Answer): { status: number; type: string; text: string } {
    const json = 'application/json'
    switch (answer.kind) {
      case 'text':
        return { status: answer.status, type: 'text/plain; charset=utf-8', text: answer.text }
      case 'written':
        return { status: answer.status, type: json, text: answer.text }
      case 'json':
        return { status: answer.status, type: json, text: JSON.stringify(answer.body) }
      case 'refused':
        return { status: answer.status, type: json, text: JSON.stringify(refusalBody(answer.refusal, this.dialect)) }
    }
  }
}
