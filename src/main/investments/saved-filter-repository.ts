// Named filters of the investment history. Saving under the same name replaces the filter.
import { z } from 'zod'
import type { FlexFilter, SavedFilter } from '../../shared/investments/flex-history.js'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, type Result } from '../../shared/result.js'
import { text, textOf, type Database, type Row } from '../database/database.js'
import type { DatabaseHealth, FaultReason } from '../database/database-fault.js'
import { json } from '../database/stored-json.js'

export type SavedFilterRepository = {
  /** By name. Empty for an unknown profile. */
  list: (profileId: string) => Result<SavedFilter[], Problem>
  /** Replaces a filter with the same id or name. Nothing is stored for an unknown profile. */
  save: (
    profileId: string,
    savedFilter: SavedFilter,
  ) => Result<null, Problem & { reason: FaultReason }>
  remove: (profileId: string, id: string) => Result<null, Problem & { reason: FaultReason }>
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

function savedOf(row: Row): SavedFilter[] {
  const filter = storedFilter.safeParse(textOf(row, 'filter')).data
  return filter === undefined ? [] : [{ id: textOf(row, 'id'), name: textOf(row, 'name'), filter }]
}

export function createSavedFilterRepository(
  database: Database,
  health: DatabaseHealth,
): SavedFilterRepository {
  return {
    list: (profileId: string): Result<SavedFilter[], Problem> =>
      health.read(() =>
        database
          .all(
            `SELECT ${text('id')}, ${text('name')}, ${text('filter')} FROM saved_filter WHERE profile_id = ? ORDER BY saved_filter.name`,
            profileId,
          )
          .flatMap(savedOf),
      ),
    save: (profileId: string, { id, name, filter }: SavedFilter) =>
      health.write(() =>
        database.write(() => {
          database.run(
            'DELETE FROM saved_filter WHERE profile_id = ? AND (id = ? OR name = ?)',
            profileId,
            id,
            name,
          )
          database.run(
            'INSERT INTO saved_filter (profile_id, id, name, filter) SELECT id, ?, ?, ? FROM profile WHERE id = ?',
            id,
            name,
            JSON.stringify(filter),
            profileId,
          )
          return null
        }),
      ),
    remove: (profileId: string, id: string) =>
      health.write(() => {
        database.run('DELETE FROM saved_filter WHERE profile_id = ? AND id = ?', profileId, id)
        return null
      }),
  }
}

const mostFilters = 50
const longestName = 80

function badName(): Problem {
  return {
    code: 'bad-input',
    message: messageOf('investments.saved.bad-name'),
    fields: { name: [messageOf('investments.saved.bad-name.field', { most: longestName })] },
  }
}

function tooMany(): Problem {
  return {
    code: 'bad-input',
    message: messageOf('investments.saved.too-many', { most: mostFilters }),
    fields: { name: [messageOf('investments.saved.too-many.field')] },
  }
}

/** Those of one account. */
export function createSavedFilters(
  profileId: string,
  repository: SavedFilterRepository,
  newId: () => string,
) {
  const list = () => repository.list(profileId)
  return {
    list,
    save: (typed: string, filter: FlexFilter): Result<SavedFilter[], Problem> => {
      const name = typed.trim()
      if (name === '' || name.length > longestName) return fail(badName())
      const present = list()
      if (!present.ok) return present
      const same = present.value.find((saved) => saved.name === name)
      if (same === undefined && present.value.length >= mostFilters) return fail(tooMany())
      const saved = repository.save(profileId, { id: same?.id ?? newId(), name, filter })
      return saved.ok ? list() : saved
    },
    remove: (id: string): Result<SavedFilter[], Problem> => {
      const removed = repository.remove(profileId, id)
      return removed.ok ? list() : removed
    },
  }
}
