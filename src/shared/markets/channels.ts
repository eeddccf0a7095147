import type { MarketsView, PricesView } from './market.js'
import { push, request } from '../channel.js'
import type { StreamedPrices } from './streamed-prices.js'

export const marketChannels = {
  'markets/read': request<null, MarketsView>(),
  'prices/read': request<null, PricesView>(),
  'live-prices/read': request<null, StreamedPrices>(),
  /** The markets whose prices are on the page now. */
  'live-prices/watch': request<{ markets: string[] }, null>(),
}

export const marketTopics = {
  markets: push<MarketsView>(),
  prices: push<PricesView>(),
  'live-prices': push<StreamedPrices>(),
}
