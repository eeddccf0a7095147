// One collateral market order (specification 4.5).
import type { EndedPosition } from '../../../shared/alerts/position-end.js'
import { type Consequence, effectOf } from '../../../shared/orders/order-effect.js'
import { readTypedDecimal } from '../../../shared/orders/order-rules.js'
import {
  effectSentence,
  levelSentences,
  orderDoubts,
} from '../../../shared/orders/order-sentences.js'
import type { Evidence, IntentItem, OrderIntent } from '../../../shared/orders/trading.js'
import { type Decimal, isDecimal, isZero } from '../../../shared/money.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import { fail } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { outcomeOfItems } from '../intent-outcome.js'
import { sideOf } from '../intent-state.js'
import { changesOf } from '../order-changes.js'
import type { Line } from '../order-limits.js'
import { verdictOf } from '../order-outcome.js'
import { actOfItems, itemAct } from '../order-text.js'
import {
  askedForOrders,
  type Finding,
  findingsOf,
  type Look,
  ordersWanted,
  unread,
  unseenPart,
} from '../order-settlement.js'
import { changedBy, isUnchanged } from '../position-evidence.js'
import { checkNewRisk, linesOf, positionProblem } from '../pre-trade-checks.js'
import {
  currencySentence,
  notionalSentence,
  referenceText,
  reviewOf,
  ruleWarnings,
  sentenceOf,
  totalsOf,
  type Warning,
} from '../review-words.js'
import { type DraftItem, emptyDraft, readTicket } from '../ticket-parser.js'
import type { OrderKindRules } from './order-kind.js'

/**
 * Seconds for which the exchange's list may still show a position as it was before an answered
 * market order.
 */
const listLag = 5

export const marketKind: OrderKindRules<'market'> = {
  parse: (ticket, { newId }) =>
    readTicket(newId, ({ take, readItem }) => {
      const takeLevel = (field: string, what: Message, typed: string | null): string | null =>
        typed === null || typed.trim() === '' ? null : take(field, readTypedDecimal(what, typed))

      const item = readItem('', ticket)
      const stopLoss = takeLevel('stopLoss', messageOf('orders.field.stop-loss'), ticket.stopLoss)
      const takeProfit = takeLevel(
        'takeProfit',
        messageOf('orders.field.take-profit'),
        ticket.takeProfit,
      )
      return {
        ...emptyDraft,
        kind: 'market',
        items: [{ ...item, positionSide: ticket.positionSide, stopLoss, takeProfit }],
      }
    }),

  check: (trading, draft, previewed) => {
    const { value } = trading.ports.conditions().positions
    const lines = linesOf(trading, draft.items, (item) => effectOf(item, value ?? []))
    const problem = positionProblem(trading, draft, lines, previewed)
    return problem === null ? checkNewRisk(trading, draft, lines) : fail(problem)
  },

  describe: (draft, checked, { profile, limited, known, now }) => {
    const { items } = draft
    const { lines } = checked
    const met = lines.flatMap((line) =>
      line.consequence === null ? [] : [{ line, consequence: line.consequence }],
    )
    const [first] = met
    return reviewOf(draft, checked, profile, {
      act: actOfItems('place', items),
      sentences: met.flatMap((one) => marketSentences(one.line, one.consequence, limited, now)),
      warnings: [
        ...met.flatMap((one) => levelWarnings(one.line, one.consequence, now)),
        ...lines.flatMap(ruleWarnings),
        ...met.flatMap((one) => hedgeWarnings(one.line, one.consequence)),
      ],
      totals: totalsOf(lines),
      changes: met.flatMap((one) => changesOf(one.line, one.consequence, known, now)),
      effect: first?.consequence.effect ?? null,
      livePrice: first?.line.live ?? null,
    })
  },

  request: ({ items: [first] }) => {
    const {
      market: on = '',
      side = 'buy',
      amount = '',
      clientOrderId,
      stopLoss,
      takeProfit,
      positionSide,
    } = first ?? {}
    return {
      kind: 'market',
      draft: { market: on, side, amount, clientOrderId, stopLoss, takeProfit, positionSide },
    }
  },

  readOutcome: ({ items }, { order }) =>
    outcomeOfItems(items.map((item) => ({ ...item, ...verdictOf(item, order) }))),

  isAlreadyDone: () => false,

  recordsWanted: ordersWanted,

  settle: (intent, look, evidence) => ({
    orders: findingsOf(intent, look, doubtOfAbsence(intent, look, evidence)),
    investment: null,
  }),

  asked: askedForOrders,

  evidence: changedBy,

  endedPart: (item, ended) =>
    goesAgainst(item, ended) ? { amount: amountOf(item), shownWithin: listLag } : null,

  mayBeRetried: false,

  showsInPositions: true,
}

function marketSentences(
  line: Line,
  consequence: Consequence,
  limited: boolean,
  now: UnixSeconds,
): Message[] {
  const { market, positionSide } = line
  return [
    sentenceOf(itemAct(line)),
    effectSentence(line, consequence),
    ...levelSentences(line, consequence),
    ...(positionSide === null ? [] : [messageOf('orders.preview.position-side', { positionSide })]),
    currencySentence(market),
    messageOf('orders.preview.collateral'),
    notionalSentence(line, now),
    ...(limited && line.reduces ? [messageOf('orders.preview.reduces')] : []),
  ]
}

function levelWarnings(line: Line, consequence: Consequence, now: UnixSeconds): Warning[] {
  const { live } = line
  const price = live === null ? null : { mark: live.price, words: referenceText(live, now) }
  return orderDoubts(line, consequence, price).map(({ field, text }) => ({ field, text }))
}

function hedgeWarnings(
  { field, market, positionSide }: DraftItem,
  { met }: Consequence,
): Warning[] {
  if (met !== undefined) return []
  const hasNoSide = positionSide === null || positionSide === 'BOTH'
  const text = messageOf(hasNoSide ? 'orders.preview.needs-side' : 'orders.preview.needs-no-side', {
    market,
  })
  return [{ field: `${field}positionSide`, text }]
}

function amountOf({ amount, order }: IntentItem): Decimal {
  return order !== null && isDecimal(order.dealStock) && !isZero(order.dealStock)
    ? order.dealStock
    : amount
}

/** Whether a market order goes against it. In one-way mode a market has one position. */
function goesAgainst(item: IntentItem, { market, side }: EndedPosition): boolean {
  const leg = sideOf(item.positionSide)
  const isOfLeg = leg === null || side === 'unclear' || (leg === 'LONG') === (side === 'long')
  const isOpposite = side === 'unclear' || item.side === (side === 'long' ? 'sell' : 'buy')
  return item.market === market && isOfLeg && isOpposite
}

/** What positions say against an absence. Null if nothing does. */
function doubtOfAbsence(intent: OrderIntent, look: Look, evidence: Evidence): Finding | null {
  if (look.positions === null) return unread(null)
  const unchanged = evidence.problem === null ? isUnchanged(intent, evidence) : null
  if (evidence.verdict === 'likely-filled' || unchanged === false)
    return { kind: 'unclear', why: messageOf('orders.unsettled.position-changed') }
  return unchanged === true ? null : unseenPart(look)
}
