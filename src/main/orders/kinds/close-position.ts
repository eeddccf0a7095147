// Closing a position as a whole, at market, by its id.
import { currenciesOf } from '../../../shared/orders/order-rules.js'
import type { ClosePositionTicket } from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import {
  type IntentItem,
  openTargets,
  type OrderIntent,
  type PositionsSnapshot,
} from '../../../shared/orders/trading.js'
import { directionOf, type Position } from '../../../shared/portfolio/position.js'
import type { FieldErrors, Problem } from '../../../shared/problem.js'
import { inOneLine, type Message, messageOf } from '../../../shared/messages/messages.js'
import { absolute, compare, type Decimal, isZero } from '../../../shared/money.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { createsNoOrder, type KnownTargets, legOf } from '../draft-targets.js'
import { checkHeldBack, sameTargets } from '../conflicting-requests.js'
import { acceptedForAll, isNotOpen } from '../intent-outcome.js'
import { closeChanges } from '../order-changes.js'
import { type Line, lineOf, mustAskTwice } from '../order-limits.js'
import { pricesFor } from '../order-prices.js'
import { actOfItems, itemAct } from '../order-text.js'
import {
  absentAfter,
  askedForFills,
  type Finding,
  flightBegan,
  type Look,
  sentAt,
  unread,
} from '../order-settlement.js'
import { isType, verdict } from '../order-outcome.js'
import { type Conclusion, unclear } from '../position-evidence.js'
import { otherPosition, positionChanging } from '../pre-trade-checks.js'
import {
  levelsWords,
  notionalSentence,
  reviewOf,
  sentenceOf,
  totalsOf,
  type Warning,
  warning,
} from '../review-words.js'
import { type DraftItem, emptyDraft, type OrderDraft } from '../ticket-parser.js'
import type { TradingState } from '../trading-state.js'
import { ofPosition, ticketOf } from '../tickets-ipc.js'
import { carriedOutWithin, type OrderKindRules } from './order-kind.js'

/**
 * Seconds between two lookups without the position. It had been read before, so its absence is no
 * delay of the list; a single empty list is an error.
 */
const positionsAgree = 5

/** The code of a refusal because the position is not open. */
const notOpenCode = 104

export const closePositionKind: OrderKindRules<'close-position'> = {
  ticket: ticketOf('close-position', ofPosition),

  parse: (ticket, { positions }) => readPosition(ticket, positions.value ?? []),

  check: (trading, draft) => {
    const problem =
      checkHeldBack(trading, sameTargets(draft)) ??
      draft.items.map((item) => checkPosition(trading, item)).find((one) => one !== null) ??
      null
    if (problem !== null) return fail(problem)
    const lines = draft.items.map((item) => lineOf(item, pricesFor(trading, item.market), null))
    return ok({ lines, asksTwice: mustAskTwice(trading.settings.limits, lines) })
  },

  describe: (draft, checked, { profile, known, now }) => {
    const { items } = draft
    const { lines } = checked
    const [line] = lines
    return reviewOf(draft, checked, profile, {
      act: actOfItems('place', items),
      sentences: items.flatMap((item) => [
        sentenceOf(itemAct(item)),
        ...closeSentences(item, line, now),
      ]),
      warnings: items.flatMap((item) => goesAlong(item, known)),
      totals: totalsOf(lines),
      changes: line === undefined ? [] : closeChanges(line, known, now),
      livePrice: line?.live ?? null,
    })
  },

  request: ({ items: [first] }) => {
    const { market = '', target, positionSide = null } = first ?? {}
    return { kind: 'close-position', market, id: target?.id ?? '', positionSide }
  },

  readOutcome: acceptedForAll,

  isAlreadyDone: ([only, another], problem) =>
    another === undefined && only?.target !== undefined && isNotOpen(problem, notOpenCode),

  // The positions are read with every lookup. The response names no order, so the fill of one that
  // was accepted is looked up by the position.
  recordsWanted: (intent) => ({
    markets: [],
    investments: false,
    targets: [],
    closed: openTargets(intent).flatMap(({ market, state, target }) =>
      target?.kind === 'position' && state !== 'unknown' ? [{ market, id: target.id }] : [],
    ),
  }),

  settle: (intent, look) => ({
    orders: new Map(openTargets(intent).map((item) => [item.index, findingOf(intent, item, look)])),
    investment: null,
  }),

  asked: askedForFills,

  evidence: ({ items: [item] }, { after }) =>
    item === undefined ? unclear(messageOf('orders.evidence.limit')) : closedOrNot(item, after),

  endedPart: ({ target }, { id }) =>
    target?.id === id ? { amount: null, shownWithin: carriedOutWithin } : null,

  mayBeRetried: false,

  showsInPositions: false,
}

