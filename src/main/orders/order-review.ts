// Prepare, then confirm: the only way to an order. What was prepared is kept byte for byte; a token that works once, within a minute, for the
// page that prepared it, sends exactly that.
import type { Profile } from '../../shared/domain/account.js'
import type { Consequence } from '../../shared/domain/order-effect.js'
import { bulkBalanceWords, currenciesOf } from '../../shared/domain/order-rules.js'
import { effectSentence, levelSentences, orderDoubts } from '../../shared/domain/order-sentences.js'
import type { OrderKind, OrderTicket } from '../../shared/domain/order-ticket.js'
import type { Problem } from '../../shared/domain/problem.js'
import { obstaclesFor, type OrderPreview, type OrderTotal, type TradeObstacle } from '../../shared/domain/trading.js'
import { add, asEstimate } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { ConfirmRequest } from '../desktop/dialogs.js'
import type { PreparedRequest } from '../exchange/order-gateway.js'
import type { Line, Reference } from './order-limits.js'
import { actOf, ageText, counted, itemAct, marketsOf, regionNames } from './order-text.js'
import { checkDraft, type CheckedOrder, fieldProblem } from './pre-trade-checks.js'
import { type DraftItem, newClientOrderId, type OrderDraft, parseTicket, requestOf } from './ticket-parser.js'
import type { OrdersClient, TradingState } from './trading-state.js'

type Warning = OrderPreview['warnings'][number]

const referenceText = ({ from, at }: Reference, now: UnixSeconds): string => {
  const age = at === null ? '' : `, ${ageText(at, now)} old`
  switch (from) {
    case 'mark':
      return `the mark price of your open position${age}`
    case 'entry':
      return 'the entry price of your open position'
    case 'last-fill':
      return 'the price your last order there was filled at'
  }
}

const levelWarnings = (line: Line, consequence: Consequence, now: UnixSeconds): Warning[] => {
  const { reference } = line
  // An entry price or an old fill is no price of now: measured by it, a level that is right would be warned of.
  const price = reference?.from !== 'mark' ? null : { mark: reference.price, words: referenceText(reference, now) }
  return orderDoubts(line, consequence, price).map(({ field, text }) => ({ field, text }))
}

const flagWarnings = (item: DraftItem): Warning[] =>
  (['postOnly', 'rpi'] as const)
    .filter((flag) => item.ioc && item[flag])
    .map((flag) => ({
      field: `${item.field}ioc`,
      text: `Immediate-or-cancel and ${flag === 'rpi' ? 'RPI' : 'post-only'} exclude each other; the exchange refuses such an order.`,
    }))

const duplicateWarnings = (items: readonly DraftItem[]): Warning[] => {
  const seen = new Map<string, number>()
  return items.flatMap((item, number) => {
    const key = [item.market, item.side, item.amount, item.price].join(' ')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, number)
    return first === undefined ? [] : [{ field: `${item.field}amount`, text: `Row ${number + 1} is the same order as row ${first + 1}.` }]
  })
}

const hedgeWarnings = ({ field, market, positionSide }: DraftItem, { met }: Consequence): Warning[] => {
  if (met !== undefined) return []
  const text =
    positionSide === null || positionSide === 'BOTH'
      ? `On ${market} you hold positions of a side (LONG, SHORT). In hedge mode the exchange refuses an order without a side.`
      : `On ${market} you hold a position without a side. Without hedge mode the exchange may refuse an order with one.`
  return [{ field: `${field}positionSide`, text }]
}

const totalsOf = (lines: readonly Line[]): OrderTotal[] => {
  const totals = new Map<string, OrderTotal>()
  for (const { market, side, amount, quote, notional } of lines) {
    const key = `${market} ${side}`
    const before = totals.get(key) ?? { orders: 0, amount: '0', notional: '0' }
    totals.set(key, {
      ...{ market, side, quote },
      orders: before.orders + 1,
      amount: add(before.amount, amount),
      notional: notional === null || before.notional === null ? null : add(before.notional, notional),
    })
  }
  return [...totals.values()]
}

const totalSentence = ({ market, side, orders, amount, notional, quote }: OrderTotal): string => {
  const about = notional === null ? '' : `, about ${asEstimate(notional)} ${quote}`
  return `${counted(orders, 'order')} ${side === 'buy' ? 'buying' : 'selling'} ${amount} ${currenciesOf(market).base} on ${market}${about}.`
}

const currencySentence = (market: string): string => {
  const { base, quote } = currenciesOf(market)
  return `On ${market}, amounts are in ${base} and prices in ${quote}.`
}

const closeSentences = ({ investmentId }: OrderDraft): string[] => [
  `Close the fixed-term investment ${investmentId ?? ''}.`,
  'The exchange returns the funds to the main balance. Its API does not say how much, nor whether interest is lost; its own pages contradict each other.',
]

