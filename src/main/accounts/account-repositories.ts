// The repositories of what is stored for each account, over one database: the one on disk, or one in memory.
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type AlertRepository, createAlertRepository } from '../alerts/alert-repository.js'
import type { Database } from '../database/database.js'
import { createSavedFilterRepository, type SavedFilterRepository } from '../investments/saved-filter-repository.js'
import { createIntentRepository, type IntentRepository } from '../orders/intent-repository.js'
import { createMiningRepository, type MiningRepository } from '../mining/mining-repository.js'
import { createNonceRepository, type NonceRepository } from '../exchange/nonce-repository.js'
import { createSampleRepository, type SampleRepository } from '../portfolio/sample-repository.js'
import { createSnapshotRepository, type SnapshotRepository } from '../portfolio/snapshot-repository.js'
import type { DatabaseHealth } from '../database/database-health.js'
import type { DatabaseLog } from '../database/database-log.js'
import { createTradingRepository, type TradingRepository } from '../orders/trading-repository.js'
import { createWriteBehind } from '../database/write-behind.js'

export type AccountRepositories = {
  nonces: NonceRepository
  samples: SampleRepository
  snapshots: SnapshotRepository
  alerts: AlertRepository
  orders: IntentRepository
  trading: TradingRepository
  mining: MiningRepository
  savedFilters: SavedFilterRepository
}

/** For the storage alone. */
type OpenRepositories = {
  repositories: AccountRepositories
  /** Writes what waits. */
  flush(): Result<null, Problem>
  /** Writes what waits and downsamples a few thousand old samples. */
  tend(): Result<null, Problem>
  /** The profile's rows are gone. */
  profileRemoved(id: string): void
}

/** @throws DatabaseFault when the nonces cannot be read */
export const createAccountRepositories = (parts: {
  database: Database
  health: DatabaseHealth
  clock: Clock
  log: DatabaseLog
}): OpenRepositories => {
  const { database, health, clock, log } = parts
  const behind = createWriteBehind(database, health, clock)
  const samples = createSampleRepository({ database, health, behind, clock, log })
  const snapshots = createSnapshotRepository(database, health, behind)

  return {
    repositories: {
      nonces: createNonceRepository(database, health),
      samples,
      snapshots,
      alerts: createAlertRepository(database, health),
      orders: createIntentRepository(database, health),
      trading: createTradingRepository(database, health),
      mining: createMiningRepository(database, health),
      savedFilters: createSavedFilterRepository(database, health),
    },
    flush: behind.flush,
    tend: () => {
      const results = [behind.flush(), samples.downsample()]
      return results.find((result) => !result.ok) ?? ok(null)
    },
    profileRemoved: (id) => {
      samples.forgetProfile(id)
      snapshots.forgetProfile(id)
    },
  }
}
