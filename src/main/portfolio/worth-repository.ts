// What each account was worth over time, by the currency of its totals, as decimal text.
import { z } from 'zod'
import type { Problem } from '../../shared/problem.js'
import { isDecimal } from '../../shared/money.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { type Database, digits, text } from '../database/database.js'
import { readRow } from '../database/stored-json.js'
import type { WorthSample } from './sample-history.js'

const day = 86_400
/** All are kept this long, then one per hour; none beyond the longest. */
const allFor = 90 * day
const keptFor = 5 * 366 * day

const sampleRow = z.object({
  at: z.number(),
  total: z.string().refine(isDecimal),
  unpriced: z.number(),
  counted: z.string().nullable(),
})

export type WorthRepository = {
  /** Nothing is stored for an unknown profile. */
  add: (profileId: string, currency: string, worthSample: WorthSample) => Result<null, Problem>
  /** Oldest first. The window includes both ends. */
  list: (
    profileId: string,
    currency: string,
    parts: { from: UnixSeconds; to: UnixSeconds },
  ) => Result<WorthSample[], Problem>
  /** Call repeatedly: keeps the newest old sample of each hour. One day at a time. */
  thin: (now: UnixSeconds) => Result<null, Problem>
}

export function createWorthRepository(database: Database, health: DatabaseHealth): WorthRepository {
  let thinnedUntil = 0

  return {
    add: (
      profileId: string,
      currency: string,
      { at, total, unpriced, counted }: WorthSample,
    ): Result<null, Problem> =>
      health.write(() => {
        database.run(
          `INSERT INTO worth_sample (profile_id, currency, at, total, unpriced, counted) SELECT id, ?, ?, ?, ?, ? FROM profile WHERE id = ?
           ON CONFLICT (profile_id, currency, at)
           DO UPDATE SET total = excluded.total, unpriced = excluded.unpriced, counted = excluded.counted`,
          currency,
          at,
          total,
          unpriced,
          counted,
          profileId,
        )
        return null
      }),
    list: (
      profileId: string,
      currency: string,
      { from, to }: { from: UnixSeconds; to: UnixSeconds },
    ): Result<WorthSample[], Problem> =>
      health.read(() =>
        database
          .all(
            `SELECT at, ${digits('total')}, unpriced, ${text('counted')} FROM worth_sample
             WHERE profile_id = ? AND currency = ? AND at BETWEEN ? AND ? ORDER BY at`,
            profileId,
            currency,
            from,
            to,
          )
          .map((row) => readRow(sampleRow, row, 'a sample of worth')),
      ),
    thin: (now: UnixSeconds): Result<null, Problem> => {
      const end = now - allFor
      if (thinnedUntil >= end - (end % 3600)) return { ok: true, value: null }
      return health.write(() => {
        const first = database.first(
          'SELECT min(at) AS at FROM worth_sample WHERE at >= ?',
          thinnedUntil,
        )?.['at']
        const from =
          typeof first === 'number' && first > thinnedUntil ? first - (first % 3600) : thinnedUntil
        const until =
          typeof first === 'number' && from + day < end ? from + day : end - (end % 3600)
        database.run('DELETE FROM worth_sample WHERE at < ?', now - keptFor)
        database.run(
          `DELETE FROM worth_sample WHERE at >= ? AND at < ? AND EXISTS (
             SELECT 1 FROM worth_sample AS later WHERE later.profile_id = worth_sample.profile_id AND later.currency = worth_sample.currency
             AND later.at > worth_sample.at AND later.at < (CAST(worth_sample.at / 3600 AS INTEGER) + 1) * 3600
           )`,
          from,
          until,
        )
        thinnedUntil = until
        return null
      })
    },
  }
}