const marketSentences = (line: Line, consequence: Consequence, limited: boolean, now: UnixSeconds): string[] => {
  const { market, positionSide, notional, quote, reference } = line
  return [
    `${itemAct(line)}.`,
    currencySentence(market),
    'A collateral order: it uses this account’s collateral balance and changes its collateral positions.',
    effectSentence(line, consequence),
    ...levelSentences(line, consequence),
    ...(positionSide === null ? [] : [`Position side ${positionSide}.`]),
    notional === null || reference === null
      ? 'Notional unknown here: the price is the market’s.'
      : `Notional about ${asEstimate(notional)} ${quote}, by ${referenceText(reference, now)}. The price is the market’s.`,
    ...(limited && line.reduces ? ['It reduces risk, so no limit holds it back.'] : []),
  ]
}

const bulkSentences = (draft: OrderDraft, totals: readonly OrderTotal[]): string[] => [
  ...[`${actOf(draft)}.`, bulkBalanceWords, ...marketsOf(draft.items).map(currencySentence), ...totals.map(totalSentence)],
  ...(draft.items.length < 2
    ? []
    : draft.stopOnFail === true
      ? ['They are tried in their order; at the first that fails the exchange stops, and the ones behind it are not tried.']
      : ['Every one of them is tried, whatever becomes of the others.']),
]

/** What the user reads before confirming: the same in sentences, in figures and as the exact body. `limited`: limits are on. */
const reviewOf = (
  draft: OrderDraft,
  { lines, asksTwice }: CheckedOrder,
  { profile, limited, now }: { profile: Profile; limited: boolean; now: UnixSeconds },
): Omit<OrderPreview, 'token' | 'preparedAt' | 'expiresAt' | 'body' | 'bodyHash'> => {
  const { id, name, region, baseUrl, keyHint } = profile
  const { kind, items, investmentId, stopOnFail } = draft
  const [line] = lines
  const consequence = line?.consequence ?? null
  const market = line === undefined || consequence === null ? null : { line, consequence }
  const totals = totalsOf(lines)
  const sentences =
    market !== null
      ? marketSentences(market.line, market.consequence, limited, now)
      : kind === 'close-investment'
        ? closeSentences(draft)
        : bulkSentences(draft, totals)
  return {
    ...{ kind, investmentId, stopOnFail, totals, asksTwice },
    act: actOf(draft),
    sentences: [...sentences, `Sent for the profile “${name}” (${regionNames[region]}, key ${keyHint}).`],
    profile: { id, name, region, baseUrl, keyHint },
    items: items.map(({ field: _field, ...item }) => ({ ...item, effect: consequence?.effect ?? null })),
    warnings: [
      ...(market === null ? [] : levelWarnings(market.line, market.consequence, now)),
      ...items.flatMap(flagWarnings),
      ...duplicateWarnings(items),
      ...(market === null ? [] : hedgeWarnings(market.line, market.consequence)),
    ],
    mark: market?.line.reference?.from === 'mark' ? market.line.reference.price : null,
  }
}

export type ConfirmedOrder = {
  client: OrdersClient
  draft: OrderDraft
  prepared: PreparedRequest
  preparedAt: UnixSeconds
  checked: CheckedOrder
  askedTwice: boolean
}

type PreparedOrder = Omit<ConfirmedOrder, 'checked' | 'askedTwice'> & { page: string; preparedTicks: number; preview: OrderPreview }

/** Seconds. */
const tokenLifetime = 60

/** The oldest give way. */
const mostWaiting = 20
const mostEnded = 200

const refusal = (message: string, reason: string, code: Problem['code'] = 'cancelled'): Problem => ({ code, message, reason })

const used = refusal('This confirmation was already used once, so nothing more was sent.', 'TOKEN_USED', 'gone')
const expired = refusal('This confirmation is older than a minute. Nothing was sent; preview the order again.', 'TOKEN_EXPIRED')
const otherPage = refusal('This confirmation was made by another page, so nothing was sent.', 'TOKEN_PAGE')
const voided = refusal('This confirmation no longer counts. Nothing was sent; preview the order again.', 'TOKEN_VOID')
const changed = refusal('Something changed while this waited to be confirmed. Nothing was sent; preview the order again.', 'TOKEN_VOID')

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

/** Drops the oldest, first in first out. */
const keepNewest = (map: Map<string, unknown>, most: number, drop: (key: string) => void): void => {
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    drop(oldest)
  }
}

