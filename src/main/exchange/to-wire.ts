// In the specification's spelling. The profile's dialect is applied when the body is built.
import type { z } from 'zod'
import type { FlexHistoryQuery } from '../../shared/domain/investment.js'
import type { BulkDraft, LimitOrderDraft, MarketOrderDraft } from '../../shared/domain/order.js'
import type { bulkItem, bulkLimitOrders, collateralMarketOrder } from '../../v4/orders.js'
import type { flexHistory } from '../../v4/smart-flex.js'

export const fromFlexHistoryQuery = (query: FlexHistoryQuery): z.infer<typeof flexHistory.ask> => ({
  limit: query.limit,
  offset: query.offset,
  plan: query.planId,
  investment: query.investmentId,
  transaction: query.transactionId,
  dateFrom: query.from,
  dateTo: query.to,
  actionTypes: query.actionTypes,
})

export const fromMarketOrder = (draft: MarketOrderDraft): z.infer<typeof collateralMarketOrder.ask> => ({
  market: draft.market,
  side: draft.side,
  amount: draft.amount,
  client_order_id: draft.clientOrderId,
  stopLoss: draft.stopLoss,
  takeProfit: draft.takeProfit,
  positionSide: draft.positionSide,
})

const fromLimitOrder = (draft: LimitOrderDraft): z.infer<typeof bulkItem> => ({
  side: draft.side,
  amount: draft.amount,
  price: draft.price,
  market: draft.market,
  postOnly: draft.postOnly,
  ioc: draft.ioc,
  client_order_id: draft.clientOrderId,
  rpi: draft.rpi,
})

export const fromBulkDraft = (draft: BulkDraft): z.infer<typeof bulkLimitOrders.ask> => ({
  orders: draft.orders.map(fromLimitOrder),
  stopOnFail: draft.stopOnFail,
})
