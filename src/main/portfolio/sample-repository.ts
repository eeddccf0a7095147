// Balance per asset and loan over time, as decimal text. Young samples are all kept, older ones thinned (see sample-thinning.ts).
import type { AssetBalance } from '../../shared/domain/balance.js'
import type { Loan } from '../../shared/domain/loan.js'
import type { Problem } from '../../shared/domain/problem.js'
import { isDecimal, isZero, type Decimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { digits, numberOf, text, textOf, type Database } from '../database/database.js'
import { readSamples, sampleTables, type Sample, type SampleKind, type SampleTable, type TimeWindow } from './sample-rows.js'
import { createSampleThinner } from './sample-downsampler.js'
import type { StoreHealth } from '../database/database-health.js'
import type { StoreLog } from '../database/database-log.js'
import type { WriteBehind } from '../database/write-behind.js'

type BalanceSample = { at: UnixSeconds; amount: Decimal }

type LoanSample = { at: UnixSeconds } & Pick<Loan, 'asset' | 'amount' | 'currentLtv' | 'initialLtv' | 'marginCallLtv' | 'liquidationLtv'>

export type SampleRepository = {
  /**
   * Remembers what each asset's balance was. An asset at zero is kept once, when it gets there: exchanges list hundreds of assets that
   * are not held. What is not decimal text, or has no proper time, is left out.
   */
  addBalance(profileId: string, at: UnixSeconds, balance: readonly AssetBalance[]): void
  addLoan(profileId: string, at: UnixSeconds, loan: Loan): void
  /** Oldest first. */
  balances(profileId: string, asset: string, window: TimeWindow): Result<BalanceSample[], Problem>
  /** Oldest first, whatever asset was borrowed. */
  loans(profileId: string, window: TimeWindow): Result<LoanSample[], Problem>
  /** Assets with balance samples, by name. */
  assets(profileId: string): Result<string[], Problem>
}

/** For the store alone. */
export type SampleRepositoryInside = SampleRepository & {
  /** Looks at a few thousand samples that are on disk and removes what is due; to be called again and again. Returns how many went. */
  thin(): Result<number, Problem>
  forgetProfile(id: string): void
}

type Waiting = { profileId: string; kind: SampleKind; asset: string; at: UnixSeconds; values: Decimal[] }

const insertSql = ({ name, columns }: SampleTable): string =>
  `INSERT INTO ${name} (series, at, ${columns.join(', ')}) VALUES (?, ?, ${columns.map(() => '?').join(', ')})
   ON CONFLICT (series, at) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`

const insert: Record<SampleKind, string> = { balance: insertSql(sampleTables.balance), loan: insertSql(sampleTables.loan) }

/** Of all profiles. More than this waits only when the disk refuses for long; then the oldest are given up, balances before loans. */
const mostWaiting = 5000
/** Of one profile and kind. No exchange lists as many assets with something in them; a strange server must not fill the disk. */
const mostSeries = 500

/** The last `most`, but for balances before loans: of many accounts they are soon so many that the peak of a loan would go for them. */
const keepLast = (rows: readonly Waiting[], most: number): Waiting[] => {
  let over = rows.length - most
  const left = rows.filter(({ kind }) => {
    if (kind === 'loan' || over === 0) return true
    over -= 1
    return false
  })
  return left.slice(over)
}

const loanOf = (asset: string, { at, values }: Sample): LoanSample => {
  const [amount = '', currentLtv = '', initialLtv = '', marginCallLtv = '', liquidationLtv = ''] = values
  return { at, asset, amount, currentLtv, initialLtv, marginCallLtv, liquidationLtv }
}

export const createSampleRepository = (parts: {
  database: Database
  health: StoreHealth
  behind: WriteBehind
  clock: Clock
  log: StoreLog
}): SampleRepositoryInside => {
  const { database, health, behind, clock, log } = parts
  let waiting: Waiting[] = []
  /** Series ids by profile, kind and asset; only committed ones. */
  const series = new Map<string, number>()
  let newSeries = new Map<string, number>()
  const thinner = createSampleThinner(database, clock)

  const keyOf = (profileId: string, kind: SampleKind, asset: string): string => JSON.stringify([profileId, kind, asset])

  const findSeries = (profileId: string, kind: SampleKind, asset: string): number | null => {
    const key = keyOf(profileId, kind, asset)
    const known = series.get(key) ?? newSeries.get(key)
    if (known !== undefined) return known
    const row = database.first('SELECT id FROM sample_series WHERE profile_id = ? AND kind = ? AND asset = ?', profileId, kind, asset)
    if (row === null) return null
    newSeries.set(key, numberOf(row, 'id'))
    return numberOf(row, 'id')
  }

  const makeSeries = (profileId: string, kind: SampleKind, asset: string): number | null => {
    database.run(
      `INSERT INTO sample_series (profile_id, kind, asset) SELECT id, ?, ? FROM profile
       WHERE id = ? AND (SELECT count(*) FROM sample_series WHERE profile_id = profile.id AND kind = ?) < ${mostSeries}`,
      ...[kind, asset, profileId, kind],
    )
    return findSeries(profileId, kind, asset)
  }

  /** Whether the newest sample before `at` says zero too; a series that does not exist stands for zero. */
  const wasZero = (id: number | null, at: UnixSeconds): boolean => {
    if (id === null) return true
    const row = database.first(
      `SELECT ${digits('amount')} FROM balance_sample WHERE series = ? AND at <= ? ORDER BY at DESC LIMIT 1`,
      id,
      at,
    )
    return row === null || isZero(textOf(row, 'amount'))
  }

  const writeOne = (row: Waiting): void => {
    const found = findSeries(row.profileId, row.kind, row.asset)
    const [amount] = row.values
    if (row.kind === 'balance' && amount !== undefined && isZero(amount) && wasZero(found, row.at)) return
    const id = found ?? makeSeries(row.profileId, row.kind, row.asset)
    if (id === null) return
    database.run(insert[row.kind], id, row.at, ...row.values)
    thinner.added(id, row.at)
  }

  behind.join({
    count: () => waiting.length,
    write: () => {
      newSeries = new Map()
      for (const row of waiting) writeOne(row)
    },
    written: () => {
      waiting = []
      for (const [key, id] of newSeries) series.set(key, id)
      newSeries = new Map()
    },
  })

  const add = (rows: Waiting[]): void => {
    const sound = rows.filter(({ at, values }) => Number.isFinite(at) && at >= 0 && values.every(isDecimal))
    waiting.push(...sound)
    behind.addedForGood()
    if (waiting.length <= mostWaiting) return
    waiting = keepLast(waiting, mostWaiting)
    log.warn('samples given up', { because: 'they could not be written for a long time' })
  }

  return {
    addBalance: (profileId, at, balance) =>
      add(balance.map(({ asset, amount }) => ({ profileId, kind: 'balance', asset, at, values: [amount] }))),
    addLoan: (profileId, at, loan) =>
      add([
        {
          profileId,
          kind: 'loan',
          asset: loan.asset,
          at,
          values: [loan.amount, loan.currentLtv, loan.initialLtv, loan.marginCallLtv, loan.liquidationLtv],
        },
      ]),
    balances: (profileId, asset, window) => {
      behind.flush()
      return health.read(() => {
        const id = findSeries(profileId, 'balance', asset)
        if (id === null) return []
        return readSamples(database, 'balance', id, window).map(({ at, values: [amount = ''] }) => ({ at, amount }))
      })
    },
    loans: (profileId, window) => {
      behind.flush()
      return health.read(() => {
        const names = database.all(`SELECT id, ${text('asset')} FROM sample_series WHERE profile_id = ? AND kind = 'loan'`, profileId)
        const perAsset = names.map((name) =>
          readSamples(database, 'loan', numberOf(name, 'id'), window).map((sample) => loanOf(textOf(name, 'asset'), sample)),
        )
        return perAsset.flat().sort((a, b) => a.at - b.at)
      })
    },
    assets: (profileId) => {
      behind.flush()
      return health.read(() =>
        database
          .all(
            `SELECT ${text('asset')} FROM sample_series WHERE profile_id = ? AND kind = 'balance' ORDER BY sample_series.asset`,
            profileId,
          )
          .map((row) => textOf(row, 'asset')),
      )
    },
    thin: () => health.write(() => database.write(thinner.thin)),
    forgetProfile: (id) => {
      waiting = waiting.filter((row) => row.profileId !== id)
      // Series ids are given out again after a removal: nothing may still point at them.
      series.clear()
      newSeries.clear()
      thinner.forget()
    },
  }
}
