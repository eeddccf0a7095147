// How another screen has something reviewed on the Trade screen.
import type { OrderKind, OrderTicket } from '../../shared/orders/order-ticket.js'
import { isEnabled } from '../../shared/orders/trading.js'
import type { Stores } from '../stores.js'

type Sources = Pick<Stores, 'trading' | 'enabling' | 'navigation' | 'tradeForms'>

/** Asks for trading to be enabled first, if it is not. */
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
