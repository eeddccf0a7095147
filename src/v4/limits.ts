/**
 * Which budget a call counts against (specification 8, or v4's own groups where it says nothing).
 */
export type Scope = 'public' | 'history' | 'private' | 'stream-token'

export type Limit = { requests: number; perSeconds: number; documented: boolean }

/**
 * Section 8 gives the first two; it says nothing about other private endpoints, so Plimsoll limits
 * itself to five a second there. The stream token's is publicly documented.
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
 * The maximum content of a response: far above what any account has, far below what would block the
 * program. There are fewer than 1,000 assets and fewer than 1,000 markets with at most two
 * positions each; a history page has as many records as were requested.
 */
export const mostAssets = 10_000
export const mostPositions = 10_000
export const mostRecords = 5_000
export const mostMarkets = 5_000
/** A page of orders has at most as many as were requested. */
export const mostOrders = 1_000
/**
 * More entries than orders sent is reported as a mismatch; many times more is not a valid response.
 */
export const mostEntries = 5 * bulkSize.most
export const mostCancelled = 5 * cancelSize.most
/**
 * The maximum unreadable members of one list that may be left out: beyond that, an error about each
 * would cost more than the response.
 */
export const mostMisfits = 1_000
/** Of a response without lists, and of an error. */
export const fewMembers = 5_000
/** Parameters an error may name, and messages about one of them. */
export const mostComplaints = { parameters: 1000, each: 1000 } as const

/**
 * Characters of a number and of any other text in a response. Amounts have up to 18 places;
 * arithmetic on a million would never finish.
 */
export const longestNumber = 80
export const longestText = 1_000
export const longestToken = 10_000
