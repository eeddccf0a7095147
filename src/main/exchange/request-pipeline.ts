// One call from beginning to end: turn, nonce, signature, wire, strict reading, schema, and what a failure means. Reads may be
// tried again; a call that moves money goes out at most once and its failure says whether it may have left this machine.
import type { z } from 'zod'
import type { Dialect } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Endpoint, Scope } from '../../v4/endpoint.js'
import type { Breaker } from './circuit-breaker.js'
import { skewOf } from './clock-skew.js'
import type { WireFailure, WireReply } from './connection.js'
import { broken, refused, unanswered, type Verdict } from './errors.js'
import type { Lane, Leave, Limiter, NoTurn, Queue } from './limiter.js'
import type { Nonce } from './nonce.js'
import { hiddenIn, readAnswer, readRefusal } from './response-parser.js'
import { requestBody, withNonce } from './request-body.js'
import { sha256 } from './sha256.js'
import { type Attempt, heedQuiet, type RetryPorts, withRetries } from './retry.js'
import type { Signed, Signer } from './signer.js'
import type { Timing } from './timing.js'
import type { ExchangeHttp } from './transport.js'

/**
 * A value and when it was asked, by this computer's clock: what changed while the answer was on its way may not be in it. `unreadable` is
 * what of a list could not be read and is not in the value; absent where all of it could.
 */
export type Answer<T> = Result<{ value: T; at: UnixSeconds; unreadable?: Unreadable[] }, Problem>

export type CallerParts = {
  http: ExchangeHttp
  host: string
  dialect: Dialect
  signer: Signer
  keyId: string
  nonce: Nonce
  clock: Clock
  timing: Timing
  random: () => number
  limiter: Limiter
  breaker: Breaker
  stop: AbortSignal
  /** Milliseconds in total for one try. */
  deadlines: { read: number; move: number }
  heardSkew: (seconds: number) => void
  /** Answers once the exchange is known to be there; used while the breaker is half open. */
  probe: () => Promise<Result<unknown, Problem>>
}

/** An answer with the round trip of the try that brought it, in milliseconds. */
export type Called<T> = Result<Heard<T>, Problem>
type Heard<T> = { value: T; at: UnixSeconds; ms: number }

/** What is known of a signed call before its first byte leaves. Hashes are SHA-256 in hex. */
export type SignedCall = { bodyHash: string; requestHash: string; nonce: string }

/** Who follows a call that moves money on its way. */
export type Escort = {
  /** The call is signed and nothing is sent. Whatever must be on disk first is on disk when this returns; a failure keeps the call here. */
  onSigned(call: SignedCall): Result<null, Problem>
  /** Asked again when the connection is open, which may take long after signing: false keeps the call here. */
  mayLeave?: () => boolean
  onFirstByte?: () => void
  /** An answer is complete, with this HTTP status. */
  onAnswered?: (status: number) => void
}

/** A call that moves money, as it was confirmed: its body up to the nonce, to be sent exactly so and once. */
export type Consignment = { body: string; bodyHash: string; escort: Escort }

export type Caller = {
  /** Reads. A call that moves money is refused here. */
  ask<Ask extends object, Reply>(endpoint: Endpoint<Ask, Reply>, ask: Ask, lane: Lane): Promise<Called<Reply>>
  move<Reply>(endpoint: Target<Reply>, consignment: Consignment): Promise<Called<Reply>>
}

type Pack = () => Result<Signed | null, Problem>

type Target<Reply> = Omit<Endpoint<unknown, Reply>, 'ask'>

type Pending<Reply> = Attempt<Heard<Reply>> | Promise<Attempt<Heard<Reply>>>

/** Milliseconds a read waits for its turn before it is given up unsent. */
const readPatience = 10_000

/**
 * A call that moves money waits out the one read that may be under way before it, however slow, and this much longer (RTL-2). Whether it
 * may still leave then is asked at the moment of leaving.
 */
const movePatienceBeyondRead = 2_000

const never: Attempt<never>['again'] = { kind: 'no' }

const unsent = (problem: Problem): Attempt<never> => ({ result: fail(problem), again: never })

const pausedReason = 'PAUSED'

const noTurnProblem = (turn: NoTurn, now: UnixSeconds): Problem => {
  switch (turn.cause) {
    case 'PAUSED':
      return {
        code: 'rate-limited',
        message: 'The exchange asked for quiet, so this was not sent.',
        retryAt: now + turn.ms / 1000,
        reason: pausedReason,
      }
    case 'STOPPED':
      return { code: 'gone', message: 'Plimsoll closed this connection.', reason: 'CLOSED' }
    case 'QUEUE_TIMEOUT':
      return { code: 'busy', message: 'The calls before this one took too long, so it was not sent.', reason: turn.cause }
    case 'QUEUE_FULL':
      return { code: 'busy', message: 'Too many calls were waiting, so this was not sent.', reason: turn.cause }
  }
}

