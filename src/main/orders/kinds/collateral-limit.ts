// One limit order on collateral. Unless it is reduce-only, its limits count it like one that opens
// a position, as the position may be another one when it is filled. If it may be filled at once, it
// is still not sent if it would do otherwise than its review says.
import { isCurrent } from '../../../shared/markets/live-price.js'
import {
  type Consequence,
  effectOnceFilled,
  fillable,
  lessens,
  levels,
} from '../../../shared/orders/order-effect.js'
import { readTypedDecimal } from '../../../shared/orders/order-rules.js'
import {
  effectSentence,
  levelSentences,
  orderDoubts,
} from '../../../shared/orders/order-sentences.js'
import { filledAt } from '../../../shared/orders/order-estimate.js'
import type { OrderChange, OrderIntent } from '../../../shared/orders/trading.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import {
  absolute,
  asEstimate,
  asPercent,
  compare,
  type Decimal,
  divide,
  isNegative,
  subtract,
} from '../../../shared/money.js'
import type { Problem } from '../../../shared/problem.js'
import { fail } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { outcomeOfItems } from '../intent-outcome.js'
import { sideOf } from '../intent-state.js'
import { changesOf } from '../order-changes.js'
import { type Line, notionalAsTyped } from '../order-limits.js'
import { pricesFor } from '../order-prices.js'
import { verdictOf } from '../order-outcome.js'
import { type ExchangeRecords, isWholeRead } from '../order-records.js'
import { actOfItems, itemAct } from '../order-text.js'
import { askedForOrders, type Finding, findingsOf, ordersWanted } from '../order-settlement.js'
import { changedBy, doubtOfAbsence, partEndedBy, unclear } from '../position-evidence.js'
import {
  checkNewRisk,
  fieldProblem,
  levelProblem,
  linesOf,
  positionProblem,
} from '../pre-trade-checks.js'
import {
  currencySentence,
  hedgeWarnings,
  referenceText,
  reviewOf,
  type ReviewKnown,
  ruleWarnings,
  sentenceOf,
  totalsOf,
  type Warning,
  warning,
} from '../review-words.js'
import { type DraftItem, emptyDraft, readTicket } from '../ticket-parser.js'
import type { TradingState } from '../trading-state.js'
import { flag, onCollateral, ticketOf, typed } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

/** A price further from the current one than this share is probably mistyped. */
const farAway = '0.1'

export const collateralLimitKind: OrderKindRules<'collateral-limit'> = {
  ticket: ticketOf('collateral-limit', {
    ...onCollateral,
    price: typed,
    postOnly: flag,
    ioc: flag,
    reduceOnly: flag,
  }),

  parse: (ticket, { newId }) =>
    readTicket(newId, ({ refuse, take, readItem, readLevels }) => {
      const { positionSide, postOnly, ioc, reduceOnly } = ticket
      const item = readItem('', ticket)
      const price = take('price', readTypedDecimal(messageOf('orders.field.price'), ticket.price))
      const given = readLevels(ticket)
      // The exchange would refuse these, with codes 30 and 37.
      if (reduceOnly && (given.stopLoss !== null || given.takeProfit !== null))
        refuse('reduceOnly', messageOf('orders.resting.no-levels'))
      if (postOnly && ioc) refuse('ioc', messageOf('orders.preview.flags', { flag: 'postOnly' }))
      return {
        ...emptyDraft,
        kind: 'collateral-limit',
        items: [{ ...item, ...given, price, positionSide, postOnly, ioc, reduceOnly }],
      }
    }),

  check: (trading, draft, previewed) => {
    const positions = trading.ports.conditions().positions.value ?? []
    // Shown as filled at once, it is held to that, even if the price has moved away since.
    const wasImmediate = (previewed?.items[0]?.effect ?? null) !== null
    const lines = linesOf(trading, draft.items, (item) =>
      item.reduceOnly === true || wasImmediate || mayFillAtOnce(trading, item)
        ? effectOnceFilled(item, positions)
        : null,
    )
    const problem =
      positionProblem(trading, draft, lines, previewed) ??
      reducesNothing(lines) ??
      levelProblem(
        lines.map((line) => ({ ...line, consequence: effectOnceFilled(line, positions) })),
      )
    return problem === null ? checkNewRisk(trading, draft, lines) : fail(problem)
  },

  describe: (draft, checked, known) => {
    const { lines } = checked
    const views = lines.map((line) => viewOf(line, known))
    const [first] = views
    return reviewOf(draft, checked, known.profile, {
      act: actOfItems('place', draft.items),
      sentences: views.flatMap((view) => sentencesOf(view, known.limited)),
      warnings: views.flatMap((view) => warningsOf(view, known.now)),
      totals: totalsOf(lines.map((line) => ({ ...line, notional: notionalAsTyped(line) }))),
      changes: views.flatMap(({ changes }) => changes),
      effect: first?.line.consequence?.effect ?? null,
      livePrice: first?.line.live ?? null,
    })
  },

  request: ({ items: [first] }) => {
    const { market = '', side = 'buy', amount = '', price, clientOrderId } = first ?? {}
    const { stopLoss, takeProfit, positionSide } = first ?? {}
    const { postOnly = false, ioc = false, reduceOnly = false } = first ?? {}
    return {
      kind: 'collateral-limit',
      draft: {
        ...{ market, side, amount, price: price ?? '', clientOrderId },
        ...{ stopLoss, takeProfit, postOnly, ioc, reduceOnly, positionSide },
      },
    }
  },

  readOutcome: ({ items }, { order }) =>
    outcomeOfItems(items.map((item) => ({ ...item, ...verdictOf(item, order) }))),

  isAlreadyDone: () => false,

  recordsWanted: (intent) => ({ ...ordersWanted(intent), linked: hasLevels(intent) }),

  settle: (intent, look, evidence) => ({
    orders: findingsOf(
      intent,
      look,
      doubtOfAbsence(intent, look, evidence) ?? doubtOfLinked(intent, look.records),
    ),
    investment: null,
  }),

  asked: askedForOrders,

  // Unless it is immediate, it first rests in the book.
  evidence: (intent, snapshots) =>
    intent.items.every(({ ioc }) => ioc)
      ? changedBy(intent, snapshots)
      : unclear(messageOf('orders.evidence.limit')),

  endedPart: partEndedBy,

  mayBeRetried: false,

  showsInPositions: false,
}

