// The only way to the calls that move money. A request is first prepared, byte for byte up to the nonce; what goes out is that, once.
import type { Dialect } from '../../shared/domain/account.js'
import type { BulkDraft, BulkEntry, MarketOrderDraft, Order } from '../../shared/domain/order.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { endpoints } from '../../v4/endpoints.js'
import { outcomeOf, type SendOutcome } from './errors.js'
import { type CallResult, invalidRequest, type RequestPipeline, type SendHooks } from './request-pipeline.js'
import { bodyBeforeNonce, sha256 } from './signer.js'
import { fromBulkDraft, fromMarketOrder, toBulkEntries, toMarketOrder } from './wire-mapping.js'

export type OrderRequest =
  { kind: 'market'; draft: MarketOrderDraft } | { kind: 'bulk'; draft: BulkDraft } | { kind: 'close-investment'; investmentId: string }

/** `body` is the JSON to be sent, without the nonce; `bodyHash` its SHA-256 in hex. */
export type PreparedRequest = { readonly kind: OrderRequest['kind']; readonly body: string; readonly bodyHash: string }

/** Bulk entries come in the order of the answer; an answer may be shorter than the draft. */
export type OrderReply = { kind: 'market'; order: Order } | { kind: 'bulk'; entries: BulkEntry[] } | { kind: 'close-investment' }

export type OrderResult = Result<{ reply: OrderReply; at: UnixSeconds }, { outcome: SendOutcome; problem: Problem }>

const notPrepared: Problem = {
  code: 'internal',
  message: 'This was not prepared by this connection, so it was not sent.',
  reason: 'NOT_PREPARED',
}

const toResult = <Wire>(answer: CallResult<Wire>, toReply: (value: Wire) => OrderReply): OrderResult =>
  answer.ok
    ? ok({ reply: toReply(answer.value.value), at: answer.value.at })
    : fail({ outcome: outcomeOf(answer.error), problem: answer.error })

export const createOrderGateway = ({ pipeline, dialect }: { pipeline: RequestPipeline; dialect: Dialect }) => {
  /** Each leaves this set as it is sent, so that nothing prepared once goes out twice. */
  const ready = new WeakSet<PreparedRequest>()

  const prepare = <Ask extends object>(
    kind: OrderRequest['kind'],
    endpoint: Endpoint<Ask>,
    members: Ask,
  ): Result<PreparedRequest, Problem> => {
    const checked = endpoint.ask.safeParse(members)
    if (!checked.success) return fail(invalidRequest(checked.error))
    const body = bodyBeforeNonce(endpoint, checked.data, dialect)
    const prepared = Object.freeze({ kind, body, bodyHash: sha256(body) })
    ready.add(prepared)
    return ok(prepared)
  }

  return {
    /** Sends nothing. Fails where the draft does not fit the exchange's API. */
    prepare: (request: OrderRequest): Result<PreparedRequest, Problem> => {
      switch (request.kind) {
        case 'market':
          return prepare(request.kind, endpoints.collateralMarketOrder, fromMarketOrder(request.draft))
        case 'bulk':
          return prepare(request.kind, endpoints.bulkLimitOrders, fromBulkDraft(request.draft))
        case 'close-investment':
          return prepare(request.kind, endpoints.closeInvestment, { id: request.investmentId })
      }
    },
    /** Sends what this very gateway prepared, at most once, whatever happens. */
    send: async (prepared: PreparedRequest, hooks: SendHooks): Promise<OrderResult> => {
      const { kind } = prepared
      if (!ready.delete(prepared)) return fail({ outcome: 'not-sent', problem: notPrepared })
      switch (kind) {
        case 'market': {
          const answer = await pipeline.send(endpoints.collateralMarketOrder, prepared, hooks)
          return toResult(answer, (wire) => ({ kind, order: toMarketOrder(wire) }))
        }
        case 'bulk': {
          const answer = await pipeline.send(endpoints.bulkLimitOrders, prepared, hooks)
          return toResult(answer, (wire) => ({ kind, entries: toBulkEntries(wire) }))
        }
        case 'close-investment':
          return toResult(await pipeline.send(endpoints.closeInvestment, prepared, hooks), () => ({ kind }))
      }
    },
  }
}
