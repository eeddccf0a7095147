// Opens a review on the Trade screen from another screen.
import type { OrderKind, OrderTicket } from '../../shared/orders/order-ticket.js'
import { isEnabled } from '../../shared/orders/trading.js'
import type { Stores } from '../stores.js'

type Sources = Pick<Stores, 'trading' | 'enabling' | 'navigation' | 'tradeForms'>

/** Asks the user to enable trading first, if it is not enabled. */
export function onceEnabled(
  { trading, enabling }: Pick<Sources, 'trading' | 'enabling'>,
  kind: OrderKind,
  go: () => void,
): void {
  if (trading.view !== null && !isEnabled(trading.view))
    enabling.wanted = { then: null, after: { kind, go } }
  else go()
}

/** `ticketNow` as in `prepare`. */
export function reviewTicket(
  stores: Sources,
  ticket: OrderTicket,
  ticketNow?: () => OrderTicket | null,
): void {
  onceEnabled(stores, ticket.kind, () =>
    stores.navigation.enter(
      'trade',
      () => void stores.tradeForms.preview.prepare(ticket, ticketNow),
    ),
  )
}
