// Saved filters that end with the run: for the demo.
import type { SavedFilter } from '../../shared/domain/flex-history.js'
import { ok } from '../../shared/result.js'
import type { FilterMemory } from './ports.js'

export const createFilterMemory = (): FilterMemory => {
  const kept = new Map<string, SavedFilter[]>()
  const of = (profileId: string): SavedFilter[] => kept.get(profileId) ?? []
  return {
    list: (profileId) => ok([...of(profileId)]),
    save: (profileId, saved) => {
      const others = of(profileId).filter(({ id, name }) => id !== saved.id && name !== saved.name)
      kept.set(
        profileId,
        [...others, saved].sort((a, b) => (a.name < b.name ? -1 : 1)),
      )
      return ok(null)
    },
    remove: (profileId, id) => {
      kept.set(
        profileId,
        of(profileId).filter((one) => one.id !== id),
      )
      return ok(null)
    },
  }
}