/** Whether the exchange says that it limits this computer's address, whichever key it came with. Its own words only: a proxy's are not read. */
const limitsAddress = ({ code, server }: Problem): boolean => code === 'rate-limited' && /\bip\b/i.test(server?.message ?? '')

const altered: Problem = {
  code: 'internal',
  message: 'What was about to be sent is not what was confirmed, so it was not sent.',
  reason: 'BODY_ALTERED',
}

/** Who holds a call back speaks for this machine: nothing of the exchange may be read into it. */
const withoutServer = ({ server: _server, ...problem }: Problem): Problem =>
  problem.code === 'outcome-unknown' ? { ...problem, code: 'internal' } : problem

export const badAsk = (error: z.ZodError): Problem => {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = issue.path.map(String).join('.')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return {
    code: 'bad-input',
    message: 'The request does not fit the exchange’s API, so it was not sent.',
    fields,
    reason: 'REQUEST_SCHEMA',
  }
}

export const createCaller = (parts: CallerParts): Caller => {
  const { http, host, signer, keyId, nonce, clock, limiter, breaker } = parts
  const queues: Record<Scope, Queue> = {
    public: limiter.queue({ scope: 'public', host, keyId: null }),
    private: limiter.queue({ scope: 'private', host, keyId }),
    history: limiter.queue({ scope: 'history', host, keyId }),
    'stream-token': limiter.queue({ scope: 'stream-token', host, keyId }),
  }

  const sign = (body: object | string): Result<Signed, Problem> => {
    const signed = signer.sign(body)
    return signed.ok ? signed : fail({ code: 'key-locked', message: 'The key is locked, so this was not sent.', reason: signed.error })
  }

  const packQuestion = (endpoint: Target<unknown>, ask: object): Result<Signed | null, Problem> =>
    endpoint.access === 'public' ? ok(null) : sign(requestBody(endpoint, ask, parts.dialect, nonce.next(keyId).text))

  /** The confirmed bytes with the nonce behind them. Nothing is sent before the escort has let it pass. */
  const packMove = (endpoint: Target<unknown>, { body, bodyHash, escort }: Consignment): Result<Signed, Problem> => {
    if (sha256(body) !== bodyHash) return fail(altered)
    const next = nonce.next(keyId)
    if (!next.recorded) {
      return fail({
        code: 'store-trouble',
        message: 'The call’s number could not be recorded, so it was not sent.',
        reason: 'NONCE_NOT_RECORDED',
      })
    }
    const signed = sign(withNonce(endpoint, body, next.text))
    if (!signed.ok) return signed
    const passed = escort.onSigned({ bodyHash, requestHash: sha256(signed.value.body), nonce: next.text })
    return passed.ok ? signed : fail(withoutServer(passed.error))
  }

  const packSafely = (pack: Pack): Result<Signed | null, Problem> => {
    try {
      return pack()
    } catch {
      // A defect of ours, but a certain one: nothing was sent. What was thrown may hold anything and is not passed on.
      return fail({ code: 'internal', message: 'Something inside Plimsoll broke before this was sent.', reason: 'INTERNAL' })
    }
  }

  const hear = <Reply>(endpoint: Target<Reply>, reply: WireReply, signed: Signed | null): Result<Heard<Reply>, Verdict> => {
    const at = clock()
    const skew = skewOf(reply, at)
    if (skew !== null) parts.heardSkew(skew)
    const hidden = hiddenIn(signed)
    if (reply.status !== 200 && reply.status !== 201) {
      return fail(refused(endpoint, reply, readRefusal(reply, hidden), { now: at, used: queues[endpoint.scope].used() }))
    }
    const read = readAnswer(endpoint, reply, hidden)
    const ms = reply.headMs + reply.bodyMs
    return read.ok ? ok({ value: read.value, at: at - ms / 1000, ms }) : read
  }

  const heed = (verdict: Verdict): void => {
    if (verdict.unhealthy) breaker.failed(verdict.problem)
    else if (verdict.problem.server !== undefined) breaker.succeeded()
  }

  /** Why the exchange is taken to be away, or null. The liveness check goes out always: it is the probe itself. */
  const awayBecause = async (endpoint: Target<unknown>): Promise<Problem | null> => {
    const state = breaker.state()
    if (state.kind === 'closed' || endpoint.access === 'public') return null
    const asUnsent = ({ code }: Problem): Problem => ({
      code: code === 'outcome-unknown' ? 'unreachable' : code,
      message: 'The exchange has not answered several times in a row, so this was not sent.',
      reason: 'BREAKER_OPEN',
    })
    if (state.kind === 'open') return asUnsent(state.problem)
    const probed = await parts.probe()
    if (probed.ok) return null
    // Public calls are to be quiet, perhaps for what another account did. A read then finds out in place of the liveness check.
    if (probed.error.reason === pausedReason && !endpoint.movesMoney) return null
    return asUnsent(probed.error)
  }

  const weigh = <Reply>(endpoint: Target<Reply>, signed: Signed | null, wire: Result<WireReply, WireFailure>): Attempt<Heard<Reply>> => {
    const heard = wire.ok ? hear(endpoint, wire.value, signed) : fail(unanswered(endpoint, wire.error))
    if (heard.ok) {
      breaker.succeeded()
      return { result: heard, again: never }
    }
    heed(heard.error)
    return { result: fail(heard.error.problem), again: heard.error.again }
  }

  /** The nonce is drawn here, once it is this call's turn and not before: so nonces go out in the order they grow. */
  const send = async <Reply>(endpoint: Target<Reply>, pack: Pack, leave: Leave, escort?: Escort): Promise<Attempt<Heard<Reply>>> => {
    let signed: Signed | null
    let wire: Result<WireReply, WireFailure>
    try {
      const packed = packSafely(pack)
      if (!packed.ok) return unsent(packed.error)
      signed = packed.value
      wire = await http.send({
        method: endpoint.method,
        path: endpoint.path,
        headers: signed === null ? {} : signed.headers,
        body: signed === null ? null : signed.body,
        freshSocket: endpoint.movesMoney,
        deadline: endpoint.movesMoney ? parts.deadlines.move : parts.deadlines.read,
        mayLeave: escort?.mayLeave,
        onFirstByte: escort?.onFirstByte,
      })
    } finally {
      leave()
    }
    if (wire.ok) escort?.onAnswered?.(wire.value.status)
    return weigh(endpoint, signed, wire)
  }

  const onTurn = <Reply>(endpoint: Target<Reply>, pack: Pack, turn: Result<Leave, NoTurn>, escort?: Escort): Pending<Reply> =>
    turn.ok ? send(endpoint, pack, turn.value, escort) : unsent(noTurnProblem(turn.error, clock()))

  const line = <Reply>(endpoint: Target<Reply>, pack: Pack, lane: Lane, escort?: Escort): Pending<Reply> => {
    const patience = endpoint.movesMoney ? parts.deadlines.read + movePatienceBeyondRead : readPatience
    const turn = queues[endpoint.scope].enter({ lane, patience, stop: parts.stop })
    return turn instanceof Promise ? turn.then((taken) => onTurn(endpoint, pack, taken, escort)) : onTurn(endpoint, pack, turn, escort)
  }

  const attempt = <Reply>(endpoint: Target<Reply>, pack: Pack, lane: Lane, escort?: Escort): Pending<Reply> => {
    if (breaker.state().kind === 'closed') return line(endpoint, pack, lane, escort)
    return awayBecause(endpoint).then((away) => (away === null ? line(endpoint, pack, lane, escort) : unsent(away)))
  }

  const retryPorts = ({ scope }: Pick<Endpoint, 'scope'>): RetryPorts => ({
    timing: parts.timing,
    clock,
    random: parts.random,
    stop: parts.stop,
    hush: (ms, problem) => {
      queues[scope].pause(ms)
      if (limitsAddress(problem)) limiter.pauseReads(host, ms)
    },
    patience: readPatience,
  })

  return {
    ask: async (endpoint, ask, lane) => {
      try {
        if (endpoint.movesMoney) return fail(broken({ ...endpoint, movesMoney: false }).problem)
        const checked = endpoint.ask.safeParse(ask)
        if (!checked.success) return fail(badAsk(checked.error))
        return await withRetries(() => attempt(endpoint, () => packQuestion(endpoint, checked.data), lane), retryPorts(endpoint))
      } catch {
        return fail(broken(endpoint).problem)
      }
    },
    move: async (endpoint, consignment) => {
      try {
        return heedQuiet(await attempt(endpoint, () => packMove(endpoint, consignment), 0, consignment.escort), retryPorts(endpoint))
      } catch {
        // A defect of ours, perhaps after sending: money may have moved.
        return fail(broken(endpoint).problem)
      }
    },
  }
}
