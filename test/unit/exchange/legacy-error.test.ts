// Error bodies of the service's older parts, and of what is in front of it, as other people's
// clients received them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingOf } from '../../../src/main/exchange/endpoint-access.js'
import {
  type CallFailure,
  errorStatus,
  outcomeOf,
  type WireReply,
} from '../../../src/main/exchange/errors.js'
import { parseAnswer, parseErrorBody } from '../../../src/main/exchange/response-parser.js'
import { toEntryProblem } from '../../../src/main/exchange/wire-mapping.js'
import { problemLines } from '../../../src/renderer/orders/order-details.js'
import { isClosedToKey } from '../../../src/shared/portfolio/feed.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { fail } from '../../../src/shared/result.js'
import type { Endpoint } from '../../../src/v4/endpoint.js'
import { endpoints } from '../../../src/v4/endpoints.js'
import { legacyErrorIn } from '../../../src/v4/legacy-error.js'

function replyOf(
  status: number,
  body: string,
  contentType: string | null = 'application/json',
): WireReply {
  return {
    status,
    contentType,
    retryAfter: null,
    date: null,
    headMs: 1,
    bodyMs: 1,
    body: Buffer.from(body),
  }
}

function failureOf(endpoint: Endpoint, reply: WireReply): CallFailure {
  if (reply.status !== 200)
    return errorStatus(endpoint, reply, parseErrorBody(reply, []), { now: 0, used: 0 })
  const answer = parseAnswer(endpoint, reply, [])
  if (answer.ok) throw new Error('it was taken for a good answer')
  return answer.error
}

const notFound = 'Finished order id 435453454535 not found on your account'
const captured = JSON.stringify({
  response: null,
  status: 422,
  errors: { orderId: [notFound] },
  notification: null,
  warning: notFound,
  _token: null,
})
const unavailable = JSON.stringify({
  response: null,
  status: 503,
  errors: { message: [''] },
  notification: null,
  warning: null,
  _token: null,
})
const broken = JSON.stringify({
  response: null,
  status: 500,
  errors: { message: [['Internal error.']] },
  notification: null,
  warning: '',
})

const reads = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, { movesMoney }]) => !movesMoney,
)
const acting = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, { movesMoney }]) => movesMoney,
)

describe('an error in the format of an older part of the service', () => {
  it('ANS-2 gives the exchange’s message, without saying it twice', () => {
    expect(legacyErrorIn(JSON.parse(captured))).toEqual({
      status: 422,
      message: notFound,
      fields: {},
    })
    expect(
      legacyErrorIn({
        response: null,
        status: '422',
        errors: { amount: ['Too small.', 'No.'], side: 'Unknown.' },
      }),
    ).toEqual({
      status: 422,
      message: 'Too small.',
      fields: { amount: ['No.'], side: ['Unknown.'] },
    })
    expect(legacyErrorIn({ response: null, status: 422, warning: 'Look.', errors: [] })).toEqual({
      status: 422,
      message: 'Look.',
      fields: {},
    })
    expect(legacyErrorIn(JSON.parse(unavailable))).toEqual({ status: 503, message: '', fields: {} })
  })

  it.each(reads)(
    'ANS-2 is no answer of %s, with HTTP 200 or the status it states',
    (_name, endpoint) => {
      for (const status of [200, 422]) {
        const { problem, retry } = failureOf(endpoint, replyOf(status, captured))
        expect(problem).toMatchObject({
          code: 'refused',
          server: { status, code: null, message: notFound },
        })
        expect(retry).toEqual({ kind: 'no' })
        expect(findingOf(fail(problem))).toBeNull()
      }
      for (const [stated, body] of [
        [503, unavailable],
        [500, broken],
      ] as const)
        for (const status of [200, stated]) {
          const { problem, retry, unhealthy } = failureOf(endpoint, replyOf(status, body))
          expect(problem).toMatchObject({
            code: 'exchange-trouble',
            server: { status, message: stated === 500 ? 'Internal error.' : '' },
          })
          expect(englishOf(problem.message)).toBe(
            `The exchange returned a server error (HTTP ${stated}).`,
          )
          expect({ retry, unhealthy }).toEqual({ retry: { kind: 'backoff' }, unhealthy: true })
        }
    },
  )

  it('ANS-2 is about the key if its message is, also with HTTP 200', () => {
    const body = captured.replaceAll(
      notFound,
      'This action is unauthorized. Enable your key in API settings',
    )
    expect(failureOf(endpoints.mainBalance, replyOf(200, body)).problem.code).toBe('key-disabled')
    const unauthorized = captured.replace('422', '401').replaceAll(notFound, 'No.')
    expect(failureOf(endpoints.mainBalance, replyOf(200, unauthorized)).problem.code).toBe(
      'bad-key-or-signature',
    )
  })

  it.each(acting)(
    'ANS-4 leaves it unknown whether %s went through, and keeps the exchange’s message',
    (_name, endpoint) => {
      for (const status of [200, 400, 422, 500, 503]) {
        const { problem, retry } = failureOf(endpoint, replyOf(status, captured))
        expect(outcomeOf(problem)).toBe('unknown')
        expect(problem.server).toEqual({ status, code: null, message: notFound })
        expect(retry).toEqual({ kind: 'no' })
      }
    },
  )

  it('is recognised by its shape alone', () => {
    for (const one of [
      null,
      [],
      'text',
      1,
      {},
      { response: null },
      { response: null, status: 200, errors: {}, warning: '' },
    ])
      expect(legacyErrorIn(one)).toBeNull()
    expect(legacyErrorIn({ response: { id: 1 }, status: 422, errors: {} })).toBeNull()
    expect(legacyErrorIn({ status: 422, errors: {} })).toBeNull()
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 599 }),
        fc.jsonValue(),
        fc.jsonValue(),
        (status, errors, warning) => {
          expect(legacyErrorIn({ response: null, status, errors, warning })?.status).toBe(status)
        },
      ),
    )
  })
})

