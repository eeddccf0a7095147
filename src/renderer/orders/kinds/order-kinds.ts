// The table of order kinds, in the order in which they are listed. A new kind is one module and one
// line here.
import type { OrderKind } from '../../../shared/orders/order-ticket.js'
import { bulk } from './bulk.svelte.js'
import { cancelAll } from './cancel-all.js'
import { cancel } from './cancel.js'
import { closeInvestment } from './close-investment.svelte.js'
import { closePosition } from './close-position.js'
import { market } from './market.svelte.js'
import type { OrderKindView } from './order-kind-view.js'

export const orderKinds: Readonly<Record<OrderKind, OrderKindView>> = {
  market,
  bulk,
  'close-investment': closeInvestment,
  cancel,
  'cancel-all': cancelAll,
  'close-position': closePosition,
}

export const everyOrderKind: readonly OrderKindView[] = Object.values(orderKinds)

/** By name, in the current language. */
export function orderKindLabels(): Record<OrderKind, string> {
  const labels = everyOrderKind.map(({ name, words }) => [name, words.label])
  return Object.fromEntries(labels) as Record<OrderKind, string>
}
