// Mining accounts that end with the run: for the demo.
import { ok } from '../../shared/result.js'
import type { KeptAccount, MiningMemory } from './ports.js'

export const createMiningMemory = (): MiningMemory => {
  const kept = new Map<string, Map<string, KeptAccount>>()
  return {
    load: (profileId) => ok([...(kept.get(profileId)?.values() ?? [])]),
    save: (profileId, account) => {
      kept.set(profileId, new Map(kept.get(profileId)).set(account.name, account))
      return ok(null)
    },
    remove: (profileId, name) => {
      kept.get(profileId)?.delete(name)
      return ok(null)
    },
  }
}
