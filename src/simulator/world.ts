// The complete state of the service, as plain data that JSON preserves. Secrets are not part of it:
// they derive from the seed. Defined as schemas, so that a world loaded from a file is checked
// member by member before it is trusted.
import { z } from 'zod'
import { orderSides, positionSides } from '../v4/orders.js'
import {
  add,
  compare,
  isDecimal,
  isNegative,
  isZero,
  subtract,
  sum,
  type Decimal,
} from '../shared/money.js'
import type { CopiedFigures } from './engine/copied.js'
import { isBelowZero, isNothing } from './engine/units.js'

/** The checks after this one require a decimal. */
const decimal = z.string().refine(isDecimal, { abort: true })
const amount = decimal.refine((text) => !isNegative(text))
const above = decimal.refine((text) => compare(text, '0') > 0)
const count = z.int().nonnegative()
const ticks = z.int().positive()
const text = z.string()
const seed = z.int().max(0xffff_ffff)

/** Deterministic randomness, see engine/random.ts. */
const random = z.strictObject({ state: seed.min(1) })
export type Random = z.infer<typeof random>

/**
 * A set of texts as plain data. Clients choose the texts, and `__proto__` is as valid as any other.
 */
type TextSet = Record<string, true>

export function hasText(set: TextSet, text: string): boolean {
  return Object.hasOwn(set, text)
}

