import { describe, expect, it } from 'vitest'
import {
  type CallTarget,
  refusalWithGoodStatus,
  schemaMismatch,
  outcomeOf,
  errorStatus,
  noAnswer,
  type ServerError,
  unreadableAnswer,
  type WireFailure,
  type WireReply,
} from '../../../src/main/exchange/errors.js'
import { readServerError } from '../../../src/main/exchange/response-parser.js'
import { retryAfterMs } from '../../../src/main/exchange/timing.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import type { Problem } from '../../../src/shared/problem.js'
import { endpoints } from '../../../src/v4/endpoints.js'

const now = 1_763_632_800
const idle = { now, used: 0 }

function reply(status: number, more: Partial<WireReply> = {}): WireReply {
  return {
    status,
    contentType: 'application/json',
    retryAfter: null,
    date: null,
    body: Buffer.from('{}'),
    headMs: 1,
    bodyMs: 1,
    ...more,
  }
}

function serverError(message: string, code = 0, more: Partial<ServerError> = {}): ServerError {
  return {
    wellFormed: true,
    code,
    message,
    fields: {},
    ...more,
  }
}

const { mainBalance, flexHistory, creditLine, payoutDestination, collateralMarketOrder } = endpoints

function codeFor(asked: CallTarget, status: number, message: string, code = 0): string {
  return errorStatus(asked, reply(status), serverError(message, code), idle).problem.code
}

describe('the meaning of an error', () => {
  const b2b =
    "You don't have permission to use this endpoint. Please contact support for more details"
  const disabled = 'This action is unauthorized. Enable your key in API settings'
  const window = 'Your nonce is more than 5 seconds lesser than the current nonce.'

  it.each<[CallTarget, number, string, number, string]>([
    [mainBalance, 401, 'Unauthorized request.', 10, 'bad-key-or-signature'],
    [mainBalance, 401, 'Something new.', 99, 'bad-key-or-signature'],
    [mainBalance, 422, 'Unauthorized request.', 10, 'bad-key-or-signature'],
    [mainBalance, 401, disabled, 2, 'key-disabled'],
    [mainBalance, 403, disabled, 2, 'key-disabled'],
    [creditLine, 403, disabled, 2, 'key-disabled'],
    [flexHistory, 403, disabled, 2, 'key-disabled'],
    [
      mainBalance,
      403,
      'This API Key is not authorized to perform this action.',
      4,
      'no-permission',
    ],
    [mainBalance, 403, 'This action is unauthorized.', 0, 'no-permission'],
    [payoutDestination, 403, b2b, 0, 'no-permission'],
    [flexHistory, 403, b2b, 0, 'b2b-only'],
    [flexHistory, 403, 'Forbidden', 0, 'b2b-only'],
    [
      flexHistory,
      403,
      'This API Key is not authorized to perform this action.',
      4,
      'no-permission',
    ],
    [creditLine, 403, b2b, 0, 'credit-line-off'],
    [creditLine, 403, 'This action is unauthorized.', 0, 'credit-line-off'],
    [creditLine, 404, '', 0, 'credit-line-off'],
    [creditLine, 400, 'No active loan at the moment', 0, 'no-loan'],
    [mainBalance, 400, 'No active loan at the moment', 0, 'refused'],
    [mainBalance, 404, '', 0, 'not-found'],
    [mainBalance, 422, window, 0, 'clock-wrong'],
    [mainBalance, 400, window.slice(0, -1), 0, 'clock-wrong'],
    [mainBalance, 422, 'Invalid nonceWindow.', 0, 'refused'],
    [mainBalance, 422, 'Nonce not provided.', 0, 'refused'],
    [mainBalance, 400, 'Invalid payload.', 9, 'refused'],
    [collateralMarketOrder, 422, 'Validation failed', 10, 'refused'],
    [mainBalance, 400, 'Too Many Attempts.', 0, 'rate-limited'],
    [mainBalance, 453, 'Validation failed', 30, 'region-unavailable'],
    [mainBalance, 412, 'Precondition', 0, 'refused'],
  ])('%o with HTTP %i and "%s" (%i) is %s', (asked, status, message, code, expected) => {
    expect(codeFor(asked, status, message, code)).toBe(expected)
  })

  it('never depends on the code alone: 10 is a bad signature with 401 and too little balance with 422', () => {
    expect(codeFor(mainBalance, 401, '', 10)).toBe('bad-key-or-signature')
    expect(codeFor(mainBalance, 422, 'Not enough balance.', 10)).toBe('refused')
  })

  it('keeps the exchange’s message, its code and the status for the details', () => {
    const { problem } = errorStatus(
      mainBalance,
      reply(400),
      serverError('Validation failed', 30, { fields: { amount: ['Too small.'] } }),
      idle,
    )
    expect(problem).toMatchObject({
      fields: { amount: ['Too small.'] },
      server: { status: 400, code: 30, message: 'Validation failed' },
    })
  })

  it('treats an empty 401 or 403 as the exchange’s own, and an HTML page as someone else’s', () => {
    const empty = { body: Buffer.alloc(0), contentType: null }
    const page = { body: Buffer.from('<html>'), contentType: 'text/html' }
    expect(errorStatus(mainBalance, reply(401, empty), null, idle).problem.code).toBe(
      'bad-key-or-signature',
    )
    expect(errorStatus(mainBalance, reply(403, empty), null, idle).problem.code).toBe(
      'no-permission',
    )
    expect(errorStatus(mainBalance, reply(403, page), null, idle).problem).toMatchObject({
      code: 'not-understood',
      reason: 'FOREIGN_BODY',
    })
  })
})

