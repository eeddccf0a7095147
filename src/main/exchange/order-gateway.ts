// The only door through which money moves. A move is first made ready, byte for byte up to the nonce; what goes out is that, once.
import type { Dialect } from '../../shared/domain/account.js'
import type { BulkDraft, BulkEntry, MarketOrderDraft, Order } from '../../shared/domain/order.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { endpoints } from '../../v4/endpoints.js'
import { badAsk, type Called, type Caller, type Consignment, type Escort } from './request-pipeline.js'
import { type Outcome, outcomeOf } from './errors.js'
import { confirmedBody } from './request-body.js'
import { sha256 } from './sha256.js'
import { toBulkEntries, toMarketOrder } from './to-domain.js'
import { fromBulkDraft, fromMarketOrder } from './to-wire.js'

export type Move =
  { kind: 'market'; draft: MarketOrderDraft } | { kind: 'bulk'; draft: BulkDraft } | { kind: 'close-investment'; investmentId: string }

/** `body` is the JSON to be sent, without the nonce; `bodyHash` its SHA-256 in hex. */
export type PreparedMove = { readonly kind: Move['kind']; readonly body: string; readonly bodyHash: string }

/** Bulk entries come in the order of the answer; an answer may be shorter than the draft. */
export type MoveReply = { kind: 'market'; order: Order } | { kind: 'bulk'; entries: BulkEntry[] } | { kind: 'close-investment' }

/** `not-sent` and `rejected` are certain; `unknown` means that it may have been carried out. */
export type MoveFailure = { outcome: Outcome; problem: Problem }

export type Mover = {
  /** Sends nothing. Fails where the draft does not fit the exchange's API. */
  prepare(move: Move): Result<PreparedMove, Problem>
  /** Sends what this very mover prepared, at most once, whatever happens. */
  send(prepared: PreparedMove, escort: Escort): Promise<Result<{ reply: MoveReply; at: UnixSeconds }, MoveFailure>>
}

const strange: Problem = {
  code: 'internal',
  message: 'This was not prepared by this connection, so it was not sent.',
  reason: 'NOT_PREPARED',
}

export const createMover = ({ call, dialect }: { call: Caller; dialect: Dialect }): Mover => {
  /** Each leaves this set as it is sent, so that nothing prepared once goes out twice. */
  const ready = new WeakSet<PreparedMove>()

  const made = <Ask extends object>(kind: Move['kind'], endpoint: Endpoint<Ask>, ask: Ask): Result<PreparedMove, Problem> => {
    const checked = endpoint.ask.safeParse(ask)
    if (!checked.success) return fail(badAsk(checked.error))
    const body = confirmedBody(endpoint, checked.data, dialect)
    const prepared = Object.freeze({ kind, body, bodyHash: sha256(body) })
    ready.add(prepared)
    return ok(prepared)
  }

  const into = <A>(answer: Called<A>, change: (value: A) => MoveReply): Awaited<ReturnType<Mover['send']>> =>
    answer.ok
      ? ok({ reply: change(answer.value.value), at: answer.value.at })
      : fail({ outcome: outcomeOf(answer.error), problem: answer.error })

  const carry = async (kind: Move['kind'], consignment: Consignment): Promise<Awaited<ReturnType<Mover['send']>>> => {
    switch (kind) {
      case 'market':
        return into(await call.move(endpoints.collateralMarketOrder, consignment), (wire) => ({ kind, order: toMarketOrder(wire) }))
      case 'bulk':
        return into(await call.move(endpoints.bulkLimitOrders, consignment), (wire) => ({ kind, entries: toBulkEntries(wire) }))
      case 'close-investment':
        return into(await call.move(endpoints.closeInvestment, consignment), () => ({ kind }))
    }
  }

  return {
    prepare: (move) => {
      switch (move.kind) {
        case 'market':
          return made(move.kind, endpoints.collateralMarketOrder, fromMarketOrder(move.draft))
        case 'bulk':
          return made(move.kind, endpoints.bulkLimitOrders, fromBulkDraft(move.draft))
        case 'close-investment':
          return made(move.kind, endpoints.closeInvestment, { id: move.investmentId })
      }
    },
    send: (prepared, escort) => {
      if (!ready.delete(prepared)) return Promise.resolve(fail({ outcome: 'not-sent', problem: strange }))
      return carry(prepared.kind, { body: prepared.body, bodyHash: prepared.bodyHash, escort })
    },
  }
}
