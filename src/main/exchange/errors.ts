// Sorts failures by what the user can do about them. The HTTP status speaks first, then the message, then the code: one code
// means different things in different families of endpoints (10 is both a bad signature and too little balance).
import type { Problem, ProblemCode } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Access } from '../../v4/endpoint.js'
import { readHttpDate } from './clock-skew.js'
import type { WireCause, WireFailure, WireReply } from './http-connection.js'
import { jsonFaultTexts, problemText, subjectOf, wireProblems } from './error-words.js'
import type { JsonFault } from './json-strict.js'
import type { Retry } from './retry.js'
import type { ServerError } from './server-error.js'

export type CallTarget = { name: string; access: Access; movesMoney: boolean }

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

const noRetry: Retry = { kind: 'no' }

const maxPauseMs = 300_000

/** Milliseconds the exchange asks to wait, from Retry-After in seconds or as a date, five minutes at most; null where it does not say. */
export const retryAfterMs = (reply: Pick<WireReply, 'retryAfter' | 'date'>, now: UnixSeconds): number | null => {
  const header = reply.retryAfter?.trim() ?? null
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Math.min(maxPauseMs, Number(header) * 1000)
  const end = readHttpDate(header)
  if (end === null) return null
  // Both dates are the exchange's, so its clock and ours need not agree.
  const from = readHttpDate(reply.date) ?? now
  return Math.min(maxPauseMs, Math.max(0, (end - from) * 1000))
}

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

const fieldsOf = (serverError: ServerError | null): Pick<Problem, 'fields'> =>
  serverError !== null && Object.keys(serverError.fields).length > 0 ? { fields: serverError.fields } : {}

const serverOf = (status: number, serverError: ServerError | null): NonNullable<Problem['server']> => ({
  status,
  code: serverError?.code ?? null,
  message: serverError?.message ?? '',
})

const unknownOutcome = (call: CallTarget, reason: string, server?: Problem['server']): CallFailure => ({
  problem: {
    code: 'outcome-unknown',
    message: `It is not known whether ${subjectOf(call)} went through.`,
    reason,
    ...(server === undefined ? {} : { server }),
  },
  retry: noRetry,
  unhealthy: true,
})

const notUnderstood = (call: CallTarget, reason: string, message: string, status: number): CallFailure => {
  if (call.movesMoney) return unknownOutcome(call, reason, serverOf(status, null))
  return {
    problem: { code: 'not-understood', message, reason, server: serverOf(status, null) },
    retry: noRetry,
    unhealthy: true,
  }
}

/** Something inside Plimsoll broke during the call, before or after sending. */
export const internalFailure = (call: CallTarget): CallFailure => {
  if (call.movesMoney) return { ...unknownOutcome(call, 'INTERNAL'), unhealthy: false }
  return {
    problem: { code: 'internal', message: `Something inside Plimsoll broke while asking for ${subjectOf(call)}.` },
    retry: noRetry,
    unhealthy: false,
  }
}

/** An answer with a good status whose body is not the JSON it should be: a captive portal, a proxy, a cut line. */
export const unreadableAnswer = (call: CallTarget, status: number, fault: JsonFault | 'WRONG_TYPE'): CallFailure =>
  notUnderstood(call, fault, `The answer for ${subjectOf(call)} could not be read: ${jsonFaultTexts[fault]}.`, status)

/**
 * JSON, but not what the specification describes; the exchange itself is well. The path holds names of the server's choosing, so it
 * comes as a single line.
 */
export const schemaMismatch = (call: CallTarget, status: number, path: string, complaint: string): CallFailure => {
  const member = path === '' ? 'the answer itself' : `“${path}”`
  const message = `The answer for ${subjectOf(call)} has a member that does not fit: ${member}: ${complaint}.`
  return { ...notUnderstood(call, 'SCHEMA', message, status), unhealthy: false }
}

