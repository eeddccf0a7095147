// The flexible investment history as stored on this computer, and how it can be queried.
import type { FlexRecord } from './investment.js'
import type { Problem } from '../problem.js'
import type { Unreadable } from '../unreadable.js'
import type { MessageOrText } from '../messages/messages.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'

/** Names from specification 3.1; any other value is shown as its number. */
export const flexActions = {
  1: 'INVEST',
  2: 'REINVEST',
  3: 'WITHDRAW_FROM_INVESTMENT',
  4: 'DAILY_EARNING',
  5: 'CLOSE_INVESTMENT',
  6: 'OPEN_INVESTMENT',
} as const satisfies Record<number, string>

/** Null or empty members do not filter. `from` and `to` in whole Unix seconds, both inclusive. */
export type FlexFilter = {
  planId: string | null
  investmentId: string | null
  transactionId: string | null
  currency: string | null
  from: UnixSeconds | null
  to: UnixSeconds | null
  actionTypes: number[]
}

export const everything: FlexFilter = {
  planId: null,
  investmentId: null,
  transactionId: null,
  currency: null,
  from: null,
  to: null,
  actionTypes: [],
}

/**
 * `waiting` not started, or no key · `syncing` pages are coming in · `paused` by the user ·
 * `up-to-date` · `not-enabled` the key has no B2B access (specification section 5) · `failed` the
 * last try failed; it retries automatically.
 */
export type FlexSync = {
  state: 'waiting' | 'syncing' | 'paused' | 'up-to-date' | 'not-enabled' | 'failed'
  /** `first` until the whole history has been seen once. */
  phase: 'first' | 'later'
  /** Records stored locally. */
  records: number
  /** Pages read in this run. */
  pages: number
  /** The oldest stored record; null with none. */
  backTo: UnixSeconds | null
  lastSyncedAt: UnixSeconds | null
  /** Stored records that the exchange no longer lists. */
  unlisted: number
  /**
   * Records of the exchange's list that could not be read and are not stored; absent if all could.
   */
  unreadable?: Unreadable[]
  problem: Problem | null
}

export type FlexView = {
  profileId: string | null
  /** Increases whenever the records change: results carry the version they were made from. */
  version: number
  sync: FlexSync
}

export const noFlex: FlexView = {
  profileId: null,
  version: 0,
  sync: {
    state: 'waiting',
    phase: 'first',
    records: 0,
    pages: 0,
    backTo: null,
    lastSyncedAt: null,
    unlisted: 0,
    problem: null,
  },
}

/** Newest first. */
export type FlexRows = { version: number; total: number; from: number; rows: FlexRecord[] }

/**
 * A page of the exchange's own search results. The next one starts after all its records, including
 * those that could not be read.
 */
export type FlexFound = { records: FlexRecord[]; more: boolean; unreadable?: Unreadable[] }

/** Values offered per kind. */
export const mostFacets = 500
/** A longer id is shown, but can neither be queried nor chosen as a filter. */
export const longestId = 1000

export type FlexFacet = { value: string; records: number }
/** Existing values with counts, most frequent first; at most `mostFacets` of each. */
export type FlexFacets = {
  version: number
  plans: FlexFacet[]
  investments: FlexFacet[]
  currencies: FlexFacet[]
  actionTypes: { value: number; records: number }[]
}

export type EarningsQuery = { filter: FlexFilter; per: 'day' | 'month'; utc: boolean }

export type EarningsPeriod = { start: UnixSeconds; earned: Decimal; runningTotal: Decimal }

/** Sums of DAILY_EARNING in one currency, exact. */
export type CurrencyEarnings = {
  currency: string
  total: Decimal
  records: number
  /**
   * Oldest first; periods without earnings between the first and the last are included, as zero.
   */
  periods: EarningsPeriod[]
  plans: { planId: string; earned: Decimal; records: number }[]
  /**
   * Earned relative to the average invested over the days the records cover, in percent per year;
   * null if the records do not allow it. `apyNote` says why, or what was assumed.
   */
  apy: Decimal | null
  apyNote: MessageOrText
}

export type FlexEarnings = { version: number; currencies: CurrencyEarnings[] }

/** One investment from its first record to its last, oldest first. */
export type InvestmentDetail = {
  investmentId: string
  planIds: string[]
  currency: string
  records: FlexRecord[]
  /** True if there are more records than are returned here. */
  cut: boolean
  invested: Decimal
  reinvested: Decimal
  withdrawn: Decimal
  earned: Decimal
  openedAt: UnixSeconds | null
  closedAt: UnixSeconds | null
  /** What the records do not say. */
  notes: MessageOrText[]
}

export type SavedFilter = { id: string; name: string; filter: FlexFilter }

/** The progress of an export to a file. `done` has `rows` equal to `total`. */
export type FlexExport = {
  id: string
  /** Whose records these are: a late event must not be taken for another account's. */
  profileId: string
  state: 'writing' | 'done' | 'failed' | 'cancelled'
  rows: number
  total: number
  file: string
  problem: Problem | null
}
