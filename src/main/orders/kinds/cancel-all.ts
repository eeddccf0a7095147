// Cancelling every open order on a market, or on all of them.
import type { CancelAllTicket } from '../../../shared/orders/order-ticket.js'
import { mostTargets } from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import type { CancelScope } from '../../../shared/orders/trading.js'
import type { Position } from '../../../shared/portfolio/position.js'
import { t } from '../../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import { touches } from '../../../shared/unreadable.js'
import { itemOf, type KnownTargets, listedOrders } from '../draft-targets.js'
import { checkHeldBack, type HeldBackBy, waitFor } from '../held-back.js'
import { emptyDraft, type FieldErrors, type OrderDraft } from '../ticket-parser.js'
import type { OrderKindRules } from './order-kind.js'

export const cancelAll: OrderKindRules<'cancel-all'> = {
  parse: (ticket, known) => {
    const listed = listedOrders(known)
    return listed.ok ? readAll(ticket, listed.value, known) : listed
  },

  check: (trading, draft) => {
    const heldBack = checkHeldBack(trading, sameScope(draft))
    return heldBack === null
      ? ok({ lines: [], asksTwice: draft.scope?.market === null })
      : fail(heldBack)
  },

  request: ({ scope }) => ({ kind: 'cancel-all', market: scope?.market ?? null }),
}

function readAll(
  { market }: CancelAllTicket,
  listed: readonly Order[],
  { openOrders, positions }: KnownTargets,
): Result<OrderDraft, FieldErrors> {
  const orders = listed.filter((order) => market === null || order.market === market)
  const { unreadable = [] } = openOrders
  if (
    orders.length === 0 &&
    (market === null ? unreadable.length > 0 : touches(unreadable, [market]))
  )
    return fail({ market: [t('orders.ticket.order-strange')] })
  if (orders.length === 0)
    return fail({
      market: [
        market === null
          ? t('orders.ticket.none-open')
          : t('orders.ticket.none-open-on', { market }),
      ],
    })
  const items = orders
    .slice(0, mostTargets)
    .flatMap((order, number) => itemOf(order, `orders.${number}`) ?? [])
  if (items.length === 0) return fail({ market: [t('orders.ticket.order-strange')] })
  return ok({
    ...emptyDraft,
    kind: 'cancel-all',
    items,
    scope: { market, orders: orders.length, levels: levelsOf(positions.value ?? [], market) },
  })
}

/** Levels of the positions of a market, or of all; a level of zero is none. */
function levelsOf(positions: readonly Position[], market: string | null): CancelScope['levels'] {
  return positions.flatMap(({ id, market: on, protectiveOrders }) => {
    const { stopLoss = null, takeProfit = null } = protectiveOrders ?? {}
    const isSet = [stopLoss, takeProfit].some((level) => level !== null)
    return isSet && (market === null || on === market)
      ? [{ market: on, positionId: id, stopLoss, takeProfit }]
      : []
  })
}

/** Another such request holds it back if both are for the same market, or one is for all. */
function sameScope({ scope }: OrderDraft): HeldBackBy {
  return (intent, isOpen) => {
    const [one, other] = [scope?.market ?? null, intent.scope?.market ?? null]
    const isSame = intent.kind === 'cancel-all' && (one === null || other === null || one === other)
    return isSame && intent.items.some(({ market }) => isOpen(market))
      ? { market: [waitFor(intent)] }
      : null
  }
}
