// Removes old samples from the database, a few thousand rows at a time, so that one per age band's interval stays.
import { compare, type Decimal } from '../../shared/money.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { type Database, digits, numberOf, textOf } from '../database/database.js'
import { type AgeBand, ageBands, bucketStart, surplusSamples } from './downsampling.js'

export type SampleDownsampler = {
  /** To be called again and again, inside a transaction. Returns how many samples were removed. */
  downsample(): number
  /** A sample was written, perhaps older than where its series' cursors are. */
  onAdded(series: number, at: UnixSeconds): void
  /** Series ids may stand for others from now on. */
  forget(): void
}

const rowsAtOnce = 2000

type Aged = { at: UnixSeconds; ltv: Decimal }

/** The worst loan-to-value stays: a peak must not be smoothed away. */
const isWorse = (candidate: Aged, chosen: Aged): boolean => compare(candidate.ltv, chosen.ltv) > 0

type Cursors = Map<AgeBand['name'], { at: UnixSeconds; every: number }>

const noCursors = (): Cursors => new Map()

export const createSampleDownsampler = (database: Database, clock: Clock): SampleDownsampler => {
  /** By series and age band, where the next call begins. */
  const cursors = new Map<number, Cursors>()
  /** The next call goes on behind this series, so that none has to wait for ever. */
  let lastSeries = 0

  const downsampleSeries = (id: number, band: AgeBand): { read: number; removed: number } => {
    const ofSeries = cursors.get(id) ?? noCursors()
    cursors.set(id, ofSeries)
    const cursor = ofSeries.get(band.name)?.at ?? 0
    const from = cursor > band.from ? cursor : band.from
    const within = `FROM loan_sample WHERE series = ? AND at >= ? AND at < ?`
    // Two look-ups; asking for both ends at once would read everything between them.
    const end = (order: 'ASC' | 'DESC'): UnixSeconds => {
      const row = database.first(`SELECT at ${within} ORDER BY at ${order} LIMIT 1`, id, band.from, band.to)
      return row === null ? Number.NaN : numberOf(row, 'at')
    }
    const rows = database.all(`SELECT at, ${digits('current_ltv')} ${within} ORDER BY at LIMIT ${rowsAtOnce}`, id, from, band.to)
    const lastRow = rows.at(-1)
    if (lastRow === undefined) return { read: 0, removed: 0 }
    const samples = rows.map((row): Aged => ({ at: numberOf(row, 'at'), ltv: textOf(row, 'current_ltv') }))
    const surplus = surplusSamples(samples, band.every, { oldest: end('ASC'), newest: end('DESC') }, isWorse)
    for (const { at } of surplus) database.run('DELETE FROM loan_sample WHERE series = ? AND at = ?', id, at)
    // The newest sample's bucket is read again: it may still be growing, and its last sample stayed only because it was the last.
    ofSeries.set(band.name, { at: bucketStart(numberOf(lastRow, 'at'), band.every), every: band.every })
    return { read: rows.length, removed: surplus.length }
  }

  return {
    downsample: () => {
      const bands = ageBands(clock())
      const ids = database.all("SELECT id FROM sample_series WHERE kind = 'loan' ORDER BY id").map((row) => numberOf(row, 'id'))
      let budget = rowsAtOnce
      let removed = 0
      for (const id of [...ids.filter((id) => id > lastSeries), ...ids.filter((id) => id <= lastSeries)]) {
        for (const band of bands) {
          const done = downsampleSeries(id, band)
          budget -= done.read
          removed += done.removed
        }
        lastSeries = id
        if (budget <= 0) break
      }
      return removed
    },
    onAdded: (series, at) => {
      for (const cursor of cursors.get(series)?.values() ?? []) {
        if (at < cursor.at) cursor.at = bucketStart(at, cursor.every)
      }
    },
    forget: () => cursors.clear(),
  }
}
