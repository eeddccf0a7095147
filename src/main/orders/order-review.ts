// Prepare, then confirm: the only way to an order. What was prepared is kept byte for byte; a token
// that works once, within a minute, for the page that prepared it, sends exactly that.
import {
  keepsPositions,
  type OrderKind,
  type OrderTicket,
  takesAway,
} from '../../shared/orders/order-ticket.js'
import type { FieldErrors, Problem } from '../../shared/problem.js'
import { obstaclesFor, type OrderPreview, type TradeObstacle } from '../../shared/orders/trading.js'
import { type Message, messageOf, t, textOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { ConfirmRequest } from '../desktop/dialogs.js'
import type { PreparedRequest } from '../exchange/order-gateway.js'
import { rulesOf } from './kinds/kinds.js'
import type { ReviewWords } from './review-words.js'
import { type CheckedOrder, fieldProblem } from './pre-trade-checks.js'
import { newClientOrderId, type OrderDraft } from './ticket-parser.js'
import type { OrdersClient, TradingState } from './trading-state.js'

export type ConfirmedOrder = {
  client: OrdersClient
  draft: OrderDraft
  /** The label of the button that was pressed. */
  act: Message
  prepared: PreparedRequest
  preparedAt: UnixSeconds
  checked: CheckedOrder
  askedTwice: boolean
}

type PreparedOrder = Omit<ConfirmedOrder, 'checked' | 'askedTwice'> & {
  page: string
  preparedTicks: number
  preview: OrderPreview
}

/** Seconds. */
const tokenLifetime = 60

/** The oldest are dropped. */
const mostWaiting = 20
const mostEnded = 200

function refusal(
  message: Problem['message'],
  reason: string,
  code: Problem['code'] = 'cancelled',
): Problem {
  return { code, message, reason }
}

const used = refusal(messageOf('orders.review.used'), 'TOKEN_USED', 'gone')
const expired = refusal(messageOf('orders.review.expired'), 'TOKEN_EXPIRED')
const otherPage = refusal(messageOf('orders.review.other-page'), 'TOKEN_PAGE')
const voided = refusal(messageOf('orders.review.void'), 'TOKEN_VOID')
const changed = refusal(messageOf('orders.review.changed'), 'TOKEN_VOID')
const hidden = refusal(
  messageOf('orders.review.amounts-hidden'),
  'AMOUNTS_HIDDEN',
  'amounts-hidden',
)

const originalGone: Problem = { code: 'gone', message: messageOf('orders.review.original-gone') }

/** For the system dialog, which no page can click. */
function confirmRequest({ kind, act, sentences, warnings, profile }: OrderPreview): ConfirmRequest {
  return {
    title: t('orders.review.title'),
    message: textOf(act),
    // What is removed besides what was requested, and what a transfer does to the margin.
    detail: [
      ...(takesAway(kind) || keepsPositions(kind) ? warnings.map(({ text }) => textOf(text)) : []),
      ...sentences.map(textOf),
      t('orders.review.address', { address: profile.baseUrl }),
    ].join('\n'),
    confirm: textOf(act),
    statesAmounts: true,
    // Each is a different order, which may have to be sent soon.
    longestWait: 2_000,
  }
}

/** Drops the oldest, first in first out. */
function keepNewest(map: Map<string, unknown>, most: number, drop: (key: string) => void): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    drop(oldest)
  }
}

