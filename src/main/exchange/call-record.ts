// What a call was like, try by try, for inspection. Passed on without secrets: the key shortened,
// credentials masked. Nothing here can make a call fail, and nothing is created if no recorder is
// set.
import type {
  AfterTry,
  CallKind,
  CallScope,
  CallTimings,
  CallWait,
  KeptAnswer,
} from '../../shared/calls/call.js'
import { longestAnswer } from '../../shared/calls/call.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { mapText } from '../../shared/messages/messages.js'
import type { Endpoint } from '../../v4/endpoint.js'
import type { WireFailure, WireReply } from './errors.js'
import type { Priority } from './limiter.js'
import type { Signed } from './signer.js'

/**
 * `call`: shared by all tries of a call. `answer` null: none came; `signature` null: nothing was
 * signed.
 */
export type CallRecord = {
  call: symbol
  at: UnixSeconds
  method: 'GET' | 'POST'
  url: string
  path: string
  kind: CallKind
  scope: CallScope
  priority: Priority
  fromConsole: boolean
  attempt: number
  body: string | null
  signature: string | null
  keyHint: string
  sent: boolean
  status: number | null
  answer: KeptAnswer | 'none' | 'not-kept'
  timings: CallTimings
  waits: CallWait[]
  problem: Problem | null
  after: AfterTry
}

export type CallRecorder = {
  /** The public key, shortened as it is shown everywhere; empty without a key. */
  keyHint: string
  /**
   * Removes the key, the secret and other credentials from a text; null once they are wiped and can
   * no longer be recognized.
   */
  redact: (text: string) => string | null
  add: (record: CallRecord) => void
}

type Recorded = Pick<Endpoint, 'method' | 'path' | 'scope' | 'access' | 'movesMoney'>

/** Longer than any form of a key that may begin within the kept text and end after it. */
const longestForm = 4096

/** A JSON string, with the colon after it if it is a name; the last one may be truncated. */
const jsonText = /"(?:[^"\\]|\\.)*("\s*:|"|$)/g

/** A stream token can read the account like a key, whatever name it has. */
function withoutToken(text: string): string {
  return text.replaceAll(jsonText, (whole, end: string) =>
    end.endsWith(':') ? whole : '"[redacted]"',
  )
}

function answerOf(
  { body, status }: WireReply,
  scope: CallScope,
  redact: CallRecorder['redact'],
): KeptAnswer | 'not-kept' {
  const bytes = body.byteLength
  const cut = bytes > longestAnswer
  const text = redact(body.toString('utf8', 0, cut ? longestAnswer + longestForm : bytes))
  if (text === null) return 'not-kept'
  const whole = text.length - longestForm
  const shown = cut
    ? text.slice(0, whole < 0 ? 0 : whole < longestAnswer ? whole : longestAnswer)
    : text
  return {
    text: scope === 'stream-token' && status < 400 ? withoutToken(shown) : shown,
    bytes,
    cut,
  }
}

/** Text from the exchange may repeat anything. */
function withoutSecrets(problem: Problem, redact: CallRecorder['redact']): Problem {
  const clean = (text: string): string => redact(text) ?? ''
  const { message, server, fields } = problem
  const cleanFields = (all: NonNullable<Problem['fields']>): NonNullable<Problem['fields']> =>
    Object.fromEntries(
      Object.entries(all).map(([name, texts]) => [
        clean(name),
        texts.map((text) => mapText(text, clean)),
      ]),
    )
  return {
    ...problem,
    message: mapText(message, clean),
    ...(server === undefined ? {} : { server: { ...server, message: clean(server.message) } }),
    ...(fields === undefined ? {} : { fields: cleanFields(fields) }),
  }
}

export type CallTrace = {
  /** A try begins: it requests its turn. */
  begin: () => void
  /** Each reason once, the latest of its kind. */
  waits: (why: CallWait) => void
  turn: () => void
  signed: (made: Signed | null) => void
  connected: (ms: number) => void
  written: () => void
  answered: (outcome: Result<WireReply, WireFailure>) => void
  /** The try is over. */
  end: (problem: Problem | null, after: AfterTry) => void
}

/** @param parts.call what its tries share, if it was requested by hand */
export function createCallTrace(
  endpoint: Recorded,
  priority: Priority,
  parts: {
    recorder: CallRecorder | null
    host: string
    clock: Clock
    timing: Timing
    call: symbol | null
  },
): CallTrace {
  const { recorder, clock, timing } = parts
  const call = parts.call ?? Symbol('call')
  let attempt = 0
  let underWay = false
  let at: UnixSeconds = 0
  let beganAt = 0
  let turnAt: number | null = null
  let waits: CallWait[] = []
  let signed: Signed | null = null
  let connectMs: number | null = null
  let written = false
  let wire: Result<WireReply, WireFailure> | null = null

  const timings = (): CallTimings => {
    const now = timing.ticks()
    const reply = wire?.ok === true ? wire.value : null
    return {
      queueMs: (turnAt ?? now) - beganAt,
      connectMs,
      reused: written && connectMs === null,
      firstByteMs: reply?.headMs ?? null,
      bodyMs: reply?.bodyMs ?? null,
      totalMs: now - beganAt,
    }
  }

  const bodyOf = ({ redact }: CallRecorder): string | null =>
    signed === null ? null : redact(signed.body.toString('utf8'))

  const recordOf = (to: CallRecorder, problem: Problem | null, after: AfterTry): CallRecord => {
    const { method, path, scope, access, movesMoney } = endpoint
    const body = bodyOf(to)
    return {
      call,
      at,
      method,
      path,
      scope,
      priority,
      attempt,
      waits,
      body,
      after,
      problem: problem === null ? null : withoutSecrets(problem, to.redact),
      url: `${parts.host}${path}`,
      kind: movesMoney ? 'moves-money' : access === 'public' ? 'public' : 'read',
      fromConsole: parts.call !== null,
      signature: body === null ? null : (signed?.signature ?? null),
      keyHint: to.keyHint,
      sent: written,
      status: wire?.ok === true ? wire.value.status : null,
      answer: wire?.ok === true ? answerOf(wire.value, scope, to.redact) : 'none',
      timings: timings(),
    }
  }

  return {
    begin: (): void => {
      attempt += 1
      underWay = true
      ;[at, beganAt, turnAt] = [clock(), timing.ticks(), null]
      ;[waits, signed, connectMs, written, wire] = [[], null, null, false, null]
    },
    waits: (why: CallWait): void => {
      waits = [...waits.filter(({ kind }) => kind !== why.kind), why]
    },
    turn: (): void => {
      turnAt = timing.ticks()
    },
    signed: (made: Signed | null): void => {
      signed = made
    },
    connected: (ms: number): void => {
      connectMs = ms
    },
    written: (): void => {
      written = true
    },
    answered: (outcome: Result<WireReply, WireFailure>): void => {
      wire = outcome
    },
    end: (problem: Problem | null, after: AfterTry): void => {
      if (recorder === null || !underWay) return
      underWay = false
      try {
        recorder.add(recordOf(recorder, problem, after))
      } catch {
        // This call cannot be inspected. It was sent as usual.
      } finally {
        signed = null
        wire = null
      }
    },
  }
}
