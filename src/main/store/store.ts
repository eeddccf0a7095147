// Plimsoll's memory on this computer: profiles without their keys, nonces, samples, the last answers, and what happened to itself.
import type { Problem } from '../../shared/domain/problem.js'
import type { Notice } from '../../shared/domain/session.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'
import { type AlertRepository, createAlertRepository } from './alert-repository.js'
import { createBackupKeeper } from './backup.js'
import { createSavedFilterRepository, type SavedFilterRepository } from './flex-saved-filters.js'
import { createIncidentRepository, type IncidentRepository } from './incident-repository.js'
import { createIntentRepository, type IntentRepository } from './intent-repository.js'
import { createKeychainEntryRepository, type KeychainEntryRepository } from './keychain-entry-repository.js'
import { createMiningRepository, type MiningRepository } from './mining-repository.js'
import { createNonceRepository, type NonceRepository } from './nonce-repository.js'
import { createProfileRepository, type ProfileRepository } from './profile-repository.js'
import { createSampleRepository, type SampleRepository } from './sample-repository.js'
import { createSnapshotRepository, type SnapshotRepository } from './snapshot-repository.js'
import { faultOf, storeProblem } from './store-fault.js'
import { markSuspect, storeFiles } from './store-folder.js'
import { createStoreHealth } from './store-health.js'
import { noLog, type StoreLog } from './store-log.js'
import { openStoreDatabase } from './store-opening.js'
import { createTradingRepository, type TradingRepository } from './trading-repository.js'
import { createWriteBehind } from './write-behind.js'

export type Store = {
  profiles: ProfileRepository
  keychainEntries: KeychainEntryRepository
  nonces: NonceRepository
  samples: SampleRepository
  snapshots: SnapshotRepository
  incidents: IncidentRepository
  alerts: AlertRepository
  orders: IntentRepository
  trading: TradingRepository
  mining: MiningRepository
  savedFilters: SavedFilterRepository
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
  const files = storeFiles(folder)
  const { database, readOnly, notices, unlock } = openStoreDatabase(files, clock, log)

  const noteDamage = (): void => {
    try {
      markSuspect(files)
    } catch (error) {
      log.warn('damage not noted', { reason: faultOf(error).reason })
    }
  }

  const health = createStoreHealth({ changes: database.changes, log, onChange: onTrouble, onDamage: noteDamage })
  const behind = createWriteBehind(database, health, clock)
  const samples = createSampleRepository({ database, health, behind, clock, log })
  const snapshots = createSnapshotRepository(database, health, behind)
  const incidents = createIncidentRepository(database, health, clock)
  const worthKeeping = (): boolean => database.first('SELECT 1 AS found FROM profile') !== null
  const backups = createBackupKeeper({ database, files, clock, log, worthKeeping })
  const profiles = createProfileRepository(database, health, (id) => {
    samples.forgetProfile(id)
    snapshots.forgetProfile(id)
    backups.renew()
  })
  const unwritable = readOnly ? storeProblem('READ_ONLY') : null

  const tend = (): Result<null, Problem> => {
    if (unwritable !== null) return fail(unwritable)
    const results = [behind.flush(), samples.thin(), backups.tend()]
    return results.find((result) => !result.ok) ?? ok(null)
  }

  const store: Store = {
    profiles,
    keychainEntries: createKeychainEntryRepository(database, health),
    nonces: createNonceRepository(database, health),
    samples,
    snapshots,
    incidents,
    alerts: createAlertRepository(database, health),
    orders: createIntentRepository(database, health),
    trading: createTradingRepository(database, health),
    mining: createMiningRepository(database, health),
    savedFilters: createSavedFilterRepository(database, health),
    readOnly,
    problem: () => unwritable ?? health.problem(),
    tend,
    close: () => {
      behind.flush()
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
    return fail(storeProblem(reason))
  }
}
