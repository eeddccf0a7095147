// Mining pool accounts and the last destination seen of each. Written synchronously: a crash must
// not lose a change that was seen.
import { z } from 'zod'
import type { MiningAccount } from '../../shared/mining/mining.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import { type Database, numberOf, type Row, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'
import { json } from '../database/stored-json.js'

export type MiningRepository = {
  /** In the order they were added. Empty for an unknown profile. */
  load: (profileId: string) => Result<StoredMiningAccount[], Problem>
  /**
   * Adds it, or replaces the one with the same name; null never replaces what was seen. Nothing is
   * stored for an unknown profile.
   */
  save: (profileId: string, storedMiningAccount: StoredMiningAccount) => Result<null, Problem>
  remove: (profileId: string, name: string) => Result<null, Problem>
}

export type StoredMiningAccount = Pick<
  MiningAccount,
  'name' | 'addedAt' | 'destination' | 'asOf' | 'change'
> & {
  /** Of the key the destination was seen with; null if not recorded. */
  keyHint: string | null
}

const destination = z.object({
  accountName: z.string(),
  destination: z.string(),
  externalAddress: z.string().nullable(),
})

const storedDestination = json(destination.extend({ keyHint: z.string().nullable().catch(null) }))

const storedChange = json(
  z.object({
    at: z.number(),
    from: destination,
    to: destination,
    acknowledgedAt: z.number().nullable().catch(null),
    otherKey: z.boolean().catch(false),
  }),
)

/** Unreadable data counts as never seen: the next response is then the first. */
function accountOf(row: Row): StoredMiningAccount {
  const seen = storedDestination.safeParse(row['destination']).data ?? null
  const { as_of: asOf } = row
  return {
    name: textOf(row, 'name'),
    addedAt: numberOf(row, 'added_at'),
    destination: seen && {
      accountName: seen.accountName,
      destination: seen.destination,
      externalAddress: seen.externalAddress,
    },
    asOf: typeof asOf === 'number' ? asOf : null,
    keyHint: seen?.keyHint ?? null,
    change: storedChange.safeParse(row['change']).data ?? null,
  }
}

const upsert = `
  INSERT INTO mining_account (profile_id, name, added_at, destination, as_of, change)
  SELECT id, ?, ?, ?, ?, ? FROM profile WHERE id = ?
  ON CONFLICT (profile_id, name) DO UPDATE SET destination = coalesce(excluded.destination, destination),
    as_of = coalesce(excluded.as_of, as_of), change = coalesce(excluded.change, change)`

export function createMiningRepository(
  database: Database,
  health: DatabaseHealth,
): MiningRepository {
  return {
    load: (profileId: string): Result<StoredMiningAccount[], Problem> =>
      health.read(() =>
        database
          .all(
            `SELECT ${text('name')}, added_at, ${text('destination')}, as_of, ${text('change')} FROM mining_account
           WHERE profile_id = ? ORDER BY added_at, mining_account.name`,
            profileId,
          )
          .map(accountOf),
      ),
    save: (
      profileId: string,
      { name, addedAt, destination: seen, asOf, keyHint, change }: StoredMiningAccount,
    ): Result<null, Problem> =>
      health.write(() => {
        const [lastSeen, changed] = [
          seen && JSON.stringify({ ...seen, keyHint }),
          change && JSON.stringify(change),
        ]
        database.run(upsert, name, addedAt, lastSeen, asOf, changed, profileId)
        return null
      }),
    remove: (profileId: string, name: string): Result<null, Problem> =>
      health.write(() => {
        database.run(
          'DELETE FROM mining_account WHERE profile_id = ? AND name = ?',
          profileId,
          name,
        )
        return null
      }),
  }
}
