// Which samples may go as they age. Pure: time is handed in, and the repository only deletes what is named here.
import type { UnixSeconds } from '../../shared/time.js'

/** An age band of samples (`from` ≤ at < `to`) of which one per `every` seconds stays. */
export type ThinningZone = { name: 'minutes' | 'hours' | 'forgotten'; from: UnixSeconds; to: UnixSeconds; every: number }

const day = 86_400

/** Every sample for a day, one per 5 minutes for 90 days, one per hour for 5 years; of what is older still, only the ends. */
export const thinningZones = (now: UnixSeconds): ThinningZone[] => {
  const ago = (seconds: number): UnixSeconds => (now > seconds ? now - seconds : 0)
  const [forgotten, hours, minutes] = [ago(5 * 365 * day), ago(90 * day), ago(day)]
  return [
    { name: 'minutes', from: hours, to: minutes, every: 300 },
    { name: 'hours', from: forgotten, to: hours, every: 3600 },
    { name: 'forgotten', from: 0, to: forgotten, every: Number.POSITIVE_INFINITY },
  ]
}

/** Where the stretch of time begins from which one sample stays. */
export const stretchStart = (at: UnixSeconds, every: number): UnixSeconds => (every === Number.POSITIVE_INFINITY ? 0 : at - (at % every))

/**
 * Of samples of one series in one zone, oldest first and in whole stretches, those that may go. From each stretch the one that
 * `better` prefers stays; the zone's oldest and newest (`edges`) always stay, so that what is drawn begins and ends where it did.
 */
export const surplusSamples = <S extends { at: UnixSeconds }>(
  samples: readonly S[],
  every: number,
  edges: { oldest: UnixSeconds; newest: UnixSeconds },
  better: (candidate: S, chosen: S) => boolean,
): S[] => {
  const chosen = new Map<UnixSeconds, S>()
  for (const sample of samples) {
    const stretch = stretchStart(sample.at, every)
    const rival = chosen.get(stretch)
    if (rival === undefined || better(sample, rival)) chosen.set(stretch, sample)
  }
  const staying = new Set(chosen.values())
  return samples.filter((sample) => !staying.has(sample) && sample.at !== edges.oldest && sample.at !== edges.newest)
}
