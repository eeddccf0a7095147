// Mining pool accounts and the last destination seen of each. Written at once: a change that was seen must not be forgotten by a crash.
import type { PayoutChange } from '../../shared/domain/mining.js'
import type { PayoutDestination } from '../../shared/domain/payout.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import { numberOf, text, textOf, type Database, type Row } from '../database/database.js'
import { changeOf, destinationOf } from './stored-mining.js'
import type { DatabaseHealth } from '../database/database-health.js'

export type StoredMiningAccount = {
  name: string
  addedAt: UnixSeconds
  destination: PayoutDestination | null
  asOf: UnixSeconds | null
  /** Of the key the destination was seen with; null where that was not recorded. */
  keyHint: string | null
  change: PayoutChange | null
}

export type MiningRepository = {
  /** In the order they were added. Nothing at all of a profile that is not known. */
  load(profileId: string): Result<StoredMiningAccount[], Problem>
  /** Adds it, or takes the place of the one with the same name; null never takes the place of what was seen. Of a profile that is not known nothing is kept. */
  save(profileId: string, account: StoredMiningAccount): Result<null, Problem>
  remove(profileId: string, name: string): Result<null, Problem>
}

const upsert = `
  INSERT INTO mining_account (profile_id, name, added_at, destination, as_of, change)
  SELECT id, ?, ?, ?, ?, ? FROM profile WHERE id = ?
  ON CONFLICT (profile_id, name) DO UPDATE SET destination = coalesce(excluded.destination, destination),
    as_of = coalesce(excluded.as_of, as_of), change = coalesce(excluded.change, change)`

const destinationJson = (destination: PayoutDestination | null, keyHint: string | null): string | null =>
  destination === null ? null : JSON.stringify({ ...destination, keyHint })

const accountOf = (row: Row): StoredMiningAccount => {
  const { destination, as_of: asOf, change } = row
  const seen = typeof destination === 'string' ? destinationOf(destination) : null
  return {
    name: textOf(row, 'name'),
    addedAt: numberOf(row, 'added_at'),
    destination: seen?.destination ?? null,
    asOf: typeof asOf === 'number' ? asOf : null,
    keyHint: seen?.keyHint ?? null,
    change: typeof change === 'string' ? changeOf(change) : null,
  }
}

export const createMiningRepository = (database: Database, health: DatabaseHealth): MiningRepository => ({
  load: (profileId) =>
    health.read(() =>
      database
        .all(
          `SELECT ${text('name')}, added_at, ${text('destination')}, as_of, ${text('change')} FROM mining_account
           WHERE profile_id = ? ORDER BY added_at, mining_account.name`,
          profileId,
        )
        .map(accountOf),
    ),
  save: (profileId, { name, addedAt, destination, asOf, keyHint, change }) =>
    health.write(() => {
      const seen = destinationJson(destination, keyHint)
      database.run(upsert, name, addedAt, seen, asOf, change === null ? null : JSON.stringify(change), profileId)
      return null
    }),
  remove: (profileId, name) =>
    health.write(() => {
      database.run('DELETE FROM mining_account WHERE profile_id = ? AND name = ?', profileId, name)
      return null
    }),
})
