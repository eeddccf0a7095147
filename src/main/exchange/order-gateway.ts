// The only way to the calls that move money. A request is first prepared, byte for byte up to the
// nonce; exactly that is sent, once.
import type { Dialect } from '../../shared/accounts/account.js'
import type {
  BulkDraft,
  BulkEntry,
  CancelEntry,
  CollateralLimitDraft,
  MarketOrderDraft,
  Order,
  PositionSide,
  TriggerOrderDraft,
} from '../../shared/orders/order.js'
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
import {
  type CallResult,
  invalidRequest,
  type RequestPipeline,
  type SendHooks,
} from './request-pipeline.js'
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

export type OrderRequest =
  | { kind: 'market'; draft: MarketOrderDraft }
  | { kind: 'collateral-limit'; draft: CollateralLimitDraft }
  | { kind: 'bulk'; draft: BulkDraft }
  | { kind: 'close-investment'; investmentId: string }
  | { kind: 'cancel'; orders: OrderId[] }
  /** `market` null: on all of them. */
  | { kind: 'cancel-all'; market: string | null }
  | ({ kind: 'close-position'; positionSide: PositionSide | null } & OrderId)
  | { kind: 'transfer'; asset: string; amount: Decimal; from: Purse; to: Purse }
  | { kind: 'set-level'; draft: TriggerOrderDraft }
  /** `linked`: by the common id of a pair, which is removed as a whole. */
  | ({ kind: 'remove-level'; linked: boolean } & OrderId)

/** `body` is the JSON to be sent, without the nonce; `bodyHash` its SHA-256 in hex. */
export type PreparedRequest = {
  readonly kind: OrderRequest['kind']
  readonly body: string
  readonly bodyHash: string
}

/** Entries are in the order of the response, which may be shorter than the request. */
export type OrderReply =
  | { kind: 'market' | 'collateral-limit' | 'set-level'; order: Order }
  | { kind: 'bulk'; entries: BulkEntry[] }
  | { kind: 'cancel'; entries: CancelEntry[] }
  /** Null: accepted, without saying what was removed. */
  | { kind: 'remove-level'; entries: CancelEntry[] | null }
  | { kind: 'close-investment' | 'cancel-all' | 'close-position' | 'transfer' }

export type OrderResult = Result<
  { reply: OrderReply; at: UnixSeconds },
  { outcome: SendOutcome; problem: Problem }
>

const notPrepared: Problem = {
  code: 'internal',
  message: messageOf('exchange.not-prepared'),
  reason: 'NOT_PREPARED',
}

function toResult<Wire>(
  answer: CallResult<Wire>,
  toReply: (value: Wire) => OrderReply,
): OrderResult {
  return answer.ok
    ? ok({ reply: toReply(answer.value.value), at: answer.value.at })
    : fail({ outcome: outcomeOf(answer.error), problem: answer.error })
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
  type Send = (prepared: PreparedRequest, hooks: SendHooks) => Promise<OrderResult>

  /** How each is sent. Removed from this map when sent, so that nothing is sent twice. */
  const ready = new WeakMap<PreparedRequest, Send>()

  const prepare = <Ask extends object, Wire>(
    kind: OrderRequest['kind'],
    endpoint: Endpoint<Ask, Wire>,
    members: Ask,
    toReply: (wire: Wire) => OrderReply,
  ): Result<PreparedRequest, Problem> => {
    const checked = endpoint.ask.safeParse(members, withInput)
    if (!checked.success) return fail(invalidRequest(checked.error))
    const body = bodyBeforeNonce(endpoint, checked.data, dialect)
    const prepared = Object.freeze({ kind, body, bodyHash: sha256(body) })
    ready.set(prepared, async (it, hooks) =>
      toResult(await pipeline.send(endpoint, it, hooks), toReply),
    )
    return ok(prepared)
  }

  const prepareCancel = (orders: readonly OrderId[]): Result<PreparedRequest, Problem> => {
    const [only, another] = orders.map(fromOrderId)
    const kind = 'cancel'
    if (only !== undefined && another === undefined)
      return prepare(kind, endpoints.cancelOrder, only, (wire) => ({
        kind,
        entries: [toCancelledOrder(wire)],
      }))
    return prepare(kind, endpoints.cancelOrders, { orders: orders.map(fromOrderId) }, (wire) => ({
      kind,
      entries: toCancelEntries(wire),
    }))
  }

  const prepareRemoval = ({
    kind,
    linked,
    ...order
  }: OrderRequest & { kind: 'remove-level' }): Result<PreparedRequest, Problem> =>
    linked
      ? prepare(kind, endpoints.cancelConditional, fromConditionalId(order), () => ({
          kind,
          entries: null,
        }))
      : prepare(kind, endpoints.cancelOrder, fromOrderId(order), (wire) => ({
          kind,
          entries: [toCancelledOrder(wire)],
        }))

  return {
    /** Sends nothing. Fails if the draft does not fit the exchange's API. */
    prepare: (request: OrderRequest): Result<PreparedRequest, Problem> => {
      switch (request.kind) {
        case 'market': {
          const { kind, draft } = request
          return prepare(kind, endpoints.collateralMarketOrder, fromMarketOrder(draft), (wire) => ({
            kind,
            order: toMarketOrder(wire),
          }))
        }
        case 'collateral-limit': {
          const { kind, draft } = request
          return prepare(
            kind,
            endpoints.collateralLimitOrder,
            fromCollateralLimit(draft),
            (wire) => ({
              kind,
              order: toCollateralLimit(wire),
            }),
          )
        }
        case 'bulk': {
          const { kind, draft } = request
          return prepare(kind, endpoints.bulkLimitOrders, fromBulkDraft(draft), (wire) => ({
            kind,
            entries: toBulkEntries(wire),
          }))
        }
        case 'close-investment': {
          const { kind, investmentId: id } = request
          return prepare(kind, endpoints.closeInvestment, { id }, () => ({ kind }))
        }
        case 'cancel':
          return prepareCancel(request.orders)
        case 'cancel-all': {
          const { kind, market } = request
          return prepare(
            kind,
            endpoints.cancelAllOrders,
            market === null ? {} : { market },
            () => ({ kind }),
          )
        }
        case 'close-position': {
          const { kind } = request
          return prepare(kind, endpoints.closePosition, fromPositionId(request), () => ({ kind }))
        }
        case 'transfer': {
          const { kind, ...transfer } = request
          return prepare(kind, endpoints.balanceTransfer, fromTransfer(transfer), () => ({ kind }))
        }
        case 'set-level': {
          const { kind, draft } = request
          return prepare(kind, endpoints.triggerMarketOrder, fromTriggerOrder(draft), (wire) => ({
            kind,
            order: toListedOrder(wire),
          }))
        }
        case 'remove-level':
          return prepareRemoval(request)
      }
    },
    /** Sends what this gateway itself prepared, at most once, whatever happens. */
    send: async (prepared: PreparedRequest, hooks: SendHooks): Promise<OrderResult> => {
      const send = ready.get(prepared)
      if (send === undefined) return fail({ outcome: 'not-sent', problem: notPrepared })
      ready.delete(prepared)
      if (locked()) return fail({ outcome: 'not-sent', problem: lockedProblem })
      return send(prepared, {
        ...hooks,
        onSigned: (call) => (locked() ? fail(lockedProblem) : hooks.onSigned(call)),
        // Plimsoll may be locked while the connection is being opened.
        maySend: () => !locked() && hooks.maySend(),
      })
    },
  }
}
