import type { UnixSeconds } from '../time.js'
import type { LtvFigures } from './loan-levels.js'

/** One remembered look at the loan; of a stretch that was thinned out, the worst. */
export type LtvPoint = LtvFigures & {
  at: UnixSeconds
  /** Nobody looked for a while before this point: a line must not be drawn across. */
  afterGap: boolean
}

export type LtvHistory = {
  from: UnixSeconds
  to: UnixSeconds
  /** Oldest first. */
  points: LtvPoint[]
  /** Nobody has looked for a while: the line must not reach the edge. */
  gapAtEnd: boolean
}
