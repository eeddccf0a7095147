// The whole interface: the ten endpoints of section 4, in its order.
import { closeInvestment } from './smart.js'
import { creditLine } from './credit-line.js'
import { flexHistory } from './smart-flex.js'
import { mainBalance } from './main-account.js'
import { openPositions } from './positions.js'
import { bulkLimitOrders, collateralMarketOrder } from './orders.js'
import { payoutDestination } from './mining.js'
import { ping } from './public.js'
import { streamToken } from './stream-token.js'

export const endpoints = {
  ping,
  mainBalance,
  flexHistory,
  closeInvestment,
  collateralMarketOrder,
  bulkLimitOrders,
  openPositions,
  creditLine,
  payoutDestination,
  streamToken,
} as const
