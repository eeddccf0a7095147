import type { MarketsView, PricesView } from './market.js'
import { push, request } from '../channel.js'

export const marketChannels = {
  'markets/read': request<null, MarketsView>(),
  'prices/read': request<null, PricesView>(),
}

export const marketTopics = {
  markets: push<MarketsView>(),
  prices: push<PricesView>(),
}
