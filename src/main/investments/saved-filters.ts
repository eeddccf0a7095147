// Filters of the history under a name of the person's own. The same name takes its own place.
import type { FlexFilter, SavedFilter } from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { SavedFilterRepository } from './saved-filter-repository.js'

type Filters = Result<SavedFilter[], Problem>

const mostFilters = 50
const longestName = 80

const badName: Problem = {
  code: 'bad-input',
  message: 'A saved filter needs a name.',
  fields: { name: [`Write a name of 1 to ${longestName} signs.`] },
}

const tooMany: Problem = {
  code: 'bad-input',
  message: `At most ${mostFilters} filters are kept. Delete one first.`,
  fields: { name: ['There is no room left.'] },
}

export const createSavedFilters = (profileId: string, repository: SavedFilterRepository, newId: () => string) => {
  const list = (): Filters => repository.list(profileId)
  return {
    list,
    save: (typed: string, filter: FlexFilter): Filters => {
      const name = typed.trim()
      if (name === '' || name.length > longestName) return fail(badName)
      const present = list()
      if (!present.ok) return present
      const same = present.value.find((saved) => saved.name === name)
      if (same === undefined && present.value.length >= mostFilters) return fail(tooMany)
      const saved = repository.save(profileId, { id: same?.id ?? newId(), name, filter })
      return saved.ok ? list() : saved
    },
    remove: (id: string): Filters => {
      const removed = repository.remove(profileId, id)
      return removed.ok ? list() : removed
    },
  }
}
