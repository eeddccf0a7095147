// Nothing outside this file knows how the exchange spells a field. Parsed values keep absent, null
// and zero apart; requests use the specification's spelling, and the profile's dialect is applied
// when the body is built.
import type { z } from 'zod'
import type { AssetBalance } from '../../shared/portfolio/portfolio.js'
import type {
  FixedInvestment,
  FlexHistoryPage,
  FlexHistoryQuery,
} from '../../shared/investments/investment.js'
import type {
  BulkDraft,
  BulkEntry,
  CollateralLimitDraft,
  LimitOrderDraft,
  MarketOrderDraft,
  Order,
} from '../../shared/orders/order.js'
import { filledOf } from '../../shared/orders/order-amount.js'
import type { PayoutDestination } from '../../shared/mining/payout.js'
import type { Position } from '../../shared/portfolio/position.js'
import type { Problem } from '../../shared/problem.js'
import { refusalMessage } from '../../shared/orders/refusal-codes.js'
import { compare, type Decimal, subtract } from '../../shared/money.js'
import { type Unreadable, unreadableReason } from '../../shared/unreadable.js'
import { type endpoints, liquidationStates, type openPosition } from '../../v4/endpoints.js'
import type { PrivateError } from '../../v4/errors.js'
import type { Misfit } from '../../v4/lists.js'
import { memberOf } from '../../v4/members.js'
import { isObject, name, text, wholeNumber, wordOf } from '../../v4/numbers.js'
import type {
  bulkEntry,
  bulkItem,
  bulkLimitOrders,
  collateralMarketOrder,
  limitOrder,
  marketOrder,
  oto,
} from '../../v4/orders.js'
import { messageOf, type Message } from '../../shared/messages/messages.js'
import { complaintMessage } from './complaint-message.js'
import { singleLine, singleLineFields } from './response-parser.js'

type Reply<Name extends keyof typeof endpoints> = z.infer<(typeof endpoints)[Name]['reply']>

type KnownMembers = Pick<Unreadable, 'id' | 'name' | 'liquidationState'>

/**
 * The fields that fit of a member that does not fit as a whole: a wrong name would attribute it to
 * something else.
 */
function fitIn<T>(schema: z.ZodType<T>, member: unknown, field: string): { read: T } | null {
  if (!isObject(member)) return null
  const parsed = schema.safeParse(memberOf(member, field))
  return parsed.success ? { read: parsed.data } : null
}

export function readIn(schema: z.ZodType<string>, member: unknown, field: string): string | null {
  const word = fitIn(schema, member, field)?.read ?? ''
  return word === '' ? null : singleLine(word)
}

const liquidationState = wordOf(liquidationStates).nullable()

/** Absent if it cannot be read, which is not the same as none. */
function stateIn(member: unknown): Pick<Unreadable, 'liquidationState'> {
  const state = fitIn(liquidationState, member, 'liquidationState')
  return state === null
    ? {}
    : { liquidationState: state.read === null ? null : singleLine(state.read) }
}

export function toUnreadable(
  misfits: readonly Misfit[],
  known: (misfit: Misfit) => KnownMembers,
): Unreadable[] {
  return misfits.map((misfit, index) => ({
    place: typeof misfit.at === 'number' ? misfit.at + 1 : index + 1,
    ...known(misfit),
    field: singleLine(misfit.field),
    why: complaintMessage(misfit.why),
  }))
}

/** `received`: see `Answer`. */
export type WithUnreadable<T> = {
  value: T
  unreadable?: Unreadable[]
  received?: (string | null)[]
}

export function withUnreadable<T>(value: T, unreadable: Unreadable[]): WithUnreadable<T> {
  return unreadable.length === 0 ? { value } : { value, unreadable }
}

export function toBalances({
  fitting,
  misfits,
}: Reply<'mainBalance'>): WithUnreadable<AssetBalance[]> {
  return withUnreadable(
    Object.entries(fitting).map(([asset, { main_balance }]) => ({ asset, amount: main_balance })),
    toUnreadable(misfits, ({ at }) => ({ id: null, name: singleLine(String(at)) })),
  )
}

/** Undefined members are omitted: absent means the exchange did not send it. */
function sentOnly<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}

