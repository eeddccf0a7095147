// Opens the database of a folder in any state: locks, checks, upgrades and, where it is damaged, replaces it.
import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs'
import type { Notice } from '../../shared/domain/app-state.js'
import { applicationId, checkDatabase, versionOf } from './database-check.js'
import { migrate, newestVersion } from './database-migration.js'
import { openDatabase, lockDatabase, type Database } from './database.js'
import { recordIncident } from './incident-repository.js'
import { checkReadable, listBackups, makeBackup, type OpeningOptions } from './backup.js'
import { removeRescueNote, rescueDatabase, rescueMessage, unrecordedRescue, type RescueCause } from './rescue.js'
import { faultOf, DatabaseFault } from './database-fault.js'
import {
  preparePrivateFile,
  preparePrivateFolder,
  markSuspect,
  replaceFile,
  stamp,
  tightenFile,
  type DatabaseFiles,
} from './database-files.js'

export type OpenedDatabase = {
  database: Database
  /** True where the folder or the file can only be read. */
  readOnly: boolean
  /** What a person must be told that is not an incident in the database. */
  notices: Notice[]
  /** Lets another process have the folder. After the database is closed. */
  unlock(): void
}

const writable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/**
 * Held as long as Plimsoll runs, also while the database itself is being replaced. An open transaction on an empty file: the system
 * ends it with the process, however that ends. @throws DatabaseFault IN_USE
 */
const takeLock = (files: DatabaseFiles): Database => {
  preparePrivateFile(files.lock)
  const lock = openDatabase(files.lock)
  try {
    lock.script('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

const lockFolder = (files: DatabaseFiles): Database => {
  try {
    return takeLock(files)
  } catch (error) {
    if (faultOf(error).reason !== 'DAMAGED') throw error
    // The lock file holds no data, so a damaged one can be made anew.
    rmSync(files.lock, { force: true })
    return takeLock(files)
  }
}

/** @throws DatabaseFault */
const openChecked = ({ files, log }: OpeningOptions): Database => {
  const isNew = sizeOf(files.database) === 0
  preparePrivateFile(files.database)
  for (const companion of files.companions) tightenFile(companion)
  const database = openDatabase(files.database)
  try {
    // The id comes first: a new file that is abandoned half-way must not look like another program's.
    if (isNew) database.script(`PRAGMA application_id = ${applicationId}`)
    lockDatabase(database)
    checkDatabase(database, newestVersion)
    enableWriteAheadLog(database, log)
    return database
  } catch (error) {
    database.close()
    throw faultOf(error)
  }
}

const enableWriteAheadLog = (database: Database, log: OpeningOptions['log']): void => {
  try {
    database.script('PRAGMA journal_mode = WAL')
  } catch (error) {
    const fault = faultOf(error)
    if (fault.reason !== 'DISK_FULL') throw fault
    log.warn('no write-ahead log', { reason: fault.reason })
  }
}

const upgrade = (database: Database, { files, now }: OpeningOptions): void => {
  const version = versionOf(database)
  if (version === newestVersion) return
  if (version > 0) makeBackup(database, files, now)
  migrate(database)
}

const wasUsedBefore = (files: DatabaseFiles): boolean => existsSync(files.marker) || listBackups(files).length > 0

/** Why the database on disk cannot be opened as it is; null where it may be tried. */
const visibleFault = (files: DatabaseFiles): RescueCause | null => {
  if (!existsSync(files.database)) return wasUsedBefore(files) ? 'missing' : null
  if (sizeOf(files.database) === 0) return wasUsedBefore(files) ? 'empty' : null
  return existsSync(files.suspect) ? 'damaged' : null
}

/** @throws DatabaseFault */
const openUpgraded = (options: OpeningOptions): Database => {
  const database = openChecked(options)
  try {
    upgrade(database, options)
    checkReadable(database, options.readEssentials)
    return database
  } catch (error) {
    database.close()
    throw faultOf(error)
  }
}

const openOrRescue = (options: OpeningOptions): Database => {
  const { files } = options
  const known = visibleFault(files)
  if (known === null) {
    try {
      return openUpgraded(options)
    } catch (error) {
      if (faultOf(error).reason !== 'DAMAGED') throw error
      // Where the file cannot be renamed while this process still has it open, the next start does it.
      markSuspect(files)
    }
  }
  rescueDatabase(options, known ?? 'damaged')
  return openUpgraded(options)
}

const recordRescue = (database: Database, { files, now }: OpeningOptions): void => {
  const rescue = unrecordedRescue(files, now)
  if (rescue === null) return
  recordIncident(database, { id: `data-${stamp(rescue.at)}`, at: rescue.at, ...rescueMessage(rescue) })
  removeRescueNote(files)
}

const markerText = 'Plimsoll keeps its data in plimsoll.db. While this file is here, a missing or empty plimsoll.db is treated as damage.\n'

const openReadOnly = ({ files, now, readEssentials }: OpeningOptions): OpenedDatabase => {
  if (sizeOf(files.database) === 0) throw new DatabaseFault('READ_ONLY', 'there is no data yet and none can be made')
  if (files.companions.some((companion) => sizeOf(companion) > 0)) {
    throw new DatabaseFault('READ_ONLY', 'the database was not closed cleanly and cannot be put in order')
  }
  const database = openDatabase(files.database, 'unchanging')
  try {
    checkDatabase(database, newestVersion)
    checkReadable(database, readEssentials)
    if (versionOf(database) !== newestVersion) throw new DatabaseFault('READ_ONLY', 'the database is of an older version')
  } catch (error) {
    database.close()
    throw error
  }
  const notice: Notice = {
    id: 'data-read-only',
    at: now,
    level: 'caution',
    title: 'Plimsoll cannot write to its data folder',
    text: `It shows the last figures and keeps monitoring, but records nothing new, and orders are off. Make ${files.folder} writable for yourself, then restart Plimsoll.`,
  }
  return { database, readOnly: true, notices: [notice], unlock: () => undefined }
}

/** @throws DatabaseFault, or what the file system throws */
export const openAppDatabase = (options: OpeningOptions): OpenedDatabase => {
  const { files } = options
  try {
    preparePrivateFolder(files.folder)
    if (existsSync(files.database)) tightenFile(files.database)
  } catch (error) {
    if (faultOf(error).reason !== 'READ_ONLY' || !existsSync(files.folder)) throw error
  }
  const mayWrite = writable(files.folder) && (!existsSync(files.database) || writable(files.database))
  if (!mayWrite) return openReadOnly(options)

  const lock = lockFolder(files)
  const unlock = (): void => lock.close()
  let database: Database | null = null
  try {
    database = openOrRescue(options)
    recordRescue(database, options)
    if (!existsSync(files.marker)) replaceFile(files.marker, markerText)
    return { database, readOnly: false, notices: [], unlock }
  } catch (error) {
    database?.close()
    unlock()
    throw error
  }
}