export const createOrderReview = (
  trading: TradingState,
  obstacles: () => TradeObstacle[],
  submit: (order: ConfirmedOrder) => Result<{ intentId: string }, Problem>,
) => {
  const { clock, timing, random, client, desktop } = trading.ports
  /** By token, what was prepared; and why those that were do not count any more. */
  const waiting = new Map<string, PreparedOrder>()
  const ended = new Map<string, Problem>()
  /** Their system dialog is open. One that leaves this set is not sent, whatever the dialog says. */
  const inDialog = new Set<PreparedOrder>()

  const end = (token: string, why: Problem): void => {
    waiting.delete(token)
    ended.set(token, why)
    keepNewest(ended, mostEnded, (oldest) => ended.delete(oldest))
  }

  /** Uses the token up, whatever the outcome. */
  const take = (token: string, page: string): Result<PreparedOrder, Problem> => {
    const order = waiting.get(token)
    if (order === undefined) return fail(ended.get(token) ?? voided)
    // Ticks only grow, so that a clock that is set back lengthens nothing; but they stand still while the computer sleeps.
    const isOver = timing.ticks() >= order.preparedTicks + tokenLifetime * 1000
    const why = isOver ? expired : order.page !== page ? otherPage : used
    end(token, why)
    if (why !== used) return fail(why)
    return clock() >= order.preview.expiresAt ? fail(expired) : ok(order)
  }

  const voidAll = (isMeant: (order: PreparedOrder) => boolean): void => {
    for (const [token, order] of waiting) if (isMeant(order)) end(token, voided)
    for (const order of inDialog) if (isMeant(order)) inDialog.delete(order)
  }

  const checkObstacles = (kind: OrderKind): Result<null, Problem> => {
    const [first] = obstaclesFor(obstacles(), kind)
    return first === undefined ? ok(null) : fail({ code: 'trading-off', message: first.message, reason: first.code })
  }

  const checkRetry = (id: string | null): Result<null, Problem> => {
    if (id === null) return ok(null)
    const found = trading.intents.find(id)
    if (!found.ok) return found
    return found.value?.kind === 'bulk' ? ok(null) : fail(originalGone)
  }

  const prepare = (ticket: OrderTicket, page: string): Result<OrderPreview, Problem> => {
    const allowed = checkObstacles(ticket.kind)
    if (!allowed.ok) return allowed
    const connected = client()
    if (connected === null) return fail(changed)
    const parsed = parseTicket(ticket, () => newClientOrderId(random.randomHex))
    if (!parsed.ok) return fail(fieldProblem(parsed.error))
    const draft = parsed.value
    const retry = checkRetry(draft.retryOf)
    if (!retry.ok) return retry
    const checked = checkDraft(trading, draft)
    if (!checked.ok) return checked
    const request = connected.orderGateway.prepare(requestOf(draft))
    if (!request.ok) return request
    const prepared = request.value
    const preparedAt = clock()
    const token = random.randomHex(24)
    const { profile, settings } = trading
    const preview: OrderPreview = {
      ...reviewOf(draft, checked.value, { profile, limited: settings.limits.on, now: preparedAt }),
      token,
      preparedAt,
      expiresAt: preparedAt + tokenLifetime,
      body: JSON.stringify(JSON.parse(prepared.body), null, 2),
      bodyHash: prepared.bodyHash,
    }
    waiting.set(token, { client: connected, draft, prepared, preparedAt, page, preparedTicks: timing.ticks(), preview })
    keepNewest(waiting, mostWaiting, (oldest) => end(oldest, voided))
    return ok(preview)
  }

  /** Everything anew: the connection, the obstacles, the blocks, the limits. */
  const recheck = (order: PreparedOrder): Result<CheckedOrder, Problem> => {
    const allowed = checkObstacles(order.draft.kind)
    if (!allowed.ok) return allowed
    return client() === order.client ? checkDraft(trading, order.draft, order.preview.items) : fail(changed)
  }

  const confirmInDialog = async (order: PreparedOrder): Promise<Result<CheckedOrder, Problem>> => {
    inDialog.add(order)
    const confirmed = await desktop.ask(confirmRequest(order.preview))
    const counts = inDialog.delete(order)
    if (!confirmed.ok) return confirmed
    const tooLate = timing.ticks() - order.preparedTicks > 2 * tokenLifetime * 1000
    return counts && !tooLate ? recheck(order) : fail(changed)
  }

  const confirm = async (token: string, page: string): Promise<Result<{ intentId: string }, Problem>> => {
    const taken = take(token, page)
    if (!taken.ok) return taken
    const first = recheck(taken.value)
    if (!first.ok) return first
    const askedTwice = first.value.asksTwice
    const checked = askedTwice ? await confirmInDialog(taken.value) : first
    return checked.ok ? submit({ ...taken.value, checked: checked.value, askedTwice }) : checked
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