export function toPosition(wire: z.infer<typeof openPosition>): Position {
  const { tpsl } = wire
  return sentOnly<Position>({
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
    protectiveOrders: tpsl && {
      takeProfitId: tpsl.takeProfitId ?? null,
      takeProfit: tpsl.takeProfit ?? null,
      stopLossId: tpsl.stopLossId ?? null,
      stopLoss: tpsl.stopLoss ?? null,
    },
    unrealizedPnl: wire.unrealizedPnl,
    positionSide: wire.positionSide,
  })
}

export function toPositions({
  fitting,
  misfits,
}: Reply<'openPositions'>): WithUnreadable<Position[]> {
  return withUnreadable(
    fitting.map(toPosition),
    toUnreadable(misfits, ({ member }) => ({
      id: readIn(wholeNumber, member, 'positionId'),
      name: readIn(name, member, 'market'),
      ...stateIn(member),
    })),
  )
}

function recordKnown({ member }: Misfit): KnownMembers {
  return {
    id: readIn(name, member, 'transaction_id'),
    name: readIn(name, member, 'currency'),
  }
}

export function toFlexHistoryPage(reply: Reply<'flexHistory'>): FlexHistoryPage {
  return {
    records: reply.data.fitting.map(({ transaction_id: transactionId, ...record }) => ({
      transactionId,
      ...record,
    })),
    ...sentOnly<Pick<FlexHistoryPage, 'limit' | 'offset'>>({
      limit: reply.limit,
      offset: reply.offset,
    }),
    ...(reply.data.misfits.length === 0
      ? {}
      : { unreadable: toUnreadable(reply.data.misfits, recordKnown) }),
  }
}

type Sent<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** Without the members the exchange omitted or sent as null. */
function sent<T extends object>(members: T): Sent<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  ) as Sent<T>
}

type WireOrder = z.infer<typeof marketOrder> | z.infer<typeof limitOrder>

function toCommonOrder(wire: WireOrder): Order {
  return {
    id: wire.order_id,
    clientOrderId: wire.client_order_id ?? '',
    market: wire.market,
    side: wire.side,
    dealMoney: wire.deal_money,
    dealStock: wire.deal_stock,
    amount: wire.amount,
    left: wire.left,
    timestamp: wire.timestamp,
    ...sent({
      type: wire.type,
      dealFee: wire.deal_fee,
      status: wire.status,
      stp: wire.stp,
      positionSide: wire.positionSide,
    }),
  }
}

type WireOto = z.infer<typeof oto>

/** Levels that could not be read are not the same as none. */
function toLevels(wire: WireOto): Pick<Order, 'oto' | 'withoutLevels'> {
  if (wire === 'unread') return { withoutLevels: true }
  return wire == null
    ? {}
    : {
        oto: {
          id: wire.otoId,
          stopLoss: wire.stopLoss ?? null,
          takeProfit: wire.takeProfit ?? null,
        },
      }
}

export function toMarketOrder(wire: z.infer<typeof marketOrder>): Order {
  return {
    ...toCommonOrder(wire),
    ...toLevels(wire.oto),
  }
}

export function toCollateralLimit(wire: Reply<'collateralLimitOrder'>): Order {
  return {
    ...toLimitOrder(wire),
    ...sent({ reduceOnly: wire.reduceOnly }),
    ...toLevels(wire.oto),
  }
}

function toLimitOrder(wire: z.infer<typeof limitOrder>): Order {
  return {
    ...toCommonOrder(wire),
    ...sent({
      price: wire.price,
      postOnly: wire.postOnly,
      ioc: wire.ioc,
      rpi: wire.rpi,
      activated: wire.activated,
      activationCondition: wire.activationCondition,
      activationPrice: wire.activation_price,
    }),
  }
}

type Listed = Reply<'activeOrders'>['fitting'][number]

export function toListedOrder(wire: Listed): Order {
  return {
    ...toCommonOrder(wire),
    ...sent({
      price: wire.price,
      postOnly: wire.postOnly,
      ioc: wire.ioc,
      rpi: wire.rpi,
      reduceOnly: wire.reduceOnly,
      activated: wire.activated,
      activationCondition: wire.activationCondition,
      activationPrice: wire.activation_price,
    }),
    ...(wire.oto == null ? { withoutLevels: true } : toLevels(wire.oto)),
  }
}