describe('HTTP 429', () => {
  const json = serverError('Too many requests.')
  it('RTL-4 in JSON is about the nonce while little of the budget is used', () => {
    expect(errorStatus(mainBalance, reply(429), json, { now, used: 0.49 })).toMatchObject({
      problem: { code: 'nonce-conflict' },
      retry: { kind: 'new-nonce' },
      unhealthy: false,
    })
  })

  it('RTL-4 in JSON is about the rate once half of it is used', () => {
    expect(errorStatus(mainBalance, reply(429), json, { now, used: 0.5 })).toMatchObject({
      problem: { code: 'rate-limited' },
      retry: { kind: 'pause', ms: null },
    })
  })

  it('from a gateway is about the rate', () => {
    const foreign = reply(429, {
      contentType: 'text/html',
      body: Buffer.from('<h1>'),
      retryAfter: '7',
    })
    expect(errorStatus(mainBalance, foreign, null, idle)).toMatchObject({
      problem: { code: 'rate-limited', retryAt: now + 7 },
      retry: { kind: 'pause', ms: 7000 },
    })
    expect(errorStatus(mainBalance, { ...foreign, status: 418 }, null, idle).problem.code).toBe(
      'rate-limited',
    )
  })
})

describe('the duration of a pause', () => {
  const date = 'Thu, 20 Nov 2025 10:00:00 GMT'
  it.each<[string | null, string | null, number | null]>([
    [null, date, null],
    ['0', date, 0],
    ['17', date, 17_000],
    [' 17 ', date, 17_000],
    ['300', date, 300_000],
    ['301', date, 300_000],
    ['999999999', date, 300_000],
    ['9999999999999', date, null],
    ['-5', date, null],
    ['1.5', date, null],
    ['soon', date, null],
    ['Thu, 20 Nov 2025 10:00:30 GMT', date, 30_000],
    ['Thu, 20 Nov 2025 09:00:00 GMT', date, 0],
    ['Thu, 20 Nov 2025 23:00:00 GMT', date, 300_000],
    // Without a Date header our own clock has to do.
    ['Thu, 20 Nov 2025 10:00:30 GMT', null, 30_000],
  ])(
    'RTL-3 is read from Retry-After %j (answer of %j): %j ms',
    (retryAfter, answered, expected) => {
      expect(retryAfterMs({ retryAfter, date: answered }, now)).toBe(expected)
    },
  )
})

describe('NET-18 no connection over the known address family', () => {
  const wordsOf = (failure: Partial<WireFailure>): Problem & { words: string } => {
    const parts = { cause: 'NO_ROUTE', sent: false, detail: 'ENETUNREACH', ...failure } as const
    const { problem } = noAnswer(collateralMarketOrder, parts)
    return { ...problem, words: englishOf(problem.message) }
  }

  it('names the family, and when the other one is used', () => {
    const { words, ...problem } = wordsOf({ waitsFor: 'ipv6' })
    expect(words).toBe(
      'The exchange cannot be reached over IPv6 now, which connections use because it worked before. If only IPv4 works for half a minute, they use that.',
    )
    expect(problem).toMatchObject({ code: 'unreachable', reason: 'NO_ROUTE ENETUNREACH' })
    expect(outcomeOf(problem)).toBe('not-sent')
  })

  it('names the family that works, and the setting', () => {
    const { words, ...problem } = wordsOf({
      cause: 'CONNECT_TIMEOUT',
      detail: '',
      worksOver: 'ipv6',
    })
    expect(words).toBe(
      'Connections use IPv4 because it worked before, and keep failing. IPv6 works here: if its address is on the key’s list, or the key has none, choose IPv6 in Settings → Connection.',
    )
    expect(problem).toMatchObject({ reason: 'CONNECT_TIMEOUT', worksOver: 'ipv6' })
    expect(outcomeOf(problem)).toBe('not-sent')
  })
})

