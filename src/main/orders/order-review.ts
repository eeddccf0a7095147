// Prepare, then confirm: the only way to an order. What was prepared is kept byte for byte; a token that works once, for the page that
// prepared it, sends exactly that.
import type { Problem } from '../../shared/domain/problem.js'
import type { OrderKind, OrderTicket } from '../../shared/domain/order-ticket.js'
import { obstaclesFor, type OrderPreview, type TradeObstacle } from '../../shared/domain/trading.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { ConfirmRequest } from '../desktop/dialogs/confirm-dialog.js'
import type { PreparedRequest } from '../exchange/order-gateway.js'
import { createConfirmations, expired, tokenLifetime } from './confirmations.js'
import { checkDraft, type CheckedOrder, fieldProblem, refusedBy } from './pre-trade-checks.js'
import { type OrderDraft, requestOf } from './order-draft.js'
import type { KnownPositions } from './order-notional.js'
import { previewOf } from './order-preview.js'
import type { OrdersClient, OrdersPorts } from './orders-ports.js'
import { newClientOrderId, parseTicket } from './ticket-parser.js'
import type { TradingState } from './trading-state.js'

export type ConfirmedOrder = {
  client: OrdersClient
  draft: OrderDraft
  prepared: PreparedRequest
  preparedAt: UnixSeconds
  checked: CheckedOrder
  askedTwice: boolean
}

type PreparedOrder = Omit<ConfirmedOrder, 'checked' | 'askedTwice'> & { preparedTicks: number; preview: OrderPreview }

export type ReviewPorts = {
  ports: Pick<OrdersPorts, 'clock' | 'timing' | 'random' | 'client' | 'desktop'>
  trading: TradingState
  obstacles(): TradeObstacle[]
  positions(): KnownPositions
  submit(order: ConfirmedOrder): Result<{ intentId: string }, Problem>
}

export type OrderReview = {
  prepare(ticket: OrderTicket, page: string): Result<OrderPreview, Problem>
  confirm(token: string, page: string): Promise<Result<{ intentId: string }, Problem>>
  discard(token: string): void
  pageGone(page: string): void
  /** Nothing that was prepared can be confirmed any more. */
  voidAll(): void
}

const voided: Problem = {
  code: 'cancelled',
  message: 'Something changed while this waited to be confirmed. Nothing was sent; preview the order again.',
  reason: 'TOKEN_VOID',
}

const originalGone: Problem = { code: 'gone', message: 'The orders to be tried again are no longer in the record.' }

/** For the system dialog, which no page can click. */
const confirmRequest = ({ act, sentences, profile }: OrderPreview): ConfirmRequest => ({
  title: 'Send this?',
  message: act,
  detail: [...sentences, `Address: ${profile.baseUrl}`].join('\n'),
  confirm: act,
  // Each is another order, which may have to be sent soon.
  longestWait: 2_000,
})

export const createOrderReview = ({ ports, trading, obstacles, positions, submit }: ReviewPorts): OrderReview => {
  const { clock, timing, random } = ports
  const waiting = createConfirmations<PreparedOrder>(timing.ticks)
  const inDialog = new Set<{ page: string; isVoid: boolean }>()

  const checkObstacles = (kind: OrderKind): Result<null, Problem> => refusedBy(obstaclesFor(obstacles(), kind))

  const checkRetry = (id: string | null): Result<null, Problem> => {
    if (id === null) return ok(null)
    const found = trading.intents.find(id)
    if (!found.ok) return found
    return found.value?.kind === 'bulk' ? ok(null) : fail(originalGone)
  }

  const prepare = (ticket: OrderTicket, page: string): Result<OrderPreview, Problem> => {
    const allowed = checkObstacles(ticket.kind)
    if (!allowed.ok) return allowed
    const client = ports.client()
    if (client === null) return fail(voided)
    const parsed = parseTicket(ticket, () => newClientOrderId(random.randomHex))
    if (!parsed.ok) return fail(fieldProblem(parsed.error))
    const draft = parsed.value
    const retry = checkRetry(draft.retryOf)
    if (!retry.ok) return retry
    const known = positions()
    const checked = checkDraft(trading, draft, known, clock)
    if (!checked.ok) return checked
    const request = client.orderGateway.prepare(requestOf(draft))
    if (!request.ok) return request
    const prepared = request.value
    const preparedAt = clock()
    const token = random.randomHex(24)
    const { lines, references, asksTwice } = checked.value
    const { profile, settings } = trading
    const preview: OrderPreview = {
      ...previewOf({ draft, profile, known, lines, references, limited: settings.limits.on, now: preparedAt }),
      token,
      preparedAt,
      expiresAt: preparedAt + tokenLifetime,
      body: JSON.stringify(JSON.parse(prepared.body), null, 2),
      bodyHash: prepared.bodyHash,
      asksTwice,
    }
    waiting.add(token, page, { client, draft, prepared, preparedAt, preparedTicks: timing.ticks(), preview })
    return ok(preview)
  }

  /** Everything anew: the connection, the obstacles, the blocks, the limits. */
  const recheck = ({ client, draft, preview }: PreparedOrder): Result<CheckedOrder, Problem> => {
    const allowed = checkObstacles(draft.kind)
    if (!allowed.ok) return allowed
    if (ports.client() !== client) return fail(voided)
    return checkDraft(trading, draft, positions(), clock, preview.items)
  }

  const confirmInDialog = async (order: PreparedOrder, page: string): Promise<Result<CheckedOrder, Problem>> => {
    const entry = { page, isVoid: false }
    inDialog.add(entry)
    const confirmed = await ports.desktop.ask(confirmRequest(order.preview))
    inDialog.delete(entry)
    if (!confirmed.ok) return confirmed
    const tooLate = timing.ticks() - order.preparedTicks > 2 * tokenLifetime * 1000
    return entry.isVoid || tooLate ? fail(voided) : recheck(order)
  }

  const confirm = async (token: string, page: string): Promise<Result<{ intentId: string }, Problem>> => {
    const taken = waiting.take(token, page)
    if (!taken.ok) return taken
    const order = taken.value
    // Its minute is counted in ticks, and those stand still while the computer sleeps.
    if (clock() >= order.preview.expiresAt) return fail(expired)
    const first = recheck(order)
    if (!first.ok) return first
    const askedTwice = first.value.asksTwice
    const checked = askedTwice ? await confirmInDialog(order, page) : first
    return checked.ok ? submit({ ...order, checked: checked.value, askedTwice }) : checked
  }

  return {
    prepare,
    confirm,
    discard: waiting.discard,
    pageGone: (page) => {
      waiting.pageGone(page)
      for (const entry of inDialog) if (entry.page === page) entry.isVoid = true
    },
    voidAll: () => {
      waiting.clear()
      for (const entry of inDialog) entry.isVoid = true
    },
  }
}