/** Whether anything was carried out is not known then. */
export const refusalWithGoodStatus = (call: CallTarget, status: number, serverError: ServerError | null): CallFailure => {
  if (call.movesMoney) {
    const failure = unknownOutcome(call, 'REFUSED_WITH_200', serverOf(status, serverError))
    return { ...failure, problem: { ...failure.problem, ...fieldsOf(serverError) }, unhealthy: false }
  }
  const code = (serverError === null ? null : codeByMessage(call, serverError.message)) ?? 'refused'
  return {
    problem: {
      code,
      message: problemText(code, subjectOf(call), status),
      server: serverOf(status, serverError),
      ...fieldsOf(serverError),
    },
    retry: noRetry,
    unhealthy: false,
  }
}

export type CallBudget = {
  now: UnixSeconds
  /** Share of Plimsoll's own budget in use, 0…1: below half, a 429 cannot be about the number of calls. */
  used: number
}

const tooMany = (call: CallTarget, reply: WireReply, serverError: ServerError | null, { now, used }: CallBudget): CallFailure => {
  const server = serverOf(reply.status, serverError)
  const aboutNonce =
    reply.status === 429 && serverError?.wellFormed === true && serverError.code === 0 && throttled.test(serverError.message) && used < 0.5
  if (aboutNonce) {
    return {
      problem: { code: 'nonce-conflict', message: problemText('nonce-conflict', subjectOf(call), reply.status), server },
      retry: { kind: 'new-nonce' },
      unhealthy: false,
    }
  }
  const ms = retryAfterMs(reply, now)
  if (call.movesMoney && serverError?.wellFormed !== true) {
    return { ...unknownOutcome(call, 'FOREIGN_BODY', server), retry: { kind: 'pause', ms }, unhealthy: false }
  }
  return {
    problem: {
      code: 'rate-limited',
      message: problemText('rate-limited', subjectOf(call), reply.status),
      server,
      ...(ms === null ? {} : { retryAt: now + ms / 1000 }),
    },
    retry: { kind: 'pause', ms },
    unhealthy: false,
  }
}

/** An answer with any status but 200 and 201. `serverError` is null where the body is foreign: HTML, text, nothing. */
export const errorStatus = (call: CallTarget, reply: WireReply, serverError: ServerError | null, budget: CallBudget): CallFailure => {
  const { status } = reply
  if (status === 429 || status === 418) return tooMany(call, reply, serverError, budget)
  if (status >= 500) {
    if (call.movesMoney) return unknownOutcome(call, 'SERVER_ERROR', serverOf(status, serverError))
    const ms = retryAfterMs(reply, budget.now)
    return {
      problem: {
        code: 'exchange-trouble',
        message: problemText('exchange-trouble', subjectOf(call), status),
        server: serverOf(status, serverError),
      },
      retry: [500, 502, 503, 504].includes(status) ? (ms === null ? { kind: 'backoff' } : { kind: 'pause', ms }) : noRetry,
      unhealthy: true,
    }
  }
  if (status < 400)
    return notUnderstood(call, 'REDIRECT', `The address of the exchange answered with HTTP ${status} instead of an answer.`, status)
  // A proxy on the way gave up: the request may have gone on without it.
  if (call.movesMoney && (status === 408 || status === 499)) return unknownOutcome(call, 'TIMED_OUT_THERE', serverOf(status, serverError))
  // A call that moved money counts as refused only on the exchange's own word.
  if (call.movesMoney && serverError?.wellFormed !== true) return unknownOutcome(call, 'FOREIGN_BODY', serverOf(status, serverError))
  const bare: ServerError | null = reply.body.length === 0 ? { wellFormed: false, code: null, message: '', fields: {} } : null
  const known = serverError ?? bare
  if (known === null) {
    const message = `The answer for ${subjectOf(call)} (HTTP ${status}) did not come from the exchange’s API.`
    return notUnderstood(call, 'FOREIGN_BODY', message, status)
  }
  const code = codeByMessage(call, known.message) ?? codeByStatus(call, status, known)
  if (code === 'rate-limited') return tooMany(call, reply, known, budget)
  return {
    problem: { code, message: problemText(code, subjectOf(call), status), server: serverOf(status, known), ...fieldsOf(known) },
    retry: noRetry,
    unhealthy: false,
  }
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