function readPosition(
  { market, positionId }: ClosePositionTicket,
  positions: readonly Position[],
): Result<OrderDraft, FieldErrors> {
  const position = positions.find((one) => one.id === positionId && one.market === market)
  if (position === undefined)
    return fail({ positionId: [messageOf('orders.ticket.position-gone')] })
  const {
    amount,
    modifiedAt = '',
    entryPrice = null,
    unrealizedPnl = null,
    protectiveOrders,
  } = position
  if (amount === null || isZero(amount))
    return fail({ positionId: [messageOf('orders.ticket.position-no-amount')] })
  const direction = directionOf(position)
  const { stopLoss = null, takeProfit = null } = protectiveOrders ?? {}
  const item: DraftItem = {
    ...createsNoOrder,
    field: '',
    market,
    amount: absolute(amount),
    price: null,
    postOnly: false,
    ioc: false,
    rpi: false,
    side: direction === 'short' ? 'buy' : 'sell',
    positionSide: legOf(position.positionSide),
    target: {
      kind: 'position',
      id: positionId,
      direction,
      modifiedAt,
      entryPrice,
      unrealizedPnl,
      stopLoss,
      takeProfit,
    },
  }
  return ok({ ...emptyDraft, kind: 'close-position', items: [item] })
}

function checkPosition(
  { intents, ports }: TradingState,
  { market, amount, target }: DraftItem,
): Problem | null {
  const { value, asOf } = ports.conditions().positions
  const now = value?.find(({ id, market: on }) => id === target?.id && on === market)
  const isSame = now?.amount != null && compare(absolute(now.amount), amount) === 0
  if (target?.kind !== 'position' || !isSame || (now.modifiedAt ?? '') !== target.modifiedAt)
    return otherPosition
  // A position read before one of our orders may have changed it is out of date.
  return asOf === null || intents.mayHaveChanged(market, asOf) ? positionChanging : null
}

function closeSentences(item: DraftItem, line: Line | undefined, now: UnixSeconds): Message[] {
  const { market, amount, positionSide, target } = item
  if (target?.kind !== 'position') return []
  const { base, quote } = currenciesOf(market)
  const { direction, entryPrice, unrealizedPnl } = target
  const { notional = null, reference = null } = line ?? {}
  const whole = messageOf('orders.preview.whole-position', { direction, amount, base, market })
  return [
    positionSide === null || positionSide === 'BOTH'
      ? whole
      : inOneLine([whole, messageOf('orders.preview.position-side', { positionSide })]),
    entrySentence(entryPrice, unrealizedPnl, quote),
    notionalSentence({ notional, quote, reference }, now),
    messageOf('orders.preview.closes-by-id'),
    messageOf('orders.preview.reduces'),
  ]
}

function entrySentence(entry: Decimal | null, pnl: Decimal | null, quote: string): Message {
  if (entry === null)
    return pnl === null
      ? messageOf('orders.preview.no-entry-no-pnl')
      : messageOf('orders.preview.no-entry', { pnl, quote })
  return pnl === null
    ? messageOf('orders.preview.entry-no-pnl', { entry, quote })
    : messageOf('orders.preview.entry', { entry, pnl, quote })
}

