import { describe, expect, it } from 'vitest'
import {
  endpointFacts,
  findingOf,
  harmlessRead,
} from '../../../src/main/exchange/endpoint-access.js'
import {
  errorStatus,
  refusalWithGoodStatus,
  type ServerError,
  type WireReply,
} from '../../../src/main/exchange/errors.js'
import type { CapabilityState } from '../../../src/shared/capabilities/capability.js'
import { problemCodes } from '../../../src/shared/problem-words.js'
import { fail, ok } from '../../../src/shared/result.js'
import type { Endpoint } from '../../../src/v4/endpoint.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { problem } from '../../support/fake-exchange-client.js'

const all = Object.values<Endpoint>(endpoints)

function reply(status: number): WireReply {
  return {
    status,
    contentType: 'application/json',
    retryAfter: null,
    date: null,
    headMs: 1,
    bodyMs: 1,
    body: Buffer.from('{}'),
  }
}

function serverError(code: number, message: string): ServerError {
  return {
    wellFormed: true,
    code,
    message,
    fields: {},
  }
}

/** What an answer with this status and error object says about the endpoint. */
function stateAfter(
  endpoint: Endpoint,
  status: number,
  code: number,
  message: string,
): CapabilityState | null {
  const said = serverError(code, message)
  const { problem: why } =
    status === 200
      ? refusalWithGoodStatus(endpoint, status, said)
      : errorStatus(endpoint, reply(status), said, { now: 1, used: 0.9 })
  return findingOf(fail(why))?.state ?? null
}

/** Separate for a credit line: what a key cannot do there is not enabled. */
type States = { usual: CapabilityState | null; creditLine?: CapabilityState }

const askSupport =
  "You don't have permission to use this endpoint. Please contact support for more details"

/** Each refusal in the exchange's words, and what it says about an endpoint. */
const refusals: readonly [string, status: number, code: number, message: string, States][] = [
  [
    'a key without the group',
    403,
    4,
    'This API Key is not authorized to perform this action.',
    { usual: 'no-permission', creditLine: 'not-enabled' },
  ],
  [
    'a product that is not open to the account',
    403,
    0,
    'This action is unauthorized.',
    { usual: 'not-enabled' },
  ],
  ['an endpoint that support opens', 403, 0, askSupport, { usual: 'not-enabled' }],
  [
    'an address that is not there',
    404,
    0,
    'Not found.',
    { usual: 'not-offered', creditLine: 'not-enabled' },
  ],
  ['a region that is not served', 451, 0, 'Unavailable.', { usual: 'not-offered' }],
  ['an order type that a region does not have', 453, 30, 'Not allowed.', { usual: 'not-offered' }],
  ['what was asked for', 422, 30, 'Validation failed', { usual: 'works' }],
  ['what was asked for, in the old way', 400, 1, 'Amount too small', { usual: 'works' }],
  ['a payload that does not fit', 400, 9, 'Invalid payload.', { usual: null }],
  ['a nonce that is missing', 422, 0, 'Nonce not provided.', { usual: null }],
  ['a signature', 401, 10, 'Unauthorized request.', { usual: null }],
  [
    'a key that is switched off',
    403,
    2,
    'This action is unauthorized. Enable your key in API settings',
    { usual: null },
  ],
  [
    'a clock',
    422,
    0,
    'Your nonce is more than 5 seconds lesser than the current nonce.',
    { usual: null },
  ],
  ['the number of calls', 429, 0, 'Too many requests.', { usual: null }],
]

describe("what an answer says about the key's permissions", () => {
  describe.each(all.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s',
    (_path, endpoint) => {
      it.each(refusals)('UX-5 a refusal of %s', (_what, status, code, message, states) => {
        const { usual, creditLine = usual } = states
        expect(stateAfter(endpoint, status, code, message)).toBe(
          endpoint.access === 'credit-line' ? creditLine : usual,
        )
      })

      it('works if it answers, and is unknown without an answer from the exchange itself', () => {
        expect(findingOf(ok({ value: [] }))).toEqual({ state: 'works', code: null, said: '' })
        expect(stateAfter(endpoint, 503, 0, 'Down')).toBeNull()
        expect(stateAfter(endpoint, 302, 0, '')).toBeNull()
      })
    },
  )

  it('keeps the exchange’s message and code of a refusal, and neither if it works', () => {
    const server = {
      status: 403,
      code: 4,
      message: 'This API Key is not authorized to perform this action.',
    }
    expect(findingOf(fail(problem('no-permission', { server })))).toEqual({
      state: 'no-permission',
      code: 'no-permission',
      said: server.message,
    })
    const refused = { status: 422, code: 30, message: 'Validation failed' }
    expect(findingOf(fail(problem('refused', { server: refused })))).toEqual({
      state: 'works',
      code: null,
      said: '',
    })
  })

  it('no loan to show means that the credit line works', () => {
    expect(stateAfter(endpoints.creditLine as Endpoint, 400, 0, 'No active loan')).toBe('works')
  })

  it('is unknown if this computer did not send it, whatever the problem', () => {
    for (const code of problemCodes) expect(findingOf(fail(problem(code)))).toBeNull()
  })
})

describe('what may be requested only to find out', () => {
  it('excludes what moves money, and the stream token', () => {
    for (const endpoint of all) {
      const asked = harmlessRead(endpoint.path, 'pool-1')
      if (asked === null) continue
      expect(asked.endpoint).toBe(endpoint)
      expect(endpoint.movesMoney).toBe(false)
      expect(endpoint.path).not.toBe(endpoints.streamToken.path)
      expect(endpoint.ask.safeParse(asked.ask).success).toBe(true)
    }
  })

  it('includes every other read, and of payout destinations only a known one', () => {
    const left = all.filter(({ path }) => harmlessRead(path, 'pool-1') === null)
    expect(left.filter(({ movesMoney }) => !movesMoney)).toEqual([endpoints.streamToken])
    expect(harmlessRead(endpoints.payoutDestination.path, null)).toBeNull()
    expect(harmlessRead('/api/v4/unheard/of', 'pool-1')).toBeNull()
  })

  it('matches the table of endpoints, the ten of the specification first', () => {
    expect(endpointFacts.map(({ path }) => path)).toEqual(all.map(({ path }) => path))
    expect(new Set(endpointFacts.map(({ path }) => path)).size).toBe(all.length)
    expect(endpointFacts.findIndex(({ source }) => source !== null)).toBe(10)
    for (const { path, check } of endpointFacts) {
      expect(check === 'own-act').toBe(harmlessRead(path, 'pool-1') === null)
      expect(check === 'read').toBe(harmlessRead(path, null) !== null)
    }
  })
})