describe('an answer of a service in front of the exchange', () => {
  const page =
    '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body><div id="cf-wrapper"></div></body></html>'

  it.each(['text/html; charset=UTF-8', 'application/json', null])(
    'ANS-4 a page with HTTP 403 (%s) does not refuse the key',
    (type) => {
      for (const [, endpoint] of reads) {
        const { problem, unhealthy } = failureOf(endpoint, replyOf(403, page, type))
        expect(problem).toMatchObject({ code: 'not-understood', reason: 'FOREIGN_BODY' })
        expect({
          unhealthy,
          finding: findingOf(fail(problem)),
          closed: isClosedToKey(problem),
        }).toEqual({
          unhealthy: true,
          finding: null,
          closed: false,
        })
        expect(englishOf(problem.message)).toMatch(
          /blocked before it reached .* Your key was not refused\.$/,
        )
      }
      for (const [, endpoint] of acting)
        expect(outcomeOf(failureOf(endpoint, replyOf(403, page, type)).problem)).toBe('unknown')
    },
  )

  it('ANS-4 a limit of its own is a rate limit', () => {
    const reply = replyOf(429, 'error code: 1015', 'text/plain; charset=UTF-8')
    expect(failureOf(endpoints.mainBalance, reply)).toMatchObject({
      problem: { code: 'rate-limited' },
      retry: { kind: 'pause' },
    })
    expect(outcomeOf(failureOf(endpoints.collateralMarketOrder, reply).problem)).toBe('unknown')
  })
})

describe('a code that says more than its message', () => {
  const refusal = (code: number) =>
    replyOf(422, JSON.stringify({ code, message: 'Validation failed', errors: { price: ['No.'] } }))

  it.each<[number, RegExp]>([
    [115, /flip the position to the opposite side/],
    [116, /only reduce a position/],
    [155, /linked orders \(OCO or OTO\)/],
    [160, /stop loss or take profit of a position/],
    [250, /outside the range/],
  ])('%i is explained for an order, and for nothing else', (code, words) => {
    const { problem } = failureOf(endpoints.collateralMarketOrder, refusal(code))
    expect(outcomeOf(problem)).toBe('rejected')
    expect(englishOf(problem.message)).toMatch(words)
    expect(englishOf(failureOf(endpoints.mainBalance, refusal(code)).problem.message)).toBe(
      'The exchange refused the main balance.',
    )
    expect(englishOf(failureOf(endpoints.collateralMarketOrder, refusal(30)).problem.message)).toBe(
      'The exchange refused the market order.',
    )
    const inBulk = toEntryProblem({ code, message: 'Validation failed', errors: {} })
    expect(englishOf(inBulk.message)).toMatch(words)
    // Beside the exchange's own message.
    const lines = problemLines(inBulk)
    expect(lines[0]).toBe('The exchange: “Validation failed”')
    expect(lines.at(-1)).toMatch(words)
  })
})
