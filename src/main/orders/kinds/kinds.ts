// The table of order kinds. The compiler requires an entry for each kind, of its own type.
import type { OrderKind } from '../../../shared/orders/order-ticket.js'
import { bulk } from './bulk.js'
import { cancelAll } from './cancel-all.js'
import { cancel } from './cancel.js'
import { closeInvestment } from './close-investment.js'
import { closePosition } from './close-position.js'
import { market } from './market.js'
import type { OrderKindRules } from './order-kind.js'

export type OrderKindTable = { readonly [Kind in OrderKind]: OrderKindRules<Kind> }

export const kinds: OrderKindTable = {
  market,
  bulk,
  cancel,
  'cancel-all': cancelAll,
  'close-position': closePosition,
  'close-investment': closeInvestment,
}

/** What main does with orders of this kind. */
export function rulesOf<Kind extends OrderKind>({ kind }: { kind: Kind }): OrderKindRules<Kind> {
  return kinds[kind]
}
