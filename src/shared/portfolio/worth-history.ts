import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'

/** What the account was worth, as Plimsoll counted it then. */
export type WorthPoint = {
  at: UnixSeconds
  /** In the currency that totals are counted in. */
  total: Decimal
  /** So many assets had no price and are not in it. */
  unpriced: number
  /**
   * Which parts are in it, as one word; null where that was not kept. Totals of other parts must
   * not be compared.
   */
  counted: string | null
  /**
   * Nobody counted for a while before this point, or other parts were counted: a line must not be
   * drawn across.
   */
  afterGap: boolean
}

export type WorthHistory = {
  currency: string
  from: UnixSeconds
  to: UnixSeconds
  /** Oldest first. */
  points: WorthPoint[]
  gapAtEnd: boolean
  /**
   * The newest of a day ago or before, at most two hours before; null where nobody counted then.
   */
  dayAgo: Omit<WorthPoint, 'afterGap'> | null
}
