import type { Decimal } from '../money.js'
import type { UnixSeconds } from '../time.js'
import type { SampledHistory } from './sampled-history.js'

/** One recorded sample of the margin level; of a thinned-out stretch, the lowest. */
export type MarginPoint = {
  at: UnixSeconds
  /** In percent. */
  level: Decimal
  /** There was no level for a while before this point: no line may be drawn across. */
  afterGap: boolean
}

export type MarginHistory = SampledHistory<MarginPoint>
