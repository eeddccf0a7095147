// Endpoints of the same interface that are described in its public documentation but not in the
// specification. Nothing the specification covers needs one of them: if the exchange does not
// respond here, everything else still works. Fields have the same spelling in both dialects, as
// there is no other documentation of them: camelCase, except those of `public/ticker` and
// `public/futures`. `source` names the page of the exchange's public API reference.
import { z } from 'zod'
import { marketKinds } from '../shared/markets/market.js'
import { isDecimal, isZero } from '../shared/money.js'
import { transferPlaces } from '../shared/portfolio/purses.js'
import { type Endpoint, endpoint } from './endpoint.js'
import { type Complaint, complaintOf, issueOf, withInput } from './complaint.js'
import { isGoodObject } from './errors.js'
import {
  cancelSize,
  clientOrderIdPattern,
  mostAssets,
  mostCancelled,
  mostMarkets,
  mostOrders,
  mostRecords,
} from './limits.js'
import { eachNamed, eachOf } from './lists.js'
import { described, memberOf, row } from './members.js'
import {
  askedDecimal,
  decimal,
  decimalOrNone,
  name,
  smallInteger,
  text,
  isObject,
  unixTime,
  wholeNumber,
  wordOf,
} from './numbers.js'
import {
  answerEntry,
  limitUses,
  orderIdentity,
  orderSides,
  oto,
  otoLevels,
  positionSides,
  statusWords,
} from './orders.js'
import { withShape } from './shapes.js'

type Described<Ask, Reply> = Parameters<typeof endpoint<Ask, Reply>>[0]

/** Reads are listed by name, so one that moves money has to say so. */
function beyond<Ask, Reply>(
  source: string,
  description: Omit<Described<Ask, Reply>, 'movesMoney'> & { movesMoney?: true },
): Endpoint<Ask, Reply> {
  return endpoint({ movesMoney: false, ...description, source })
}

const publicRead = {
  method: 'GET',
  scope: 'public',
  access: 'public',
  ask: z.strictObject({}),
} as const

/** For an empty map, the service may write an empty list or null. */
function mapWhereNone(reply: unknown): unknown {
  return reply === null || (Array.isArray(reply) && reply.length === 0) ? {} : reply
}

/**
 * Accepted, with no content: an empty list, or an equivalent. An object that is an error, or a
 * non-empty list, does not match.
 */
const acceptedOnly = z
  .unknown()
  .refine(
    (reply) =>
      reply === null || (Array.isArray(reply) && reply.length === 0) || isGoodObject(reply),
  )

/** As the transfer names them: `spot` is the trade balance. */
export const transferBalances = ['main', 'spot', 'collateral'] as const

/** Above zero, with at most eight decimals, in plain digits. */
const transferAmount = withShape(
  z
    .string()
    .regex(/^[\d.]+$/)
    .refine(isDecimal, { abort: true })
    .refine((text) => !isZero(text) && (text.split('.')[1] ?? '').length <= transferPlaces),
  { kind: 'value', json: ['text'], amount: true },
)

const platformStates = ['system operational', 'system maintenance'] as const

const market = row({
  identity: { name, stock: name, money: name },
  used: {
    /**
     * The maximum decimal places of an amount and of a price, as text; negative if the step is a
     * power of ten.
     */
    stockPrec: [text, 'amountStep'],
    moneyPrec: [text, 'priceStep'],
    /** In percent. */
    makerFee: [decimal, 'makerFee'],
    takerFee: [decimal, 'takerFee'],
    minAmount: [decimal, 'minAmount'],
    minTotal: [decimal, 'minNotional'],
    /** "0" is none. */
    maxTotal: [decimal, 'maxNotional'],
    tradesEnabled: [z.boolean(), 'isOpen'],
    isCollateral: [z.boolean(), 'isCollateral'],
    type: [wordOf(marketKinds), 'kind'],
    isTradFiFutures: [z.boolean(), 'kind'],
    /** Unix seconds of an announced delisting. */
    delistedAt: [smallInteger.nullable(), 'delistedAt'],
    /** If they are empty or absent, the decimal places apply. */
    tickSize: [decimalOrNone, 'priceStep'],
    stepSize: [decimalOrNone, 'amountStep'],
  },
  unused: ['feePrec'],
})

