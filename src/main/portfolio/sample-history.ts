// Samples over time, prepared for a chart: few enough points to draw, with gaps preserved.
import type { LtvHistory, LtvPoint } from '../../shared/portfolio/ltv-history.js'
import type { MarginHistory, MarginPoint } from '../../shared/portfolio/margin-history.js'
import type { SampledHistory } from '../../shared/portfolio/sampled-history.js'
import type { WorthPoint } from '../../shared/portfolio/worth-history.js'
import type { UnixSeconds } from '../../shared/time.js'
import { sampleKinds } from './sample-kinds.js'

export type LtvSample = Omit<LtvPoint, 'afterGap'>
export type MarginSample = Omit<MarginPoint, 'afterGap'>
export type WorthSample = Omit<WorthPoint, 'afterGap'>

type Window = { from: UnixSeconds; to: UnixSeconds }

/** More than the pixels of a wide screen. */
export const mostPoints = 1000

const day = 86_400

/**
 * `samples` oldest first. `usualStep`: seconds between two consecutive samples of an age. Of
 * several that fall into one point, `chosen` picks one; `apart`: they are of different things, and
 * no line joins them.
 */
function historyOf<Sample extends { at: UnixSeconds }>(
  samples: readonly Sample[],
  { from, to }: Window,
  usualStep: (age: number) => number,
  chosen: (a: Sample, b: Sample) => Sample,
  apart: (a: Sample, b: Sample) => boolean = () => false,
) {
  const bucket = (to - from) / mostPoints
  const points: (Sample & { afterGap: boolean })[] = []
  let open: { index: number; sample: Sample; afterGap: boolean } | null = null
  let last: Sample | null = null

  const isMissed = (before: UnixSeconds | null, at: UnixSeconds): boolean =>
    before !== null && at - before > Math.max(usualStep(to - at), 2 * bucket)

  const close = (): void => {
    if (open !== null) points.push({ ...open.sample, afterGap: open.afterGap })
  }

  for (const sample of samples) {
    const missed = isMissed(last?.at ?? null, sample.at) || (last !== null && apart(last, sample))
    const index = bucket > 0 ? Math.floor((sample.at - from) / bucket) : 0
    if (open !== null && open.index === index && !missed) open.sample = chosen(open.sample, sample)
    else {
      close()
      open = { index, sample, afterGap: missed }
    }
    last = sample
  }
  close()
  return { from, to, points, gapAtEnd: isMissed(samples.at(-1)?.at ?? null, to) }
}

/** Of samples that are thinned with age. */
function thinnedStep(age: number): number {
  return age < day ? 90 : age < 90 * day ? 900 : 3 * 3600
}

/** The worst LTV is never hidden. */
export function ltvHistory(samples: readonly LtvSample[], window: Window): LtvHistory {
  const { isWorse } = sampleKinds.loan
  return historyOf(samples, window, thinnedStep, (a, b) =>
    isWorse(b.currentLtv, a.currentLtv) ? b : a,
  )
}

/** Nor is the lowest margin level. */
export function marginHistory(samples: readonly MarginSample[], window: Window): MarginHistory {
  const { isWorse } = sampleKinds.margin
  return historyOf(samples, window, thinnedStep, (a, b) => (isWorse(b.level, a.level) ? b : a))
}

/** Net worth: of several samples the newest, as at the close of a day. */
export function worthHistory(
  samples: readonly WorthSample[],
  window: Window,
): SampledHistory<WorthPoint> {
  return historyOf(
    samples,
    window,
    (age) => (age < 90 * day ? 1800 : 3 * 3600),
    (_a, b) => b,
    (a, b) => a.counted !== b.counted,
  )
}
