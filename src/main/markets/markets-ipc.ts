import {
  type MarketsView,
  noMarkets,
  noPrices,
  type PricesView,
} from '../../shared/markets/market.js'
import type { marketChannels } from '../../shared/markets/channels.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing, type OnScreen } from '../ipc/router.js'

type Shown = { markets(): MarketsView; prices(): PricesView }

export function marketHandlers(screen: OnScreen<Shown>): HandlersOf<typeof marketChannels> {
  return {
    'markets/read': { schema: nothing, handle: () => ok(screen()?.markets() ?? noMarkets) },
    'prices/read': { schema: nothing, handle: () => ok(screen()?.prices() ?? noPrices) },
  }
}
