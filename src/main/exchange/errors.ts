// Sorts failures by what the user can do about them, and says what happened in plain words; what it means and what to do next is in
// shared/domain/problem-words. The HTTP status speaks first, then the message, then the code: one code means different things in
// different families of endpoints (10 is both a bad signature and too little balance).
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { Problem, ProblemCode } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Access, Endpoint } from '../../v4/endpoint.js'
import type { Retry } from './retry.js'
import { retryAfterMs } from './timing.js'

export type WireReply = {
  status: number
  contentType: string | null
  retryAfter: string | null
  date: string | null
  body: Buffer
  /** Milliseconds from the request's first byte to the answer's headers, and from there to its end. */
  headMs: number
  bodyMs: number
}

export type CallTarget = Pick<Endpoint, 'subject' | 'access' | 'movesMoney'>

export type ServerError = {
  /** True only for the private error object of specification 2.2: the exchange itself refused, and nothing was carried out. */
  wellFormed: boolean
  code: number | null
  message: string
  fields: Record<string, string[]>
}

export type CallFailure = {
  problem: Problem
  retry: Retry
  /** Whether it counts as a failure for the circuit breaker. */
  unhealthy: boolean
}

/** Of a call that moves money and failed. Only `not-sent` and `rejected` are certain. */
export type SendOutcome = 'not-sent' | 'rejected' | 'unknown'

export const outcomeOf = (problem: Problem): SendOutcome => {
  if (problem.code === 'outcome-unknown') return 'unknown'
  return problem.server === undefined ? 'not-sent' : 'rejected'
}

type Words = (subject: string, status: number) => string

/** Where the subject or the status says more than the title of the problem; the others are told by their title alone. */
const refusalTexts: Partial<Record<ProblemCode, Words>> = {
  refused: (subject) => `The exchange refused ${subject}.`,
  'bad-key-or-signature': (subject) => `The exchange did not accept the key or the signature for ${subject}.`,
  'no-permission': (subject) => `The exchange does not let this key ask for ${subject}.`,
  'b2b-only': (subject) => `The exchange opens ${subject} to B2B partners only.`,
  'not-found': (subject) => `The exchange knows no address for ${subject}.`,
  'region-unavailable': (subject) => `The exchange does not offer ${subject} in this region.`,
  'exchange-trouble': (_subject, status) => `The exchange has trouble of its own (HTTP ${status}).`,
}

const jsonFaultTexts = {
  EMPTY: 'it was empty',
  BOM: 'it began with a byte order mark',
  NOT_UTF8: 'it was not UTF-8 text',
  NOT_JSON: 'it was not JSON',
  DUPLICATE_KEY: 'one name in it came twice',
  PROTO_KEY: 'it held a name that no answer has',
  TOO_DEEP: 'it was nested deeper than any answer is',
  TOO_MANY: 'it held more than any answer does',
  WRONG_TYPE: 'it was not marked as JSON',
}

/** Why the text of an answer is not read. */
export type JsonFault = keyof typeof jsonFaultTexts

/** No answer at all, by cause. */
const wireProblems = {
  DNS_FAILED: { code: 'unreachable', message: 'The exchange’s name could not be looked up.' },
  CONNECTION_REFUSED: { code: 'unreachable', message: 'Nothing answers at the exchange’s address.' },
  NO_ROUTE: { code: 'unreachable', message: 'This computer has no way to the exchange.' },
  CONNECT_FAILED: { code: 'unreachable', message: 'No connection to the exchange could be made.' },
  CONNECT_TIMEOUT: { code: 'unreachable', message: 'The exchange did not take the connection in time.' },
  PROXY_FAILED: { code: 'unreachable', message: 'The proxy named in Settings, Connection, did not open the way to the exchange.' },
  TLS_REFUSED: { code: 'tls', message: 'The other side could not prove that it is the exchange.' },
  ADDRESS_REFUSED: { code: 'bad-input', message: 'The profile’s address may not be used.' },
  TOO_MANY_CALLS: { code: 'busy', message: 'Too many calls are under way.' },
  TIMEOUT: { code: 'timeout', message: 'The exchange did not answer in time.' },
  RESET: { code: 'unreachable', message: 'The connection to the exchange broke before an answer came.' },
  REQUEST_TOO_LARGE: { code: 'bad-input', message: 'The request would be larger than any request may be.' },
  TRUNCATED: { code: 'not-understood', message: 'The answer broke off in the middle.' },
  TOO_LARGE: { code: 'not-understood', message: 'The answer was larger than any answer may be.' },
  BAD_ENCODING: { code: 'not-understood', message: 'The answer could not be unpacked.' },
  BAD_HTTP: { code: 'not-understood', message: 'The answer was not HTTP.' },
  CLOSED: { code: 'gone', message: 'Plimsoll closed this connection.' },
  HELD_BACK: { code: 'cancelled', message: 'Trading was disarmed before this left, so it was not sent.' },
} satisfies Record<string, { code: ProblemCode; message: string }>