export function createOrderReview(
  trading: TradingState,
  obstacles: () => TradeObstacle[],
  submit: (order: ConfirmedOrder) => Result<{ intentId: string }, Problem>,
) {
  const { clock, timing, random, client, desktop } = trading.ports
  /** What was prepared, by token; and why previously prepared orders no longer count. */
  const waiting = new Map<string, PreparedOrder>()
  const ended = new Map<string, Problem>()
  /**
   * Orders that wait for a system dialog, or for what is read ahead. One removed from this set is
   * not sent, whatever the result.
   */
  const held = new Set<PreparedOrder>()

  const end = (token: string, why: Problem): void => {
    waiting.delete(token)
    ended.set(token, why)
    keepNewest(ended, mostEnded, (oldest) => ended.delete(oldest))
  }

  /** Uses the token up, whatever the outcome. */
  const take = (token: string, page: string): Result<PreparedOrder, Problem> => {
    const order = waiting.get(token)
    if (order === undefined) return fail(ended.get(token) ?? voided)
    // Ticks are monotonic, so setting the clock back extends nothing; but they pause while the
    // computer sleeps.
    const isOver = timing.ticks() >= order.preparedTicks + tokenLifetime * 1000
    const why = isOver ? expired : order.page !== page ? otherPage : used
    end(token, why)
    if (why !== used) return fail(why)
    return clock() >= order.preview.expiresAt ? fail(expired) : ok(order)
  }

  const voidAll = (isMeant: (order: PreparedOrder) => boolean): void => {
    for (const [token, order] of waiting) if (isMeant(order)) end(token, voided)
    for (const order of held) if (isMeant(order)) held.delete(order)
  }

  const checkObstacles = (kind: OrderKind): Result<null, Problem> => {
    const [first] = obstaclesFor(obstacles(), kind)
    return first === undefined
      ? ok(null)
      : fail({ code: 'trading-off', message: first.message, reason: first.code })
  }

  const checkRetry = (id: string | null): Result<null, Problem> => {
    if (id === null) return ok(null)
    const found = trading.intents.find(id)
    if (!found.ok) return found
    return found.value !== null && rulesOf(found.value).mayBeRetried ? ok(null) : fail(originalGone)
  }

  const read = (ticket: OrderTicket): Result<OrderDraft, FieldErrors> =>
    rulesOf(ticket).parse(ticket, {
      ...trading.ports.conditions(),
      newId: () => newClientOrderId(random.randomHex),
    })

  const check = (draft: OrderDraft, previewed?: OrderPreview): Result<CheckedOrder, Problem> =>
    rulesOf(draft).check(trading, draft, previewed)

  const wordsOf = (draft: OrderDraft, checked: CheckedOrder, now: UnixSeconds): ReviewWords => {
    const { profile, settings, ports } = trading
    return rulesOf(draft).describe(draft, checked, {
      profile,
      limited: settings.limits.on,
      known: ports.conditions(),
      now,
    })
  }

  const prepare = (ticket: OrderTicket, page: string): Result<OrderPreview, Problem> => {
    const allowed = checkObstacles(ticket.kind)
    if (!allowed.ok) return allowed
    const connected = client()
    if (connected === null) return fail(changed)
    const parsed = read(ticket)
    if (!parsed.ok) return fail(fieldProblem(parsed.error))
    const draft = parsed.value
    const retry = checkRetry(draft.retryOf)
    if (!retry.ok) return retry
    const checked = check(draft)
    if (!checked.ok) return checked
    const request = connected.orderGateway.prepare(rulesOf(draft).request(draft))
    if (!request.ok) return request
    const prepared = request.value
    const preparedAt = clock()
    const token = random.randomHex(24)
    const words = wordsOf(draft, checked.value, preparedAt)
    const preview: OrderPreview = {
      ...words,
      token,
      preparedAt,
      expiresAt: preparedAt + tokenLifetime,
      body: JSON.stringify(JSON.parse(prepared.body), null, 2),
      bodyHash: prepared.bodyHash,
    }
    waiting.set(token, {
      client: connected,
      draft,
      act: words.act,
      prepared,
      preparedAt,
      page,
      preparedTicks: timing.ticks(),
      preview,
    })
    keepNewest(waiting, mostWaiting, (oldest) => end(oldest, voided))
    return ok(preview)
  }

  /** Checks everything again: the connection, the obstacles, the blocks, the limits. */
  const recheck = (order: PreparedOrder): Result<CheckedOrder, Problem> => {
    const allowed = checkObstacles(order.draft.kind)
    if (!allowed.ok) return allowed
    return client() === order.client ? check(order.draft, order.preview) : fail(changed)
  }

  /** Much may have changed in that time. */
  const recheckAfter = async (
    order: PreparedOrder,
    awaited: Promise<Result<unknown, Problem>>,
  ): Promise<Result<CheckedOrder, Problem>> => {
    held.add(order)
    const result = await awaited
    const counts = held.delete(order)
    if (!result.ok) return result
    if (desktop.amountsHidden()) return fail(hidden)
    const tooLate = timing.ticks() - order.preparedTicks > 2 * tokenLifetime * 1000
    return counts && !tooLate ? recheck(order) : fail(changed)
  }

  const confirm = async (
    token: string,
    page: string,
  ): Promise<Result<{ intentId: string }, Problem>> => {
    // Uses nothing up: the order can be confirmed once it can be read again.
    if (desktop.amountsHidden()) return fail(hidden)
    const taken = take(token, page)
    if (!taken.ok) return taken
    const order = taken.value
    const first = recheck(order)
    if (!first.ok) return first
    const askedTwice = first.value.asksTwice
    const asked = askedTwice
      ? await recheckAfter(order, desktop.ask(confirmRequest(order.preview)))
      : first
    if (!asked.ok) return asked
    const read = rulesOf(order.draft).readAhead?.(trading, order.client, order.draft)
    const checked = read === undefined ? asked : await recheckAfter(order, read)
    return checked.ok ? submit({ ...order, checked: checked.value, askedTwice }) : checked
  }

  return {
    prepare,
    confirm,
    discard: (token: string): void => {
      if (waiting.has(token)) end(token, voided)
    },
    pageGone: (page: string): void => voidAll((order) => order.page === page),
    /** Nothing that was prepared can be confirmed any more. */
    voidAll: (): void => voidAll(() => true),
  }
}
