// The loan and the margin level over time, as decimal text: recent samples are all kept, older ones
// downsampled.
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
import { type SampleKind, sampleKinds } from './sample-kinds.js'

type LoanSample = { at: UnixSeconds } & Pick<
  Loan,
  'asset' | 'amount' | 'currentLtv' | 'initialLtv' | 'marginCallLtv' | 'liquidationLtv'
>
type MarginSample = { at: UnixSeconds; level: Decimal }
/** `asset`: empty for a kind with one series per profile. */
type PendingSample = {
  kind: SampleKind
  profileId: string
  asset: string
  at: UnixSeconds
  values: Decimal[]
}

function insertOf(kind: SampleKind): string {
  const { table, columns } = sampleKinds[kind]
  return `
  INSERT INTO ${table} (series, at, ${columns.join(', ')}) VALUES (?, ?, ${columns.map(() => '?').join(', ')})
  ON CONFLICT (series, at) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`
}

/**
 * Across all profiles. More than this is pending only if the disk refuses writes for long; then the
 * oldest are dropped.
 */
const mostPending = 5000
/** Per profile and kind: a misbehaving server must not fill the disk. */
const mostSeries = 500

const exactTime =
  "CASE at WHEN CAST(at AS INTEGER) THEN CAST(at AS INTEGER) ELSE printf('%!.17g', at) END"

/**
 * All samples of one series in a window as one JSON text: tens of thousands of them, row by row,
 * would take three times as long. 17 digits carry any time exactly; a whole second is written as an
 * integer, in half the time.
 */
function packed(kind: SampleKind): string {
  const { table, columns } = sampleKinds[kind]
  return `
  SELECT CAST(group_concat(printf('[%s${',"%s"'.repeat(columns.length)}]', ${exactTime}, ${columns.join(', ')})) AS BLOB) AS samples
  FROM (SELECT * FROM ${table} WHERE series = ? AND at BETWEEN ? AND ? ORDER BY at)`
}

function isDecimalText(value: unknown): value is Decimal {
  return typeof value === 'string' && isDecimal(value)
}

type Unpacked = { at: UnixSeconds; values: Decimal[] }

/** @throws DatabaseFault DAMAGED if the text is not what `packed` produces from sound rows */
function unpack(row: Row | null, kind: SampleKind): Unpacked[] {
  const samples = row?.['samples'] ?? null
  if (samples === null) return []
  let list: unknown
  try {
    list = JSON.parse(`[${samples}]`)
  } catch {
    list = null
  }
  if (!Array.isArray(list)) throw new DatabaseFault('DAMAGED', 'samples cannot be read')
  return list.map((sample: unknown): Unpacked => {
    const [at, ...values]: unknown[] = Array.isArray(sample) ? sample : []
    if (
      typeof at !== 'number' ||
      values.length !== sampleKinds[kind].columns.length ||
      !values.every(isDecimalText)
    )
      throw new DatabaseFault('DAMAGED', 'a sample holds something else than decimals')
    return { at, values }
  })
}

function loanSample(asset: string, { at, values }: Unpacked): LoanSample {
  const [amount = '', currentLtv = '', initialLtv = '', marginCallLtv = '', liquidationLtv = ''] =
    values
  return { at, asset, amount, currentLtv, initialLtv, marginCallLtv, liquidationLtv }
}

type Window = { from: UnixSeconds; to: UnixSeconds }

export type SampleRepository = {
  /** Skips what is not decimal text, was not sent, or has no valid time. */
  addLoan: (profileId: string, at: UnixSeconds, loan: Loan) => void
  /** Skips what is not decimal text or has no valid time. May wait for the next write. */
  addMarginLevel: (profileId: string, at: UnixSeconds, level: Decimal) => void
  /** Oldest first, whatever asset was borrowed. The window includes both ends. */
  loans: (profileId: string, window: Window) => Result<LoanSample[], Problem>
  /** Oldest first. The window includes both ends. */
  marginLevels: (profileId: string, window: Window) => Result<MarginSample[], Problem>
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
  /** Series ids by kind, profile and asset; only committed ones. */
  const series = new Map<string, number>()
  let newSeries = new Map<string, number>()
  /** Since samples were last removed. */
  let oldest = new Map<number, UnixSeconds>()
  let renumbered = false

  const findSeries = ({ kind, profileId, asset }: PendingSample): number | null => {
    const key = JSON.stringify([kind, profileId, asset])
    const known = series.get(key) ?? newSeries.get(key)
    if (known !== undefined) return known
    const row = database.first(
      'SELECT id FROM sample_series WHERE profile_id = ? AND kind = ? AND asset = ?',
      profileId,
      kind,
      asset,
    )
    if (row === null) return null
    newSeries.set(key, numberOf(row, 'id'))
    return numberOf(row, 'id')
  }

  const makeSeries = (sample: PendingSample): number | null => {
    const { kind, profileId, asset } = sample
    database.run(
      `INSERT INTO sample_series (profile_id, kind, asset) SELECT id, ?, ? FROM profile
       WHERE id = ? AND (SELECT count(*) FROM sample_series WHERE profile_id = profile.id AND kind = ?) < ${mostSeries}`,
      kind,
      asset,
      profileId,
      kind,
    )
    return findSeries(sample)
  }

  const writeOne = (sample: PendingSample): void => {
    const id = findSeries(sample) ?? makeSeries(sample)
    if (id === null) return
    const { kind, at, values } = sample
    database.run(insertOf(kind), id, at, ...values)
    const known = oldest.get(id)
    if (known === undefined || at < known) oldest.set(id, at)
  }

  const isSound = ({ at, values }: PendingSample): boolean =>
    Number.isFinite(at) && at >= 0 && values.every(isDecimal)

  const add = (sample: PendingSample | null, write: () => void): void => {
    if (sample !== null && isSound(sample)) pending.push(sample)
    write()
    if (pending.length <= mostPending) return
    pending = pending.slice(-mostPending)
    log.warn('samples given up', { because: 'they could not be written for a long time' })
  }

  const read = <Sample extends { at: UnixSeconds }>(
    kind: SampleKind,
    profileId: string,
    { from, to }: Window,
    sampleOf: (asset: string, unpacked: Unpacked) => Sample,
  ): Result<Sample[], Problem> => {
    behind.flush()
    return health.read(() => {
      const names = database.all(
        `SELECT id, ${text('asset')} FROM sample_series WHERE profile_id = ? AND kind = ?`,
        profileId,
        kind,
      )
      const perAsset = names.map((name) => {
        const asset = textOf(name, 'asset')
        const row = database.first(packed(kind), numberOf(name, 'id'), from, to)
        return unpack(row, kind).map((unpacked) => sampleOf(asset, unpacked))
      })
      return perAsset.flat().sort((a, b) => a.at - b.at)
    })
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
      const values = sent.filter((value) => value !== undefined)
      const isWhole = asset !== undefined && values.length === sent.length
      add(isWhole ? { kind: 'loan', profileId, asset, at, values } : null, behind.writeNow)
    },
    addMarginLevel: (profileId: string, at: UnixSeconds, level: Decimal): void =>
      add({ kind: 'margin', profileId, asset: '', at, values: [level] }, behind.writeWhenDue),
    loans: (profileId: string, window: Window) => read('loan', profileId, window, loanSample),
    marginLevels: (profileId: string, window: Window) =>
      read('margin', profileId, window, (_asset, { at, values: [level = ''] }) => ({ at, level })),
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
