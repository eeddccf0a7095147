// The table of order kinds, in the order in which they are listed. A new kind is one module and one
// line here.
import type { OrderKind } from '../../../shared/orders/order-ticket.js'
import { bulkKind } from './bulk.svelte.js'
import { cancelAllKind } from './cancel-all.js'
import { cancelKind } from './cancel.js'
import { collateralLimitKind } from './collateral-limit.svelte.js'
import { closeInvestmentKind } from './close-investment.svelte.js'
import { closePositionKind } from './close-position.js'
import { marketKind } from './market.svelte.js'
import { transferKind } from './transfer.js'
import type { OrderKindView, TradeTab } from './order-kind-view.js'
import { removeLevelKind } from './remove-level.js'
import { setLevelKind } from './set-level.js'

export const orderKinds: Readonly<Record<OrderKind, OrderKindView>> = {
  market: marketKind,
  'collateral-limit': collateralLimitKind,
  bulk: bulkKind,
  'close-investment': closeInvestmentKind,
  cancel: cancelKind,
  'cancel-all': cancelAllKind,
  'close-position': closePositionKind,
  transfer: transferKind,
  'set-level': setLevelKind,
  'remove-level': removeLevelKind,
}

export const everyOrderKind: readonly OrderKindView[] = Object.values(orderKinds)

/** The forms of the Trade screen, in their order. */
export const tradeTabs: readonly TradeTab[] = [
  ...new Set(everyOrderKind.flatMap(({ tab }) => tab ?? [])),
]

/** By name, in the current language. */
export function orderKindLabels(): Record<OrderKind, string> {
  const labels = everyOrderKind.map(({ name, words }) => [name, words.label])
  return Object.fromEntries(labels) as Record<OrderKind, string>
}
