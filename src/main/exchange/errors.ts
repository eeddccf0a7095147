// Sorts failures by what the user can do about them, and says in plain words what happened; what it
// means and what to do next is in shared/problem-words. The HTTP status takes precedence, then the
// message, then the code: one code means different things in different endpoint families (10 is
// both a bad signature and insufficient balance).
import { subjectMessage } from '../../shared/calls/call-subject.js'
import type { Problem, ProblemCode } from '../../shared/problem.js'
import { refusalMessage } from '../../shared/orders/refusal-codes.js'
import {
  type AddressFamily,
  familyArguments,
  other,
} from '../../shared/portfolio/address-family.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Access, Endpoint } from '../../v4/endpoint.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import type { Complaint } from '../../v4/complaint.js'
import { complaintMessage } from './complaint-message.js'
import type { Retry } from './retry.js'
import { retryAfterMs } from './timing.js'

export type WireReply = {
  status: number
  contentType: string | null
  retryAfter: string | null
  date: string | null
  body: Buffer
  /**
   * Milliseconds from the request's first byte to the response headers, and from there to its end.
   */
  headMs: number
  bodyMs: number
}

export type CallTarget = Pick<Endpoint, 'subject' | 'access' | 'movesMoney'>

export type ServerError = {
  /**
   * True only for the private error object of specification 2.2: the exchange itself refused, and
   * nothing was executed.
   */
  wellFormed: boolean
  code: number | null
  message: string
  fields: Record<string, string[]>
  /** The status given in the body, as older parts of the service do; absent if there is none. */
  status?: number
}

export type CallFailure = {
  problem: Problem
  retry: Retry
  /** Whether it counts as a failure for the circuit breaker. */
  unhealthy: boolean
}

/** Of a failed call that moves money. Only `not-sent` and `rejected` are certain. */
export type SendOutcome = 'not-sent' | 'rejected' | 'unknown'

export function outcomeOf(problem: Problem): SendOutcome {
  if (problem.code === 'outcome-unknown') return 'unknown'
  return problem.server === undefined ? 'not-sent' : 'rejected'
}

type Words = (subject: Message, status: number) => Message

/**
 * For cases where the subject or the status says more than the problem's title; the others use only
 * the title.
 */
const refusalTexts: Partial<Record<ProblemCode, Words>> = {
  refused: (subject) => messageOf('exchange.refusal.refused', { subject }),
  'bad-key-or-signature': (subject) =>
    messageOf('exchange.refusal.bad-key-or-signature', { subject }),
  'no-permission': (subject) => messageOf('exchange.refusal.no-permission', { subject }),
  'b2b-only': (subject) => messageOf('exchange.refusal.b2b-only', { subject }),
  'not-found': (subject) => messageOf('exchange.refusal.not-found', { subject }),
  'region-unavailable': (subject) => messageOf('exchange.refusal.region-unavailable', { subject }),
  'exchange-trouble': (_subject, status) =>
    messageOf('exchange.refusal.exchange-trouble', { status }),
}

const jsonFaultTexts = {
  EMPTY: messageOf('exchange.json.empty'),
  BOM: messageOf('exchange.json.bom'),
  NOT_UTF8: messageOf('exchange.json.not-utf8'),
  NOT_JSON: messageOf('exchange.json.not-json'),
  DUPLICATE_KEY: messageOf('exchange.json.duplicate-key'),
  PROTO_KEY: messageOf('exchange.json.proto-key'),
  TOO_DEEP: messageOf('exchange.json.too-deep'),
  TOO_MANY: messageOf('exchange.json.too-many'),
  WRONG_TYPE: messageOf('exchange.json.wrong-type'),
}

/** Why the text of a response is not parsed. */
export type JsonFault = keyof typeof jsonFaultTexts

