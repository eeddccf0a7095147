// Everything an account remembers, in a database in this process's memory: the demo's, and that of tests. The same rules as on disk.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type AccountRepositories, createAccountRepositories } from './account-repositories.js'
import { migrate } from '../database/database-migration.js'
import { type Database, inMemory, openDatabase } from '../database/database.js'
import type { FlexRepository } from '../investments/flex-repository.js'
import { openHistory } from '../investments/history-database.js'
import { createProfileRepository } from './profile-repository.js'
import { DatabaseFault } from '../database/database-fault.js'
import { createStoreHealth } from '../database/database-health.js'
import { noLog } from '../database/database-log.js'

export type MemoryStore = AccountRepositories & {
  /** The flexible investment history, in a memory of its own. */
  flex: FlexRepository
  /** Housekeeping: thins a few thousand old samples. Call it about once a minute. */
  tend(): Result<null, Problem>
  /** Everything is gone. Nothing works afterwards. */
  close(): void
}

const open = (): Database => {
  const database = openDatabase(inMemory)
  // Large sorts would go to files otherwise.
  database.script('PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY')
  migrate(database)
  return database
}

/** Remembers for these profiles. @throws StoreFault */
export const openMemoryStore = (profiles: readonly Profile[], clock: Clock): MemoryStore => {
  const database = open()
  const health = createStoreHealth({ changes: database.changes, log: noLog, onChange: () => undefined, onDamage: () => undefined })
  const kept = createProfileRepository(database, health, () => undefined)
  for (const profile of profiles) {
    const added = kept.add(profile)
    if (!added.ok) throw new DatabaseFault('INTERNAL', added.error.message)
  }
  const { repositories, tend } = createAccountRepositories({ database, health, clock, log: noLog })
  const history = openHistory({ folder: null })

  return {
    ...repositories,
    flex: history.flex,
    tend,
    close: () => {
      history.close()
      database.close()
    },
  }
}
