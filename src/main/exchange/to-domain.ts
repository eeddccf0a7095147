// Wire → our words. Nothing past this file knows how the exchange spells a field. Absent, null and zero stay three things.
import type { z } from 'zod'
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { FlexHistoryPage } from '../../shared/domain/investment.js'
import type { LoanAnswer } from '../../shared/domain/loan.js'
import type { BulkEntry, Order } from '../../shared/domain/order.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { loan } from '../../v4/credit-line.js'
import type { PrivateError } from '../../v4/errors.js'
import type { mainBalance } from '../../v4/main-account.js'
import type { payoutDestination } from '../../v4/mining.js'
import type { bulkEntry, limitOrder, marketOrder } from '../../v4/orders.js'
import type { openPosition } from '../../v4/positions.js'
import type { flexHistory } from '../../v4/smart-flex.js'
import { tidy, tidyFields } from './said.js'

export const toBalances = (reply: z.infer<typeof mainBalance.reply>): AssetBalance[] =>
  Object.entries(reply).map(([asset, { main_balance }]) => ({ asset, amount: main_balance }))

const toProtectiveOrders = (tpsl: z.infer<typeof openPosition>['tpsl']): NonNullable<Position['protectiveOrders']> | null =>
  tpsl && {
    takeProfitId: tpsl.takeProfitId ?? null,
    takeProfit: tpsl.takeProfit ?? null,
    stopLossId: tpsl.stopLossId ?? null,
    stopLoss: tpsl.stopLoss ?? null,
  }

export const toPosition = (wire: z.infer<typeof openPosition>): Position => {
  const position: Position = {
    id: wire.positionId,
    market: wire.market,
    openedAt: wire.openDate,
    modifiedAt: wire.modifyDate,
    amount: wire.amount,
    basePrice: wire.basePrice,
    liquidationPrice: wire.liquidationPrice,
    liquidationState: wire.liquidationState,
    realizedPnl: wire.pnl,
    pnlPercent: wire.pnlPercent,
    margin: wire.margin,
    freeMargin: wire.freeMargin,
    funding: wire.funding,
    unrealizedFunding: wire.unrealizedFunding,
    protectiveOrders: toProtectiveOrders(wire.tpsl),
  }
  if (wire.unrealizedPnl !== undefined) position.unrealizedPnl = wire.unrealizedPnl
  if (wire.positionSide !== undefined) position.positionSide = wire.positionSide
  return position
}

export const toLoanAnswer = (wire: z.infer<typeof loan>): LoanAnswer => ({
  kind: 'loan',
  loan: {
    asset: wire.asset,
    amount: wire.amount,
    totalFunding: wire.totalFunding,
    currentLtv: wire.currentLtv,
    initialLtv: wire.initialLtv,
    marginCallLtv: wire.marginCallLtv,
    liquidationLtv: wire.liquidationLtv,
    createdAt: wire.createdAt,
  },
})

export const toFlexHistoryPage = (reply: z.infer<typeof flexHistory.reply>): FlexHistoryPage => ({
  records: reply.data.map((record) => ({
    transactionId: record.transaction_id,
    createdAt: record.createdAt,
    planId: record.planId,
    investmentId: record.investmentId,
    currency: record.currency,
    amount: record.amount,
    actionType: record.actionType,
  })),
  limit: reply.limit,
  offset: reply.offset,
})

type WireOrder = z.infer<typeof marketOrder> | z.infer<typeof limitOrder>

const toCommonOrder = (wire: WireOrder): Order => ({
  id: wire.order_id,
  clientOrderId: wire.client_order_id,
  market: wire.market,
  side: wire.side,
  type: wire.type,
  timestamp: wire.timestamp,
  dealMoney: wire.deal_money,
  dealStock: wire.deal_stock,
  amount: wire.amount,
  left: wire.left,
  dealFee: wire.deal_fee,
  status: wire.status,
  ...(typeof wire.stp === 'string' ? { stp: wire.stp } : {}),
  ...(typeof wire.positionSide === 'string' ? { positionSide: wire.positionSide } : {}),
})

export const toMarketOrder = (wire: z.infer<typeof marketOrder>): Order => ({
  ...toCommonOrder(wire),
  ...(wire.oto ? { oto: { id: wire.oto.otoId, stopLoss: wire.oto.stopLoss ?? null, takeProfit: wire.oto.takeProfit ?? null } } : {}),
})

const toLimitOrder = (wire: z.infer<typeof limitOrder>): Order => ({
  ...toCommonOrder(wire),
  price: wire.price,
  ...(typeof wire.postOnly === 'boolean' ? { postOnly: wire.postOnly } : {}),
  ...(typeof wire.ioc === 'boolean' ? { ioc: wire.ioc } : {}),
  ...(typeof wire.rpi === 'boolean' ? { rpi: wire.rpi } : {}),
})

const toEntryProblem = (error: PrivateError): Problem => ({
  code: 'refused',
  message: 'The exchange refused this order.',
  server: { status: 200, code: error.code, message: tidy(error.message) },
  ...(Object.keys(error.errors).length > 0 ? { fields: tidyFields(error.errors) } : {}),
})

/** Both members, or neither, prove nothing: such an entry stays unclear (specification 2.6 and 4.6 do not show which is absent). */
export const toBulkEntry = ({ result, error }: z.infer<typeof bulkEntry>): BulkEntry => {
  const order = result ? toLimitOrder(result) : null
  const problem = error ? toEntryProblem(error) : null
  if (order !== null && problem === null) return { kind: 'placed', order }
  if (problem !== null && order === null) return { kind: 'refused', problem }
  return { kind: 'unclear', order, problem }
}

export const toPayoutDestination = (accountName: string, reply: z.infer<typeof payoutDestination.reply>): PayoutDestination => ({
  accountName,
  destination: reply.payoutDestination,
  externalAddress: reply.externalAddress,
})
