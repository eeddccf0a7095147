// LTV over time as a chart needs it: few enough points to draw, never hiding the worst, and gaps that stay gaps.
import type { LtvHistory, LtvPoint } from '../../shared/domain/ltv-history.js'
import { compare } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'

export type LtvSample = Omit<LtvPoint, 'afterGap'>

/** More than a wide screen has pixels to spare for. */
export const mostPoints = 1000

const day = 86_400

/** Seconds between two samples without one being missed: they are downsampled with age. */
const usualStep = (age: number): number => (age < day ? 90 : age < 90 * day ? 900 : 3 * 3600)

const worse = (a: LtvSample, b: LtvSample): LtvSample => (compare(b.currentLtv, a.currentLtv) > 0 ? b : a)

/** `samples` oldest first. */
export const ltvHistory = (samples: readonly LtvSample[], window: { from: UnixSeconds; to: UnixSeconds }): LtvHistory => {
  const { from, to } = window
  const bucket = (to - from) / mostPoints
  const points: LtvPoint[] = []
  let open: { index: number; worst: LtvSample; afterGap: boolean } | null = null
  let last: UnixSeconds | null = null

  const isMissed = (before: UnixSeconds | null, at: UnixSeconds): boolean =>
    before !== null && at - before > Math.max(usualStep(to - at), 2 * bucket)

  const close = (): void => {
    if (open !== null) points.push({ ...open.worst, afterGap: open.afterGap })
  }

  for (const sample of samples) {
    const missed = isMissed(last, sample.at)
    const index = bucket > 0 ? Math.floor((sample.at - from) / bucket) : 0
    if (open !== null && open.index === index && !missed) open.worst = worse(open.worst, sample)
    else {
      close()
      open = { index, worst: sample, afterGap: missed }
    }
    last = sample.at
  }
  close()
  return { from, to, points, gapAtEnd: isMissed(last, to) }
}