export function toActiveOrders({
  fitting,
  misfits,
}: Reply<'activeOrders'>): WithUnreadable<Order[]> {
  return withUnreadable(
    fitting.map(toListedOrder),
    toUnreadable(misfits, ({ member }) => ({
      id: readIn(wholeNumber, member, 'orderId'),
      name: readIn(name, member, 'market'),
    })),
  )
}

/**
 * `left` is not sent: for an order that has ended it is the unfilled part, and zero for a filled
 * one.
 */
function leftOf(order: Omit<Order, 'left'>): Decimal {
  const filled = filledOf(order) ?? order.dealStock
  return order.status === 'FILLED' || compare(filled, order.amount) >= 0
    ? '0'
    : subtract(order.amount, filled)
}

type Finished = Reply<'orderHistory'>['fitting'][string]['fitting'][number]

function toFinishedOrder(market: string, wire: Finished): Order {
  const order = withoutLeft(market, wire)
  return { ...order, left: leftOf(order) }
}

function withoutLeft(market: string, wire: Finished): Omit<Order, 'left'> {
  return {
    id: wire.id,
    clientOrderId: wire.clientOrderId ?? '',
    market,
    side: wire.side,
    timestamp: wire.ctime,
    amount: wire.amount,
    dealMoney: wire.dealMoney,
    dealStock: wire.dealStock,
    ...sent({
      type: wire.type,
      dealFee: wire.dealFee,
      status: wire.status,
      price: wire.price,
      postOnly: wire.postOnly,
      ioc: wire.ioc,
      positionSide: wire.positionSide,
      reduceOnly: wire.reduceOnly,
      endedAt: wire.ftime,
    }),
    withoutLevels: true,
  }
}

function notAskedFor(market: string, place: number): Unreadable {
  return {
    place,
    id: null,
    name: null,
    field: '',
    why: messageOf('portfolio.not-asked-for', { market: singleLine(market) }),
  }
}

/**
 * By market. If one market was requested, any other member, even an empty one, means that this is
 * not its history.
 */
export function toFinishedOrders(
  { fitting, misfits }: Reply<'orderHistory'>,
  asked?: string,
): WithUnreadable<Order[]> {
  const markets = Object.entries(fitting)
  const strange = markets.flatMap(([market], at) =>
    asked === undefined || market === asked ? [] : [notAskedFor(market, at + 1)],
  )
  const unread = [
    ...toUnreadable(misfits, ({ at }) => ({ id: null, name: singleLine(String(at)) })),
    ...markets.flatMap(([market, list]) =>
      toUnreadable(list.misfits, ({ member }) => ({
        id: readIn(wholeNumber, member, 'id'),
        name: singleLine(market),
      })),
    ),
  ]
  const orders = markets.flatMap(([market, list]) =>
    list.fitting.map((order) => toFinishedOrder(market, order)),
  )
  return withUnreadable(orders, [...unread, ...strange])
}

export function toEntryProblem(
  error: PrivateError,
  message: Message = messageOf('exchange.order-refused'),
): Problem {
  return {
    code: 'refused',
    message: refusalMessage(message, error.code),
    server: { status: 200, code: error.code, message: singleLine(error.message) },
    ...(Object.keys(error.errors).length > 0 ? { fields: singleLineFields(error.errors) } : {}),
  }
}

/**
 * Both members, or neither, prove nothing: such an entry stays unclear (specification 2.6 and 4.6
 * do not show which is absent).
 */
export function toBulkEntry({ result, error }: z.infer<typeof bulkEntry>): BulkEntry {
  const order = result ? toLimitOrder(result) : null
  const problem = error ? toEntryProblem(error) : null
  if (order !== null && problem === null) return { kind: 'placed', order }
  if (problem !== null && order === null) return { kind: 'refused', problem }
  return { kind: 'unclear', order, problem }
}

/**
 * The exchange mentioned an order here, but the entry cannot be read: the order's outcome is
 * unknown.
 */
