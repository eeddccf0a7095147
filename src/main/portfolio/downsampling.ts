// Which samples are removed as they age.
import type { UnixSeconds } from '../../shared/time.js'

/** An age band of samples (`from` ≤ at < `to`) of which one per `every` seconds stays. */
export type AgeBand = { name: 'minutes' | 'hours' | 'forgotten'; from: UnixSeconds; to: UnixSeconds; every: number }

const day = 86_400

/** Every sample for a day, one per 5 minutes for 90 days, one per hour for 5 years; of what is older still, only the ends. */
export const ageBands = (now: UnixSeconds): AgeBand[] => {
  const ago = (seconds: number): UnixSeconds => (now > seconds ? now - seconds : 0)
  const [forgotten, hours, minutes] = [ago(5 * 365 * day), ago(90 * day), ago(day)]
  return [
    { name: 'minutes', from: hours, to: minutes, every: 300 },
    { name: 'hours', from: forgotten, to: hours, every: 3600 },
    { name: 'forgotten', from: 0, to: forgotten, every: Number.POSITIVE_INFINITY },
  ]
}

/** One sample stays of each bucket. */
export const bucketStart = (at: UnixSeconds, every: number): UnixSeconds => (every === Number.POSITIVE_INFINITY ? 0 : at - (at % every))

/**
 * Of samples of one series in one age band, oldest first and in whole buckets, those that may go. Of each bucket the one that `better`
 * prefers stays; the band's oldest and newest (`ends`) always stay, so that a chart begins and ends where it did.
 */
export const surplusSamples = <S extends { at: UnixSeconds }>(
  samples: readonly S[],
  every: number,
  ends: { oldest: UnixSeconds; newest: UnixSeconds },
  better: (candidate: S, chosen: S) => boolean,
): S[] => {
  const kept = new Map<UnixSeconds, S>()
  for (const sample of samples) {
    const bucket = bucketStart(sample.at, every)
    const other = kept.get(bucket)
    if (other === undefined || better(sample, other)) kept.set(bucket, sample)
  }
  const staying = new Set(kept.values())
  return samples.filter((sample) => !staying.has(sample) && sample.at !== ends.oldest && sample.at !== ends.newest)
}
