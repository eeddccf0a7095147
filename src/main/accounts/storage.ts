// What is stored on this computer: profiles without their keys, nonces, samples, the last answers, and what happened to the storage itself.
import type { Problem } from '../../shared/domain/problem.js'
import type { Notice } from '../../shared/domain/app-state.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type AccountRepositories, createAccountRepositories } from './account-repositories.js'
import { createBackupSchedule } from '../database/backup.js'
import { createIncidentRepository, type IncidentRepository } from '../database/incident-repository.js'
import { createKeychainEntryRepository, type KeychainEntryRepository } from './keychain-entry-repository.js'
import { createProfileRepository, type ProfileRepository, readProfiles } from './profile-repository.js'
import { faultOf, databaseProblem } from '../database/database-fault.js'
import { markSuspect, databaseFiles } from '../database/database-files.js'
import { createDatabaseHealth } from '../database/database-health.js'
import { noLog, type DatabaseLog } from '../database/database-log.js'
import { openAppDatabase } from '../database/database-opening.js'
import type { Database } from '../database/database.js'
import { readNonces } from '../exchange/nonce-repository.js'

export type AppStorage = AccountRepositories & {
  profiles: ProfileRepository
  keychainEntries: KeychainEntryRepository
  incidents: IncidentRepository
  /** True where the data can only be read. */
  readOnly: boolean
  /** Why nothing can be recorded now; null while everything can. Nothing that needs a record may be sent meanwhile. */
  problem(): Problem | null
  /** Housekeeping: writes what waits, downsamples a few thousand old samples, makes the daily backup. Call it about once a minute. */
  tend(): Result<null, Problem>
  /** Writes what waits and lets another process have the folder. Nothing works afterwards. */
  close(): void
}

export type StorageParts = {
  /** Absolute. Made where it does not exist. */
  folder: string
  clock: Clock
  log?: DatabaseLog
  /** Called when `problem()` changes. */
  onTrouble?: (problem: Problem | null) => void
}

type OpenedStorage = { storage: AppStorage; notices: Notice[] }

/** Without them Plimsoll knows no account, or could send a nonce a second time. */
const readEssentials = (database: Database): void => {
  readProfiles(database)
  readNonces(database)
}

const build = ({ folder, clock, log = noLog, onTrouble = () => undefined }: StorageParts): OpenedStorage => {
  const files = databaseFiles(folder)
  const { database, readOnly, notices, unlock } = openAppDatabase({ files, now: clock(), log, readEssentials })

  const noteDamage = (): void => {
    try {
      markSuspect(files)
    } catch (error) {
      log.warn('damage not noted', { reason: faultOf(error).reason })
    }
  }

  const health = createDatabaseHealth({ changes: database.changes, log, onChange: onTrouble, onDamage: noteDamage })
  const ofAccounts = createAccountRepositories({ database, health, clock, log })
  const incidents = createIncidentRepository(database, health, clock)
  const hasContent = (): boolean => database.first('SELECT 1 AS found FROM profile') !== null
  const backups = createBackupSchedule({ database, files, clock, log, hasContent })
  const profiles = createProfileRepository(database, health, (id) => {
    ofAccounts.profileRemoved(id)
    backups.replaceAll()
  })
  const unwritable = readOnly ? databaseProblem('READ_ONLY') : null

  const tend = (): Result<null, Problem> => {
    if (unwritable !== null) return fail(unwritable)
    const results = [ofAccounts.tend(), backups.run()]
    return results.find((result) => !result.ok) ?? ok(null)
  }

  const storage: AppStorage = {
    ...ofAccounts.repositories,
    profiles,
    keychainEntries: createKeychainEntryRepository(database, health),
    incidents,
    readOnly,
    problem: () => unwritable ?? health.problem(),
    tend,
    close: () => {
      ofAccounts.flush()
      database.close()
      unlock()
    },
  }
  if (!readOnly) backups.run()
  const unread = incidents.notices()
  return { storage, notices: [...notices, ...(unread.ok ? unread.value : [])] }
}

/**
 * Opens, repairs, upgrades and locks what is stored in `folder`. Fails, leaving everything as it was, where another Plimsoll has it,
 * where a newer one wrote it, or where the disk allows nothing at all. `notices` is what the user must be shown; those of
 * `incidents` stay until acknowledged under the same id.
 */
export const openStorage = (parts: StorageParts): Result<OpenedStorage, Problem> => {
  try {
    return ok(build(parts))
  } catch (error) {
    const { reason, message } = faultOf(error)
    parts.log?.warn('store not opened', { reason, message })
    return fail(databaseProblem(reason))
  }
}