/** An assignment would set the prototype if the text is `__proto__`. */
export function addText(set: TextSet, text: string): void {
  Object.defineProperty(set, text, {
    value: true,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** Taken unchanged: a record rebuilt by Zod would lose the text `__proto__`. */
const textSet = z.custom<TextSet>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => one === true),
)

export const keyRights = z.strictObject({
  /** Off: switched off in the settings, or called from an untrusted address. */
  enabled: z.boolean(),
  /** Off: a key without order rights. */
  trading: z.boolean(),
  /** Off: an account without access to margin trading. */
  collateral: z.boolean(),
  b2b: z.boolean(),
  creditLine: z.boolean(),
  mining: z.boolean(),
  /** Paths that are switched off for this key alone. */
  barred: z.array(text.startsWith('/')),
})

const keyState = keyRights.extend({
  /** Highest nonce used so far, as text. */
  lastNonce: text.regex(/^\d{1,30}$/),
  /**
   * Used nonces that `nonceWindow` may still cover: milliseconds, ascending; those outside the
   * window are dropped from time to time.
   */
  windowNonces: z.array(count),
  /** Used nonces that are not integers. Absent in older files. */
  textNonces: textSet.default({}),
})
export type KeyState = z.infer<typeof keyState>

const market = z.strictObject({
  name: text,
  stock: text,
  money: text,
  pricePrecision: z.int().min(0).max(12),
  minAmount: above,
  amountStep: above,
  minTotal: amount,
  /** Shares, not percent: "0.001" is 0.1 %. */
  makerFee: amount,
  takerFee: amount,
  collateral: z.boolean(),
  halted: z.boolean(),
  /** Off: the service has no fresh figures of this future. Absent in older files. */
  snapshot: z.boolean().default(true),
  /** Stock on offer at each price level of the book, per side and second. */
  depth: above,
  /** Mark price, in ticks of 10^−pricePrecision money. */
  ticks,
  /**
   * What the walk is pulled back to. For a market that follows another: its distance from the
   * followed price.
   */
  anchorTicks: z.int(),
  /** Largest step of the walk per second, in millionths of the price. */
  restlessness: count,
  follows: z.strictObject({ market: text, ticksPerTick: ticks }).nullable(),
  /** After this many seconds the price is this many hundredths of a percent of the anchor. */
  script: z.array(z.strictObject({ afterSeconds: count, perTenThousand: count })).nullable(),
  random,
  /** Stock already taken from the book in the current second. */
  taken: z.strictObject({ buy: amount, sell: amount }),
})
export type Market = z.infer<typeof market>

const trigger = z.strictObject({ id: count, price: above, ticks })
export type Trigger = z.infer<typeof trigger>

const liquidationState = z.enum(['margin_call', 'liquidation'])

const position = z.strictObject({
  id: count,
  market: text,
  side: z.enum(positionSides),
  /** In base currency; negative is short. Never zero. */
  amount: decimal.refine((text) => !isZero(text)),
  basePrice: above,
  openedMicros: count,
  modifiedMicros: count,
  realizedPnl: decimal,
  funding: decimal,
  unrealizedFunding: decimal,
  takeProfit: trigger.nullable(),
  stopLoss: trigger.nullable(),
  liquidationState: liquidationState.nullable(),
  /** A part has already been force-closed; next time it is all of it. */
  trimmed: z.boolean(),
})
export type Position = z.infer<typeof position>

/**
 * A position that entered a margin call or liquidation, in its state at that moment. Numbered so
 * that a reader can continue where it left off.
 */
const marginEvent = z.strictObject({
  number: count,
  kind: liquidationState,
  position,
  mark: above,
  margin: amount,
  freeMargin: decimal,
  liquidationPrice: decimal.nullable(),
})
export type MarginEvent = z.infer<typeof marginEvent>

/** What the collateral account owes of an asset. `accrued`: interest, due at its next change. */
const borrowing = z.strictObject({
  asset: text,
  amount: above,
  accrued: amount,
  openedMicros: count,
  modifiedMicros: count,
  liquidationState: liquidationState.nullable(),
})
export type Borrowing = z.infer<typeof borrowing>

/** A borrowing that entered a margin call or liquidation, numbered like those of positions. */
const borrowingEvent = z.strictObject({
  number: count,
  kind: liquidationState,
  borrowing,
  liquidationPrice: decimal.nullable(),
})

/** The self-trade prevention of an order. Absent in older files. */
const stp = z.enum(['no', 'co', 'cn', 'cb']).default('no')

/** The position an order changed, and as it was then; absent for spot, and in older files. */
const changedPosition = z.strictObject({
  id: count,
  openedMicros: count,
  basePrice: amount,
  left: decimal,
  realizedPnl: decimal,
})

/** What a limit order on collateral has in addition. Its levels are set once it is filled. */
const onCollateral = z.strictObject({
  positionSide: z.enum(positionSides),
  reduceOnly: z.boolean(),
  stopLoss: trigger.nullable(),
  takeProfit: trigger.nullable(),
  /** Of its levels. */
  otoId: count.nullable(),
  position: changedPosition.optional(),
})
export type OnCollateral = z.infer<typeof onCollateral>

const restingOrder = z.strictObject({
  id: count,
  clientOrderId: text,
  market: text,
  side: z.enum(orderSides),
  amount: above,
  left: above,
  price: above,
  priceTicks: ticks,
  dealMoney: amount,
  dealStock: amount,
  dealFee: amount,
  postOnly: z.boolean(),
  ioc: z.boolean(),
  rpi: z.boolean(),
  stp,
  status: z.enum(['NEW', 'PARTIALLY_FILLED', 'FILLED']),
  createdMicros: count,
  /** Reserved for the remainder: money for a buy, stock for a sell; on collateral nothing. */
  reserved: amount,
  /** Null for a spot order; absent in older files. */
  collateral: onCollateral.nullable().default(null),
})
export type RestingOrder = z.infer<typeof restingOrder>

/**
 * Waits for a price, and is then executed at market. `pair`: its other half is a take profit at
 * this price; executing one ends the other.
 */
const triggerOrder = z.strictObject({
  id: count,
  clientOrderId: text,
  market: text,
  side: z.enum(orderSides),
  amount: above,
  price: above,
  ticks,
  condition: z.enum(['gte', 'lte']),
  positionSide: z.enum(positionSides),
  reduceOnly: z.boolean(),
  createdMicros: count,
  pair: z
    .strictObject({
      id: count,
      takeProfitId: count,
      price: above,
      ticks,
      stopLimitPrice: above,
    })
    .nullable(),
})
export type TriggerOrder = z.infer<typeof triggerOrder>

/**
 * Why the remainder of an order is no longer active: it was cancelled, had to be filled
 * immediately, met an order of its own account, the book was exhausted, or nothing was left that a
 * reduce-only order could reduce.
 */
const ending = z.enum(['cancelled', 'ioc', 'self-trade', 'taker-band', 'reduce-only'])
export type Ending = z.infer<typeof ending>

/** An ended order; `ending` is null if it is filled. */
const finishedOrder = z.strictObject({
  id: count,
  clientOrderId: text,
  market: text,
  side: z.enum(orderSides),
  type: z.enum([
    'limit',
    'margin market',
    'margin limit',
    'margin stop limit',
    'margin stop market',
  ]),
  amount: above,
  /** "0" for a market order. */
  price: amount,
  dealMoney: amount,
  dealStock: amount,
  dealFee: amount,
  postOnly: z.boolean(),
  ioc: z.boolean(),
  rpi: z.boolean(),
  stp,
  ending: ending.nullable(),
  positionSide: z.enum(positionSides).nullable(),
  createdMicros: count,
  finishedMicros: count,
  /** Absent for spot, and in older files. */
  reduceOnly: z.boolean().optional(),
  position: changedPosition.optional(),
})
export type FinishedOrder = z.infer<typeof finishedOrder>

/** One fill of an order. */
const deal = z.strictObject({
  id: count,
  orderId: count,
  clientOrderId: text,
  micros: count,
  market: text,
  side: z.enum(orderSides),
  role: z.enum(['maker', 'taker']),
  price: above,
  amount: above,
  fee: amount,
})
export type Deal = z.infer<typeof deal>

/** Specification 2.1, with `transactionId` spelt our way. */
const flexRecord = z.strictObject({
  createdAt: count,
  planId: text,
  investmentId: text,
  currency: text,
  amount,
  transactionId: text,
  actionType: z.literal([1, 2, 3, 4, 5, 6]),
})
export type FlexRecord = z.infer<typeof flexRecord>

/** On offer. Rates are shares per year: "0.12" is 12 %. */
const flexPlan = z.strictObject({ id: text, currency: text, yearlyRate: amount })
export type FlexPlan = z.infer<typeof flexPlan>

const flexInvestment = z.strictObject({
  id: text,
  planId: text,
  currency: text,
  amount,
  /** Earned this day and not yet credited. */
  pending: amount,
  yearlyRate: amount,
  /** True reinvests each day's earning. */
  reinvest: z.boolean(),
})
export type FlexInvestment = z.infer<typeof flexInvestment>

/** Pays its rate only at the end of the term. */
const fixedInvestment = z.strictObject({
  id: text,
  asset: text,
  amount,
  yearlyRate: amount,
  openedAt: count,
  endsAt: count,
  status: z.enum(['active', 'closed']),
  /** At the end of the term; nothing if it was closed before. */
  interestPaid: amount.default('0'),
})
export type FixedInvestment = z.infer<typeof fixedInvestment>

const loan = z.strictObject({
  asset: text,
  amount,
  totalFunding: amount,
  /** Hourly share of the amount. */
  hourlyRate: amount,
  collateral: z.array(z.strictObject({ asset: text, market: text, amount })),
  initialLtv: amount,
  marginCallLtv: amount,
  liquidationLtv: amount,
  /** Added to the calculated LTV: the adjustment made by a rehearsal. */
  push: decimal,
  createdAt: count,
})
export type Loan = z.infer<typeof loan>

const miningAccount = z.strictObject({
  name: text,
  payoutDestination: z.enum(['main_balance', 'external_address']),
  externalAddress: text.nullable(),
})

/**
 * The owner of money. `house` represents everyone else and may be negative; all accounts of an
 * asset always sum to zero.
 */
export const accounts = [
  'main',
  'trade',
  'reserved',
  'collateral',
  'flex',
  'fixed',
  'loan-collateral',
  'fees',
  'house',
] as const
export type Account = (typeof accounts)[number]
const ledger = z.record(z.enum(accounts), z.record(text, decimal))
export type Ledger = z.infer<typeof ledger>

export function held(ledger: Ledger, account: Account, asset: string): Decimal {
  return ledger[account][asset] ?? '0'
}

/**
 * Moves `amount` (zero or more) of an asset. Money is only ever moved, never created.
 * @throws RangeError when an account other than `house` would go below zero, or the amount is
 *   negative: a fault of the caller.
 */
export function move(
  ledger: Ledger,
  from: Account,
  to: Account,
  asset: string,
  amount: Decimal,
): void {
  if (isNothing(amount)) return
  if (isBelowZero(amount))
    throw new RangeError(`cannot move ${amount} ${asset}: move the other way round`)
  const rest = subtract(held(ledger, from, asset), amount)
  if (from !== 'house' && isBelowZero(rest))
    throw new RangeError(`${from} holds less than ${amount} ${asset}`)
  ledger[from][asset] = rest
  ledger[to][asset] = add(held(ledger, to, asset), amount)
}

/** The sum of an asset over all accounts. Always zero. */
export function sumOf(ledger: Ledger, asset: string): Decimal {
  return sum(accounts.map((account) => held(ledger, account, asset)))
}

/** What an account may set, as publicly documented. */
export const leverages: readonly Decimal[] = ['1', '2', '3', '5', '10', '20', '50', '100']

export const worldSchema = z.strictObject({
  scene: text,
  seed: seed.min(0),
  startedMicros: count,
  /** The service's time: Unix time in microseconds. */
  nowMicros: count,
  lastStampMicros: count,
  random,
  /**
   * The source of the next failure while calls fail at random; null while the service is healthy.
   */
  storm: random.nullable(),
  ids: z.strictObject({
    order: count,
    position: count,
    oto: count,
    trigger: count,
    event: count,
    /** Absent in older files. */
    deal: count.default(0),
  }),
  keys: z.record(text, keyState),
  markets: z.record(text, market),
  ledger,
  hedgeMode: z.boolean(),
  leverage: z.enum(leverages),
  /** Whether the account was near trouble at the last check; it is then checked more often. */
  marginNear: z.boolean(),
  positions: z.array(position),
  /** The newest hundred, oldest first. */
  marginEvents: z.array(marginEvent),
  /** One of each asset. Absent in older files, like its events. */
  borrowings: z.array(borrowing).default([]),
  /** The newest hundred, oldest first. */
  borrowingEvents: z.array(borrowingEvent).default([]),
  openOrders: z.array(restingOrder),
  /** Absent in older files. */
  triggerOrders: z.array(triggerOrder).default([]),
  /** The newest five thousand, oldest first. Absent in older files. */
  finishedOrders: z.array(finishedOrder).default([]),
  /** The newest thousand, oldest first. Absent in older files. */
  deals: z.array(deal).default([]),
  /** False: an open order with a stop loss or take profit is not in the list of open orders. */
  ordersHaveConditional: z.boolean().default(true),
  /** Seconds until an ended order enters the order history. */
  historyDelay: count.default(0),
  /** False: cancelled orders are not in the history, as for a B2B partner's account. */
  historyHasCancelled: z.boolean().default(true),
  /** Every client order id ever used. */
  clientOrderIds: textSet,
  flexPlans: z.array(flexPlan),
  flexInvestments: z.array(flexInvestment),
  /**
   * What the account's owner does with the flexible investments on most days; null for an inactive
   * owner.
   */
  flexRoutine: random.nullable(),
  /** Oldest first. */
  flexRecords: z.array(flexRecord),
  fixedInvestments: z.array(fixedInvestment),
  loan: loan.nullable(),
  miningAccounts: z.array(miningAccount),
  streamTokens: z.array(z.strictObject({ token: text, keyName: text, issuedMicros: count })),
})
/** `copied`: only in a practice copy, which is never saved. */
export type World = z.infer<typeof worldSchema> & { copied?: CopiedFigures }