const futuresMarket = row({
  identity: { ticker_id: name },
  used: {
    mark_price: [decimalOrNone, 'mark'],
    index_price: [decimalOrNone, 'index'],
    /** A share, not percent, for one interval. */
    funding_rate: [decimalOrNone, 'fundingRate'],
    /** Unix milliseconds, as text. */
    next_funding_rate_timestamp: [text, 'nextFundingAt'],
    funding_interval_minutes: [smallInteger, 'fundingMinutes'],
  },
  unused: [
    ...[
      'stock_currency',
      'money_currency',
      'last_price',
      'stock_volume',
      'money_volume',
      'bid',
      'ask',
      'high',
      'low',
      'product_type',
    ],
    ...[
      'open_interest',
      'index_name',
      'index_currency',
      'brackets',
      'max_leverage',
      'funding_cap',
      'funding_floor',
    ],
  ],
})

/** An order as listed or cancelled: of any market and kind, so a price and flags may be absent. */
const listedOrder = row({
  identity: orderIdentity,
  used: {
    ...limitUses,
    reduceOnly: [z.boolean(), 'reduceOnly'],
    oto: [oto, 'oto', 'withoutLevels'],
  },
  unused: ['makerFee', 'takerFee', 'feeAsset'],
})

/** One that was just sent: levels that cannot be read may be levels that were not set. */
const placedLimitOrder = row({
  identity: { ...orderIdentity, oto: otoLevels.nullish() },
  used: { ...limitUses, reduceOnly: [z.boolean(), 'reduceOnly'] },
  unused: ['makerFee', 'takerFee', 'feeAsset'],
})

/**
 * An ended order. Its remaining amount is not given, and its market is the name of the list that
 * contains it.
 */
const finishedOrder = row({
  identity: {
    id: wholeNumber,
    side: wordOf(orderSides, name),
    amount: decimal,
    dealStock: decimal,
    dealMoney: decimal,
    /** When it was created; `ftime` is when it ended. */
    ctime: unixTime,
  },
  used: {
    clientOrderId: [text, 'clientOrderId'],
    type: [text.transform((word) => word.toLowerCase()), 'type'],
    /** "0" for a market order. */
    price: [decimalOrNone, 'price'],
    dealFee: [decimal, 'dealFee'],
    postOnly: [z.boolean(), 'postOnly'],
    ioc: [z.boolean(), 'ioc'],
    /**
     * FILLED, CANCELED, MAINTENANCE and more, where CANCELED may be partially filled. Absent in
     * older responses.
     */
    status: [wordOf(statusWords, name), 'status'],
    positionSide: [wordOf(positionSides), 'positionSide'],
    reduceOnly: [z.boolean(), 'reduceOnly'],
    ftime: [unixTime, 'endedAt'],
  },
  unused: ['makerFee', 'takerFee', 'feeAsset', 'stp', 'rpi'],
})

const linkedType = wordOf(['oco', 'oto'], name)

/** Two orders, of which executing one cancels the other. */
const linkedPair = row({
  identity: { id: wholeNumber, type: linkedType, stopLoss: listedOrder, takeProfit: listedOrder },
  // Of the other kind, but the first.
  unused: ['conditionalOrderType', 'conditionalOrder', 'stopLossPrice', 'takeProfitPrice'],
})

/** An order with levels of its own. */
const linkedEntry = row({
  identity: { id: wholeNumber, type: linkedType, conditionalOrder: listedOrder },
  used: { stopLossPrice: [decimalOrNone, 'oto'], takeProfitPrice: [decimalOrNone, 'oto'] },
  unused: ['conditionalOrderType'],
})