function goesAlong({ market, target }: DraftItem, { positions }: KnownTargets): Warning[] {
  if (target?.kind !== 'position') return []
  const position = positions.value?.find(({ id }) => id === target.id)
  if (position?.protectiveOrders === undefined)
    return [warning(messageOf('orders.preview.goes-along.not-sent', { market }))]
  const text = levelsWords('goes-along', market, target)
  return text === null ? [] : [warning(text)]
}

/** For a position to be closed as a whole, by its id. */
function closedOrNot({ market, amount, target }: IntentItem, after: PositionsSnapshot): Conclusion {
  const now = (after.positions[market] ?? []).find(({ id }) => id === target?.id)
  if (now === undefined)
    return {
      verdict: 'likely-filled',
      text: messageOf('orders.evidence.position-gone', { market }),
    }
  const isSame =
    now.amount !== null &&
    compare(absolute(now.amount), amount) === 0 &&
    target?.kind === 'position' &&
    now.modifiedAt !== '' &&
    now.modifiedAt === target.modifiedAt
  return isSame
    ? { verdict: 'likely-not-filled', text: messageOf('orders.evidence.position-same', { market }) }
    : unclear(messageOf('orders.evidence.position-changed', { market }))
}

/**
 * The order that closed it: a market order without a client id, executed while the request could be
 * carried out, completely, against all of the position. Null for any other, and if it is not known
 * yet.
 */
function fillOf(
  intent: OrderIntent,
  { amount, market, side, target }: IntentItem,
  { records, skew, isOurs }: Look,
): Order | null {
  const order = records.closing.get(target?.id ?? '')?.order ?? null
  const apart = skew === null ? 0 : skew < 0 ? -skew : skew
  const until = sentAt(intent) + carriedOutWithin + apart
  const isFill =
    order !== null &&
    order.market === market &&
    order.side === side &&
    (order.type === undefined || isType(order.type, 'market')) &&
    order.clientOrderId === '' &&
    !isOurs(order) &&
    compare(order.dealStock, amount) === 0 &&
    compare(order.timestamp, String(flightBegan(intent, skew))) >= 0 &&
    compare(order.timestamp, String(until)) <= 0
  return isFill ? order : null
}

/**
 * An unchanged position was not closed, nor was one that is still open after the exchange refused
 * because it was not.
 */
function findingOf(intent: OrderIntent, item: IntentItem, look: Look): Finding {
  const { amount, target } = item
  const { positions } = look
  // Of a close without an answer nobody can say whether it, or a stop loss, ended the position.
  const order = item.state === 'unknown' ? null : fillOf(intent, item, look)
  if (item.state === 'done')
    return order === null
      ? { kind: 'as-said' }
      : { kind: 'found', verdict: verdict('done', { order, mismatch: item.mismatch }), remarks: [] }
  if (positions === null || target?.kind !== 'position') return unread(null)
  const now = positions.list.find((position) => position.id === item.target?.id)
  if (now === undefined) {
    if (item.state === 'not-open') return { kind: 'as-said' }
    const closed = verdict('done', { order, mismatch: item.mismatch })
    // The exchange said that it accepted it, and its list agrees.
    return item.state === 'accepted'
      ? { kind: 'found', verdict: closed, remarks: [] }
      : { kind: 'gone', verdict: closed, lasting: positionsAgree }
  }
  // If the exchange does not send when it was changed, the entry price decides: a closed position
  // is not reopened at exactly the same one.
  const isUntouched =
    now.modifiedAt === undefined
      ? now.entryPrice != null && now.entryPrice === target.entryPrice
      : now.modifiedAt === target.modifiedAt
  const isSame = now.amount !== null && compare(absolute(now.amount), amount) === 0 && isUntouched
  // A refused close has changed nothing: whatever changed the position, it is still open.
  const wasRefused = item.state === 'not-open'
  return isSame || wasRefused
    ? {
        kind: 'still',
        verdict: verdict('not-executed', { mismatch: item.mismatch }),
        lasting: absentAfter,
      }
    : { kind: 'unclear', why: messageOf('orders.unsettled.still-open') }
}
