// What is stored on this computer: profiles without their keys, nonces, samples, the last
// responses, and incidents of the storage itself.
import type { Profile } from '../../shared/accounts/account.js'
import type { Notice } from '../../shared/accounts/app-state.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { englishOf } from '../../shared/messages/messages.js'
import { type AwayRepository, createAwayRepository } from '../away/away-repository.js'
import { createAlertRepository, type AlertRepository } from '../alerts/alert-repository.js'
import { createGapRepository, type GapRepository } from '../alerts/gap-repository.js'
import {
  createPriceAlertRepository,
  type PriceAlertRepository,
} from '../alerts/price-alert-repository.js'
import {
  createCapabilityRepository,
  type CapabilityRepository,
} from '../capabilities/capability-repository.js'
import { createBackupSchedule, makeBackup } from '../database/backup.js'
import {
  createDatabaseHealth,
  DatabaseFault,
  type DatabaseHealth,
  type DatabaseLog,
  databaseProblem,
  faultOf,
  noLog,
} from '../database/database-fault.js'
import { databaseFiles, markSuspect, watchPlace } from '../database/database-files.js'
import { openAppDatabase } from '../database/database-opening.js'
import { migrate } from '../database/database-migrations.js'
import { type Database, inMemory, openDatabase } from '../database/database.js'
import {
  createIncidentRepository,
  type IncidentRepository,
} from '../database/incident-repository.js'
import { createWriteBehind } from '../database/write-behind.js'
import type { FamilyMemory } from '../exchange/address-family.js'
import { createFamilyRepository } from '../exchange/family-repository.js'
import {
  createNonceRepository,
  type NonceRepository,
  readNonces,
} from '../exchange/nonce-repository.js'
import { type HistoryDatabase, openHistoryDatabase } from '../investments/history-database.js'
import {
  createSavedFilterRepository,
  type SavedFilterRepository,
} from '../investments/saved-filter-repository.js'
import { createMarketRepository, type MarketRepository } from '../markets/market-repository.js'
import { createMiningRepository, type MiningRepository } from '../mining/mining-repository.js'
import { createIntentRepository, type IntentRepository } from '../orders/orders-repository.js'
import { createTradingRepository, type TradingRepository } from '../orders/trading-repository.js'
import { createSampleDownsampler } from '../portfolio/sample-cleanup.js'
import { createSampleRepository, type SampleRepository } from '../portfolio/sample-repository.js'
import {
  createSnapshotRepository,
  type SnapshotRepository,
} from '../portfolio/snapshot-repository.js'
import { createWorthRepository, type WorthRepository } from '../portfolio/worth-repository.js'
import {
  createKeychainEntryRepository,
  type KeychainEntryRepository,
  createProfileRepository,
  type ProfileRepository,
  readProfiles,
} from './profile-repository.js'
import {
  createSettingsImportRepository,
  type SettingsImportRepository,
} from './settings-import-repository.js'
import { createResetRepository, type ResetRepository } from './reset-repository.js'
import type { StorageThread } from './storage-thread.js'

export type AccountRepositories = {
  nonces: NonceRepository
  samples: SampleRepository
  snapshots: SnapshotRepository
  worth: WorthRepository
  markets: MarketRepository
  alerts: AlertRepository
  gaps: GapRepository
  priceAlerts: PriceAlertRepository
  orders: IntentRepository
  trading: TradingRepository
  mining: MiningRepository
  savedFilters: SavedFilterRepository
  capabilities: CapabilityRepository
  resets: ResetRepository
}

type StoredForAccounts = {
  repositories: AccountRepositories
  flush: () => Result<null, Problem>
  /** Writes pending rows and removes a few thousand old samples. */
  tend: () => Promise<Result<null, Problem>>
  rowsRemoved: (id: string) => void
}

/**
 * What is stored for each account, in one database: on disk or in memory.
 * @throws DatabaseFault when the nonces cannot be read
 */
export function createAccountRepositories(parts: {
  database: Database
  health: DatabaseHealth
  clock: Clock
  log: DatabaseLog
  /** If absent, runs on this thread. */
  thread?: Pick<StorageThread, 'downsample'> | undefined
}): StoredForAccounts {
  const { database, health, clock, log } = parts
  const removeOld = parts.thread?.downsample ?? createSampleDownsampler(database)
  const behind = createWriteBehind(database, health, clock)
  const samples = createSampleRepository({ database, health, behind, clock, log, removeOld })
  const snapshots = createSnapshotRepository(database, health, behind)
  const worth = createWorthRepository(database, health)
  /** Its pending rows are dropped together with its stored rows. */
  const rowsRemoved = (id: string): void => {
    samples.forgetProfile(id)
    snapshots.forgetProfile(id)
  }

  return {
    repositories: {
      nonces: createNonceRepository(database, health),
      samples,
      snapshots,
      worth,
      markets: createMarketRepository(database, health),
      alerts: createAlertRepository(database, health),
      gaps: createGapRepository(database, health),
      priceAlerts: createPriceAlertRepository(database, health),
      orders: createIntentRepository(database, health),
      trading: createTradingRepository(database, health),
      mining: createMiningRepository(database, health),
      savedFilters: createSavedFilterRepository(database, health),
      capabilities: createCapabilityRepository(database, health),
      resets: createResetRepository(database, health, rowsRemoved),
    },
    flush: behind.flush,
    tend: async (): Promise<Result<null, Problem>> => {
      const flushed = behind.flush()
      const thinned = worth.thin(clock())
      const downsampled = await samples.downsample()
      return [flushed, thinned, downsampled].find((result) => !result.ok) ?? ok(null)
    },
    rowsRemoved,
  }
}

