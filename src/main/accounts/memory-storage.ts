// The storage of accounts in a database in this process's memory: the demo's, and that of tests. The same rules as on disk.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type AccountRepositories, createAccountRepositories } from './account-repositories.js'
import { migrate } from '../database/database-migration.js'
import { type Database, inMemory, openDatabase } from '../database/database.js'
import type { FlexRepository } from '../investments/flex-repository.js'
import { openHistoryDatabase } from '../investments/history-database.js'
import { createProfileRepository } from './profile-repository.js'
import { DatabaseFault } from '../database/database-fault.js'
import { createDatabaseHealth } from '../database/database-health.js'
import { noLog } from '../database/database-log.js'

export type MemoryStorage = AccountRepositories & {
  /** The flexible investment history, in a database of its own. */
  flex: FlexRepository
  /** Housekeeping: downsamples a few thousand old samples. Call it about once a minute. */
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

/** Remembers for these profiles. @throws DatabaseFault */
export const openMemoryStorage = (profiles: readonly Profile[], clock: Clock): MemoryStorage => {
  const database = open()
  const health = createDatabaseHealth({ changes: database.changes, log: noLog, onChange: () => undefined, onDamage: () => undefined })
  const stored = createProfileRepository(database, health, () => undefined)
  for (const profile of profiles) {
    const added = stored.add(profile)
    if (!added.ok) throw new DatabaseFault('INTERNAL', added.error.message)
  }
  const { repositories, tend } = createAccountRepositories({ database, health, clock, log: noLog })
  const history = openHistoryDatabase({ folder: null })

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
