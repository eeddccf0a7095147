import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { SampledHistory } from './sampled-history.js'

/** The account's net worth, as Plimsoll calculated it then. */
export type WorthPoint = {
  at: UnixSeconds
  /** In the currency of totals. */
  total: Decimal
  /** How many assets had no price and are not included. */
  unpriced: number
  /**
   * Which parts are included, as one string; null if not recorded. Totals of other parts must not
   * be compared.
   */
  counted: string | null
  /**
   * There was no sample for a while before this point, or other parts were counted: no line may be
   * drawn across.
   */
  afterGap: boolean
}

export type WorthHistory = SampledHistory<WorthPoint> & {
  currency: string
  /** The newest sample at least a day old, by at most two hours; null if there is none. */
  dayAgo: Omit<WorthPoint, 'afterGap'> | null
}
