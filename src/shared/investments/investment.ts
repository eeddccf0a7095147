import type { Decimal } from '../money.js'
import type { UnixSeconds, WireTime } from '../time.js'
import type { Unreadable } from '../unreadable.js'

/** One line of the flexible investment history (specification 2.1). Ids are opaque text. */
export type FlexRecord = {
  transactionId: string
  createdAt: WireTime
  planId: string
  investmentId: string
  currency: string
  amount: Decimal
  /** 1…6 as in specification 3.1; other values are carried as they came. */
  actionType: number
}

/**
 * A fixed-term investment as the exchange lists it. `state` null: the exchange gives it one that is
 * not described.
 */
export type FixedInvestment = { id: string; state: 'active' | 'closed' | null }

/**
 * A fixed-term investment that is active. What time the plan's percent is for, the exchange does
 * not say. Null is what it did not send.
 */
export type ActiveFixedInvestment = {
  id: string
  asset: string
  amount: Decimal
  percent: Decimal | null
  createdAt: WireTime | null
  /** When the plan pays out. */
  endsAt: WireTime | null
  interestPaid: Decimal | null
}

/** A flexible investment that is open. Null is what the exchange did not send. */
export type OpenFlexInvestment = {
  id: string
  planId: string | null
  currency: string
  invested: Decimal
  autoReinvest: boolean | null
  createdAt: WireTime | null
}

/** Filters of specification 4.3; an absent member does not filter. Dates in whole Unix seconds. */
export type FlexHistoryQuery = {
  limit?: number
  offset?: number
  planId?: string
  investmentId?: string
  transactionId?: string
  from?: UnixSeconds
  to?: UnixSeconds
  actionTypes?: number[]
}

/**
 * `unreadable`: records of the page that could not be read, their places within it; absent where
 * all of it could.
 */
export type FlexHistoryPage = {
  records: FlexRecord[]
  limit?: number
  offset?: number
  unreadable?: Unreadable[]
}
