// The complete interface: the ten endpoints of section 4, of which orders.ts describes those that
// move money, followed by those of the public documentation.
import { z } from 'zod'
import type { Dialect, Region } from '../shared/accounts/account.js'
import { beyondSpecification } from './beyond-specification.js'
import { endpoint } from './endpoint.js'
import { longestToken, mostAssets, mostPositions, mostRecords } from './limits.js'
import { eachNamed, eachOf } from './lists.js'
import { described, row } from './members.js'
import {
  askedText,
  decimal,
  decimalOrNone,
  name,
  smallInteger,
  text,
  unixTime,
  wholeNumber,
  wordOf,
} from './numbers.js'
import { bulkLimitOrders, closeInvestment, collateralMarketOrder, positionSides } from './orders.js'

/**
 * Base addresses as publicly documented; the specification writes `{base_url}` and `{base_url_eu}`.
 * No trailing slash.
 */
export const regions: Record<
  Exclude<Region, 'custom' | 'demo'>,
  { baseUrl: string; dialect: Dialect }
> = {
  global: { baseUrl: 'https://whitebit.com', dialect: 'live' },
  eu: { baseUrl: 'https://whitebit.eu', dialect: 'live' },
}

/** Section 3.1. The wire may have others: readers keep them raw. */
export const actionTypes = {
  1: 'INVEST',
  2: 'REINVEST',
  3: 'WITHDRAW_FROM_INVESTMENT',
  4: 'DAILY_EARNING',
  5: 'CLOSE_INVESTMENT',
  6: 'OPEN_INVESTMENT',
} as const

/**
 * Section 2.1. `transaction_id` really is the only snake_case field among camelCase ones. Ids are
 * opaque.
 */
export const flexRecord = row({
  identity: {
    createdAt: wholeNumber,
    planId: text,
    investmentId: text,
    currency: name,
    amount: decimal,
    transaction_id: name,
    actionType: smallInteger,
  },
})

export const liquidationStates = ['margin_call', 'liquidation'] as const

/** An unreadable level is not the same as none: nothing is then said about the levels at all. */
const levelsOfPosition = row({
  identity: { takeProfit: decimalOrNone.optional(), stopLoss: decimalOrNone.optional() },
  used: {
    takeProfitId: [wholeNumber.nullable(), 'protectiveOrders'],
    stopLossId: [wholeNumber.nullable(), 'protectiveOrders'],
  },
})

/** An id proves that there is a level. */
const protectiveOrders = described(
  levelsOfPosition.refine(
    ({ takeProfitId, takeProfit, stopLossId, stopLoss }) =>
      (takeProfitId == null || takeProfit != null) && (stopLossId == null || stopLoss != null),
  ),
  levelsOfPosition,
)

/**
 * Section 2.7. Null is allowed where the live service is known to send it (a position behind a
 * trigger that has not fired). Null, absent and zero stay three different things. What an alert
 * requires is part of the identity: a position without it is reported as unreadable, not ignored.
 */
export const openPosition = row({
  identity: {
    positionId: wholeNumber,
    market: name,
    amount: decimal.nullable(),
    liquidationPrice: decimal.nullable(),
    liquidationState: wordOf(liquidationStates).nullable(),
  },
  used: {
    openDate: [unixTime, 'openedAt'],
    modifyDate: [unixTime, 'modifiedAt'],
    basePrice: [decimal.nullable(), 'entryPrice'],
    pnl: [decimal.nullable(), 'realizedPnl'],
    pnlPercent: [decimal.nullable(), 'pnlPercent'],
    margin: [decimal, 'usedMargin'],
    freeMargin: [decimal, 'freeMargin'],
    funding: [decimal, 'funding'],
    unrealizedPnl: [decimal.nullable(), 'unrealizedPnl'],
    unrealizedFunding: [decimal, 'unrealizedFunding'],
    tpsl: [protectiveOrders.nullable(), 'protectiveOrders'],
    positionSide: [wordOf(positionSides), 'positionSide'],
  },
})

/**
 * Section 2.8. The unit of the LTV fields is not shown; they share one, and that is all Plimsoll
 * relies on. If one of those needed to measure a margin call is missing, the complete response is
 * refused, and the loss of monitoring reported.
 */
