// One call from start to end: turn, nonce, signature, wire, strict parsing, schema, and what a
// failure means. Reads may be retried; a call that moves money is sent at most once and its failure
// says whether it may have left this machine.
import type { z } from 'zod'
import type { Dialect } from '../../shared/accounts/account.js'
import type { Problem } from '../../shared/problem.js'
import type { Unreadable } from '../../shared/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { limits, type Scope } from '../../v4/limits.js'
import { type Message, messageOf } from '../../shared/messages/messages.js'
import { complaintOf, withInput } from '../../v4/complaint.js'
import { complaintMessage } from './complaint-message.js'
import { type CallRecorder, type CallTrace, createCallTrace } from './call-record.js'
import {
  type CallFailure,
  errorStatus,
  internalFailure,
  noAnswer,
  type WireFailure,
  type WireReply,
} from './errors.js'
import { type AnswerShape, shapeOfAnswer } from './answer-shapes.js'
import type { HttpClient } from './http-client.js'
import type { AcquireError, Limiter, Priority, Queue, Release } from './limiter.js'
import {
  bodyBeforeNonce,
  type NonceGenerator,
  sha256,
  type Signed,
  type Signer,
  withNonce,
} from './signer.js'
import { parseAnswer, parseErrorBody, secretsIn } from './response-parser.js'
import { applyRetryAfter, type Attempt, type CircuitBreaker, withRetries } from './retry.js'
import { skewOf } from './timing.js'

/**
 * A value and when it was asked, by this computer's clock: what changed while the answer was on its
 * way may not be in it. `unreadable` is what of a list could not be read and is not in the value;
 * absent where all of it could. `received`: the ids of all members that the exchange sent, null
 * where one cannot be read, where the value leaves out some that were not asked for.
 */
export type Answer<T> = Result<
  { value: T; at: UnixSeconds; unreadable?: Unreadable[]; received?: (string | null)[] },
  Problem
>

export type RequestPipelineParts = {
  http: HttpClient
  host: string
  dialect: Dialect
  signer: Signer
  keyId: string
  nonce: NonceGenerator
  clock: Clock
  timing: Timing
  random: () => number
  limiter: Limiter
  breaker: CircuitBreaker
  stop: AbortSignal
  /** Milliseconds in total for one try. */
  deadlines: { read: number; order: number }
  onClockSkew: (seconds: number) => void
  /** How each call ended, including all its tries. What it throws is ignored. */
  onEnded?: EndedCall | undefined
  /** The shape of each response that is not a refusal. What it throws is ignored. */
  onShape?: AnswerSeen | undefined
  /** Receives every try. Null without a recorder. */
  recorder?: CallRecorder | null
  /** Succeeds once the exchange is known to be up; used while the breaker is half open. */
  probe: () => Promise<Result<unknown, Problem>>
}

export type EndedCall = (
  endpoint: Pick<Endpoint, 'path' | 'access'>,
  answer: Result<unknown, Problem>,
) => void

export type AnswerSeen = (endpoint: Pick<Endpoint, 'path'>, shape: AnswerShape) => void

type Received<T> = { value: T; at: UnixSeconds; ms: number }

/** A response with the round trip of the try that returned it, in milliseconds. */
export type CallResult<T> = Result<Received<T>, Problem>

/** What is known of a signed call before its first byte is sent. Hashes are SHA-256 in hex. */
export type SignedCall = { bodyHash: string; requestHash: string; nonce: string }

export type SendHooks = {
  /**
   * Nothing is sent yet. Whatever must be on disk first is on disk when this returns; on failure
   * the call is not sent.
   */
  onSigned(call: SignedCall): Result<null, Problem>
  /**
   * Called when the connection is open, which may be long after signing: on false the call is not
   * sent.
   */
  maySend: () => boolean
  onFirstByte: () => void
  /** A complete response arrived, with this HTTP status. */
  onAnswered: (status: number) => void
}

type EndpointOf<Reply> = Omit<Endpoint<unknown, Reply>, 'ask'>

export type RequestPipeline = {
  /**
   * A call that moves money is refused here. `asked` identifies it among the recorded calls, if
   * requested by hand.
   */
  read: <Ask extends object, Reply>(
    endpoint: Endpoint<Ask, Reply>,
    ask: Ask,
    priority: Priority,
    asked?: symbol,
  ) => Promise<CallResult<Reply>>
  /** A call that moves money, once: exactly the confirmed body, followed by the nonce. */
  send: <Reply>(
    endpoint: EndpointOf<Reply>,
    confirmed: { body: string; bodyHash: string },
    hooks: SendHooks,
  ) => Promise<CallResult<Reply>>
}

