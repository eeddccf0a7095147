// Cancelling every open order on a market, or on all of them.
import { type CancelAllTicket, mostTargets } from '../../../shared/orders/order-ticket.js'
import type { Order } from '../../../shared/orders/order.js'
import type { CancelScope } from '../../../shared/orders/trading.js'
import type { Position } from '../../../shared/portfolio/position.js'
import { type Message, messageOf } from '../../../shared/messages/messages.js'
import type { FieldErrors } from '../../../shared/problem.js'
import { fail, ok, type Result } from '../../../shared/result.js'
import { touches } from '../../../shared/unreadable.js'
import { acceptedForAll } from '../intent-outcome.js'
import { guardWarnings, readAge, totalsOfOrders } from '../cancel-words.js'
import { itemOf, type KnownTargets, listedOrders } from '../draft-targets.js'
import { checkHeldBack, type HeldBackBy, waitFor } from '../conflicting-requests.js'
import {
  levelsWords,
  type ReviewKnown,
  reviewOf,
  sentenceOf,
  type Warning,
  warning,
} from '../review-words.js'
import { settledAsCancelled } from '../cancel-settlement.js'
import { emptyDraft, type OrderDraft } from '../ticket-parser.js'
import { optionalTyped, ticketOf } from '../tickets-ipc.js'
import type { OrderKindRules } from './order-kind.js'

export const cancelAllKind: OrderKindRules<'cancel-all'> = {
  ticket: ticketOf('cancel-all', { market: optionalTyped }),

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

  describe: (draft, checked, seen) => {
    const { items, scope } = draft
    const act =
      scope?.market == null
        ? messageOf('orders.act.cancel-all')
        : messageOf('orders.act.cancel-all-on', { market: scope.market })
    return reviewOf(draft, checked, seen.profile, {
      act,
      sentences: [sentenceOf(act), ...allSentences(draft, seen)],
      warnings: [
        ...(scope === undefined ? [] : [levelsWarning(scope, seen.known)]),
        ...guardWarnings(items, scope),
      ],
      totals: totalsOfOrders(items),
    })
  },

  request: ({ scope }) => ({ kind: 'cancel-all', market: scope?.market ?? null }),

  readOutcome: acceptedForAll,

  ...settledAsCancelled,
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
    return fail({ market: [messageOf('orders.ticket.side-unknown')] })
  if (orders.length === 0)
    return fail({
      market: [
        market === null
          ? messageOf('orders.ticket.none-open')
          : messageOf('orders.ticket.none-open-on', { market }),
      ],
    })
  const items = orders
    .slice(0, mostTargets)
    .flatMap((order, number) => itemOf(order, `orders.${number}`) ?? [])
  if (items.length === 0) return fail({ market: [messageOf('orders.ticket.side-unknown')] })
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

function allSentences({ items, scope }: OrderDraft, { now, known }: ReviewKnown): Message[] {
  const { orders = 0, market = null } = scope ?? {}
  const unread = (known.openOrders.unreadable ?? []).length
  return [
    listedSentence(orders, market, readAge(known.openOrders, now)),
    messageOf('orders.preview.cancels-later-too'),
    ...(unread === 0 ? [] : [messageOf('orders.preview.unread', { orders: unread })]),
    ...(items.length < orders
      ? [messageOf('orders.preview.first-recorded', { orders: items.length })]
      : []),
    messageOf('orders.preview.cancel-filled'),
  ]
}

function listedSentence(orders: number, market: string | null, age: Message | null): Message {
  if (market === null)
    return age === null
      ? messageOf('orders.preview.listed', { orders })
      : messageOf('orders.preview.listed-read', { orders, age })
  return age === null
    ? messageOf('orders.preview.listed-on', { orders, market })
    : messageOf('orders.preview.listed-on-read', { orders, market, age })
}

/** The first of the warnings, because it can cost money. */
function levelsWarning(scope: CancelScope, { positions }: KnownTargets): Warning {
  if (positions.value === null) return warning(messageOf('orders.preview.levels-unknown'))
  const gone = scope.levels.flatMap(({ market, ...set }) => levelsWords('loses', market, set) ?? [])
  if (gone.length > 0)
    return warning(
      messageOf('orders.preview.levels-gone', {
        positions: gone.reduce((list, next) =>
          messageOf('portfolio.unreadable.and-next', { list, next }),
        ),
      }),
    )
  const { market } = scope
  const isSent = positions.value.every(
    (one) => one.protectiveOrders !== undefined || (market !== null && one.market !== market),
  )
  if (!isSent) return warning(messageOf('orders.preview.levels-not-sent'))
  return warning(
    market === null
      ? messageOf('orders.preview.levels-none')
      : messageOf('orders.preview.levels-none-on', { market }),
  )
}
