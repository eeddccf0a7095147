// Several limit orders in one request (specification 4.6).
import { currenciesOf, readTypedDecimal } from '../../../shared/orders/order-rules.js'
import { type BulkTicket, mostBulkRows } from '../../../shared/orders/order-ticket.js'
import type { OrderTotal } from '../../../shared/orders/trading.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import { asEstimate } from '../../../shared/money.js'
import { outcomeOfItems } from '../intent-outcome.js'
import { notionalAsTyped } from '../order-limits.js'
import { mapBulkAnswer } from '../order-outcome.js'
import { actOfItems, marketsOf } from '../order-text.js'
import { askedForOrders, findingsOf, ordersWanted, unseenPart } from '../order-settlement.js'
import { unclear } from '../position-evidence.js'
import { checkNewRisk, linesOf } from '../pre-trade-checks.js'
import {
  currencySentence,
  reviewOf,
  ruleWarnings,
  sentenceOf,
  totalsOf,
  type Warning,
} from '../review-words.js'
import {
  type DraftItem,
  emptyDraft,
  type OrderDraft,
  readTicket,
  type TicketReader,
} from '../ticket-parser.js'
import { flag, intentId, listOf, ticketOf, typed, typedOrder } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

const limitRow = {
  ...typedOrder,
  price: typed,
  postOnly: flag,
  ioc: flag,
  rpi: flag,
}

export const bulkKind: OrderKindRules<'bulk'> = {
  ticket: ticketOf('bulk', {
    rows: listOf(limitRow, 100),
    stopOnFail: flag,
    retryOf: intentId.nullable(),
  }),

  parse: (ticket, { newId }) =>
    readTicket(newId, (reader) => ({
      ...emptyDraft,
      kind: 'bulk',
      items: readRows(ticket, reader),
      stopOnFail: ticket.stopOnFail,
      retryOf: ticket.retryOf,
    })),

  check: (trading, draft) => checkNewRisk(trading, draft, linesOf(trading, draft.items, null)),

  describe: (draft, checked, { profile }) => {
    const { items } = draft
    const { lines } = checked
    const totals = totalsOf(lines.map((line) => ({ ...line, notional: notionalAsTyped(line) })))
    return reviewOf(draft, checked, profile, {
      act: actOfItems('place', items),
      sentences: bulkSentences(draft, totals),
      warnings: [
        ...lines.flatMap(ruleWarnings),
        ...items.flatMap(flagWarnings),
        ...duplicateWarnings(items),
      ],
      totals,
    })
  },

  request: ({ items, stopOnFail }) => {
    const orders = items.map(
      ({ market, side, amount, price, postOnly, ioc, rpi, clientOrderId }) => ({
        market,
        side,
        amount,
        price: price ?? '0',
        postOnly,
        ioc,
        rpi,
        clientOrderId,
      }),
    )
    return { kind: 'bulk', draft: { orders, stopOnFail: stopOnFail ?? false } }
  },

  readOutcome: ({ items, stopOnFail }, { entries }) =>
    outcomeOfItems(mapBulkAnswer(items, entries, stopOnFail ?? false)),

  isAlreadyDone: () => false,

  recordsWanted: ordersWanted,

  settle: (intent, look) => ({
    orders: findingsOf(intent, look, unseenPart(look)),
    investment: null,
  }),

  asked: askedForOrders,

  // Limit orders first rest in the book.
  evidence: () => unclear(messageOf('orders.evidence.limit')),

  // Bulk orders use the trade balance.
  endedPart: () => null,

  mayBeRetried: true,

  showsInPositions: false,
}

function readRows({ rows }: BulkTicket, { refuse, take, readItem }: TicketReader): DraftItem[] {
  if (rows.length === 0) refuse('rows', messageOf('orders.ticket.no-rows'))
  const over = rows.length - mostBulkRows
  if (over > 0)
    refuse('rows', messageOf('orders.ticket.too-many-rows', { most: mostBulkRows, over }))
  const items = rows.map((row, number): DraftItem => {
    const { postOnly, ioc, rpi } = row
    const item = readItem(`rows.${number}.`, row)
    return {
      ...item,
      postOnly,
      ioc,
      rpi,
      price: take(
        `${item.field}price`,
        readTypedDecimal(messageOf('orders.field.price'), row.price),
      ),
    }
  })
  const seen = new Map<string, number>()
  for (const [number, { field, clientOrderId }] of items.entries()) {
    if (clientOrderId === '') continue
    const first = seen.get(clientOrderId)
    if (first === undefined) seen.set(clientOrderId, number)
    else refuse(`${field}clientOrderId`, messageOf('orders.ticket.same-id', { row: first + 1 }))
  }
  return items
}

function bulkSentences(draft: OrderDraft, totals: readonly OrderTotal[]): Message[] {
  return [
    ...[
      sentenceOf(actOfItems('place', draft.items)),
      messageOf('orders.bulk-balance'),
      ...marketsOf(draft.items).map(currencySentence),
      ...totals.map(totalSentence),
    ],
    ...(draft.items.length < 2
      ? []
      : [
          draft.stopOnFail === true
            ? messageOf('orders.preview.stops')
            : messageOf('orders.preview.each-tried'),
        ]),
  ]
}

function totalSentence({ market, side, orders, amount, notional, quote }: OrderTotal): Message {
  const what = { orders, side, amount: amount ?? '', base: currenciesOf(market).base, market }
  return notional === null
    ? messageOf('orders.preview.total', what)
    : messageOf('orders.preview.total-about', { ...what, notional: asEstimate(notional), quote })
}

function flagWarnings(item: DraftItem): Warning[] {
  return (['postOnly', 'rpi'] as const)
    .filter((flag) => item.ioc && item[flag])
    .map((flag) => ({
      field: `${item.field}ioc`,
      text: messageOf('orders.preview.flags', { flag }),
    }))
}

function duplicateWarnings(items: readonly DraftItem[]): Warning[] {
  const seen = new Map<string, number>()
  return items.flatMap((item, number) => {
    const key = [item.market, item.side, item.amount, item.price].join(' ')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, number)
    if (first === undefined) return []
    return [
      {
        field: `${item.field}amount`,
        text: messageOf('orders.preview.same-row', { row: number + 1, first: first + 1 }),
      },
    ]
  })
}