/**
 * What is incomplete, or of another kind, is reported: half a pair would be taken for all of it.
 */
const conditionalRecord = described(
  z.unknown().transform((value, context) => {
    const type = isObject(value) ? memberOf(value, 'type') : undefined
    const kind = typeof type === 'string' ? type.toLowerCase() : ''
    const as = kind === 'oto' ? linkedEntry : linkedPair
    const parsed = as.safeParse(value, withInput)
    if (parsed.success && (kind === 'oco' || kind === 'oto')) return parsed.data
    const [issue] = parsed.error?.issues ?? []
    const complaint: Complaint = issue === undefined ? { kind: 'choice' } : complaintOf(issue)
    context.issues.push(issueOf(complaint, value, issue?.path ?? ['type']))
    return z.NEVER
  }),
  linkedPair,
)

/** What was cancelled, by its ids: its state at that time is not given. */
const cancelledOrder = row({
  identity: { orderId: wholeNumber, market: name },
  unused: ['clientOrderId'],
})

/** The order behind a change of a position; null where there was none, such as for funding. */
/** Null id: funding or a liquidation changed the position, and not an order. */
const changingOrder = row({
  identity: { id: wholeNumber.nullish() },
  unused: ['tradeAmount', 'price', 'tradeFee', 'fundingFee', 'realizedPnl'],
})

const positionChange = row({
  identity: {
    positionId: wholeNumber,
    market: name,
    modifyDate: unixTime,
    orderDetail: changingOrder.nullish(),
  },
  unused: [
    ...['openDate', 'amount', 'basePrice', 'realizedFunding'],
    ...['liquidationPrice', 'liquidationState', 'side', 'isHedge', 'positionSide'],
  ],
})

const fixedPlan = row({
  identity: { ticker: name },
  used: { percent: [decimal, 'percent'] },
  unused: [
    ...['id', 'status', 'duration', 'interestTicker', 'interestRatio'],
    ...['minInvestment', 'maxInvestment', 'maxPossibleInvestment'],
  ],
})

const clientOrderId = z.string().regex(clientOrderIdPattern)
/** An id as a JSON number, which carries no more digits than this. */
const orderId = z.int().min(1)
const paged = {
  limit: z.int().min(1).max(100).optional(),
  offset: z.int().nonnegative().optional(),
}