export const loan = row({
  identity: { currentLtv: decimal, marginCallLtv: decimal, liquidationLtv: decimal },
  used: {
    asset: [name, 'asset'],
    amount: [decimal, 'amount'],
    totalFunding: [decimal, 'totalFunding'],
    initialLtv: [decimal, 'initialLtv'],
    createdAt: [wholeNumber, 'createdAt'],
  },
})

/**
 * Whether several credit lines come as an array is not shown (4.8): a list with one entry is
 * treated as that entry.
 */
function onlyOne(reply: unknown): unknown {
  return Array.isArray(reply) && reply.length === 1 ? reply[0] : reply
}

/** The first ten in the order of section 4. */
export const endpoints = {
  /** Section 4.1: liveness; the response is an array with the single element `pong`. */
  ping: endpoint({
    subject: 'liveness-check',
    method: 'GET',
    path: '/api/v4/public/ping',
    scope: 'public',
    access: 'public',
    movesMoney: false,
    ask: z.strictObject({}),
    reply: z.tuple([z.literal('pong')]),
  }),
  /**
   * Section 4.2: object keyed by asset. Assets with zero balance may be omitted; if none is left,
   * the service may write an empty list.
   */
  mainBalance: endpoint({
    subject: 'main-balance',
    path: '/api/v4/main-account/balance',
    movesMoney: false,
    ask: z.strictObject({}),
    reply: z.preprocess(
      (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
      eachNamed(row({ identity: { main_balance: decimal } }), mostAssets),
    ),
    mostMembers: mostAssets * 4,
  }),
  /**
   * Section 4.3: flexible investment history, B2B partners only, 1000 requests per 10 seconds.
   */
  flexHistory: endpoint({
    subject: 'investment-history',
    path: '/api/v4/main-account/smart-flex/investments/history',
    scope: 'history',
    access: 'b2b',
    movesMoney: false,
    ask: z.strictObject({
      limit: z.int().nonnegative().optional(),
      offset: z.int().nonnegative().optional(),
      plan: askedText.optional(),
      investment: askedText.optional(),
      transaction: askedText.optional(),
      dateFrom: z.int().optional(),
      dateTo: z.int().optional(),
      actionTypes: z.array(z.int()).optional(),
    }),
    reply: row({
      identity: { data: eachOf(flexRecord, mostRecords) },
      used: { limit: [smallInteger, 'limit'], offset: [smallInteger, 'offset'] },
    }),
    mostMembers: mostRecords * 12,
  }),
  closeInvestment,
  collateralMarketOrder,
  bulkLimitOrders,
  /** Section 4.7: all open collateral positions, or those of one market. */
  openPositions: endpoint({
    subject: 'open-positions',
    path: '/api/v4/collateral-account/positions/open',
    collateral: true,
    serviceLimit: 12_000,
    movesMoney: false,
    ask: z.strictObject({ market: z.string().min(1).optional() }),
    reply: eachOf(openPosition, mostPositions),
    mostMembers: mostPositions * 30,
  }),
  /**
   * Section 4.8: enabled on demand for a key. The absence of a loan is reported as an error that
   * says so in words; an empty object or list says nothing, and treating it as "no loan" would end
   * every alert of a loan that still exists.
   */
  creditLine: endpoint({
    subject: 'credit-line',
    path: '/api/v4/credit-line/loans/info',
    access: 'credit-line',
    movesMoney: false,
    ask: z.strictObject({}),
    reply: z.preprocess(onlyOne, loan),
  }),
  /**
   * Section 4.9 and 2.9: where a mining pool account pays out. Whether `request` and `nonce` are
   * needed is not shown; both are sent.
   */
  payoutDestination: endpoint({
    subject: 'payout-destination',
    path: '/api/v4/mining/payout-destination',
    access: 'mining',
    movesMoney: false,
    ask: z.strictObject({ accountName: z.string().min(1) }),
    reply: row({ identity: { payoutDestination: text, externalAddress: text.nullable() } }),
  }),
  /**
   * Section 4.10: the token that authenticates the real-time stream. Opaque and short-lived; its
   * lifetime is not shown.
   */
  streamToken: endpoint({
    subject: 'stream-token',
    path: '/api/v4/profile/websocket_token',
    scope: 'stream-token',
    movesMoney: false,
    ask: z.strictObject({}),
    reply: row({ identity: { websocket_token: z.string().min(1).max(longestToken) } }),
  }),
  ...beyondSpecification,
} as const
