import type { UnixSeconds } from '../time.js'
import type { LtvFigures } from './loan-levels.js'
import type { SampledHistory } from './sampled-history.js'

/** One recorded sample of the loan; of a thinned-out stretch, the worst. */
export type LtvPoint = LtvFigures & {
  at: UnixSeconds
  /** There was no data for a while before this point: no line may be drawn across. */
  afterGap: boolean
}

export type LtvHistory = SampledHistory<LtvPoint>
