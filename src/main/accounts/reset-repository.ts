// What resetting an account removes from the database: only what can be read or calculated again.
// Everything not named here stays: the order journal with its unknown orders, nonces and client
// order ids, the account's settings, price alerts and which have triggered, the alert history, and
// the payout destinations that changes are detected by.
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import { rebuiltKinds } from '../alerts/stored-alert-state.js'
import { type Database, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'

export type ResetRepository = {
  /** Resets that have begun but not finished. */
  pending: () => Result<string[], Problem>
  /** From here on, the next start knows of an interrupted reset. */
  begin: (id: string) => Result<null, Problem>
  /** Nothing was removed. */
  cancel: (id: string) => Result<null, Problem>
  /** Removes everything and ends the reset in one transaction. */
  finish: (id: string) => Result<null, Problem>
}

const removals: readonly string[] = [
  'DELETE FROM snapshot WHERE profile_id = ?',
  'DELETE FROM sample_series WHERE profile_id = ?',
  'DELETE FROM worth_sample WHERE profile_id = ?',
  'DELETE FROM endpoint_finding WHERE profile_id = ?',
  `DELETE FROM watch_state WHERE profile_id = ? AND kind IN (${rebuiltKinds.map((kind) => `'${kind}'`).join(', ')})`,
  // Another account at the same exchange still uses the list.
  `DELETE FROM market_list WHERE base_url = (SELECT base_url FROM profile WHERE id = ?) AND
     (SELECT count(*) FROM profile WHERE profile.base_url = market_list.base_url) = 1`,
]

/** `onRemoved` is called after a profile's rows are deleted. */
export function createResetRepository(
  database: Database,
  health: DatabaseHealth,
  onRemoved: (id: string) => void,
): ResetRepository {
  const mark = (id: string, pending: 0 | 1): Result<null, Problem> =>
    health.write(() => {
      database.run('UPDATE profile SET reset_pending = ? WHERE id = ?', pending, id)
      return null
    })

  return {
    pending: (): Result<string[], Problem> =>
      health.read(() =>
        database
          .all(`SELECT ${text('id')} FROM profile WHERE reset_pending = 1`)
          .map((row) => textOf(row, 'id')),
      ),
    begin: (id: string) => mark(id, 1),
    cancel: (id: string) => mark(id, 0),
    finish: (id: string): Result<null, Problem> => {
      const done = health.write(() =>
        database.write(() => {
          for (const removal of removals) database.run(removal, id)
          database.run('UPDATE profile SET reset_pending = 0 WHERE id = ?', id)
          return null
        }),
      )
      if (done.ok) onRemoved(id)
      return done
    },
  }
}
