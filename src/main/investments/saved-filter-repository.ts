// Filters of the investment history under a name of the person's own.
import type { FlexFilter, SavedFilter } from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import { text, textOf, type Database, type Row } from '../database/database.js'
import type { StoreHealth } from '../database/database-health.js'

export type SavedFilterRepository = {
  /** By name. Nothing at all of a profile that is not known. */
  list(profileId: string): Result<SavedFilter[], Problem>
  /** Takes the place of one with the same id or name. Of a profile that is not known nothing is kept. */
  save(profileId: string, saved: SavedFilter): Result<null, Problem>
  remove(profileId: string, id: string): Result<null, Problem>
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const momentOrNull = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** Null where it cannot be read. */
export const savedFilterOf = (json: string): FlexFilter | null => {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const members: Record<string, unknown> = { ...value }
    const { actionTypes } = members
    return {
      planId: textOrNull(members['planId']),
      investmentId: textOrNull(members['investmentId']),
      transactionId: textOrNull(members['transactionId']),
      currency: textOrNull(members['currency']),
      from: momentOrNull(members['from']),
      to: momentOrNull(members['to']),
      actionTypes: Array.isArray(actionTypes) ? actionTypes.filter((type) => typeof type === 'number' && Number.isSafeInteger(type)) : [],
    }
  } catch {
    return null
  }
}

const savedOf = (row: Row): SavedFilter[] => {
  const filter = savedFilterOf(textOf(row, 'filter'))
  return filter === null ? [] : [{ id: textOf(row, 'id'), name: textOf(row, 'name'), filter }]
}

export const createSavedFilterRepository = (database: Database, health: StoreHealth): SavedFilterRepository => ({
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
