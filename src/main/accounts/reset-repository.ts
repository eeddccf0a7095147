// What a reset of an account removes from the database: what can be read or worked out again, and
// nothing else. What stays is everything that is not named here: the order journal with its unknown
// orders, nonces and client order ids, the settings of the account, price alarms and which of them
// have triggered, the history of alerts, and the payout destinations that a change is told by.
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'
import { rebuiltKinds } from '../alerts/stored-alert-state.js'
import { type Database, text, textOf } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-fault.js'

export type ResetRepository = {
  /** Resets that have begun and not ended. */
  pending: () => Result<string[], Problem>
  /** From here on an interrupted reset is known at the next start. */
  begin: (id: string) => Result<null, Problem>
  /** Nothing was removed. */
  cancel: (id: string) => Result<null, Problem>
  /** Removes everything at once and ends the reset, or does neither. */
  finish: (id: string) => Result<null, Problem>
}

const removals: readonly string[] = [
  'DELETE FROM snapshot WHERE profile_id = ?',
  'DELETE FROM sample_series WHERE profile_id = ?',
  'DELETE FROM worth_sample WHERE profile_id = ?',
  'DELETE FROM endpoint_finding WHERE profile_id = ?',
  `DELETE FROM watch_state WHERE profile_id = ? AND kind IN (${rebuiltKinds.map((kind) => `'${kind}'`).join(', ')})`,
  // Where another account is at the same exchange, the list is of use to it.
  `DELETE FROM market_list WHERE base_url = (SELECT base_url FROM profile WHERE id = ?) AND
     (SELECT count(*) FROM profile WHERE profile.base_url = market_list.base_url) = 1`,
]

/** `onRemoved` is called after the rows of a profile are gone. */
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
