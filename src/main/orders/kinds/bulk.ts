// Several limit orders in one request (specification 4.6).
import { readTypedDecimal } from '../../../shared/orders/order-rules.js'
import { type BulkTicket, mostBulkRows } from '../../../shared/orders/order-ticket.js'
import { t } from '../../../shared/messages/messages.js'
import { checkNewRisk, linesOf } from '../pre-trade-checks.js'
import { type DraftItem, emptyDraft, readTicket, type TicketReader } from '../ticket-parser.js'
import type { OrderKindRules } from './order-kind.js'

export const bulk: OrderKindRules<'bulk'> = {
  parse: (ticket, { newId }) =>
    readTicket(newId, (reader) => ({
      ...emptyDraft,
      kind: 'bulk',
      items: readRows(ticket, reader),
      stopOnFail: ticket.stopOnFail,
      retryOf: ticket.retryOf,
    })),

  check: (trading, draft) => checkNewRisk(trading, draft, linesOf(trading, draft.items, null)),

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
}

function readRows({ rows }: BulkTicket, { refuse, take, readItem }: TicketReader): DraftItem[] {
  if (rows.length === 0) refuse('rows', t('orders.ticket.no-rows'))
  const over = rows.length - mostBulkRows
  if (over > 0) refuse('rows', t('orders.ticket.too-many-rows', { most: mostBulkRows, over }))
  const items = rows.map((row, number): DraftItem => {
    const { postOnly, ioc, rpi } = row
    const item = readItem(`rows.${number}.`, row)
    return {
      ...item,
      postOnly,
      ioc,
      rpi,
      price: take(`${item.field}price`, readTypedDecimal(t('orders.field.price'), row.price)),
    }
  })
  const seen = new Map<string, number>()
  for (const [number, { field, clientOrderId }] of items.entries()) {
    if (clientOrderId === '') continue
    const first = seen.get(clientOrderId)
    if (first === undefined) seen.set(clientOrderId, number)
    else refuse(`${field}clientOrderId`, t('orders.ticket.same-id', { row: first + 1 }))
  }
  return items
}
