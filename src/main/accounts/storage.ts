// Plimsoll's memory on this computer: profiles without their keys, nonces, samples, the last answers, and what happened to itself.
import type { Problem } from '../../shared/domain/problem.js'
import type { Notice } from '../../shared/domain/session.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type AccountRepositories, createAccountRepositories } from './account-repositories.js'
import { createBackupKeeper } from '../database/backup.js'
import { createIncidentRepository, type IncidentRepository } from '../database/incident-repository.js'
import { createKeychainEntryRepository, type KeychainEntryRepository } from './keychain-entry-repository.js'
import { createProfileRepository, type ProfileRepository } from './profile-repository.js'
import { faultOf, databaseProblem } from '../database/database-fault.js'
import { markSuspect, databaseFiles } from '../database/database-files.js'
import { createStoreHealth } from '../database/database-health.js'
import { noLog, type StoreLog } from '../database/database-log.js'
import { openStoreDatabase } from '../database/database-opening.js'

export type Store = AccountRepositories & {
  profiles: ProfileRepository
  keychainEntries: KeychainEntryRepository
  incidents: IncidentRepository
  /** True where the data can only be read. */
  readOnly: boolean
  /** Why nothing can be recorded now; null while everything can. Nothing that needs a record may be sent meanwhile. */
  problem(): Problem | null
  /** Housekeeping: writes what waits, thins a few thousand old samples, makes the daily backup. Call it about once a minute. */
  tend(): Result<null, Problem>
  /** Writes what waits and lets another process have the folder. Nothing works afterwards. */
  close(): void
}

export type StorePorts = {
  /** Absolute. Made where it does not exist. */
  folder: string
  clock: Clock
  log?: StoreLog
  /** Called when `problem()` changes. */
  onTrouble?: (problem: Problem | null) => void
}

const open = ({ folder, clock, log = noLog, onTrouble = () => undefined }: StorePorts): { store: Store; notices: Notice[] } => {
  const files = databaseFiles(folder)
  const { database, readOnly, notices, unlock } = openStoreDatabase(files, clock, log)

  const noteDamage = (): void => {
    try {
      markSuspect(files)
    } catch (error) {
      log.warn('damage not noted', { reason: faultOf(error).reason })
    }
  }

  const health = createStoreHealth({ changes: database.changes, log, onChange: onTrouble, onDamage: noteDamage })
  const ofAccounts = createAccountRepositories({ database, health, clock, log })
  const incidents = createIncidentRepository(database, health, clock)
  const worthKeeping = (): boolean => database.first('SELECT 1 AS found FROM profile') !== null
  const backups = createBackupKeeper({ database, files, clock, log, worthKeeping })
  const profiles = createProfileRepository(database, health, (id) => {
    ofAccounts.profileRemoved(id)
    backups.renew()
  })
  const unwritable = readOnly ? databaseProblem('READ_ONLY') : null

  const tend = (): Result<null, Problem> => {
    if (unwritable !== null) return fail(unwritable)
    const results = [ofAccounts.tend(), backups.tend()]
    return results.find((result) => !result.ok) ?? ok(null)
  }

  const store: Store = {
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
  if (!readOnly) backups.tend()
  const unread = incidents.notices()
  return { store, notices: [...notices, ...(unread.ok ? unread.value : [])] }
}

/**
 * Opens, repairs, upgrades and locks what is kept in `folder`. Fails, leaving everything as it was, where another Plimsoll has it,
 * where a newer one wrote it, or where the disk allows nothing at all. `notices` is what the person must be told; those of
 * `incidents` stay until acknowledged under the same id.
 */
export const openStore = (ports: StorePorts): Result<{ store: Store; notices: Notice[] }, Problem> => {
  try {
    return ok(open(ports))
  } catch (error) {
    const { reason, message } = faultOf(error)
    ports.log?.warn('store not opened', { reason, message })
    return fail(databaseProblem(reason))
  }
}
