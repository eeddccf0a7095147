/**
 * Which budget a call counts against (specification 8, and v4's own groups where it says nothing).
 */
export type Scope = 'public' | 'history' | 'private' | 'stream-token'

export type Limit = { requests: number; perSeconds: number; documented: boolean }

/**
 * Section 8 gives the first two; it says nothing of other private endpoints, so Plimsoll keeps to
 * five a second there. The stream token's is publicly documented.
 */
export const limits: Record<Scope, Limit> = {
  public: { requests: 2000, perSeconds: 10, documented: true },
  history: { requests: 1000, perSeconds: 10, documented: true },
  private: { requests: 100, perSeconds: 10, documented: false },
  'stream-token': { requests: 10, perSeconds: 60, documented: false },
}

/** Section 8, pagination of the history. */
export const historyDefaults = { limit: 50, offset: 0 } as const

/** Not in the specification; from the public documentation. */
export const bulkSize = { least: 1, most: 20 } as const
export const cancelSize = { least: 1, most: 100 } as const

/**
 * Section 8: letters, digits, dashes, dots, underscores. The length is from the public
 * documentation.
 */
export const clientOrderIdPattern = /^[A-Za-z0-9._-]{1,64}$/

/**
 * How much an answer may hold: far above what anybody has, far below what would hold the program.
 * There are fewer than 1,000 assets and fewer than 1,000 markets with at most two positions each; a
 * history page has as many records as were asked for.
 */
export const mostAssets = 10_000
export const mostPositions = 10_000
export const mostRecords = 5_000
export const mostMarkets = 5_000
/** A page of orders has at most as many as were asked for. */
export const mostOrders = 1_000
/** More entries than orders were sent is told as a mismatch; many times more is no answer. */
export const mostEntries = 5 * bulkSize.most
export const mostCancelled = 5 * cancelSize.most
/**
 * Members of one list that may be left out because they cannot be read: beyond, a complaint about
 * each would cost more than the answer.
 */
export const mostMisfits = 1_000
/** Of an answer without lists, and of a refusal. */
export const fewMembers = 5_000
/** Parameters a refusal complains about, and complaints about one of them. */
export const mostComplaints = { parameters: 1000, each: 1000 } as const

/**
 * Characters of a number and of any other text in an answer. Amounts have up to 18 places;
 * arithmetic on a million would never end.
 */
export const longestNumber = 80
export const longestText = 1_000
export const longestToken = 10_000