export type WireCause = keyof typeof wireProblems

/** `sent` is false only where it is certain that no byte of the request left this machine. */
export type WireFailure = { cause: WireCause; sent: boolean; detail: string }

const noRetry: Retry = { kind: 'no' }

const wrongClock = /nonce is (?:more|less|greater|older)|nonce.{0,40}\bseconds\b/i
const disabledKey = /enable your key/i
const notOpenToKey = /permission to use this endpoint/i
const notAuthorised = /action is unauthorized|not authorized to perform this action/i
const badSignature = /unauthorized request|invalid signature/i
const noLoan = /no active loan/i
const throttled = /too many (?:attempts|requests)/i

const entitlementOf = (access: Access): ProblemCode =>
  access === 'b2b' ? 'b2b-only' : access === 'credit-line' ? 'credit-line-off' : 'no-permission'

/** Texts that mean the same whatever status they come with: several sources leave the status open. */
const codeByMessage = ({ access }: CallTarget, message: string): ProblemCode | null => {
  if (wrongClock.test(message)) return 'clock-wrong'
  if (disabledKey.test(message)) return 'key-disabled'
  if (notOpenToKey.test(message)) return entitlementOf(access)
  if (notAuthorised.test(message)) return access === 'credit-line' ? 'credit-line-off' : 'no-permission'
  if (badSignature.test(message)) return 'bad-key-or-signature'
  if (access === 'credit-line' && noLoan.test(message)) return 'no-loan'
  return throttled.test(message) ? 'rate-limited' : null
}

const codeByStatus = (call: CallTarget, status: number, serverError: ServerError): ProblemCode => {
  if (status === 401) return 'bad-key-or-signature'
  if (status === 403) return entitlementOf(call.access)
  if (status === 404) return call.access === 'credit-line' && serverError.wellFormed ? 'credit-line-off' : 'not-found'
  if (status === 451 || status === 453) return 'region-unavailable'
  return 'refused'
}

const serverOf = (status: number, serverError: ServerError | null): NonNullable<Problem['server']> => ({
  status,
  code: serverError?.code ?? null,
  message: serverError?.message ?? '',
})

const fieldsOf = (serverError: ServerError | null): Pick<Problem, 'fields'> =>
  serverError !== null && Object.keys(serverError.fields).length > 0 ? { fields: serverError.fields } : {}

/** A refusal in our own words, with the server's beside them. */
const refused = ({ subject }: CallTarget, code: ProblemCode, status: number, serverError: ServerError | null): Problem => ({
  code,
  message: refusalTexts[code]?.(subject, status) ?? `${wordsFor(code).title}.`,
  server: serverOf(status, serverError),
})

const unknownOutcome = ({ subject }: CallTarget, reason: string, server?: Problem['server']): CallFailure => ({
  problem: {
    code: 'outcome-unknown',
    message: `It is not known whether ${subject} went through.`,
    reason,
    ...(server === undefined ? {} : { server }),
  },
  retry: noRetry,
  unhealthy: true,
})

const notUnderstood = (call: CallTarget, reason: string, message: string, status: number): CallFailure => {
  const server = serverOf(status, null)
  if (call.movesMoney) return unknownOutcome(call, reason, server)
  return { problem: { code: 'not-understood', message, reason, server }, retry: noRetry, unhealthy: true }
}

/** Something inside Plimsoll broke during the call, before or after sending. */
export const internalFailure = (call: CallTarget): Problem =>
  call.movesMoney
    ? unknownOutcome(call, 'INTERNAL').problem
    : { code: 'internal', message: `Something inside Plimsoll broke while asking for ${call.subject}.` }

/** An answer with a good status whose body is not the JSON it should be: a captive portal, a proxy, a cut line. */
export const unreadableAnswer = (call: CallTarget, status: number, fault: JsonFault): CallFailure =>
  notUnderstood(call, fault, `The answer for ${call.subject} could not be read: ${jsonFaultTexts[fault]}.`, status)

/**
 * JSON, but not what the specification describes; the exchange itself is well. The path holds names of the server's choosing, so it
 * comes as a single line.
 */
export const schemaMismatch = (call: CallTarget, status: number, path: string, complaint: string): CallFailure => {
  const member = path === '' ? 'the answer itself' : `“${path}”`
  const message = `The answer for ${call.subject} has a member that does not fit: ${member}: ${complaint}.`
  return { ...notUnderstood(call, 'SCHEMA', message, status), unhealthy: false }
}