type Call<Reply> = {
  endpoint: EndpointOf<Reply>
  priority: Priority
  /** Null for a public call. */
  sign: () => Result<Signed | null, Problem>
  trace: CallTrace
  hooks?: SendHooks
}

/** Synchronous up to the wire if there is nothing to wait for. */
type Pending<Reply> = Attempt<Received<Reply>> | Promise<Attempt<Received<Reply>>>

/** Milliseconds a read waits for its turn before it is abandoned unsent. */
const readMaxWait = 10_000

/**
 * An order waits for the one read that may be in flight before it, however slow, and this much
 * longer (RTL-2).
 */
const orderWaitBeyondRead = 2_000

const noRetry: Attempt<never>['retry'] = { kind: 'no' }

const notSent = (problem: Problem): Attempt<never> => ({ result: fail(problem), retry: noRetry })

const pausedReason = 'PAUSED'

function acquireProblem(error: AcquireError, now: UnixSeconds): Problem {
  switch (error.cause) {
    case 'PAUSED':
      return {
        code: 'rate-limited',
        message: messageOf('exchange.paused'),
        retryAt: now + error.ms / 1000,
        reason: pausedReason,
      }
    case 'STOPPED':
      return { code: 'gone', message: messageOf('exchange.wire.closed'), reason: 'CLOSED' }
    case 'QUEUE_TIMEOUT':
      return { code: 'busy', message: messageOf('exchange.queue-timeout'), reason: error.cause }
    case 'QUEUE_FULL':
      return { code: 'busy', message: messageOf('exchange.queue-full'), reason: error.cause }
  }
}

/**
 * Whether the exchange says that it limits this computer's address, regardless of the key. Only its
 * own responses count: a proxy's are not parsed.
 */
function limitsAddress({ code, server }: Problem): boolean {
  return code === 'rate-limited' && /\bip\b/i.test(server?.message ?? '')
}

const bodyAltered: Problem = {
  code: 'internal',
  message: messageOf('exchange.body-altered'),
  reason: 'BODY_ALTERED',
}

/**
 * A hook that holds a call back speaks for this machine: its problem must not look like a response
 * of the exchange.
 */
function withoutServer({ server: _server, ...problem }: Problem): Problem {
  return problem.code === 'outcome-unknown' ? { ...problem, code: 'internal' } : problem
}

/** Of a request that was parsed `withInput`. */
export function invalidRequest(error: z.ZodError): Problem {
  const fields: Record<string, Message[]> = {}
  for (const issue of error.issues) {
    const name = issue.path.map(String).join('.')
    fields[name] = [...(fields[name] ?? []), complaintMessage(complaintOf(issue))]
  }
  return {
    code: 'bad-input',
    message: messageOf('exchange.bad-request'),
    fields,
    reason: 'REQUEST_SCHEMA',
  }
}

