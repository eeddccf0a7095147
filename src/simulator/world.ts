// Everything the service knows, as plain data that JSON carries unchanged. Secrets are not part of it: they follow from the seed.
import type { Decimal } from '../shared/money.js'
import type { PositionSide } from '../shared/domain/order.js'
import type { Random } from './engine/random.js'
import type { TextSet } from './text-set.js'

/**
 * What a key may do. `enabled` off is the key switched off in the settings (or called from an address it does not trust);
 * `trading` off is a key without order rights; `collateral` off is an account that margin trading is not offered to; `barred`
 * lists paths that are switched off for this key alone.
 */
export type KeyRights = {
  enabled: boolean
  trading: boolean
  collateral: boolean
  b2b: boolean
  creditLine: boolean
  mining: boolean
  barred: string[]
}

export type KeyState = KeyRights & {
  /** Highest nonce taken so far, as text. */
  lastNonce: string
  /** Nonces taken that `nonceWindow` may meet again: milliseconds, ascending; those outside the window are dropped now and then. */
  windowNonces: number[]
  /** Nonces taken that are no whole numbers. */
  textNonces: TextSet
}

/** One leg of a scripted price: so many seconds after the start the price is so many hundredths of a percent of the anchor. */
export type Waypoint = { afterSeconds: number; perTenThousand: number }

export type Market = {
  name: string
  stock: string
  money: string
  pricePrecision: number
  minAmount: Decimal
  amountStep: Decimal
  minTotal: Decimal
  /** Shares, not percent: "0.001" is 0.1 %. */
  makerFee: Decimal
  takerFee: Decimal
  /** Whether collateral orders are taken here. */
  collateral: boolean
  /** Trading is switched off for now. */
  halted: boolean
  /** Stock on offer at each of the book's price levels, per side and second. */
  depth: Decimal
  /** Mark price, in ticks of 10^−pricePrecision money. */
  ticks: number
  /** Where the walk is drawn back to. For a market that follows another: its distance from the followed price. */
  anchorTicks: number
  /** Largest step of the walk per second, in millionths of the price. */
  restlessness: number
  follows: { market: string; ticksPerTick: number } | null
  script: Waypoint[] | null
  random: Random
  /** Stock already taken from the book in the current second. */
  taken: { buy: Decimal; sell: Decimal }
}

export type Trigger = { id: number; price: Decimal; ticks: number }

export type Position = {
  id: number
  market: string
  side: PositionSide
  /** In base currency; negative is short. Never zero. */
  amount: Decimal
  basePrice: Decimal
  openedMicros: number
  modifiedMicros: number
  realizedPnl: Decimal
  funding: Decimal
  unrealizedFunding: Decimal
  takeProfit: Trigger | null
  stopLoss: Trigger | null
  liquidationState: 'margin_call' | 'liquidation' | null
  /** A part has already been closed by force; next time it is the whole. */
  trimmed: boolean
}

/** A position that came into a margin call or into liquidation, as it stood at that moment. Numbered so that a reader can go on from where it was. */
export type MarginEvent = {
  number: number
  kind: 'margin_call' | 'liquidation'
  position: Position
  mark: Decimal
  margin: Decimal
  freeMargin: Decimal
  liquidationPrice: Decimal | null
}

export type RestingOrder = {
  id: number
  clientOrderId: string
  market: string
  side: 'buy' | 'sell'
  amount: Decimal
  left: Decimal
  price: Decimal
  priceTicks: number
  dealMoney: Decimal
  dealStock: Decimal
  dealFee: Decimal
  postOnly: boolean
  ioc: boolean
  rpi: boolean
  status: 'NEW' | 'PARTIALLY_FILLED' | 'FILLED'
  createdMicros: number
  /** Set aside for what is left: money for a buy, stock for a sell. */
  reserved: Decimal
}

/** Specification 2.1, with `transactionId` spelt our way. */
export type FlexRecord = {
  createdAt: number
  planId: string
  investmentId: string
  currency: string
  amount: Decimal
  transactionId: string
  actionType: 1 | 2 | 3 | 4 | 5 | 6
}

/** A flexible plan on offer. */
export type FlexPlan = {
  id: string
  currency: string
  /** Share per year: "0.12" is 12 %. */
  yearlyRate: Decimal
}

export type FlexInvestment = {
  id: string
  planId: string
  currency: string
  amount: Decimal
  /** Earned this day and not yet credited. */
  pending: Decimal
  /** Share per year: "0.12" is 12 %. */
  yearlyRate: Decimal
  /** True puts each day's earning back into the investment. */
  reinvest: boolean
}

export type FixedInvestment = {
  id: string
  asset: string
  amount: Decimal
  /** Share per year, paid at the end of the term only. */
  yearlyRate: Decimal
  openedAt: number
  endsAt: number
  status: 'active' | 'closed'
}

export type Loan = {
  asset: string
  amount: Decimal
  totalFunding: Decimal
  /** Share per hour of the amount. */
  hourlyRate: Decimal
  collateral: { asset: string; market: string; amount: Decimal }[]
  initialLtv: Decimal
  marginCallLtv: Decimal
  liquidationLtv: Decimal
  /** Added to the computed LTV: what a rehearsal pushed it by. */
  push: Decimal
  createdAt: number
}

type MiningAccount = { name: string; payoutDestination: 'main_balance' | 'external_address'; externalAddress: string | null }

/** Whose money it is. `house` stands for everybody else and may be negative; all accounts of an asset always sum to zero. */
export const accounts = ['main', 'trade', 'reserved', 'collateral', 'flex', 'fixed', 'loan-collateral', 'fees', 'house'] as const
export type Account = (typeof accounts)[number]
export type Ledger = Record<Account, Record<string, Decimal>>

export type World = {
  scene: string
  seed: number
  startedMicros: number
  /** The service's time: Unix time in microseconds. */
  nowMicros: number
  lastStampMicros: number
  random: Random
  /** Where the next failure of a stormy day comes from; null while the service is well. */
  storm: Random | null
  ids: { order: number; position: number; oto: number; trigger: number; event: number }
  keys: Record<string, KeyState>
  markets: Record<string, Market>
  ledger: Ledger
  hedgeMode: boolean
  leverage: Decimal
  /** Whether the account was near trouble when it was last looked at; then it is looked at more often. */
  marginNear: boolean
  positions: Position[]
  /** The newest hundred, oldest first. */
  marginEvents: MarginEvent[]
  openOrders: RestingOrder[]
  /** Every client order id ever taken. */
  clientOrderIds: TextSet
  flexPlans: FlexPlan[]
  flexInvestments: FlexInvestment[]
  /** What the account's owner does with the flexible investments on most days; null for an owner who does nothing. */
  flexRoutine: Random | null
  /** Oldest first. */
  flexRecords: FlexRecord[]
  fixedInvestments: FixedInvestment[]
  loan: Loan | null
  miningAccounts: MiningAccount[]
  streamTokens: { token: string; keyName: string; issuedMicros: number }[]
}
