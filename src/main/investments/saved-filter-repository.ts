// Filters of the investment history under a name of the person's own.
import { z } from 'zod'
import type { FlexFilter, SavedFilter } from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import { text, textOf, type Database, type Row } from '../database/database.js'
import type { DatabaseHealth } from '../database/database-health.js'
import { json } from '../database/stored-json.js'

export type SavedFilterRepository = {
  /** By name. Nothing at all of a profile that is not known. */
  list(profileId: string): Result<SavedFilter[], Problem>
  /** Takes the place of one with the same id or name. Of a profile that is not known nothing is kept. */
  save(profileId: string, saved: SavedFilter): Result<null, Problem>
  remove(profileId: string, id: string): Result<null, Problem>
}

const textOrNull = z.string().nullable().catch(null)
const momentOrNull = z.number().nullable().catch(null)
const storedFilter = json(
  z.object({
    planId: textOrNull,
    investmentId: textOrNull,
    transactionId: textOrNull,
    currency: textOrNull,
    from: momentOrNull,
    to: momentOrNull,
    actionTypes: z
      .array(z.int().nullable().catch(null))
      .catch([])
      .transform((types) => types.filter((type) => type !== null)),
  }),
)

/** Null where it cannot be read. */
export const savedFilterOf = (stored: string): FlexFilter | null => storedFilter.safeParse(stored).data ?? null

const savedOf = (row: Row): SavedFilter[] => {
  const filter = savedFilterOf(textOf(row, 'filter'))
  return filter === null ? [] : [{ id: textOf(row, 'id'), name: textOf(row, 'name'), filter }]
}

export const createSavedFilterRepository = (database: Database, health: DatabaseHealth): SavedFilterRepository => ({
  list: (profileId) =>
    health.read(() =>
      database
        .all(
          `SELECT ${text('id')}, ${text('name')}, ${text('filter')} FROM saved_filter WHERE profile_id = ? ORDER BY saved_filter.name`,
          profileId,
        )
        .flatMap(savedOf),
    ),
  save: (profileId, { id, name, filter }) =>
    health.write(() =>
      database.write(() => {
        database.run('DELETE FROM saved_filter WHERE profile_id = ? AND (id = ? OR name = ?)', profileId, id, name)
        database.run(
          'INSERT INTO saved_filter (profile_id, id, name, filter) SELECT id, ?, ?, ? FROM profile WHERE id = ?',
          ...[id, name, JSON.stringify(filter), profileId],
        )
        return null
      }),
    ),
  remove: (profileId, id) =>
    health.write(() => {
      database.run('DELETE FROM saved_filter WHERE profile_id = ? AND id = ?', profileId, id)
      return null
    }),
})
