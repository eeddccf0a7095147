// One collateral market order (specification 4.5).
import { type Consequence, effectOf } from '../../../shared/orders/order-effect.js'
import {
  effectSentence,
  levelSentences,
  orderDoubts,
} from '../../../shared/orders/order-sentences.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import { fail } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import { outcomeOfItems } from '../intent-outcome.js'
import { changesOf } from '../order-changes.js'
import type { Line } from '../order-limits.js'
import { verdictOf } from '../order-outcome.js'
import { actOfItems, itemAct } from '../order-text.js'
import { askedForOrders, findingsOf, ordersWanted } from '../order-settlement.js'
import { changedBy, doubtOfAbsence, partEndedBy } from '../position-evidence.js'
import { checkNewRisk, linesOf, positionProblem } from '../pre-trade-checks.js'
import {
  currencySentence,
  hedgeWarnings,
  notionalSentence,
  referenceText,
  reviewOf,
  ruleWarnings,
  sentenceOf,
  totalsOf,
  type Warning,
} from '../review-words.js'
import { emptyDraft, readTicket } from '../ticket-parser.js'
import { onCollateral, ticketOf } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

export const marketKind: OrderKindRules<'market'> = {
  ticket: ticketOf('market', onCollateral),

  parse: (ticket, { newId }) =>
    readTicket(newId, ({ readItem, readLevels }) => ({
      ...emptyDraft,
      kind: 'market',
      items: [
        { ...readItem('', ticket), positionSide: ticket.positionSide, ...readLevels(ticket) },
      ],
    })),

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

  endedPart: partEndedBy,

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