export const beyondSpecification = {
  serverTime: beyond('Server time', {
    ...publicRead,
    subject: 'exchange-time',
    path: '/api/v4/public/time',
    /** Unix time in whole seconds. */
    reply: row({ identity: { time: smallInteger } }),
  }),
  /** `system operational` or `system maintenance`; older servers send "1" or "0". */
  platformStatus: beyond('Platform status', {
    ...publicRead,
    subject: 'exchange-state',
    path: '/api/v4/public/platform/status',
    reply: row({ identity: { status: wordOf(platformStates) } }),
  }),
  /** Only markets open for trading are listed. */
  markets: beyond('Market info', {
    ...publicRead,
    subject: 'markets',
    path: '/api/v4/public/markets',
    reply: eachOf(market, mostMarkets),
    mostMembers: mostMarkets * 30,
  }),
  tickers: beyond('Market activity', {
    ...publicRead,
    subject: 'prices',
    path: '/api/v4/public/ticker',
    /** By market. `change` is of the last 24 hours, in percent. */
    reply: eachNamed(
      row({
        identity: { last_price: decimal },
        used: { change: [decimalOrNone, 'change'], isFrozen: [z.boolean(), 'isFrozen'] },
        unused: ['base_id', 'quote_id', 'base_volume', 'quote_volume'],
      }),
      mostMarkets,
    ),
    mostMembers: mostMarkets * 15,
  }),
  futures: beyond('Available futures markets', {
    ...publicRead,
    subject: 'futures-markets',
    path: '/api/v4/public/futures',
    reply: row({
      identity: { result: eachOf(futuresMarket, mostMarkets) },
      unused: ['success', 'message'],
    }),
    mostMembers: mostMarkets * 60,
  }),
  tradeBalance: beyond('Trade balance', {
    subject: 'trade-balance',
    path: '/api/v4/trade-account/balance',
    serviceLimit: 12_000,
    ask: z.strictObject({}),
    reply: z.preprocess(
      mapWhereNone,
      eachNamed(row({ identity: { available: decimal, freeze: decimal } }), mostAssets),
    ),
    mostMembers: mostAssets * 5,
  }),
  collateralBalances: beyond('Collateral account balance summary', {
    subject: 'collateral-balances',
    path: '/api/v4/collateral-account/balance-summary',
    collateral: true,
    serviceLimit: 12_000,
    ask: z.strictObject({}),
    reply: eachOf(
      row({
        identity: { asset: name, balance: decimal, borrow: decimal },
        /** What may be transferred out without borrowing. */
        used: { availableWithoutBorrow: [decimal, 'free'] },
        unused: ['availableWithBorrow'],
      }),
      mostAssets,
    ),
    mostMembers: mostAssets * 10,
  }),
  /**
   * Figures in USDT. The documents contradict each other about what `marginFraction` is a fraction
   * of, so it is not read.
   */
  collateralSummary: beyond('Collateral account summary', {
    subject: 'collateral-summary',
    path: '/api/v4/collateral-account/summary',
    collateral: true,
    serviceLimit: 12_000,
    ask: z.strictObject({}),
    reply: row({
      // Alerts below the point at which no free margin is given need all of these. `pnl`:
      // unrealized.
      identity: {
        equity: decimal,
        margin: decimal,
        freeMargin: decimal,
        unrealizedFunding: decimal,
        pnl: decimal,
      },
      used: { leverage: [smallInteger, 'leverage'] },
      unused: ['marginFraction', 'maintenanceMarginFraction'],
    }),
  }),
  /** Spot, margin and futures in one list. By id only together with a market. */
  activeOrders: beyond('Query unexecuted (active) orders', {
    subject: 'open-orders',
    path: '/api/v4/orders',
    serviceLimit: 12_000,
    ask: z.strictObject({
      market: z.string().min(1).optional(),
      orderId: orderId.optional(),
      clientOrderId: clientOrderId.optional(),
      ...paged,
    }),
    reply: eachOf(listedOrder, mostOrders),
    mostMembers: mostOrders * 40,
  }),
  /**
   * Ended orders, by market, newest first; for a B2B partner's account only those that were not
   * cancelled. Dates are Unix seconds at most 31 days apart, the last month by default, and none
   * before six months ago. With an id the dates are ignored: an unknown `orderId`, which takes
   * precedence over the client's own, finds nothing; an unknown `clientOrderId` is refused with
   * code 30.
   */
  orderHistory: beyond('Query executed orders', {
    subject: 'order-history',
    path: '/api/v4/trade-account/order/history',
    serviceLimit: 12_000,
    ask: z.strictObject({
      market: z.string().min(1).optional(),
      orderId: orderId.optional(),
      clientOrderId: clientOrderId.optional(),
      startDate: z.int().optional(),
      endDate: z.int().optional(),
      ...paged,
    }),
    reply: z.preprocess(mapWhereNone, eachNamed(eachOf(finishedOrder, mostRecords), mostMarkets)),
    mostMembers: mostRecords * 30,
  }),
  /**
   * `buy` opens or increases a long position, `sell` a short one. Of a reduce-only order, what goes
   * beyond the position is cut off, and the response has the smaller amount.
   */
  collateralLimitOrder: beyond('Collateral limit order', {
    subject: 'collateral-limit-order',
    path: '/api/v4/order/collateral/limit',
    collateral: true,
    serviceLimit: 10_000,
    movesMoney: true,
    ask: z.strictObject({
      market: z.string().min(1),
      side: z.enum(orderSides),
      amount: askedDecimal,
      price: askedDecimal,
      clientOrderId: clientOrderId.optional(),
      stopLoss: askedDecimal.optional(),
      takeProfit: askedDecimal.optional(),
      postOnly: z.boolean(),
      ioc: z.boolean(),
      reduceOnly: z.boolean(),
      positionSide: z.enum(positionSides).optional(),
    }),
    reply: placedLimitOrder,
  }),
  /**
   * Returns the order in its final state. One that is filled, cancelled or does not exist is
   * refused with the same code 2.
   */
  cancelOrder: beyond('Cancel order', {
    subject: 'cancelling-the-order',
    path: '/api/v4/order/cancel',
    serviceLimit: 10_000,
    movesMoney: true,
    ask: z.strictObject({ market: z.string().min(1), orderId }),
    reply: listedOrder,
  }),
  /**
   * One result per order, at its index. Each is attempted, regardless of the others. Code 404 is an
   * order that is no longer open; 500 means that the exchange's own trade service did not respond,
   * or not intelligibly: whether it cancelled is then unknown.
   */
  cancelOrders: beyond('Cancel bulk orders', {
    subject: 'cancelling-the-orders',
    path: '/api/v4/order/cancel/bulk',
    serviceLimit: 10_000,
    movesMoney: true,
    ask: z.strictObject({
      orders: z
        .array(z.strictObject({ market: z.string().min(1), orderId }))
        .min(cancelSize.least)
        .max(cancelSize.most),
    }),
    reply: eachOf(answerEntry(cancelledOrder), mostCancelled),
    mostMembers: mostCancelled * 20,
  }),
  /**
   * Also removes the stop loss and take profit of positions. The response does not say what was
   * cancelled.
   */
  cancelAllOrders: beyond('Cancel all orders', {
    subject: 'cancelling-the-orders',
    path: '/api/v4/order/cancel/all',
    serviceLimit: 10_000,
    movesMoney: true,
    ask: z.strictObject({
      market: z.string().min(1).optional(),
      type: z
        .array(z.enum(['spot', 'margin', 'futures']))
        .min(1)
        .optional(),
    }),
    reply: acceptedOnly,
  }),
  /** Waits for its price, and is then a market order. `reduceOnly`: it closes and opens nothing. */
  triggerMarketOrder: beyond('Collateral trigger market order', {
    subject: 'trigger-order',
    path: '/api/v4/order/collateral/trigger-market',
    collateral: true,
    serviceLimit: 10_000,
    movesMoney: true,
    ask: z.strictObject({
      market: z.string().min(1),
      side: z.enum(orderSides),
      amount: askedDecimal,
      activation_price: askedDecimal,
      clientOrderId,
      positionSide: z.enum(['LONG', 'SHORT']).optional(),
      reduceOnly: z.literal(true),
    }),
    reply: listedOrder,
  }),
  /** Orders that belong together. A single order that waits for its price is not among them. */
  conditionalOrders: beyond('Query unexecuted (active) conditional orders', {
    subject: 'conditional-orders',
    path: '/api/v4/conditional-orders',
    collateral: true,
    serviceLimit: 12_000,
    ask: z.strictObject({ market: z.string().min(1).optional(), ...paged }),
    reply: row({
      identity: { records: eachOf(conditionalRecord, mostRecords) },
      unused: ['limit', 'offset', 'total'],
    }),
    mostMembers: mostRecords * 90,
  }),
  /** All that belongs together, by its common id. One that ended is refused with code 2. */
  cancelConditional: beyond('Cancel conditional order', {
    subject: 'cancelling-the-pair',
    path: '/api/v4/order/conditional-cancel',
    collateral: true,
    serviceLimit: 10_000,
    movesMoney: true,
    ask: z.strictObject({ market: z.string().min(1), id: orderId }),
    reply: acceptedOnly,
  }),
  /** Closes a complete position at market. The response names no order. */
  closePosition: beyond('Close position', {
    subject: 'closing-the-position',
    path: '/api/v4/collateral-account/position/close',
    collateral: true,
    serviceLimit: 10_000,
    movesMoney: true,
    ask: z.strictObject({
      positionId: orderId,
      market: z.string().min(1),
      positionSide: z.enum(['LONG', 'SHORT', 'BOTH']).optional(),
    }),
    reply: acceptedOnly,
  }),
  /**
   * Between the balances of the account; between spot and collateral only by way of main. Answered
   * with 201 and no content, without an id.
   */
  balanceTransfer: beyond('Transfer between balances', {
    subject: 'transferring',
    path: '/api/v4/main-account/transfer',
    movesMoney: true,
    ask: z.strictObject({
      ticker: z.string().min(1),
      amount: transferAmount,
      from: z.enum(transferBalances),
      to: z.enum(transferBalances),
    }),
    reply: acceptedOnly,
  }),
  /** What changed a position: opened, increased, reduced or closed it. */
  positionHistory: beyond('Positions history', {
    subject: 'position-history',
    path: '/api/v4/collateral-account/positions/history',
    collateral: true,
    serviceLimit: 12_000,
    ask: z.strictObject({
      market: z.string().min(1).optional(),
      positionId: orderId.optional(),
      ...paged,
    }),
    reply: eachOf(positionChange, mostRecords),
    mostMembers: mostRecords * 20,
  }),
  fixedInvestments: beyond('Get investments history (fixed plans)', {
    subject: 'fixed-term-investments',
    path: '/api/v4/main-account/smart/investments',
    access: 'b2b',
    /** `status` 1 is active, 2 closed. */
    ask: z.strictObject({ status: z.literal([1, 2]).optional(), ...paged }),
    reply: row({
      identity: {
        records: eachOf(
          row({
            identity: { id: name, plan: fixedPlan, amount: decimal, status: smallInteger },
            used: {
              created: [wholeNumber, 'createdAt'],
              paymentTime: [wholeNumber, 'endsAt'],
              interestPaid: [decimal, 'interestPaid'],
            },
            unused: ['updated'],
          }),
          mostRecords,
        ),
      },
      unused: ['limit', 'offset'],
    }),
    mostMembers: mostRecords * 30,
  }),
  flexInvestments: beyond('Get flexible investments', {
    subject: 'flexible-investments',
    path: '/api/v4/main-account/smart-flex/investments',
    access: 'b2b',
    /** `investmentStatus` 1 is active, 0 closed: different numbers than for a fixed one. */
    ask: z.strictObject({ investmentStatus: z.literal([0, 1]).optional(), ...paged }),
    reply: row({
      identity: {
        data: eachOf(
          row({
            identity: { id: name, currency: name, invested: decimal, status: smallInteger },
            used: {
              planId: [text, 'planId'],
              withAutoReinvest: [z.boolean(), 'autoReinvest'],
              createdAt: [wholeNumber, 'createdAt'],
            },
            unused: ['updatedAt'],
          }),
          mostRecords,
        ),
      },
      unused: ['limit', 'offset'],
    }),
    mostMembers: mostRecords * 15,
  }),
  miningAccounts: beyond('Get mining accounts', {
    subject: 'mining-accounts',
    path: '/api/v4/mining/accounts',
    access: 'mining',
    ask: z.strictObject(paged),
    reply: row({
      identity: {
        data: eachOf(
          row({ identity: { name }, used: { createdAt: [wholeNumber, 'createdAt'] } }),
          mostRecords,
        ),
      },
      unused: ['limit', 'offset'],
    }),
    mostMembers: mostRecords * 5,
  }),
} as const