/** No response at all, by cause. */
const wireProblems = {
  DNS_FAILED: { code: 'unreachable', message: messageOf('exchange.wire.dns-failed') },
  CONNECTION_REFUSED: {
    code: 'unreachable',
    message: messageOf('exchange.wire.connection-refused'),
  },
  NO_ROUTE: { code: 'unreachable', message: messageOf('exchange.wire.no-route') },
  CONNECT_FAILED: { code: 'unreachable', message: messageOf('exchange.wire.connect-failed') },
  CONNECT_TIMEOUT: { code: 'unreachable', message: messageOf('exchange.wire.connect-timeout') },
  NO_IPV4: { code: 'unreachable', message: messageOf('exchange.wire.no-ipv4') },
  NO_IPV6: { code: 'unreachable', message: messageOf('exchange.wire.no-ipv6') },
  PROXY_FAILED: { code: 'unreachable', message: messageOf('exchange.wire.proxy-failed') },
  TLS_REFUSED: { code: 'tls', message: messageOf('exchange.wire.tls-refused') },
  ADDRESS_REFUSED: { code: 'bad-input', message: messageOf('exchange.wire.address-refused') },
  TOO_MANY_CALLS: { code: 'busy', message: messageOf('exchange.wire.too-many-calls') },
  TIMEOUT: { code: 'timeout', message: messageOf('exchange.wire.timeout') },
  RESET: { code: 'unreachable', message: messageOf('exchange.wire.reset') },
  REQUEST_TOO_LARGE: { code: 'bad-input', message: messageOf('exchange.wire.request-too-large') },
  TRUNCATED: { code: 'not-understood', message: messageOf('exchange.wire.truncated') },
  TOO_LARGE: { code: 'not-understood', message: messageOf('exchange.wire.too-large') },
  BAD_ENCODING: { code: 'not-understood', message: messageOf('exchange.wire.bad-encoding') },
  BAD_HTTP: { code: 'not-understood', message: messageOf('exchange.wire.bad-http') },
  CLOSED: { code: 'gone', message: messageOf('exchange.wire.closed') },
  HELD_BACK: { code: 'cancelled', message: messageOf('exchange.wire.held-back') },
} satisfies Record<string, { code: ProblemCode; message: Message }>

export type WireCause = keyof typeof wireProblems

/** `sent` is false only where it is certain that no byte of the request left this machine. */
export type WireFailure = {
  cause: WireCause
  sent: boolean
  detail: string
  /** The family that worked before and has no route now: the other one is used if that lasts. */
  waitsFor?: AddressFamily
  /** The family that would connect, while the one that is used keeps failing. */
  worksOver?: AddressFamily
}

function messageAbout({ cause, waitsFor, worksOver }: WireFailure): Message {
  if (worksOver !== undefined)
    return messageOf('exchange.wire.family-fails', familyArguments(worksOver))
  if (waitsFor !== undefined)
    return messageOf('exchange.wire.family-waits', familyArguments(other(waitsFor)))
  return wireProblems[cause].message
}

const noRetry: Retry = { kind: 'no' }

const wrongClock = /nonce is (?:more|less|greater|older)|nonce.{0,40}\bseconds\b/i
const disabledKey = /enable your key/i
const notOpenToKey = /permission to use this endpoint/i
const notAuthorised = /action is unauthorized|not authorized to perform this action/i
const badSignature = /unauthorized request|invalid signature/i
const noLoan = /no active loan/i
const throttled = /too many (?:attempts|requests)/i

function entitlementOf(access: Access): ProblemCode {
  return access === 'b2b'
    ? 'b2b-only'
    : access === 'credit-line'
      ? 'credit-line-off'
      : 'no-permission'
}

/**
 * Texts that mean the same whatever status they come with: several sources leave the status open.
 */
function codeByMessage({ access }: CallTarget, message: string): ProblemCode | null {
  if (wrongClock.test(message)) return 'clock-wrong'
  if (disabledKey.test(message)) return 'key-disabled'
  if (notOpenToKey.test(message)) return entitlementOf(access)
  if (notAuthorised.test(message))
    return access === 'credit-line' ? 'credit-line-off' : 'no-permission'
  if (badSignature.test(message)) return 'bad-key-or-signature'
  if (access === 'credit-line' && noLoan.test(message)) return 'no-loan'
  return throttled.test(message) ? 'rate-limited' : null
}

function codeByStatus(call: CallTarget, status: number, serverError: ServerError): ProblemCode {
  if (status === 401) return 'bad-key-or-signature'
  if (status === 403) return entitlementOf(call.access)
  if (status === 404)
    return call.access === 'credit-line' && serverError.wellFormed ? 'credit-line-off' : 'not-found'
  if (status === 451 || status === 453) return 'region-unavailable'
  return 'refused'
}

