// The loan over time, as decimal text: recent samples are all kept, older ones downsampled.
import type { Loan } from '../../shared/portfolio/loan.js'
import type { Problem } from '../../shared/problem.js'
import { isDecimal, type Decimal } from '../../shared/money.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { type Database, numberOf, type Row, text, textOf } from '../database/database.js'
import {
  DatabaseFault,
  type DatabaseHealth,
  type DatabaseLog,
  databaseProblem,
  faultOf,
} from '../database/database-fault.js'
import type { WriteBehind } from '../database/write-behind.js'
import type { WrittenSamples } from './sample-cleanup.js'

type LoanSample = { at: UnixSeconds } & Pick<
  Loan,
  'asset' | 'amount' | 'currentLtv' | 'initialLtv' | 'marginCallLtv' | 'liquidationLtv'
>
type PendingSample = { profileId: string; asset: string; at: UnixSeconds; values: Decimal[] }

const sampleColumns = [
  'amount',
  'current_ltv',
  'initial_ltv',
  'margin_call_ltv',
  'liquidation_ltv',
] as const

const insert = `
  INSERT INTO loan_sample (series, at, ${sampleColumns.join(', ')}) VALUES (?, ?, ${sampleColumns.map(() => '?').join(', ')})
  ON CONFLICT (series, at) DO UPDATE SET ${sampleColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`

/**
 * Across all profiles. More than this is pending only if the disk refuses writes for long; then the
 * oldest are dropped.
 */
const mostPending = 5000
/** Per profile: a misbehaving server must not fill the disk. */
const mostSeries = 500

const exactTime =
  "CASE at WHEN CAST(at AS INTEGER) THEN CAST(at AS INTEGER) ELSE printf('%!.17g', at) END"

/**
 * All samples of one series in a window as one JSON text: tens of thousands of them, row by row,
 * would take three times as long. 17 digits carry any time exactly; a whole second is written as an
 * integer, in half the time.
 */
const packed = `
  SELECT CAST(group_concat(printf('[%s${',"%s"'.repeat(sampleColumns.length)}]', ${exactTime}, ${sampleColumns.join(', ')})) AS BLOB) AS samples
  FROM (SELECT * FROM loan_sample WHERE series = ? AND at BETWEEN ? AND ? ORDER BY at)`

function isDecimalText(value: unknown): value is Decimal {
  return typeof value === 'string' && isDecimal(value)
}

/** @throws DatabaseFault DAMAGED if the text is not what `packed` produces from sound rows */
function unpack(row: Row | null, asset: string): LoanSample[] {
  const samples = row?.['samples'] ?? null
  if (samples === null) return []
  let list: unknown
  try {
    list = JSON.parse(`[${samples}]`)
  } catch {
    list = null
  }
  if (!Array.isArray(list)) throw new DatabaseFault('DAMAGED', 'samples cannot be read')
  return list.map((sample: unknown): LoanSample => {
    const [at, ...values]: unknown[] = Array.isArray(sample) ? sample : []
    if (
      typeof at !== 'number' ||
      values.length !== sampleColumns.length ||
      !values.every(isDecimalText)
    )
      throw new DatabaseFault('DAMAGED', 'a sample holds something else than decimals')
    const [amount = '', currentLtv = '', initialLtv = '', marginCallLtv = '', liquidationLtv = ''] =
      values
    return { at, asset, amount, currentLtv, initialLtv, marginCallLtv, liquidationLtv }
  })
}

export type SampleRepository = {
  /** Skips what is not decimal text, was not sent, or has no valid time. */
  addLoan: (profileId: string, at: UnixSeconds, loan: Loan) => void
  /** Oldest first, whatever asset was borrowed. The window includes both ends. */
  loans: (
    profileId: string,
    parts: { from: UnixSeconds; to: UnixSeconds },
  ) => Result<LoanSample[], Problem>
  /**
   * Reads a few thousand samples and removes those due; call repeatedly. Returns how many were
   * removed.
   */
  downsample: () => Promise<Result<number, Problem>>
  forgetProfile: (id: string) => void
}

