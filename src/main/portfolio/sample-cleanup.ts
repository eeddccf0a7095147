// Removes old samples from the database, a few thousand rows at a time, keeping one per interval of
// each age band.
import { setTimeout as pause } from 'node:timers/promises'
import type { Decimal } from '../../shared/money.js'
import type { UnixSeconds } from '../../shared/time.js'
import { type Database, digits, numberOf, text, textOf } from '../database/database.js'
import { isSampleKind, type SampleKind, sampleKinds } from './sample-kinds.js'

/** An age band of samples (`from` ≤ at < `to`) in which one per `every` seconds is kept. */
export type AgeBand = { from: UnixSeconds; to: UnixSeconds; every: number }

const day = 86_400

/**
 * Every sample for a day, one per 5 minutes for 90 days, one per hour for 5 years; of older ones,
 * only the first and last.
 */
export function ageBands(now: UnixSeconds): AgeBand[] {
  const ago = (seconds: number): UnixSeconds => (now > seconds ? now - seconds : 0)
  const [forgotten, hours, minutes] = [ago(5 * 365 * day), ago(90 * day), ago(day)]
  return [
    { from: hours, to: minutes, every: 300 },
    { from: forgotten, to: hours, every: 3600 },
    { from: 0, to: forgotten, every: Number.POSITIVE_INFINITY },
  ]
}

/** One sample is kept per bucket. */
export function bucketStart(at: UnixSeconds, every: number): UnixSeconds {
  return every === Number.POSITIVE_INFINITY ? 0 : at - (at % every)
}

/**
 * Of samples of one series in one age band, oldest first and in whole buckets, those that may be
 * removed. Each bucket keeps the one that `better` prefers; the band's oldest and newest (`ends`)
 * are always kept, so that a chart keeps its ends.
 */
export function surplusSamples<S extends { at: UnixSeconds }>(
  samples: readonly S[],
  every: number,
  ends: { oldest: UnixSeconds; newest: UnixSeconds },
  better: (candidate: S, chosen: S) => boolean,
): S[] {
  const kept = new Map<UnixSeconds, S>()
  for (const sample of samples) {
    const bucket = bucketStart(sample.at, every)
    const other = kept.get(bucket)
    if (other === undefined || better(sample, other)) kept.set(bucket, sample)
  }
  const staying = new Set(kept.values())
  return samples.filter(
    (sample) => !staying.has(sample) && sample.at !== ends.oldest && sample.at !== ends.newest,
  )
}

const rowsAtOnce = 2000
/**
 * A few milliseconds of work, which another thread's write may have to wait for, and the same pause
 * before the next.
 */
const removedAtOnce = 200
const betweenWrites = 5

type Aged = { at: UnixSeconds; value: Decimal }
type Series = { id: number; kind: SampleKind }

/** What was written since the last call. */
export type WrittenSamples = {
  now: UnixSeconds
  /** By series, the oldest sample: it may be older than where the series' cursors are. */
  oldest: ReadonlyMap<number, UnixSeconds>
  /** Series ids may refer to other series from now on. */
  renumbered: boolean
}

/**
 * Call repeatedly: reads a few thousand samples, and returns how many it removed. Writes are brief,
 * so that nothing waits long.
 */
export function createSampleDownsampler(
  database: Database,
): (written: WrittenSamples) => Promise<number> {
  /** By series and then by the interval of the age band, where the next call begins. */
  const cursors = new Map<number, Map<number, UnixSeconds>>()
  /** The next call continues after this series, so that none waits for ever. */
  let lastSeries = 0

  const downsampleSeries = async (
    { id, kind }: Series,
    band: AgeBand,
  ): Promise<{ read: number; removed: number }> => {
    const { table, ranked, isWorse } = sampleKinds[kind]
    const ofSeries = cursors.get(id) ?? new Map<number, UnixSeconds>()
    cursors.set(id, ofSeries)
    const cursor = ofSeries.get(band.every) ?? 0
    const from = cursor > band.from ? cursor : band.from
    const within = `FROM ${table} WHERE series = ? AND at >= ? AND at < ?`
    // Two lookups; querying both ends at once would read everything between them.
    const end = (order: 'ASC' | 'DESC'): UnixSeconds => {
      const row = database.first(
        `SELECT at ${within} ORDER BY at ${order} LIMIT 1`,
        id,
        band.from,
        band.to,
      )
      return row === null ? Number.NaN : numberOf(row, 'at')
    }
    const rows = database.all(
      `SELECT at, ${digits(ranked)} ${within} ORDER BY at LIMIT ${rowsAtOnce}`,
      id,
      from,
      band.to,
    )
    const lastRow = rows.at(-1)
    if (lastRow === undefined) return { read: 0, removed: 0 }
    const samples = rows.map((row): Aged => ({
      at: numberOf(row, 'at'),
      value: textOf(row, ranked),
    }))
    const surplus = surplusSamples(
      samples,
      band.every,
      { oldest: end('ASC'), newest: end('DESC') },
      (candidate, chosen) => isWorse(candidate.value, chosen.value),
    )
    for (let first = 0; first < surplus.length; first += removedAtOnce) {
      database.write(() => {
        for (const { at } of surplus.slice(first, first + removedAtOnce))
          database.run(`DELETE FROM ${table} WHERE series = ? AND at = ?`, id, at)
      })
      await pause(betweenWrites)
    }
    // The newest sample's bucket is read again: it may still be growing, and its last sample was
    // kept only because it was the last.
    ofSeries.set(band.every, bucketStart(numberOf(lastRow, 'at'), band.every))
    return { read: rows.length, removed: surplus.length }
  }

  return async ({ now, oldest, renumbered }) => {
    if (renumbered) cursors.clear()
    for (const [series, at] of oldest) {
      const ofSeries = cursors.get(series)
      for (const [every, cursor] of ofSeries ?? [])
        if (at < cursor) ofSeries?.set(every, bucketStart(at, every))
    }
    const bands = ageBands(now)
    const all = database
      .all(`SELECT id, ${text('kind')} FROM sample_series ORDER BY id`)
      .flatMap((row): Series[] => {
        const kind = textOf(row, 'kind')
        return isSampleKind(kind) ? [{ id: numberOf(row, 'id'), kind }] : []
      })
    let budget = rowsAtOnce
    let removed = 0
    for (const series of [
      ...all.filter(({ id }) => id > lastSeries),
      ...all.filter(({ id }) => id <= lastSeries),
    ]) {
      for (const band of bands) {
        const done = await downsampleSeries(series, band)
        budget -= done.read
        removed += done.removed
      }
      lastSeries = series.id
      if (budget <= 0) break
    }
    return removed
  }
}
