// The only way to the calls that move money. A request is first prepared, byte for byte up to the
// nonce; exactly that is sent, once.
import type { Dialect } from '../../shared/accounts/account.js'
import type {
  BulkDraft,
  CollateralLimitDraft,
  MarketOrderDraft,
  PositionSide,
  TriggerOrderDraft,
} from '../../shared/orders/order.js'
import type { OrderKind } from '../../shared/orders/order-ticket.js'
import type { Purse } from '../../shared/portfolio/purse.js'
import { lockedProblem } from '../../shared/lock/lock.js'
import type { Decimal } from '../../shared/money.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { withInput } from '../../v4/complaint.js'
import type { Endpoint } from '../../v4/endpoint.js'
import { endpoints } from '../../v4/endpoints.js'
import { messageOf } from '../../shared/messages/messages.js'
import { outcomeOf, type SendOutcome } from './errors.js'
import { invalidRequest, type RequestPipeline, type SendHooks } from './request-pipeline.js'
import { bodyBeforeNonce, sha256 } from './signer.js'
import {
  fromConditionalId,
  fromOrderId,
  fromPositionId,
  fromTransfer,
  fromTriggerOrder,
  type OrderId,
  toCancelEntries,
  toCancelledOrder,
} from './target-mapping.js'
import {
  fromBulkDraft,
  fromCollateralLimit,
  fromMarketOrder,
  toBulkEntries,
  toCollateralLimit,
  toListedOrder,
  toMarketOrder,
} from './wire-mapping.js'

type Sent<Reply> = Result<
  { reply: Reply; at: UnixSeconds },
  { outcome: SendOutcome; problem: Problem }
>

/** `body` is the JSON to be sent, without the nonce. */
type Call<Reply> = {
  body: string
  send: (
    pipeline: RequestPipeline,
    prepared: PreparedRequest,
    hooks: SendHooks,
  ) => Promise<Sent<Reply>>
}

type PrepareCall<Reply> = (dialect: Dialect) => Result<Call<Reply>, Problem>

function call<Kind extends OrderKind, Ask extends object, Wire, Reply>(
  kind: Kind,
  endpoint: Endpoint<Ask, Wire>,
  members: Ask,
  toReply: (wire: Wire) => Reply,
): PrepareCall<{ kind: Kind } & Reply> {
  return (dialect) => {
    const checked = endpoint.ask.safeParse(members, withInput)
    if (!checked.success) return fail(invalidRequest(checked.error))
    return ok({
      body: bodyBeforeNonce(endpoint, checked.data, dialect),
      send: async (pipeline, prepared, hooks) => {
        const answer = await pipeline.send(endpoint, prepared, hooks)
        return answer.ok
          ? ok({ reply: { kind, ...toReply(answer.value.value) }, at: answer.value.at })
          : fail({ outcome: outcomeOf(answer.error), problem: answer.error })
      },
    })
  }
}

/**
 * For each kind: how its request is sent, and what its response means. Entries are in the order of
 * the response, which may be shorter than the request.
 */
