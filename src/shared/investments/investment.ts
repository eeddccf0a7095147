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
  /** 1…6 as in specification 3.1; other values are kept as they came. */
  actionType: number
}

/** A fixed-term investment as the exchange lists it. `state` null: its state is not described. */
export type FixedInvestment = { id: string; state: 'active' | 'closed' | null }

/**
 * An active fixed-term investment. The exchange does not say which period the plan's percent is
 * for. Null: not sent by the exchange.
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

/** An open flexible investment. Null: not sent by the exchange. */
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
 * `unreadable`: records of the page that could not be read, with their places in it; absent if all
 * could.
 */
export type FlexHistoryPage = {
  records: FlexRecord[]
  limit?: number
  offset?: number
  unreadable?: Unreadable[]
}
