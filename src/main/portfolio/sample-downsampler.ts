// Walks through the samples on disk, a few thousand at a time, and removes those that sample-thinning.ts names.
import { compare, type Decimal } from '../../shared/money.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { digits, numberOf, text, textOf, type Database } from '../database/database.js'
import { sampleTables, type SampleKind } from './sample-rows.js'
import { stretchStart, surplusSamples, thinningZones, type ThinningZone } from './downsampling.js'

export type SampleThinner = {
  /** To be called again and again, inside a transaction. Returns how many samples went. */
  thin(): number
  /** A sample was written: if it is older than where the walk has come to, the walk goes back. */
  added(series: number, at: UnixSeconds): void
  /** Series ids may stand for others from now on. */
  forget(): void
}

const rowsAtOnce = 2000

type Aged = { at: UnixSeconds; ltv: Decimal | null }

/** Of a stretch the first balance stays, but the worst loan-to-value: a peak must not be smoothed away. */
const better = (candidate: Aged, chosen: Aged): boolean =>
  candidate.ltv !== null && chosen.ltv !== null && compare(candidate.ltv, chosen.ltv) > 0

type Cursors = Map<ThinningZone['name'], { at: UnixSeconds; every: number }>

const noCursors = (): Cursors => new Map()

export const createSampleThinner = (database: Database, clock: Clock): SampleThinner => {
  /** By series and zone, where the next look begins. */
  const cursors = new Map<number, Cursors>()
  /** The series looked at last: the next call goes on behind it, so that none has to wait for ever. */
  let thinnedLast = 0

  const thinSeries = (id: number, kind: SampleKind, zone: ThinningZone): { looked: number; removed: number } => {
    const table = sampleTables[kind].name
    const ours = cursors.get(id) ?? noCursors()
    cursors.set(id, ours)
    const cursor = ours.get(zone.name)?.at ?? 0
    const from = cursor > zone.from ? cursor : zone.from
    const ltv = kind === 'loan' ? `, ${digits('current_ltv')}` : ''
    const within = `FROM ${table} WHERE series = ? AND at >= ? AND at < ?`
    // Two look-ups; asking for both ends at once would read everything between them.
    const end = (order: 'ASC' | 'DESC'): UnixSeconds => {
      const row = database.first(`SELECT at ${within} ORDER BY at ${order} LIMIT 1`, id, zone.from, zone.to)
      return row === null ? Number.NaN : numberOf(row, 'at')
    }
    const rows = database.all(`SELECT at${ltv} ${within} ORDER BY at LIMIT ${rowsAtOnce}`, id, from, zone.to)
    const newestSeen = rows.at(-1)
    if (newestSeen === undefined) return { looked: 0, removed: 0 }
    const [oldest, newest] = [end('ASC'), end('DESC')]
    const samples = rows.map((row): Aged => ({ at: numberOf(row, 'at'), ltv: kind === 'loan' ? textOf(row, 'current_ltv') : null }))
    const surplus = surplusSamples(samples, zone.every, { oldest, newest }, better)
    for (const { at } of surplus) database.run(`DELETE FROM ${table} WHERE series = ? AND at = ?`, id, at)
    // The newest one's stretch is looked at again: it may still be growing, and its last sample stayed only because it was the last.
    ours.set(zone.name, { at: stretchStart(numberOf(newestSeen, 'at'), zone.every), every: zone.every })
    return { looked: rows.length, removed: surplus.length }
  }

  const thin = (): number => {
    const zones = thinningZones(clock())
    const byId = database.all(`SELECT id, ${text('kind')} FROM sample_series ORDER BY id`).map((row) => ({
      id: numberOf(row, 'id'),
      kind: textOf(row, 'kind') === 'loan' ? ('loan' as const) : ('balance' as const),
    }))
    const inTurn = [...byId.filter(({ id }) => id > thinnedLast), ...byId.filter(({ id }) => id <= thinnedLast)]
    let budget = rowsAtOnce
    let removed = 0
    for (const { id, kind } of inTurn) {
      for (const zone of zones) {
        const done = thinSeries(id, kind, zone)
        budget -= done.looked
        removed += done.removed
      }
      thinnedLast = id
      if (budget <= 0) break
    }
    return removed
  }

  return {
    thin,
    added: (series, at) => {
      for (const cursor of cursors.get(series)?.values() ?? []) {
        if (at < cursor.at) cursor.at = stretchStart(at, cursor.every)
      }
    },
    forget: () => cursors.clear(),
  }
}
