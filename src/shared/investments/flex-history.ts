// The flexible investment history as it is kept on this computer, and what can be asked of it.
import type { FlexRecord } from './investment.js'
import type { Problem } from '../problem.js'
import type { Unreadable } from '../unreadable.js'
import type { Told } from '../messages/messages.js'
import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'

/** Names of specification 3.1; any other value is shown as the number it is. */
export const flexActions = {
  1: 'INVEST',
  2: 'REINVEST',
  3: 'WITHDRAW_FROM_INVESTMENT',
  4: 'DAILY_EARNING',
  5: 'CLOSE_INVESTMENT',
  6: 'OPEN_INVESTMENT',
} as const satisfies Record<number, string>

/** Null or empty members do not filter. `from` and `to` in whole Unix seconds, both included. */
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
 * `waiting` not begun, or no key · `syncing` pages are coming in · `paused` by the person ·
 * `up-to-date` · `not-enabled` the key has no B2B access (specification section 5) · `failed` the
 * last try failed; it tries again by itself.
 */
export type FlexSync = {
  state: 'waiting' | 'syncing' | 'paused' | 'up-to-date' | 'not-enabled' | 'failed'
  /** `first` until the whole history has been seen once. */
  phase: 'first' | 'later'
  /** Records kept locally. */
  records: number
  /** Pages read in this run. */
  pages: number
  /** The oldest record kept; null with none. */
  backTo: UnixSeconds | null
  lastSyncedAt: UnixSeconds | null
  /** Records kept here that the exchange no longer lists. */
  unlisted: number
  /**
   * Records of the exchange's list that could not be read and are not kept; absent where all of
   * them could.
   */
  unreadable?: Unreadable[]
  problem: Problem | null
}

export type FlexView = {
  profileId: string | null
  /** Grows whenever the records change: answers carry the one they were made from. */
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
 * A page of what the exchange itself finds. The next one begins behind all its records, those that
 * could not be read included.
 */
export type FlexFound = { records: FlexRecord[]; more: boolean; unreadable?: Unreadable[] }

/** Values offered of each kind. */
export const mostFacets = 500
/** An id longer than this is shown, but can neither be asked for nor chosen as a filter. */
export const longestId = 1000

export type FlexFacet = { value: string; records: number }
/** Values that occur, with counts, most frequent first; at most `mostFacets` of each. */
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
  /** Oldest first; periods without earnings between the first and the last are there, as zero. */
  periods: EarningsPeriod[]
  plans: { planId: string; earned: Decimal; records: number }[]
  /**
   * Earned against the average invested over the days the records cover, in percent a year; null
   * where the records do not allow it, and `apyNote` says why, or what was assumed.
   */
  apy: Decimal | null
  apyNote: Told
}

export type FlexEarnings = { version: number; currencies: CurrencyEarnings[] }

/** One investment from its first record to its last, oldest first. */
export type InvestmentDetail = {
  investmentId: string
  planIds: string[]
  currency: string
  records: FlexRecord[]
  /** True where there are more records than are given here. */
  cut: boolean
  invested: Decimal
  reinvested: Decimal
  withdrawn: Decimal
  earned: Decimal
  openedAt: UnixSeconds | null
  closedAt: UnixSeconds | null
  /** What the records do not say. */
  notes: Told[]
}

export type SavedFilter = { id: string; name: string; filter: FlexFilter }

/** How far an export to a file is. `done` has `rows` equal to `total`. */
export type FlexExport = {
  id: string
  /** Whose records these are: a word that comes late must not be taken for another account's. */
  profileId: string
  state: 'writing' | 'done' | 'failed' | 'cancelled'
  rows: number
  total: number
  file: string
  problem: Problem | null
}
