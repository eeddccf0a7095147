// The table of order kinds. The compiler requires an entry for each kind, of its own type.
import type { OrderKind } from '../../../shared/orders/order-ticket.js'
import { anyTicketOf } from '../tickets-ipc.js'
import { bulkKind } from './bulk.js'
import { cancelAllKind } from './cancel-all.js'
import { cancelKind } from './cancel.js'
import { collateralLimitKind } from './collateral-limit.js'
import { closeInvestmentKind } from './close-investment.js'
import { closePositionKind } from './close-position.js'
import { marketKind } from './market.js'
import type { OrderKindRules } from './order-kind.js'
import { removeLevelKind } from './remove-level.js'
import { setLevelKind } from './set-level.js'
import { transferKind } from './transfer.js'

export type OrderKindTable = { readonly [Kind in OrderKind]: OrderKindRules<Kind> }

export const kinds: OrderKindTable = {
  market: marketKind,
  'collateral-limit': collateralLimitKind,
  bulk: bulkKind,
  cancel: cancelKind,
  'cancel-all': cancelAllKind,
  'close-position': closePositionKind,
  'close-investment': closeInvestmentKind,
  transfer: transferKind,
  'set-level': setLevelKind,
  'remove-level': removeLevelKind,
}

/** What the page may send, of whatever kind. */
export const orderTicket = anyTicketOf(Object.values(kinds).map(({ ticket }) => ticket))

/** What main does with orders of this kind. */
export function rulesOf<Kind extends OrderKind>({ kind }: { kind: Kind }): OrderKindRules<Kind> {
  return kinds[kind]
}