export function createSampleRepository(parts: {
  database: Database
  health: DatabaseHealth
  behind: WriteBehind
  clock: Clock
  log: DatabaseLog
  /** Removes old samples, maybe on another thread. Rejects with DatabaseFault. */
  removeOld: (written: WrittenSamples) => Promise<number>
}): SampleRepository {
  const { database, health, behind, clock, log } = parts
  let pending: PendingSample[] = []
  /** Series ids by profile and asset; only committed ones. */
  const series = new Map<string, number>()
  let newSeries = new Map<string, number>()
  /** Since samples were last removed. */
  let oldest = new Map<number, UnixSeconds>()
  let renumbered = false

  const findSeries = (profileId: string, asset: string): number | null => {
    const key = JSON.stringify([profileId, asset])
    const known = series.get(key) ?? newSeries.get(key)
    if (known !== undefined) return known
    const row = database.first(
      "SELECT id FROM sample_series WHERE profile_id = ? AND kind = 'loan' AND asset = ?",
      profileId,
      asset,
    )
    if (row === null) return null
    newSeries.set(key, numberOf(row, 'id'))
    return numberOf(row, 'id')
  }

  const makeSeries = (profileId: string, asset: string): number | null => {
    database.run(
      `INSERT INTO sample_series (profile_id, kind, asset) SELECT id, 'loan', ? FROM profile
       WHERE id = ? AND (SELECT count(*) FROM sample_series WHERE profile_id = profile.id AND kind = 'loan') < ${mostSeries}`,
      asset,
      profileId,
    )
    return findSeries(profileId, asset)
  }

  const writeOne = ({ profileId, asset, at, values }: PendingSample): void => {
    const id = findSeries(profileId, asset) ?? makeSeries(profileId, asset)
    if (id === null) return
    database.run(insert, id, at, ...values)
    const known = oldest.get(id)
    if (known === undefined || at < known) oldest.set(id, at)
  }

  behind.register({
    count: () => pending.length,
    write: () => {
      newSeries = new Map()
      for (const row of pending) writeOne(row)
    },
    written: () => {
      pending = []
      for (const [key, id] of newSeries) series.set(key, id)
      newSeries = new Map()
    },
  })

  return {
    addLoan: (profileId: string, at: UnixSeconds, loan: Loan): void => {
      const { asset, amount, currentLtv, initialLtv, marginCallLtv, liquidationLtv } = loan
      const sent = [amount, currentLtv, initialLtv, marginCallLtv, liquidationLtv]
      const values = sent.filter((value) => value !== undefined && isDecimal(value))
      const isWhole = asset !== undefined && values.length === sent.length
      if (Number.isFinite(at) && at >= 0 && isWhole) pending.push({ profileId, asset, at, values })
      behind.writeNow()
      if (pending.length <= mostPending) return
      pending = pending.slice(-mostPending)
      log.warn('samples given up', { because: 'they could not be written for a long time' })
    },
    loans: (
      profileId: string,
      { from, to }: { from: UnixSeconds; to: UnixSeconds },
    ): Result<LoanSample[], Problem> => {
      behind.flush()
      return health.read(() => {
        const names = database.all(
          `SELECT id, ${text('asset')} FROM sample_series WHERE profile_id = ? AND kind = 'loan'`,
          profileId,
        )
        const perAsset = names.map((name) =>
          unpack(database.first(packed, numberOf(name, 'id'), from, to), textOf(name, 'asset')),
        )
        return perAsset.flat().sort((a, b) => a.at - b.at)
      })
    },
    downsample: async (): Promise<Result<number, Problem>> => {
      const written = { now: clock(), oldest, renumbered }
      oldest = new Map()
      renumbered = false
      try {
        const removed = await parts.removeOld(written)
        return ok(removed)
      } catch (error) {
        // What was written is no longer known.
        renumbered = true
        const fault = faultOf(error)
        // The two threads waited for each other too long: that says nothing about the next write,
        // nor about another Plimsoll.
        if (fault.reason === 'IN_USE' || fault.reason === 'CLOSED')
          return fail(databaseProblem(fault.reason))
        return health.write(() => {
          throw fault
        })
      }
    },
    forgetProfile: (id: string): void => {
      pending = pending.filter((row) => row.profileId !== id)
      // Series ids are reused after a removal: nothing may still refer to them.
      series.clear()
      newSeries.clear()
      renumbered = true
    },
  }
}