function hasLevels({ items }: OrderIntent): boolean {
  return items.some((item) => levels.some((level) => item[level] !== null))
}

/**
 * With a stop loss or take profit, an order that rests is documented in the list of linked orders,
 * and nothing says that the list of open orders has it as well. No captured answer shows how it is
 * listed there, so that its absence proves nothing.
 */
function doubtOfLinked(intent: OrderIntent, { linked }: ExchangeRecords): Finding | null {
  if (!hasLevels(intent)) return null
  const isRead = linked !== null && isWholeRead(linked) && linked.unreadable.length === 0
  return {
    kind: 'unclear',
    why: messageOf(isRead ? 'orders.unsettled.linked' : 'orders.unsettled.linked-unread'),
  }
}

/** Whether its price is the market's or better for whoever takes it. */
function meetsMarket({ side, price }: Pick<DraftItem, 'side' | 'price'>, market: Decimal): boolean {
  const away = subtract(price ?? '0', market)
  return side === 'buy' ? !isNegative(away) : compare(away, '0') <= 0
}

/** It does to the position at once what its review says, rather than later. */
function mayFillAtOnce(trading: TradingState, item: DraftItem): boolean {
  if (item.postOnly) return false
  const { live } = pricesFor(trading, item.market)
  return item.ioc || live === null || meetsMarket(item, live.price)
}

/** The exchange refuses a reduce-only order that no position of the other side meets. */
function reducesNothing(lines: readonly Line[]): Problem | null {
  const line = lines.find(
    ({ reduceOnly, consequence }) =>
      reduceOnly === true &&
      consequence !== null &&
      (consequence.met === null || consequence.effect === 'increases'),
  )
  if (line === undefined) return null
  const { field, market, side } = line
  const direction = side === 'buy' ? 'short' : 'long'
  const text = messageOf('orders.resting.reduces-nothing', { direction, market, side })
  return fieldProblem({ [`${field}reduceOnly`]: [text] })
}

/**
 * An order with what it would change. `expected`: the price it is filled at, as far as is known.
 */
type View = {
  line: Line
  price: Decimal
  expected: Decimal
  consequence: Consequence
  changes: OrderChange[]
  pnl: OrderChange | null
  freeMargin: Decimal | null
}

function viewOf(line: Line, { known, now }: ReviewKnown): View {
  const price = line.price ?? '0'
  const expected = filledAt(line.side, price, line.live?.price ?? null)
  const consequence = effectOnceFilled(line, known.positions.value ?? [])
  const filled = {
    ...line,
    amount: fillable(line, consequence),
    live: { price: expected, from: 'last-price', at: null },
  } as const
  const rows = changesOf(filled, consequence, known, now)
  const isPnl = ({ what }: OrderChange): boolean => what === 'pnl' || what === 'pnlAfterFee'
  return {
    line,
    price,
    expected,
    consequence,
    changes: rows.filter((row) => !isPnl(row)),
    pnl: rows.find(isPnl) ?? null,
    freeMargin: isCurrent(known.collateral, now)
      ? (rows.find(({ what }) => what === 'freeMargin')?.after.value ?? null)
      : null,
  }
}

