// Sorts what went wrong by what the user can do about it. The HTTP status speaks first, then the message, then the code: one code
// means different things in different families of endpoints (10 is both a bad signature and too little balance).
import type { Problem, ProblemCode } from '../../shared/domain/problem.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Access } from '../../v4/endpoint.js'
import { readHttpDate } from './clock-skew.js'
import type { WireCause, WireFailure, WireReply } from './connection.js'
import { faultWords, sentenceFor, subjectOf, unanswerable } from './error-words.js'
import type { JsonFault } from './json-strict.js'
import type { Again } from './retry.js'
import type { Said } from './server-error.js'

export type Asked = { name: string; access: Access; movesMoney: boolean }

export type Verdict = {
  problem: Problem
  again: Again
  /** Whether this counts towards believing that the exchange is down. */
  unhealthy: boolean
}

/** What is known of a call that moves money after it failed. Only `not-sent` and `rejected` are certain. */
export type Outcome = 'not-sent' | 'rejected' | 'unknown'

export const outcomeOf = (problem: Problem): Outcome => {
  if (problem.code === 'outcome-unknown') return 'unknown'
  return problem.server === undefined ? 'not-sent' : 'rejected'
}

const no: Again = { kind: 'no' }

const longestQuietMs = 300_000

/** Milliseconds the exchange asks to wait, from Retry-After in seconds or as a date, five minutes at most; null where it does not say. */
export const quietMs = (reply: Pick<WireReply, 'retryAfter' | 'date'>, now: UnixSeconds): number | null => {
  const asked = reply.retryAfter?.trim() ?? null
  if (asked === null) return null
  if (/^\d{1,9}$/.test(asked)) return Math.min(longestQuietMs, Number(asked) * 1000)
  const end = readHttpDate(asked)
  if (end === null) return null
  // Both dates are the exchange's, so its clock and ours need not agree.
  const from = readHttpDate(reply.date) ?? now
  return Math.min(longestQuietMs, Math.max(0, (end - from) * 1000))
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
const codeByMessage = ({ access }: Asked, message: string): ProblemCode | null => {
  if (wrongClock.test(message)) return 'clock-wrong'
  if (disabledKey.test(message)) return 'key-disabled'
  if (notOpenToKey.test(message)) return entitlementOf(access)
  if (notAuthorised.test(message)) return access === 'credit-line' ? 'credit-line-off' : 'no-permission'
  if (badSignature.test(message)) return 'bad-key-or-signature'
  if (access === 'credit-line' && noLoan.test(message)) return 'no-loan'
  return throttled.test(message) ? 'rate-limited' : null
}

const codeByStatus = (asked: Asked, status: number, said: Said): ProblemCode => {
  if (status === 401) return 'bad-key-or-signature'
  if (status === 403) return entitlementOf(asked.access)
  if (status === 404) return asked.access === 'credit-line' && said.wellFormed ? 'credit-line-off' : 'not-found'
  if (status === 451 || status === 453) return 'region-unavailable'
  return 'refused'
}

const withFields = (said: Said): Pick<Problem, 'fields'> => (Object.keys(said.fields).length > 0 ? { fields: said.fields } : {})

const serverOf = (status: number, said: Said | null): NonNullable<Problem['server']> => ({
  status,
  code: said?.code ?? null,
  message: said?.message ?? '',
})

const unknownOutcome = (asked: Asked, reason: string, server?: Problem['server']): Verdict => ({
  problem: {
    code: 'outcome-unknown',
    message: `It is not known whether ${subjectOf(asked)} went through.`,
    reason,
    ...(server === undefined ? {} : { server }),
  },
  again: no,
  unhealthy: true,
})

const answeredNonsense = (asked: Asked, reason: string, message: string, status: number): Verdict => {
  if (asked.movesMoney) return unknownOutcome(asked, reason, serverOf(status, null))
  return {
    problem: { code: 'not-understood', message, reason, server: serverOf(status, null) },
    again: no,
    unhealthy: true,
  }
}

/** Something inside Plimsoll broke during the call, before or after sending. */
export const broken = (asked: Asked): Verdict => {
  if (asked.movesMoney) return { ...unknownOutcome(asked, 'INTERNAL'), unhealthy: false }
  return {
    problem: { code: 'internal', message: `Something inside Plimsoll broke while asking for ${subjectOf(asked)}.` },
    again: no,
    unhealthy: false,
  }
}

/** An answer with a good status whose body is not the JSON it should be: a captive portal, a proxy, a cut line. */
export const unreadable = (asked: Asked, status: number, fault: JsonFault | 'WRONG_TYPE'): Verdict =>
  answeredNonsense(asked, fault, `The answer for ${subjectOf(asked)} could not be read: ${faultWords[fault]}.`, status)

/**
 * JSON, but not what the specification describes. Says which member was missing or wrong; the exchange itself is well. The path holds
 * names of the server's choosing, so it comes tidied.
 */
export const misshapen = (asked: Asked, status: number, path: string, complaint: string): Verdict => {
  const member = path === '' ? 'the answer itself' : `“${path}”`
  const verdict = answeredNonsense(
    asked,
    'SCHEMA',
    `The answer for ${subjectOf(asked)} has a member that does not fit: ${member}: ${complaint}.`,
    status,
  )
  return { ...verdict, unhealthy: false }
}

/** A refusal that came with a good status. Whether anything was carried out is not known then. */
export const disguised = (asked: Asked, status: number, said: Said | null): Verdict => {
  if (asked.movesMoney) {
    const { problem, again } = unknownOutcome(asked, 'REFUSED_WITH_200', serverOf(status, said))
    return { problem: { ...problem, ...(said === null ? {} : withFields(said)) }, again, unhealthy: false }
  }
  const code = (said === null ? null : codeByMessage(asked, said.message)) ?? 'refused'
  return {
    problem: {
      code,
      message: sentenceFor(code, subjectOf(asked), status),
      server: serverOf(status, said),
      ...(said === null ? {} : withFields(said)),
    },
    again: no,
    unhealthy: false,
  }
}

export type Circumstances = {
  now: UnixSeconds
  /** Share of Plimsoll's own budget in use, 0…1: below half, a 429 cannot be about the number of calls. */
  used: number
}

const tooMany = (asked: Asked, reply: WireReply, said: Said | null, { now, used }: Circumstances): Verdict => {
  const server = serverOf(reply.status, said)
  const aboutNonce = reply.status === 429 && said?.wellFormed === true && said.code === 0 && throttled.test(said.message) && used < 0.5
  if (aboutNonce) {
    return {
      problem: { code: 'nonce-conflict', message: sentenceFor('nonce-conflict', subjectOf(asked), reply.status), server },
      again: { kind: 'new-nonce' },
      unhealthy: false,
    }
  }
  const ms = quietMs(reply, now)
  if (asked.movesMoney && said?.wellFormed !== true) {
    return { ...unknownOutcome(asked, 'FOREIGN_BODY', server), again: { kind: 'quiet', ms }, unhealthy: false }
  }
  return {
    problem: {
      code: 'rate-limited',
      message: sentenceFor('rate-limited', subjectOf(asked), reply.status),
      server,
      ...(ms === null ? {} : { retryAt: now + ms / 1000 }),
    },
    again: { kind: 'quiet', ms },
    unhealthy: false,
  }
}

/** An answer with any status but 200 and 201. `said` is null where the body is foreign: HTML, text, nothing. */
export const refused = (asked: Asked, reply: WireReply, said: Said | null, circumstances: Circumstances): Verdict => {
  const { status } = reply
  if (status === 429 || status === 418) return tooMany(asked, reply, said, circumstances)
  if (status >= 500) {
    if (asked.movesMoney) return unknownOutcome(asked, 'SERVER_ERROR', serverOf(status, said))
    const ms = quietMs(reply, circumstances.now)
    return {
      problem: {
        code: 'exchange-trouble',
        message: sentenceFor('exchange-trouble', subjectOf(asked), status),
        server: serverOf(status, said),
      },
      again: [500, 502, 503, 504].includes(status) ? (ms === null ? { kind: 'later' } : { kind: 'quiet', ms }) : no,
      unhealthy: true,
    }
  }
  if (status < 400)
    return answeredNonsense(asked, 'REDIRECT', `The address of the exchange answered with HTTP ${status} instead of an answer.`, status)
  // Somebody on the way lost patience, in whatever words: the request may have gone on without them.
  if (asked.movesMoney && (status === 408 || status === 499)) return unknownOutcome(asked, 'TIMED_OUT_THERE', serverOf(status, said))
  // A call that moved money counts as refused only on the exchange's own word.
  if (asked.movesMoney && said?.wellFormed !== true) return unknownOutcome(asked, 'FOREIGN_BODY', serverOf(status, said))
  const bare: Said | null = reply.body.length === 0 ? { wellFormed: false, code: null, message: '', fields: {} } : null
  const heard = said ?? bare
  if (heard === null) {
    return answeredNonsense(
      asked,
      'FOREIGN_BODY',
      `The answer for ${subjectOf(asked)} (HTTP ${status}) did not come from the exchange’s API.`,
      status,
    )
  }
  const code = codeByMessage(asked, heard.message) ?? codeByStatus(asked, status, heard)
  if (code === 'rate-limited') return tooMany(asked, reply, heard, circumstances)
  return {
    problem: { code, message: sentenceFor(code, subjectOf(asked), status), server: serverOf(status, heard), ...withFields(heard) },
    again: no,
    unhealthy: false,
  }
}

/** Causes on this machine that say nothing about the exchange. */
const ownDoing: ReadonlySet<WireCause> = new Set(['ADDRESS_REFUSED', 'CLOSED', 'HELD_BACK', 'TOO_MANY_CALLS', 'REQUEST_TOO_LARGE'])

/** No answer at all, or only a part of one. */
export const unanswered = (asked: Asked, failure: WireFailure): Verdict => {
  const unhealthy = !ownDoing.has(failure.cause)
  if (asked.movesMoney && failure.sent) return { ...unknownOutcome(asked, failure.cause), unhealthy }
  const { code, message } = unanswerable[failure.cause]
  return {
    problem: { code, message, reason: failure.detail === '' ? failure.cause : `${failure.cause} ${failure.detail}` },
    again: failure.cause === 'RESET' || failure.cause === 'TRUNCATED' ? { kind: 'later' } : no,
    unhealthy,
  }
}
