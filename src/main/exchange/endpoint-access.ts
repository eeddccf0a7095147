// What a call's response says about what its key can do, and which endpoints may be called only to
// find out. Never those that move money, nor any not known to be free of side effects: a new stream
// token may invalidate an older one.
import type { z } from 'zod'
import type { EndpointFacts, Finding } from '../../shared/capabilities/capability.js'
import type { Problem, ProblemCode } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { endpoints } from '../../v4/endpoints.js'

type Endpoints = typeof endpoints
type Asks = { [Name in keyof Endpoints]?: z.infer<Endpoints[Name]['ask']> }

const oneOfThem = { limit: 1, offset: 0 } as const

const harmlessAsks = {
  ping: {},
  mainBalance: {},
  flexHistory: oneOfThem,
  openPositions: {},
  creditLine: {},
  serverTime: {},
  platformStatus: {},
  markets: {},
  tickers: {},
  futures: {},
  tradeBalance: {},
  collateralBalances: {},
  collateralSummary: {},
  activeOrders: oneOfThem,
  conditionalOrders: oneOfThem,
  orderHistory: oneOfThem,
  // Its documentation names no offset.
  positionHistory: { limit: 1 },
  fixedInvestments: oneOfThem,
  flexInvestments: oneOfThem,
  miningAccounts: oneOfThem,
} satisfies Asks

/** Called with a known pool account, never with an invented one. */
const { path: ofPoolAccount } = endpoints.payoutDestination

export type HarmlessRead = { endpoint: Endpoint; ask: object }

const reads: ReadonlyMap<string, HarmlessRead> = new Map(
  Object.entries(harmlessAsks).map(([name, ask]) => {
    const endpoint = endpoints[name as keyof typeof harmlessAsks] as Endpoint
    return [endpoint.path, { endpoint, ask }]
  }),
)

/** How to call an endpoint to find out whether the key may; null if it is not called. */
export function harmlessRead(path: string, poolAccount: string | null): HarmlessRead | null {
  if (path === ofPoolAccount)
    return poolAccount === null
      ? null
      : { endpoint: endpoints.payoutDestination as Endpoint, ask: { accountName: poolAccount } }
  return reads.get(path) ?? null
}

/** Every endpoint that Plimsoll knows, those of the specification first. */
export const endpointFacts: readonly EndpointFacts[] = Object.values(endpoints).map(
  ({ path, subject, access, movesMoney, source }: Endpoint): EndpointFacts => ({
    path,
    subject,
    access,
    movesMoney,
    source: source ?? null,
    check: path === ofPoolAccount ? 'pool-account' : reads.has(path) ? 'read' : 'own-act',
  }),
)

const stateFor: Partial<Record<ProblemCode, Finding['state']>> = {
  // "No loan" is a response.
  'no-loan': 'works',
  'b2b-only': 'not-enabled',
  'credit-line-off': 'not-enabled',
  'no-permission': 'no-permission',
  'not-found': 'not-offered',
  'region-unavailable': 'not-offered',
}

/**
 * The request's content was refused, not the call as such, unless the exchange rejected its form.
 */
const isAboutTheCall = /payload|nonce|request not provided/i

/** The product is not available to the account, whatever its key allows. */
const isNotEntitled = /contact support|^this action is unauthorized\.?$/i

function refusedFor({ code, server }: Problem): Finding['state'] | null {
  if (code === 'refused')
    return server?.code == null || server.code === 9 || isAboutTheCall.test(server.message)
      ? null
      : 'works'
  if (code === 'no-permission' && isNotEntitled.test(server?.message ?? '')) return 'not-enabled'
  return stateFor[code] ?? null
}

/**
 * Null if the response says nothing about the endpoint: there was none, or it is about the key as a
 * whole, the clock, or the exchange.
 */
export function findingOf(answer: Result<unknown, Problem>): Finding | null {
  if (answer.ok) return { state: 'works', code: null, said: '' }
  const { code, server } = answer.error
  const state = server === undefined ? null : refusedFor(answer.error)
  if (state === null) return null
  return state === 'works'
    ? { state, code: null, said: '' }
    : { state, code, said: server?.message ?? '' }
}