const calls = {
  market: ({ draft }: { draft: MarketOrderDraft }) =>
    call('market', endpoints.collateralMarketOrder, fromMarketOrder(draft), (wire) => ({
      order: toMarketOrder(wire),
    })),
  'collateral-limit': ({ draft }: { draft: CollateralLimitDraft }) =>
    call(
      'collateral-limit',
      endpoints.collateralLimitOrder,
      fromCollateralLimit(draft),
      (wire) => ({
        order: toCollateralLimit(wire),
      }),
    ),
  bulk: ({ draft }: { draft: BulkDraft }) =>
    call('bulk', endpoints.bulkLimitOrders, fromBulkDraft(draft), (wire) => ({
      entries: toBulkEntries(wire),
    })),
  'close-investment': ({ investmentId: id }: { investmentId: string }) =>
    call('close-investment', endpoints.closeInvestment, { id }, () => ({})),
  cancel: ({ orders }: { orders: OrderId[] }) => {
    const [only, another] = orders.map(fromOrderId)
    return only !== undefined && another === undefined
      ? call('cancel', endpoints.cancelOrder, only, (wire) => ({
          entries: [toCancelledOrder(wire)],
        }))
      : call('cancel', endpoints.cancelOrders, { orders: orders.map(fromOrderId) }, (wire) => ({
          entries: toCancelEntries(wire),
        }))
  },
  /** `market` null: on all of them. */
  'cancel-all': ({ market }: { market: string | null }) =>
    call('cancel-all', endpoints.cancelAllOrders, market === null ? {} : { market }, () => ({})),
  'close-position': (position: { positionSide: PositionSide | null } & OrderId) =>
    call('close-position', endpoints.closePosition, fromPositionId(position), () => ({})),
  transfer: ({ asset, amount, from, to }: Record<'from' | 'to', Purse> & Moved) =>
    call(
      'transfer',
      endpoints.balanceTransfer,
      fromTransfer({ asset, amount, from, to }),
      () => ({}),
    ),
  'set-level': ({ draft }: { draft: TriggerOrderDraft }) =>
    call('set-level', endpoints.triggerMarketOrder, fromTriggerOrder(draft), (wire) => ({
      order: toListedOrder(wire),
    })),
  /**
   * `linked`: removes both orders of a pair by their common id. `entries` null: the exchange
   * accepted the request without saying what was removed.
   */
  'remove-level': ({ linked, ...order }: { linked: boolean } & OrderId) =>
    linked
      ? call('remove-level', endpoints.cancelConditional, fromConditionalId(order), () => ({
          entries: null,
        }))
      : call('remove-level', endpoints.cancelOrder, fromOrderId(order), (wire) => ({
          entries: [toCancelledOrder(wire)],
        })),
} satisfies { [Kind in OrderKind]: (request: never) => PrepareCall<{ kind: Kind }> }

type Moved = { asset: string; amount: Decimal }
type Calls = typeof calls
type Requests = { [Kind in OrderKind]: { kind: Kind } & Parameters<Calls[Kind]>[0] }

export type OrderRequest = Requests[OrderKind]
export type OrderReply =
  ReturnType<Calls[OrderKind]> extends PrepareCall<infer Reply> ? Reply : never
export type OrderResult = Sent<OrderReply>

const callOfKind: {
  [Kind in OrderKind]: (request: Requests[Kind]) => PrepareCall<OrderReply>
} = calls

function callOf<Kind extends OrderKind>(
  kind: Kind,
  request: Requests[Kind],
): PrepareCall<OrderReply> {
  return callOfKind[kind](request)
}

/** `body` is the JSON to be sent, without the nonce; `bodyHash` its SHA-256 in hex. */
export type PreparedRequest = {
  readonly kind: OrderKind
  readonly body: string
  readonly bodyHash: string
}

const notPrepared: Problem = {
  code: 'internal',
  message: messageOf('exchange.not-prepared'),
  reason: 'NOT_PREPARED',
}

export function createOrderGateway({
  pipeline,
  dialect,
  locked = () => false,
}: {
  pipeline: RequestPipeline
  dialect: Dialect
  /** Whether Plimsoll is locked: nothing is sent then, whatever keys are available. */
  locked?: (() => boolean) | undefined
}) {
  /** How each is sent. Removed from this map when sent, so that nothing is sent twice. */
  const ready = new WeakMap<PreparedRequest, Call<OrderReply>['send']>()

  return {
    /** Sends nothing. Fails if the draft does not fit the exchange's API. */
    prepare: (request: OrderRequest): Result<PreparedRequest, Problem> => {
      const { kind } = request
      const made = callOf(kind, request)(dialect)
      if (!made.ok) return made
      const { body, send } = made.value
      const prepared = Object.freeze({ kind, body, bodyHash: sha256(body) })
      ready.set(prepared, send)
      return ok(prepared)
    },
    /** Sends what this gateway itself prepared, at most once, whatever happens. */
    send: async (prepared: PreparedRequest, hooks: SendHooks): Promise<OrderResult> => {
      const send = ready.get(prepared)
      if (send === undefined) return fail({ outcome: 'not-sent', problem: notPrepared })
      ready.delete(prepared)
      if (locked()) return fail({ outcome: 'not-sent', problem: lockedProblem })
      return send(pipeline, prepared, {
        ...hooks,
        onSigned: (call) => (locked() ? fail(lockedProblem) : hooks.onSigned(call)),
        // Plimsoll may be locked while the connection is being opened.
        maySend: () => !locked() && hooks.maySend(),
      })
    },
  }
}