/** Whether anything was carried out is not known then. */
export const refusalWithGoodStatus = (call: CallTarget, status: number, serverError: ServerError | null): CallFailure => {
  const problem = call.movesMoney
    ? unknownOutcome(call, 'REFUSED_WITH_200', serverOf(status, serverError)).problem
    : refused(call, codeByMessage(call, serverError?.message ?? '') ?? 'refused', status, serverError)
  return { problem: { ...problem, ...fieldsOf(serverError) }, retry: noRetry, unhealthy: false }
}

export type CallBudget = {
  now: UnixSeconds
  /** Share of Plimsoll's own budget in use, 0…1: below half, a 429 cannot be about the number of calls. */
  used: number
}

const tooMany = (call: CallTarget, reply: WireReply, serverError: ServerError | null, { now, used }: CallBudget): CallFailure => {
  const { status } = reply
  const wellFormed = serverError?.wellFormed === true
  const aboutNonce = status === 429 && wellFormed && serverError.code === 0 && throttled.test(serverError.message) && used < 0.5
  if (aboutNonce) return { problem: refused(call, 'nonce-conflict', status, serverError), retry: { kind: 'new-nonce' }, unhealthy: false }
  const ms = retryAfterMs(reply, now)
  const problem =
    call.movesMoney && !wellFormed
      ? unknownOutcome(call, 'FOREIGN_BODY', serverOf(status, serverError)).problem
      : { ...refused(call, 'rate-limited', status, serverError), ...(ms === null ? {} : { retryAt: now + ms / 1000 }) }
  return { problem, retry: { kind: 'pause', ms }, unhealthy: false }
}

/** An answer with any status but 200 and 201. `serverError` is null where the body is foreign: HTML, text, nothing. */
export const errorStatus = (call: CallTarget, reply: WireReply, serverError: ServerError | null, budget: CallBudget): CallFailure => {
  const { status } = reply
  if (status === 429 || status === 418) return tooMany(call, reply, serverError, budget)
  if (status >= 500) {
    if (call.movesMoney) return unknownOutcome(call, 'SERVER_ERROR', serverOf(status, serverError))
    const ms = retryAfterMs(reply, budget.now)
    const retry: Retry = ms === null ? { kind: 'backoff' } : { kind: 'pause', ms }
    return {
      problem: refused(call, 'exchange-trouble', status, serverError),
      retry: [500, 502, 503, 504].includes(status) ? retry : noRetry,
      unhealthy: true,
    }
  }
  if (status < 400)
    return notUnderstood(call, 'REDIRECT', `The address of the exchange answered with HTTP ${status} instead of an answer.`, status)
  if (call.movesMoney) {
    // A proxy on the way gave up: the request may have gone on without it.
    if (status === 408 || status === 499) return unknownOutcome(call, 'TIMED_OUT_THERE', serverOf(status, serverError))
    // It counts as refused only on the exchange's own word.
    if (serverError?.wellFormed !== true) return unknownOutcome(call, 'FOREIGN_BODY', serverOf(status, serverError))
  }
  const bare: ServerError | null = reply.body.length === 0 ? { wellFormed: false, code: null, message: '', fields: {} } : null
  const known = serverError ?? bare
  if (known === null) {
    const message = `The answer for ${call.subject} (HTTP ${status}) did not come from the exchange’s API.`
    return notUnderstood(call, 'FOREIGN_BODY', message, status)
  }
  const code = codeByMessage(call, known.message) ?? codeByStatus(call, status, known)
  if (code === 'rate-limited') return tooMany(call, reply, known, budget)
  return { problem: { ...refused(call, code, status, known), ...fieldsOf(known) }, retry: noRetry, unhealthy: false }
}

/** They say nothing about the exchange. */
const localCauses: ReadonlySet<WireCause> = new Set(['ADDRESS_REFUSED', 'CLOSED', 'HELD_BACK', 'TOO_MANY_CALLS', 'REQUEST_TOO_LARGE'])

/** No answer at all, or only a part of one. */
export const noAnswer = (call: CallTarget, failure: WireFailure): CallFailure => {
  const unhealthy = !localCauses.has(failure.cause)
  if (call.movesMoney && failure.sent) return { ...unknownOutcome(call, failure.cause), unhealthy }
  const { code, message } = wireProblems[failure.cause]
  return {
    problem: { code, message, reason: failure.detail === '' ? failure.cause : `${failure.cause} ${failure.detail}` },
    retry: failure.cause === 'RESET' || failure.cause === 'TRUNCATED' ? { kind: 'backoff' } : noRetry,
    unhealthy,
  }
}