export type AppStorage = AccountRepositories & {
  profiles: ProfileRepository
  keychainEntries: KeychainEntryRepository
  incidents: IncidentRepository
  families: FamilyMemory
  away: AwayRepository
  imports: SettingsImportRepository
  /** True if the data is read-only. */
  readOnly: boolean
  /**
   * Why nothing can be recorded now; null if it can. Nothing that needs a record may be sent
   * meanwhile.
   */
  problem: () => Problem | null
  /**
   * Housekeeping: writes pending rows, downsamples a few thousand old samples, makes a backup if
   * due. Call about once a minute.
   */
  tend: () => Promise<Result<null, Problem>>
  /** Writes pending rows and releases the folder for other processes. Nothing works afterwards. */
  close: () => void
}

type OpenedStorage = { storage: AppStorage; notices: Notice[] }

export type StorageParts = {
  /** Absolute. Created if it does not exist. */
  folder: string
  clock: Clock
  log?: DatabaseLog
  /** Called when `problem()` changes. */
  onTrouble?: (problem: Problem | null) => void
  /** Does the long work; if absent, this thread does. Must be closed before the storage. */
  thread?: Pick<StorageThread, 'backup' | 'downsample'>
}

function build({
  folder,
  clock,
  log = noLog,
  onTrouble = () => undefined,
  thread,
}: StorageParts): OpenedStorage {
  const files = databaseFiles(folder)
  // Without them Plimsoll knows no account, or could reuse a nonce.
  const readEssentials = (opened: Database): unknown => [readProfiles(opened), readNonces(opened)]
  const { database, readOnly, notices, unlock } = openAppDatabase({
    files,
    now: clock(),
    log,
    readEssentials,
  })

  const onDamage = (): void => {
    try {
      markSuspect(files)
    } catch (error) {
      log.warn('damage not noted', { reason: faultOf(error).reason })
    }
  }
  const health = createDatabaseHealth({
    changes: database.changes,
    log,
    onChange: onTrouble,
    onDamage,
    isInPlace: watchPlace(files.database),
  })
  const ofAccounts = createAccountRepositories({ database, health, clock, log, thread })
  const incidents = createIncidentRepository(database, health, clock)
  const hasContent = (): boolean => database.first('SELECT 1 AS found FROM profile') !== null
  const backUp =
    thread?.backup ??
    (async (at: UnixSeconds, keep: number) => makeBackup(database, files, at, keep))
  const backups = createBackupSchedule({ backUp, files, clock, log, hasContent })
  const profiles = createProfileRepository(database, health, {
    onRemoved: (id) => {
      ofAccounts.rowsRemoved(id)
      void backups.replaceAll()
    },
    onListed: () => void backups.accountsChanged(),
  })
  const unwritable = readOnly ? databaseProblem('READ_ONLY') : null

  const storage: AppStorage = {
    ...ofAccounts.repositories,
    profiles,
    keychainEntries: createKeychainEntryRepository(database, health),
    incidents,
    families: createFamilyRepository(database, health),
    away: createAwayRepository(database, health),
    imports: createSettingsImportRepository(database, health, () => void backups.accountsChanged()),
    readOnly,
    problem: (): Problem | null => unwritable ?? health.problem(),
    tend: async (): Promise<Result<null, Problem>> => {
      if (unwritable !== null) return fail(unwritable)
      const tended = await ofAccounts.tend()
      const backedUp = await backups.run()
      return tended.ok ? backedUp : tended
    },
    close: (): void => {
      ofAccounts.flush()
      database.close()
      unlock()
    },
  }
  if (!readOnly) void backups.run()
  const unread = incidents.notices()
  return { storage, notices: [...notices, ...(unread.ok ? unread.value : [])] }
}

/**
 * Opens, repairs, upgrades and locks what is stored in `folder`. Fails without changes if another
 * Plimsoll has it, a newer one wrote it, or the disk allows nothing. `notices`: must be shown to
 * the user; those from `incidents` stay until acknowledged under the same id.
 */
export function openStorage(parts: StorageParts): Result<OpenedStorage, Problem> {
  try {
    return ok(build(parts))
  } catch (error) {
    const { reason, message } = faultOf(error)
    parts.log?.warn('store not opened', { reason, message })
    return fail(databaseProblem(reason))
  }
}

export type MemoryStorage = AccountRepositories & {
  /** The flexible investment history, in a separate database. */
  flex: HistoryDatabase['flex']
  /** Downsamples a few thousand old samples. Call about once a minute. */
  tend: () => Promise<Result<null, Problem>>
  /** Everything is discarded. Nothing works afterwards. */
  close: () => void
}

/**
 * The same, in memory: for the demo and for tests. Holds data only for these profiles.
 * @throws DatabaseFault
 */
export function openMemoryStorage(profiles: readonly Profile[], clock: Clock): MemoryStorage {
  const database = openDatabase(inMemory)
  // Otherwise large sorts would go to files.
  database.script(
    'PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY',
  )
  migrate(database)
  const health = createDatabaseHealth({
    changes: database.changes,
    log: noLog,
    onChange: () => undefined,
    onDamage: () => undefined,
  })
  const stored = createProfileRepository(database, health, {})
  for (const profile of profiles) {
    const added = stored.add(profile)
    if (!added.ok) throw new DatabaseFault('INTERNAL', englishOf(added.error.message))
  }
  const { repositories, tend } = createAccountRepositories({ database, health, clock, log: noLog })
  const history = openHistoryDatabase({ folder: null })

  return {
    ...repositories,
    flex: history.flex,
    tend,
    close: (): void => {
      history.close()
      database.close()
    },
  }
}