function sentencesOf(
  { line, price, expected, consequence, pnl }: View,
  limited: boolean,
): Message[] {
  const { market, quote, positionSide, postOnly, ioc, reduceOnly } = line
  const levelTexts = levelSentences(line, consequence)
  const notional = notionalAsTyped(line) ?? '0'
  return [
    sentenceOf(itemAct(line)),
    messageOf(
      ioc ? 'orders.resting.ioc' : postOnly ? 'orders.resting.post-only' : 'orders.resting.rests',
    ),
    ...(reduceOnly === true ? [messageOf('orders.resting.reduce-only')] : []),
    messageOf('orders.resting.once-filled'),
    effectSentence(line, consequence),
    ...levelTexts,
    ...(levelTexts.length === 0 ? [] : [messageOf('orders.resting.levels-later')]),
    ...(pnl?.after.value == null
      ? []
      : [
          messageOf(pnl.what === 'pnl' ? 'orders.resting.pnl' : 'orders.resting.pnl-after-fee', {
            pnl: asEstimate(pnl.after.value),
            price: expected,
            quote,
          }),
        ]),
    ...(positionSide === null ? [] : [messageOf('orders.preview.position-side', { positionSide })]),
    currencySentence(market),
    messageOf('orders.preview.collateral'),
    messageOf('orders.resting.notional', { notional, quote, price }),
    ...(limited && line.reduces ? [messageOf('orders.preview.reduces')] : []),
  ]
}

function warningsOf(view: View, now: UnixSeconds): Warning[] {
  const { line, price, expected, consequence, freeMargin } = view
  const filled = {
    mark: expected,
    words:
      line.live === null || compare(expected, price) === 0
        ? messageOf('orders.resting.own-price')
        : referenceText(line.live, now),
  }
  return [
    ...orderDoubts({ ...line, amount: fillable(line, consequence) }, consequence, filled).map(
      ({ field, text }) => ({ field, text }),
    ),
    ...ruleWarnings(line),
    ...hedgeWarnings(line, consequence),
    ...priceWarnings(line, price, now),
    ...againstWarnings(line, consequence),
    ...(freeMargin !== null && isNegative(freeMargin)
      ? [
          warning(
            messageOf('orders.resting.margin-short', { amount: asEstimate(absolute(freeMargin)) }),
          ),
        ]
      : []),
  ]
}

function priceWarnings(line: Line, price: Decimal, now: UnixSeconds): Warning[] {
  const { field, postOnly, ioc, live } = line
  if (live === null) return [warning(messageOf('orders.resting.no-price'))]
  const away = subtract(price, live.price)
  const said = { mark: asEstimate(live.price), what: referenceText(live, now) }
  const meets = meetsMarket(line, live.price)
  const share = divide(absolute(away), live.price, 18)
  const texts = [
    ...(meets && !ioc
      ? [messageOf(postOnly ? 'orders.resting.post-only-meets' : 'orders.resting.meets', said)]
      : []),
    ...(!meets && ioc ? [messageOf('orders.resting.ioc-misses', said)] : []),
    ...(compare(share, farAway) > 0
      ? [
          messageOf('orders.resting.far', {
            ...said,
            percent: asPercent(share),
            way: isNegative(away) ? 'below' : 'above',
          }),
        ]
      : []),
  ]
  return texts.map((text) => ({ field: `${field}price`, text }))
}

/**
 * In one-way mode, what goes against a position opens one the other way if that position is gone by
 * then.
 */
function againstWarnings(line: Line, { effect, held }: Consequence): Warning[] {
  const { field, side, base, amount, positionSide, reduceOnly } = line
  if (reduceOnly === true) {
    if (held === null || compare(amount, held) <= 0) return []
    const text = messageOf('orders.resting.cut-off', { amount: held, base })
    return [{ field: `${field}amount`, text }]
  }
  const direction = side === 'buy' ? 'long' : 'short'
  if (effect === 'flips')
    return [{ field: `${field}amount`, text: messageOf('orders.resting.flips', { direction }) }]
  if (!lessens(effect) || sideOf(positionSide) !== null) return []
  const text = messageOf('orders.resting.not-reduce-only', { direction })
  return [{ field: `${field}reduceOnly`, text }]
}
