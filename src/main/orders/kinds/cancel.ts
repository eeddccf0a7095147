// Cancelling open orders by the exchange's own ids.
import { type CancelTicket, mostTargets } from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import { t } from '../../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import { itemOf, listedOrders } from '../draft-targets.js'
import { checkHeldBack, sameTargets } from '../held-back.js'
import { type DraftItem, emptyDraft, type FieldErrors } from '../ticket-parser.js'
import type { OrderKindRules } from './order-kind.js'

export const cancel: OrderKindRules<'cancel'> = {
  parse: (ticket, known) => {
    const listed = listedOrders(known)
    if (!listed.ok) return listed
    const items = readOrders(ticket, listed.value)
    return items.ok ? ok({ ...emptyDraft, kind: 'cancel', items: items.value }) : items
  },

  check: (trading, draft) => {
    const heldBack = checkHeldBack(trading, sameTargets(draft))
    return heldBack === null ? ok({ lines: [], asksTwice: false }) : fail(heldBack)
  },

  request: ({ items }) => ({
    kind: 'cancel',
    orders: items.map(({ market, target }) => ({ market, id: target?.id ?? '' })),
  }),
}

function readOrders(
  { orders }: CancelTicket,
  known: readonly Order[],
): Result<DraftItem[], FieldErrors> {
  if (orders.length === 0) return fail({ orders: [t('orders.ticket.no-orders')] })
  const over = orders.length - mostTargets
  if (over > 0)
    return fail({ orders: [t('orders.ticket.too-many-orders', { most: mostTargets, over })] })
  const errors: FieldErrors = {}
  const items: DraftItem[] = []
  const seen = new Set<string>()
  for (const [number, { market, id }] of orders.entries()) {
    const field = `orders.${number}`
    const order = known.find((one) => one.id === id && one.market === market)
    const item = order === undefined ? null : itemOf(order, field)
    if (seen.has(id)) errors[field] = [t('orders.ticket.order-twice')]
    else if (item === null)
      errors[field] = [
        t(order === undefined ? 'orders.ticket.order-not-listed' : 'orders.ticket.order-strange'),
      ]
    else items.push(item)
    seen.add(id)
  }
  return Object.keys(errors).length === 0 ? ok(items) : fail(errors)
}