describe('the outcome of a call that moves money', () => {
  const failure = (cause: WireFailure['cause'], sent: boolean): Problem =>
    noAnswer(collateralMarketOrder, { cause, sent, detail: '' }).problem

  it.each([
    'DNS_FAILED',
    'CONNECTION_REFUSED',
    'NO_ROUTE',
    'CONNECT_FAILED',
    'CONNECT_TIMEOUT',
    'NO_IPV4',
    'NO_IPV6',
    'TLS_REFUSED',
    'CLOSED',
    'TOO_MANY_CALLS',
    'REQUEST_TOO_LARGE',
    'ADDRESS_REFUSED',
  ] as const)('is not-sent for %s before sending', (cause) => {
    expect(outcomeOf(failure(cause, false))).toBe('not-sent')
  })

  it.each([
    'TIMEOUT',
    'RESET',
    'TRUNCATED',
    'TOO_LARGE',
    'BAD_ENCODING',
    'BAD_HTTP',
    'CLOSED',
  ] as const)('is unknown for %s after sending', (cause) => {
    const problem = failure(cause, true)
    expect(outcomeOf(problem)).toBe('unknown')
    expect(problem).toMatchObject({ code: 'outcome-unknown', reason: cause })
  })

  it('is rejected only by the exchange itself', () => {
    expect(
      outcomeOf(errorStatus(collateralMarketOrder, reply(400), serverError('No'), idle).problem),
    ).toBe('rejected')
    expect(
      outcomeOf(
        errorStatus(
          collateralMarketOrder,
          reply(400),
          serverError('No', 0, { wellFormed: false }),
          idle,
        ).problem,
      ),
    ).toBe('unknown')
    expect(outcomeOf(errorStatus(collateralMarketOrder, reply(400), null, idle).problem)).toBe(
      'unknown',
    )
    expect(
      outcomeOf(
        errorStatus(collateralMarketOrder, reply(429), serverError('Too many requests.'), idle)
          .problem,
      ),
    ).toBe('rejected')
    expect(outcomeOf(errorStatus(collateralMarketOrder, reply(429), null, idle).problem)).toBe(
      'unknown',
    )
    expect(
      outcomeOf(errorStatus(collateralMarketOrder, reply(500), serverError('No'), idle).problem),
    ).toBe('unknown')
    expect(outcomeOf(errorStatus(collateralMarketOrder, reply(302), null, idle).problem)).toBe(
      'unknown',
    )
  })

  it('is unknown for a good status with an unusable body', () => {
    for (const { problem } of [
      unreadableAnswer(collateralMarketOrder, 200, 'NOT_JSON'),
      schemaMismatch(collateralMarketOrder, 200, 'order_id', { kind: 'missing' }),
      refusalWithGoodStatus(collateralMarketOrder, 200, serverError('No')),
    ]) {
      expect(outcomeOf(problem)).toBe('unknown')
    }
  })

  it('never suggests a retry', () => {
    for (const status of [302, 400, 401, 403, 404, 422, 451, 500, 502, 503, 504]) {
      expect(errorStatus(collateralMarketOrder, reply(status), null, idle).retry).toEqual({
        kind: 'no',
      })
    }
  })
})

describe('the error object of an answer', () => {
  it('is read in all shapes of the private error object', () => {
    expect(
      readServerError(
        { code: 30, message: 'Validation failed', errors: { amount: ['a', 'b'] } },
        [],
      ),
    ).toEqual({
      wellFormed: true,
      code: 30,
      message: 'Validation failed',
      fields: { amount: ['a', 'b'] },
    })
    for (const errors of [undefined, null, {}, []])
      expect(readServerError({ message: 'No', code: 0, errors }, [])).toMatchObject({
        wellFormed: true,
        fields: {},
      })
    expect(readServerError({ message: 'No', code: 0, success: false }, [])).toMatchObject({
      wellFormed: true,
      code: 0,
      message: 'No',
    })
  })

  it('is read in other shapes too, but not as the exchange’s own word', () => {
    expect(
      readServerError({ message: [['Too many requests.']], result: [], success: false }, []),
    ).toMatchObject({
      wellFormed: false,
      message: 'Too many requests.',
    })
    expect(readServerError({ error: ['Internal server error.'] }, [])).toMatchObject({
      wellFormed: false,
      message: 'Internal server error.',
    })
    expect(
      readServerError({ success: false, message: { market: ['Unknown.'] }, params: [] }, []),
    ).toMatchObject({
      wellFormed: false,
      fields: { market: ['Unknown.'] },
    })
    expect(readServerError({ market: ['Market is not available.'] }, [])).toMatchObject({
      wellFormed: false,
      fields: { market: ['Market is not available.'] },
    })
    for (const nothing of [null, 1, 'text', [], {}, { a: 1 }])
      expect(readServerError(nothing, [])).toBeNull()
  })

  it('SEC-3 does not repeat what the call must not reveal', () => {
    const parsed = readServerError(
      { code: 1, message: 'key K1 payload P1', errors: { K1: ['P1', 'x'] } },
      ['K1', 'P1', ''],
    )
    expect(parsed).toMatchObject({
      message: 'key [hidden] payload [hidden]',
      fields: { '[hidden]': ['[hidden]', 'x'] },
    })
  })
})