function serverOf(status: number, serverError: ServerError | null): NonNullable<Problem['server']> {
  return {
    status,
    code: serverError?.code ?? null,
    message: serverError?.message ?? '',
  }
}

function fieldsOf(serverError: ServerError | null): Pick<Problem, 'fields'> {
  return serverError !== null && Object.keys(serverError.fields).length > 0
    ? { fields: serverError.fields }
    : {}
}

/** A refusal in our own words, together with the server's. */
function refused(
  call: CallTarget,
  code: ProblemCode,
  status: number,
  serverError: ServerError | null,
): Problem {
  return {
    code,
    message: refusalMessage(
      refusalTexts[code]?.(subjectMessage(call.subject), status) ??
        messageOf('exchange.title-alone', { title: messageOf(`problems.${code}.title`) }),
      call.movesMoney && code === 'refused' ? (serverError?.code ?? null) : null,
    ),
    server: serverOf(status, serverError),
  }
}

function unknownOutcome(call: CallTarget, reason: string, server?: Problem['server']): CallFailure {
  return {
    problem: {
      code: 'outcome-unknown',
      message: messageOf('exchange.outcome-unknown', { subject: subjectMessage(call.subject) }),
      reason,
      ...(server === undefined ? {} : { server }),
    },
    retry: noRetry,
    unhealthy: true,
  }
}

function notUnderstood(
  call: CallTarget,
  reason: string,
  message: Message,
  status: number,
): CallFailure {
  const server = serverOf(status, null)
  if (call.movesMoney) return unknownOutcome(call, reason, server)
  return {
    problem: { code: 'not-understood', message, reason, server },
    retry: noRetry,
    unhealthy: true,
  }
}

/** Something inside Plimsoll broke during the call, before or after sending. */
export function internalFailure(call: CallTarget): Problem {
  return call.movesMoney
    ? unknownOutcome(call, 'INTERNAL').problem
    : {
        code: 'internal',
        message: messageOf('exchange.broke-while-asking', {
          subject: subjectMessage(call.subject),
        }),
      }
}

/**
 * A response with a good status whose body is not the expected JSON: a captive portal, a proxy, a
 * dropped connection.
 */
export function unreadableAnswer(call: CallTarget, status: number, fault: JsonFault): CallFailure {
  return notUnderstood(
    call,
    fault,
    messageOf('exchange.answer-unreadable', {
      subject: subjectMessage(call.subject),
      fault: jsonFaultTexts[fault],
    }),
    status,
  )
}

/**
 * JSON, but not what the specification describes; the exchange itself is healthy. The path contains
 * names chosen by the server, so it comes as a single line.
 */
export function schemaMismatch(
  call: CallTarget,
  status: number,
  path: string,
  complaint: Complaint,
): CallFailure {
  const values = { subject: subjectMessage(call.subject), complaint: complaintMessage(complaint) }
  const message =
    path === ''
      ? messageOf('exchange.answer-itself-misfit', values)
      : messageOf('exchange.answer-misfit', { ...values, path })
  return { ...notUnderstood(call, 'SCHEMA', message, status), unhealthy: false }
}

/** By the status a refusal states in its body, if any. */
function codeByStatedStatus(call: CallTarget, serverError: ServerError): ProblemCode {
  const { status } = serverError
  if (status === undefined) return 'refused'
  if (status >= 500) return 'exchange-trouble'
  return status === 429 ? 'rate-limited' : codeByStatus(call, status, serverError)
}

/** Whether anything was executed is unknown then. */
export function refusalWithGoodStatus(
  call: CallTarget,
  status: number,
  serverError: ServerError | null,
): CallFailure {
  const server = serverOf(status, serverError)
  if (call.movesMoney) {
    const { problem } = unknownOutcome(call, 'REFUSED_WITH_200', server)
    return { problem: { ...problem, ...fieldsOf(serverError) }, retry: noRetry, unhealthy: false }
  }
  const code =
    serverError === null
      ? 'refused'
      : (codeByMessage(call, serverError.message) ?? codeByStatedStatus(call, serverError))
  const problem = {
    ...refused(call, code, serverError?.status ?? status, serverError),
    server,
    ...fieldsOf(serverError),
  }
  const isTrouble = code === 'exchange-trouble'
  return { problem, retry: isTrouble ? { kind: 'backoff' } : noRetry, unhealthy: isTrouble }
}

