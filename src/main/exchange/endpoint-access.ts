// What the answer of a call says about what its key can do, and which endpoints may be asked only
// to find that out. Those that move money are never among them, nor what is not known to leave
// everything as it was: a new stream token may end an older one.
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
  orderHistory: oneOfThem,
  fixedInvestments: oneOfThem,
  flexInvestments: oneOfThem,
  miningAccounts: oneOfThem,
} satisfies Asks

/** Asked about a pool account that is known, and about none that is made up. */
const { path: ofPoolAccount } = endpoints.payoutDestination

export type HarmlessRead = { endpoint: Endpoint; ask: object }

const reads: ReadonlyMap<string, HarmlessRead> = new Map(
  Object.entries(harmlessAsks).map(([name, ask]) => {
    const endpoint = endpoints[name as keyof typeof harmlessAsks] as Endpoint
    return [endpoint.path, { endpoint, ask }]
  }),
)

/** How an endpoint is asked to find out whether the key may; null where it is not asked. */
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
  // That there is no loan is an answer.
  'no-loan': 'works',
  'b2b-only': 'not-enabled',
  'credit-line-off': 'not-enabled',
  'no-permission': 'no-permission',
  'not-found': 'not-offered',
  'region-unavailable': 'not-offered',
}

/** What was asked was refused, not the asking, unless the call as such was not taken. */
const isAboutTheCall = /payload|nonce|request not provided/i

/** The product is not open to the account, whatever its key may. */
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
 * Null where the answer says nothing about the endpoint: there was none, or it is about the key as
 * a whole, the clock, or the exchange.
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