export function createRequestPipeline(parts: RequestPipelineParts): RequestPipeline {
  const { http, host, signer, keyId, nonce, clock, limiter, breaker } = parts
  const queues: Record<Scope, Queue> = {
    public: limiter.queue({ scope: 'public', host, keyId: null }),
    private: limiter.queue({ scope: 'private', host, keyId }),
    history: limiter.queue({ scope: 'history', host, keyId }),
    'stream-token': limiter.queue({ scope: 'stream-token', host, keyId }),
  }

  const sign = (body: string): Result<Signed, Problem> => {
    const signed = signer.sign(body)
    return signed.ok
      ? signed
      : fail({
          code: 'key-locked',
          message: messageOf('exchange.key-locked'),
          reason: signed.error,
        })
  }

  const signRead = (endpoint: EndpointOf<unknown>, ask: object): Result<Signed | null, Problem> =>
    endpoint.access === 'public'
      ? ok(null)
      : sign(withNonce(bodyBeforeNonce(endpoint, ask, parts.dialect), nonce.next(keyId).text))

  const signConfirmed = (
    { body, bodyHash }: { body: string; bodyHash: string },
    hooks: SendHooks,
  ): Result<Signed, Problem> => {
    if (sha256(body) !== bodyHash) return fail(bodyAltered)
    const next = nonce.next(keyId)
    if (!next.recorded) {
      return fail({
        code: 'store-trouble',
        message: messageOf('exchange.number-not-recorded'),
        reason: 'NONCE_NOT_RECORDED',
      })
    }
    const signed = sign(withNonce(body, next.text))
    if (!signed.ok) return signed
    const passed = hooks.onSigned({
      bodyHash,
      requestHash: sha256(signed.value.body),
      nonce: next.text,
    })
    return passed.ok ? signed : fail(withoutServer(passed.error))
  }

  const signSafely = ({ sign: signCall }: Call<unknown>): Result<Signed | null, Problem> => {
    try {
      return signCall()
    } catch {
      // A defect of ours, but a certain outcome: nothing was sent. What was thrown may contain
      // anything and is not passed on.
      return fail({
        code: 'internal',
        message: messageOf('exchange.broke-before-sending'),
        reason: 'INTERNAL',
      })
    }
  }

  const seen = (endpoint: EndpointOf<unknown>, value: unknown): void => {
    try {
      parts.onShape?.(endpoint, shapeOfAnswer(endpoint.reply, value))
    } catch {
      // As at the end of a call: the response must not be lost because of a hook.
    }
  }

  const onResponse = <Reply>(
    endpoint: EndpointOf<Reply>,
    reply: WireReply,
    signed: Signed | null,
  ): Result<Received<Reply>, CallFailure> => {
    const at = clock()
    const skew = skewOf(reply, at)
    if (skew !== null) parts.onClockSkew(skew)
    const secrets = secretsIn(signed)
    if (reply.status !== 200 && reply.status !== 201) {
      return fail(
        errorStatus(endpoint, reply, parseErrorBody(reply, secrets), {
          now: at,
          used: queues[endpoint.scope].used(),
        }),
      )
    }
    const parsed = parseAnswer(endpoint, reply, secrets, (value) => seen(endpoint, value))
    const ms = reply.headMs + reply.bodyMs
    return parsed.ok ? ok({ value: parsed.value, at: at - ms / 1000, ms }) : parsed
  }

  /**
   * Why the exchange is considered down, or null. The liveness check is always sent: it is the
   * probe itself.
   */
  const awayBecause = async (endpoint: EndpointOf<unknown>): Promise<Problem | null> => {
    const state = breaker.state()
    if (state.kind === 'closed' || endpoint.access === 'public') return null
    const asUnsent = ({ code, message, worksOver }: Problem): Problem => ({
      code: code === 'outcome-unknown' ? 'unreachable' : code,
      reason: 'BREAKER_OPEN',
      // What helps is said for as long as it does.
      ...(worksOver === undefined
        ? { message: messageOf('exchange.breaker-open') }
        : { message, worksOver }),
    })
    if (state.kind === 'open') return asUnsent(state.problem)
    const probed = await parts.probe()
    if (probed.ok) return null
    // Public calls are paused, perhaps because of another account. A read then serves as the probe
    // instead of the liveness check.
    if (probed.error.reason === pausedReason && !endpoint.movesMoney) return null
    return asUnsent(probed.error)
  }

  const interpret = <Reply>(
    endpoint: EndpointOf<Reply>,
    signed: Signed | null,
    wire: Result<WireReply, WireFailure>,
  ): Attempt<Received<Reply>> => {
    const received = wire.ok
      ? onResponse(endpoint, wire.value, signed)
      : fail(noAnswer(endpoint, wire.error))
    if (received.ok) {
      breaker.succeeded()
      return { result: received, retry: noRetry }
    }
    const { problem, retry, unhealthy } = received.error
    if (unhealthy) breaker.failed(problem)
    else if (problem.server !== undefined) breaker.succeeded()
    return { result: fail(problem), retry }
  }

  /**
   * The nonce is drawn only when it is this call's turn, so that nonces are sent in increasing
   * order.
   */
  const transmit = async <Reply>(
    call: Call<Reply>,
    release: Release,
  ): Promise<Attempt<Received<Reply>>> => {
    const { endpoint, trace, hooks } = call
    let signed: Signed | null
    let wire: Result<WireReply, WireFailure>
    try {
      const made = signSafely(call)
      if (!made.ok) return notSent(made.error)
      signed = made.value
      trace.signed(signed)
      wire = await http.send({
        method: endpoint.method,
        path: endpoint.path,
        headers: signed === null ? {} : signed.headers,
        body: signed === null ? null : signed.body,
        freshSocket: endpoint.movesMoney,
        deadline: endpoint.movesMoney ? parts.deadlines.order : parts.deadlines.read,
        maySend: hooks?.maySend,
        onConnected: trace.connected,
        onFirstByte: () => {
          trace.written()
          hooks?.onFirstByte()
        },
      })
      trace.answered(wire)
    } finally {
      release()
    }
    if (wire.ok) hooks?.onAnswered(wire.value.status)
    return interpret(endpoint, signed, wire)
  }

  const enqueue = <Reply>(call: Call<Reply>): Pending<Reply> => {
    const { endpoint, priority, trace } = call
    const onAcquired = (acquired: Result<Release, AcquireError>): Pending<Reply> => {
      trace.turn()
      return acquired.ok
        ? transmit(call, acquired.value)
        : notSent(acquireProblem(acquired.error, clock()))
    }
    const maxWait = endpoint.movesMoney ? parts.deadlines.read + orderWaitBeyondRead : readMaxWait
    const acquired = queues[endpoint.scope].acquire({
      priority,
      maxWait,
      stop: parts.stop,
      onWait: trace.waits,
    })
    return acquired instanceof Promise ? acquired.then(onAcquired) : onAcquired(acquired)
  }

  const attempt = <Reply>(call: Call<Reply>): Pending<Reply> => {
    call.trace.begin()
    if (breaker.state().kind === 'closed') return enqueue(call)
    return awayBecause(call.endpoint).then((away) =>
      away === null ? enqueue(call) : notSent(away),
    )
  }

  const pausing =
    ({ scope }: Pick<Endpoint, 'scope'>) =>
    (ms: number, problem: Problem): void => {
      // A limit of its own: nothing else waits, and a whole window must pass.
      const isApart = scope === 'stream-token'
      const window = limits[scope].perSeconds * 1000
      queues[scope].pause(isApart && ms < window ? window : ms)
      if (!isApart && limitsAddress(problem)) limiter.pauseReads(host, ms)
    }

  const ended = <Reply>(
    endpoint: EndpointOf<Reply>,
    answer: CallResult<Reply>,
  ): CallResult<Reply> => {
    try {
      parts.onEnded?.(endpoint, answer)
    } catch {
      // The response to a call that moved money must not be lost because of an observer.
    }
    return answer
  }

  const traceOf = (
    endpoint: EndpointOf<unknown>,
    priority: Priority,
    call: symbol | null = null,
  ): CallTrace =>
    createCallTrace(endpoint, priority, { ...parts, recorder: parts.recorder ?? null, call })

  /** A defect of ours: what is known of the call is still recorded. */
  const broken = (endpoint: EndpointOf<unknown>, trace: CallTrace): Result<never, Problem> => {
    const problem = internalFailure(endpoint)
    trace.end(problem, { again: false, ms: 0, pausedMs: null })
    return fail(problem)
  }

  return {
    read: async <Ask extends object, Reply>(
      endpoint: Endpoint<Ask, Reply>,
      ask: Ask,
      priority: Priority,
      asked?: symbol,
    ): Promise<CallResult<Reply>> => {
      const trace = traceOf(endpoint, priority, asked)
      try {
        if (endpoint.movesMoney) return fail(internalFailure({ ...endpoint, movesMoney: false }))
        const checked = endpoint.ask.safeParse(ask, withInput)
        if (!checked.success) return fail(invalidRequest(checked.error))
        const call = { endpoint, priority, trace, sign: () => signRead(endpoint, checked.data) }
        const retrying = {
          ...parts,
          pauseHost: pausing(endpoint),
          maxWait: readMaxWait,
          // Few are allowed, and whoever wants one asks again later.
          ...(endpoint.scope === 'stream-token' && { maxTries: 1 }),
          onTried: trace.end,
        }
        return ended(endpoint, await withRetries(() => attempt(call), retrying))
      } catch {
        return broken(endpoint, trace)
      }
    },
    send: async <Reply>(
      endpoint: EndpointOf<Reply>,
      confirmed: { body: string; bodyHash: string },
      hooks: SendHooks,
    ): Promise<CallResult<Reply>> => {
      const trace = traceOf(endpoint, 0)
      try {
        const call = {
          endpoint,
          priority: 0 as const,
          trace,
          sign: () => signConfirmed(confirmed, hooks),
          hooks,
        }
        return ended(
          endpoint,
          applyRetryAfter(await attempt(call), {
            clock,
            pauseHost: pausing(endpoint),
            onTried: trace.end,
          }),
        )
      } catch {
        // Perhaps after sending: money may have moved.
        return broken(endpoint, trace)
      }
    },
  }
}
