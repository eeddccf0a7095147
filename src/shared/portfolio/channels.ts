import type { ConnectionView } from './connection.js'
import type { LtvHistory } from './ltv-history.js'
import type { MarginHistory } from './margin-history.js'
import type { WorthHistory } from './worth-history.js'
import type { PortfolioView } from './portfolio.js'
import type { StreamedPositions } from './streamed-positions.js'
import type { Exported } from '../orders/trading.js'
import type { UnixSeconds } from '../time.js'
import { push, request } from '../channel.js'

export const portfolioChannels = {
  'portfolio/read': request<null, PortfolioView>(),
  /** Reads everything once, now, within the rate budget, and returns what is known afterwards. */
  'portfolio/refresh': request<null, PortfolioView>(),
  /**
   * As CSV, to a file chosen in the system's dialog: the balances of every wallet, the open
   * positions, the open orders.
   */
  'portfolio/export-balances': request<null, Exported>(),
  'portfolio/export-positions': request<null, Exported>(),
  'portfolio/export-open-orders': request<null, Exported>(),
  'live-positions/read': request<null, StreamedPositions>(),
  'connection/read': request<null, ConnectionView>(),
  /** LTV over time, from data on this computer. */
  'credit-line/history': request<{ from: UnixSeconds }, LtvHistory>(),
  /** The margin level of the collateral account over time, from data on this computer. */
  'portfolio/margin-history': request<{ from: UnixSeconds }, MarginHistory>(),
  /** Net worth over time, from data on this computer. */
  'portfolio/worth-history': request<{ from: UnixSeconds }, WorthHistory>(),
}

export const portfolioTopics = {
  portfolio: push<PortfolioView>(),
  'live-positions': push<StreamedPositions>(),
  connection: push<ConnectionView>(),
}