export function unreadEntry({ member, field, why }: Misfit): { result: unknown; problem: Problem } {
  const reason = unreadableReason({ field: singleLine(field), why: complaintMessage(why) })
  const message = messageOf('exchange.entry-unreadable', { reason })
  return {
    result: typeof member === 'object' && member !== null ? Reflect.get(member, 'result') : null,
    problem: { code: 'outcome-unknown', message, reason: 'UNREAD_MEMBER' },
  }
}

function unreadableEntry(misfit: Misfit): BulkEntry {
  const { result, problem } = unreadEntry(misfit)
  return {
    kind: 'unclear',
    order: null,
    problem,
    clientOrderId: readIn(text, result, 'client_order_id') ?? '',
  }
}

/** In the order of the response; an unreadable entry keeps its place. */
export function inAnswerOrder<Wire, Entry>(
  { fitting, misfits }: { fitting: readonly Wire[]; misfits: readonly Misfit[] },
  toEntry: (wire: Wire) => Entry,
  unread: (misfit: Misfit) => Entry,
): Entry[] {
  const unreadable = new Map(misfits.map((misfit) => [misfit.at, misfit]))
  const read = fitting.map(toEntry).values()
  return Array.from({ length: fitting.length + misfits.length }, (_, at) => {
    const misfit = unreadable.get(at)
    return misfit === undefined ? read.next().value : unread(misfit)
  }).filter((entry) => entry !== undefined)
}

export function toBulkEntries(reply: z.infer<typeof bulkLimitOrders.reply>): BulkEntry[] {
  return inAnswerOrder(reply, toBulkEntry, unreadableEntry)
}

export const investmentStates: Record<number, FixedInvestment['state']> = {
  1: 'active',
  2: 'closed',
}

export function toFixedInvestments({
  records: { fitting, misfits },
}: Reply<'fixedInvestments'>): WithUnreadable<FixedInvestment[]> {
  return withUnreadable(
    fitting.map(({ id, status }) => ({ id, state: investmentStates[status] ?? null })),
    toUnreadable(misfits, ({ member }) => ({ id: readIn(text, member, 'id'), name: null })),
  )
}

export function toPayoutDestination(
  accountName: string,
  reply: Reply<'payoutDestination'>,
): PayoutDestination {
  return {
    accountName,
    destination: reply.payoutDestination,
    externalAddress: reply.externalAddress,
  }
}

export function fromFlexHistoryQuery(
  query: FlexHistoryQuery,
): z.infer<typeof endpoints.flexHistory.ask> {
  return {
    limit: query.limit,
    offset: query.offset,
    plan: query.planId,
    investment: query.investmentId,
    transaction: query.transactionId,
    dateFrom: query.from,
    dateTo: query.to,
    actionTypes: query.actionTypes,
  }
}

export function fromMarketOrder(
  draft: MarketOrderDraft,
): z.infer<typeof collateralMarketOrder.ask> {
  return {
    market: draft.market,
    side: draft.side,
    amount: draft.amount,
    client_order_id: draft.clientOrderId,
    stopLoss: draft.stopLoss ?? undefined,
    takeProfit: draft.takeProfit ?? undefined,
    positionSide: draft.positionSide ?? undefined,
  }
}

export function fromCollateralLimit(
  draft: CollateralLimitDraft,
): z.infer<(typeof endpoints)['collateralLimitOrder']['ask']> {
  return {
    market: draft.market,
    side: draft.side,
    amount: draft.amount,
    price: draft.price,
    clientOrderId: draft.clientOrderId,
    stopLoss: draft.stopLoss ?? undefined,
    takeProfit: draft.takeProfit ?? undefined,
    postOnly: draft.postOnly,
    ioc: draft.ioc,
    reduceOnly: draft.reduceOnly,
    positionSide: draft.positionSide ?? undefined,
  }
}

function fromLimitOrder(draft: LimitOrderDraft): z.infer<typeof bulkItem> {
  return {
    side: draft.side,
    amount: draft.amount,
    price: draft.price,
    market: draft.market,
    postOnly: draft.postOnly,
    ioc: draft.ioc,
    client_order_id: draft.clientOrderId,
    rpi: draft.rpi,
  }
}

export function fromBulkDraft(draft: BulkDraft): z.infer<typeof bulkLimitOrders.ask> {
  return {
    orders: draft.orders.map(fromLimitOrder),
    stopOnFail: draft.stopOnFail,
  }
}
