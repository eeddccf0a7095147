import { z } from 'zod'
import {
  type MarketsView,
  mostWatchedMarkets,
  noMarkets,
  noPrices,
  type PricesView,
} from '../../shared/markets/market.js'
import type { marketChannels } from '../../shared/markets/channels.js'
import { noStreamedPrices } from '../../shared/markets/streamed-prices.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, nothing, type OnScreen } from '../ipc/router.js'
import type { AccountPrices } from './streamed-prices.js'

type Shown = {
  markets(): MarketsView
  prices(): PricesView
  streamedPrices: Pick<AccountPrices, 'view' | 'watch'>
}

export function marketHandlers(screen: OnScreen<Shown>): HandlersOf<typeof marketChannels> {
  return {
    'markets/read': { schema: nothing, handle: () => ok(screen()?.markets() ?? noMarkets) },
    'prices/read': { schema: nothing, handle: () => ok(screen()?.prices() ?? noPrices) },
    'live-prices/read': {
      schema: nothing,
      handle: () => ok(screen()?.streamedPrices.view() ?? noStreamedPrices),
    },
    'live-prices/watch': {
      schema: z.strictObject({
        markets: z.array(z.string().min(1).max(100)).max(mostWatchedMarkets),
      }),
      handle: ({ markets }) => {
        screen()?.streamedPrices.watch(markets)
        return ok(null)
      },
    },
  }
}
