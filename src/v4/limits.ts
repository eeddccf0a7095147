import type { Scope } from './endpoint.js'

export type Limit = { requests: number; perSeconds: number; documented: boolean }

/**
 * Section 8 gives the first two; it says nothing of other private endpoints, so Plimsoll keeps to five a second there. The
 * stream token's is publicly documented.
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

/** Section 8: letters, digits, dashes, dots, underscores. The length is from the public documentation. */
export const clientOrderIdPattern = /^[A-Za-z0-9._-]{1,64}$/