export type CallBudget = {
  now: UnixSeconds
  /**
   * Share of Plimsoll's own budget in use, 0…1: below half, a 429 cannot be about the number of
   * calls.
   */
  used: number
}

function tooMany(
  call: CallTarget,
  reply: WireReply,
  serverError: ServerError | null,
  { now, used }: CallBudget,
): CallFailure {
  const { status } = reply
  const wellFormed = serverError?.wellFormed === true
  const aboutNonce =
    status === 429 &&
    wellFormed &&
    serverError.code === 0 &&
    throttled.test(serverError.message) &&
    used < 0.5
  if (aboutNonce)
    return {
      problem: refused(call, 'nonce-conflict', status, serverError),
      retry: { kind: 'new-nonce' },
      unhealthy: false,
    }
  const ms = retryAfterMs(reply, now)
  const problem =
    call.movesMoney && !wellFormed
      ? unknownOutcome(call, 'FOREIGN_BODY', serverOf(status, serverError)).problem
      : {
          ...refused(call, 'rate-limited', status, serverError),
          ...(ms === null ? {} : { retryAt: now + ms / 1000 }),
        }
  return { problem, retry: { kind: 'pause', ms }, unhealthy: false }
}

/**
 * A response with any status but 200 and 201. `serverError` is null if the body is foreign: HTML,
 * text, nothing.
 */
export function errorStatus(
  call: CallTarget,
  reply: WireReply,
  serverError: ServerError | null,
  budget: CallBudget,
): CallFailure {
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
    return notUnderstood(call, 'REDIRECT', messageOf('exchange.redirected', { status }), status)
  if (call.movesMoney) {
    // A proxy on the way timed out: the request may have been forwarded without it.
    if (status === 408 || status === 499)
      return unknownOutcome(call, 'TIMED_OUT_THERE', serverOf(status, serverError))
    // Only the exchange's own response counts as a refusal.
    if (serverError?.wellFormed !== true)
      return unknownOutcome(call, 'FOREIGN_BODY', serverOf(status, serverError))
  }
  const bare: ServerError | null =
    reply.body.length === 0 ? { wellFormed: false, code: null, message: '', fields: {} } : null
  const known = serverError ?? bare
  if (known === null) {
    // Bot protection refuses an address this way, whatever key it came with.
    const isBlocked = status === 403
    const message = messageOf(
      isBlocked ? 'exchange.blocked-on-the-way' : 'exchange.foreign-answer',
      { subject: subjectMessage(call.subject), status },
    )
    return notUnderstood(call, 'FOREIGN_BODY', message, status)
  }
  const code = codeByMessage(call, known.message) ?? codeByStatus(call, status, known)
  if (code === 'rate-limited') return tooMany(call, reply, known, budget)
  return {
    problem: { ...refused(call, code, status, known), ...fieldsOf(known) },
    retry: noRetry,
    unhealthy: false,
  }
}

/** They say nothing about the exchange. */
const localCauses: ReadonlySet<WireCause> = new Set([
  'ADDRESS_REFUSED',
  'CLOSED',
  'HELD_BACK',
  'TOO_MANY_CALLS',
  'REQUEST_TOO_LARGE',
])

/** No response at all, or only part of one. */
export function noAnswer(call: CallTarget, failure: WireFailure): CallFailure {
  const unhealthy = !localCauses.has(failure.cause)
  if (call.movesMoney && failure.sent) return { ...unknownOutcome(call, failure.cause), unhealthy }
  const { code } = wireProblems[failure.cause]
  return {
    problem: {
      code,
      message: messageAbout(failure),
      ...(failure.worksOver === undefined ? {} : { worksOver: failure.worksOver }),
      reason: failure.detail === '' ? failure.cause : `${failure.cause} ${failure.detail}`,
    },
    retry:
      failure.cause === 'RESET' || failure.cause === 'TRUNCATED' ? { kind: 'backoff' } : noRetry,
    unhealthy,
  }
}
