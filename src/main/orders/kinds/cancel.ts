// Cancelling open orders by the exchange's own ids.
import { itemUnit } from '../../../shared/orders/order-amount.js'
import { type CancelTicket, mostTargets } from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import { compare } from '../../../shared/money.js'
import type { FieldErrors } from '../../../shared/problem.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import { mapCancelAnswer } from '../cancel-outcome.js'
import { outcomeOfItems } from '../intent-outcome.js'
import { guardWarnings, readAge, totalsOfOrders } from '../cancel-words.js'
import { itemOf, listedOrders } from '../draft-targets.js'
import { checkHeldBack, sameTargets } from '../conflicting-requests.js'
import { actOfItems, marketsOf } from '../order-text.js'
import { type ReviewKnown, reviewOf, sentenceOf } from '../review-words.js'
import { settledAsCancelled } from '../cancel-settlement.js'
import { type DraftItem, emptyDraft, type OrderDraft } from '../ticket-parser.js'
import { listOf, ticketOf, typed } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

export const cancelKind: OrderKindRules<'cancel'> = {
  ticket: ticketOf('cancel', {
    orders: listOf({ market: typed, id: typed }, 200),
  }),

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

  describe: (draft, checked, seen) => {
    const act = actOfItems('cancel', draft.items)
    return reviewOf(draft, checked, seen.profile, {
      act,
      sentences: [sentenceOf(act), ...cancelSentences(draft, seen)],
      warnings: guardWarnings(draft.items),
      totals: totalsOfOrders(draft.items),
    })
  },

  request: ({ items }) => ({
    kind: 'cancel',
    orders: items.map(({ market, target }) => ({ market, id: target?.id ?? '' })),
  }),

  readOutcome: ({ items }, { entries }) => outcomeOfItems(mapCancelAnswer(items, entries)),

  ...settledAsCancelled,
}

function readOrders(
  { orders }: CancelTicket,
  known: readonly Order[],
): Result<DraftItem[], FieldErrors> {
  if (orders.length === 0) return fail({ orders: [messageOf('orders.ticket.no-orders')] })
  const over = orders.length - mostTargets
  if (over > 0)
    return fail({
      orders: [messageOf('orders.ticket.too-many-orders', { most: mostTargets, over })],
    })
  const errors: FieldErrors = {}
  const items: DraftItem[] = []
  const seen = new Set<string>()
  for (const [number, { market, id }] of orders.entries()) {
    const field = `orders.${number}`
    const order = known.find((one) => one.id === id && one.market === market)
    const item = order === undefined ? null : itemOf(order, field)
    if (seen.has(id)) errors[field] = [messageOf('orders.ticket.order-twice')]
    else if (item === null)
      errors[field] = [
        messageOf(
          order === undefined ? 'orders.ticket.order-not-listed' : 'orders.ticket.side-unknown',
        ),
      ]
    else items.push(item)
    seen.add(id)
  }
  return Object.keys(errors).length === 0 ? ok(items) : fail(errors)
}

function cancelSentences({ items }: OrderDraft, { now, known }: ReviewKnown): Message[] {
  const [only, another] = items
  const age = readAge(known.openOrders, now)
  if (another === undefined && only !== undefined) {
    const id = only.target?.id ?? ''
    return [
      ...leftSentence(only),
      age === null
        ? messageOf('orders.preview.cancel-id', { id })
        : messageOf('orders.preview.cancel-id-read', { id, age }),
      messageOf('orders.preview.cancel-filled'),
    ]
  }
  const markets = marketsOf(items).join(', ')
  return [
    age === null
      ? messageOf('orders.preview.cancel-on', { markets })
      : messageOf('orders.preview.cancel-on-read', { markets, age }),
    messageOf('orders.preview.cancel-filled'),
  ]
}

function leftSentence({ amount, market, target, price }: DraftItem): Message[] {
  if (target?.kind !== 'order' || compare(target.left, amount) === 0) return []
  const { left } = target
  const unit = itemUnit({ market, target, price })
  return [
    unit === null
      ? messageOf('orders.preview.left', { left, amount })
      : messageOf('orders.preview.left-of', { left, amount, base: unit }),
  ]
}
