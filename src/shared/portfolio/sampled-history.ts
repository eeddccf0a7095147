import type { UnixSeconds } from '../time.js'

/** What was recorded on this computer of something that changes, prepared for a chart. */
export type SampledHistory<Point> = {
  from: UnixSeconds
  to: UnixSeconds
  /** Oldest first. */
  points: Point[]
  /** There has been no data for a while: the line must not reach the edge. */
  gapAtEnd: boolean
}
