import type { ConnectionView } from '../domain/connection.js'
import type { LtvHistory } from '../domain/ltv-history.js'
import type { PortfolioView } from '../domain/portfolio.js'
import type { UnixSeconds } from '../time.js'
import { push, request } from './channel.js'

export const portfolioChannels = {
  'portfolio/read': request<null, PortfolioView>(),
  /** Reads everything once, now, within the rate budget. */
  'portfolio/refresh': request<null, null>(),
  'connection/read': request<null, ConnectionView>(),
  /** LTV over time, from what is stored on this computer. */
  'credit-line/history': request<{ from: UnixSeconds }, LtvHistory>(),
}

export const portfolioTopics = {
  portfolio: push<PortfolioView>(),
  connection: push<ConnectionView>(),
}
