// Nothing past this file knows how the exchange spells a field. Absent, null and zero stay three things.
import type { z } from 'zod'
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { FlexHistoryPage } from '../../shared/domain/investment.js'
import type { LoanAnswer } from '../../shared/domain/loan.js'
import type { BulkEntry, Order } from '../../shared/domain/order.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import type { Position } from '../../shared/domain/position.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Unreadable } from '../../shared/domain/unreadable.js'
import { unreadableReason } from '../../shared/domain/unreadable.js'
import type { loan } from '../../v4/credit-line.js'
import type { PrivateError } from '../../v4/errors.js'
import type { Misfit } from '../../v4/lists.js'
import type { mainBalance } from '../../v4/main-account.js'
import type { payoutDestination } from '../../v4/mining.js'
import type { bulkEntry, bulkLimitOrders, limitOrder, marketOrder } from '../../v4/orders.js'
import { echoedClientOrderId } from '../../v4/orders.js'
import { openPosition, type openPositions } from '../../v4/positions.js'
import { type flexHistory, flexRecord } from '../../v4/smart-flex.js'
import { singleLine, singleLineFields } from './server-error.js'

type KnownMembers = Pick<Unreadable, 'id' | 'name' | 'liquidationState'>

/** Of a member that does not fit as a whole, what fits by itself: a wrong name would pass it off as about something else. */
const fitIn = <T>(schema: z.ZodType<T>, member: unknown, field: string): { read: T } | null => {
  if (typeof member !== 'object' || member === null || !Object.hasOwn(member, field)) return null
  const parsed = schema.safeParse(Reflect.get(member, field))
  return parsed.success ? { read: parsed.data } : null
}

const readIn = (schema: z.ZodType<string>, member: unknown, field: string): string | null => {
  const word = fitIn(schema, member, field)?.read ?? ''
  return word === '' ? null : singleLine(word)
}

/** Absent where it cannot be read, which is not the same as none. */
const stateIn = (member: unknown): Pick<Unreadable, 'liquidationState'> => {
  const state = fitIn(openPosition.shape.liquidationState, member, 'liquidationState')
  return state === null ? {} : { liquidationState: state.read === null ? null : singleLine(state.read) }
}

const toUnreadable = (misfits: readonly Misfit[], known: (misfit: Misfit) => KnownMembers): Unreadable[] =>
  misfits.map((misfit, index) => ({
    place: typeof misfit.at === 'number' ? misfit.at + 1 : index + 1,
    ...known(misfit),
    field: singleLine(misfit.field),
    why: singleLine(misfit.why),
  }))

export type WithUnreadable<T> = { value: T; unreadable?: Unreadable[] }

const withUnreadable = <T>(value: T, unreadable: Unreadable[]): WithUnreadable<T> =>
  unreadable.length === 0 ? { value } : { value, unreadable }

export const toBalances = ({ fitting, misfits }: z.infer<typeof mainBalance.reply>): WithUnreadable<AssetBalance[]> =>
  withUnreadable(
    Object.entries(fitting).map(([asset, { main_balance }]) => ({ asset, amount: main_balance })),
    toUnreadable(misfits, ({ at }) => ({ id: null, name: singleLine(String(at)) })),
  )

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
    entryPrice: wire.basePrice,
    liquidationPrice: wire.liquidationPrice,
    liquidationState: wire.liquidationState,
    realizedPnl: wire.pnl,
    pnlPercent: wire.pnlPercent,
    usedMargin: wire.margin,
    freeMargin: wire.freeMargin,
    funding: wire.funding,
    unrealizedFunding: wire.unrealizedFunding,
    protectiveOrders: toProtectiveOrders(wire.tpsl),
  }
  if (wire.unrealizedPnl !== undefined) position.unrealizedPnl = wire.unrealizedPnl
  if (wire.positionSide !== undefined) position.positionSide = wire.positionSide
  return position
}

export const toPositions = ({ fitting, misfits }: z.infer<typeof openPositions.reply>): WithUnreadable<Position[]> =>
  withUnreadable(
    fitting.map(toPosition),
    toUnreadable(misfits, ({ member }) => ({
      id: readIn(openPosition.shape.positionId, member, 'positionId'),
      name: readIn(openPosition.shape.market, member, 'market'),
      ...stateIn(member),
    })),
  )

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

const recordKnown = ({ member }: Misfit): KnownMembers => ({
  id: readIn(flexRecord.shape.transaction_id, member, 'transaction_id'),
  name: readIn(flexRecord.shape.currency, member, 'currency'),
})

export const toFlexHistoryPage = (reply: z.infer<typeof flexHistory.reply>): FlexHistoryPage => ({
  records: reply.data.fitting.map((record) => ({
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
  ...(reply.data.misfits.length === 0 ? {} : { unreadable: toUnreadable(reply.data.misfits, recordKnown) }),
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
  ...(typeof wire.activated === 'number' ? { activated: wire.activated } : {}),
  ...(typeof wire.activationCondition === 'string' ? { activationCondition: wire.activationCondition } : {}),
  ...(typeof wire.activation_price === 'string' ? { activationPrice: wire.activation_price } : {}),
})

const toEntryProblem = (error: PrivateError): Problem => ({
  code: 'refused',
  message: 'The exchange refused this order.',
  server: { status: 200, code: error.code, message: singleLine(error.message) },
  ...(Object.keys(error.errors).length > 0 ? { fields: singleLineFields(error.errors) } : {}),
})

/** Both members, or neither, prove nothing: such an entry stays unclear (specification 2.6 and 4.6 do not show which is absent). */
export const toBulkEntry = ({ result, error }: z.infer<typeof bulkEntry>): BulkEntry => {
  const order = result ? toLimitOrder(result) : null
  const problem = error ? toEntryProblem(error) : null
  if (order !== null && problem === null) return { kind: 'placed', order }
  if (problem !== null && order === null) return { kind: 'refused', problem }
  return { kind: 'unclear', order, problem }
}

/** The exchange spoke of an order here, and what it said cannot be read: whether it was taken is not known. */
const unreadableEntry = ({ member, field, why }: Misfit): BulkEntry => {
  const reason = unreadableReason({ field: singleLine(field), why: singleLine(why) })
  const result: unknown = typeof member === 'object' && member !== null ? Reflect.get(member, 'result') : null
  return {
    kind: 'unclear',
    order: null,
    problem: {
      code: 'outcome-unknown',
      message: `What the exchange said of this order could not be read: ${reason}.`,
      reason: 'UNREAD_MEMBER',
    },
    clientOrderId: readIn(echoedClientOrderId, result, 'client_order_id') ?? readIn(echoedClientOrderId, result, 'clientOrderId') ?? '',
  }
}

/** In the order of the answer: one that cannot be read is unknown, and keeps its place. */
export const toBulkEntries = ({ fitting, misfits }: z.infer<typeof bulkLimitOrders.reply>): BulkEntry[] => {
  const unreadable = new Map(misfits.map((misfit) => [misfit.at, misfit]))
  const read = fitting.map(toBulkEntry).values()
  return Array.from({ length: fitting.length + misfits.length }, (_, at) => {
    const misfit = unreadable.get(at)
    return misfit === undefined ? read.next().value : unreadableEntry(misfit)
  }).filter((entry) => entry !== undefined)
}

export const toPayoutDestination = (accountName: string, reply: z.infer<typeof payoutDestination.reply>): PayoutDestination => ({
  accountName,
  destination: reply.payoutDestination,
  externalAddress: reply.externalAddress,
})
