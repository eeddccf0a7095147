// Opens the database of a folder in any state: locks, checks and upgrades it. One that cannot be
// trusted is set aside, never deleted, and the newest good backup replaces it.
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename } from 'node:path'
import type { Notice } from '../../shared/accounts/app-state.js'
import { utcMinute } from '../../shared/dates.js'
import type { UnixSeconds } from '../../shared/time.js'
import { messageOf } from '../../shared/messages/messages.js'
import {
  applicationId,
  checkDatabase,
  versionOf,
  migrate,
  newestVersion,
} from './database-migrations.js'
import { openOwnDatabase, openPrepared, type Database } from './database.js'
import { recordIncident } from './incident-repository.js'
import {
  checkReadable,
  listBackups,
  makeBackup,
  newestGoodBackup,
  placeBackup,
  type OpeningOptions,
} from './backup.js'
import { faultOf, DatabaseFault } from './database-fault.js'
import {
  corruptName,
  preparePrivateFile,
  preparePrivateFolder,
  markSuspect,
  replaceFile,
  stamp,
  syncFolder,
  tightenFile,
  type DatabaseFiles,
} from './database-files.js'

type OpenedDatabase = {
  database: Database
  /** True if the folder or the file is read-only. */
  readOnly: boolean
  /** Notices for the user that are not incidents in the database. */
  notices: Notice[]
  /** Releases the folder for other processes. Call after closing the database. */
  unlock(): void
}

function writable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/**
 * Held as long as Plimsoll runs, even while the database itself is being replaced. An open
 * transaction on an empty file: the system ends it with the process, however that ends.
 * @throws DatabaseFault IN_USE
 */
function takeLock(files: DatabaseFiles): Database {
  preparePrivateFile(files.lock)
  return openPrepared(files.lock, 'alone', (lock) =>
    lock.script('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'),
  )
}

function lockFolder(files: DatabaseFiles): Database {
  try {
    return takeLock(files)
  } catch (error) {
    if (faultOf(error).reason !== 'DAMAGED') throw error
    // The lock file holds no data, so a damaged one can be recreated.
    rmSync(files.lock, { force: true })
    return takeLock(files)
  }
}

function wasUsedBefore(files: DatabaseFiles): boolean {
  return existsSync(files.marker) || listBackups(files).length > 0
}

/** Why the database on disk cannot be opened as is; null if it may be tried. */
function visibleFault(files: DatabaseFiles): RescueCause | null {
  if (!existsSync(files.database)) return wasUsedBefore(files) ? 'missing' : null
  if (sizeOf(files.database) === 0) return wasUsedBefore(files) ? 'empty' : null
  return existsSync(files.suspect) ? 'damaged' : null
}

/** @throws DatabaseFault, or what the file system throws */
function openUpgraded({ files, now, log, readEssentials }: OpeningOptions): Database {
  const isNew = sizeOf(files.database) === 0
  preparePrivateFile(files.database)
  for (const companion of files.companions) tightenFile(companion)
  return openOwnDatabase(files.database, (database) => {
    // The id comes first: a new file abandoned halfway must not look like another program's.
    if (isNew) database.script(`PRAGMA application_id = ${applicationId}`)
    checkDatabase(database)
    try {
      database.script('PRAGMA journal_mode = WAL')
    } catch (error) {
      const { reason } = faultOf(error)
      if (reason !== 'DISK_FULL') throw error
      log.warn('no write-ahead log', { reason })
    }
    const version = versionOf(database)
    if (version !== newestVersion) {
      if (version > 0) makeBackup(database, files, now)
      migrate(database)
    }
    checkReadable(database, readEssentials)
  })
}

const titles = {
  damaged: messageOf('exchange.rescue.damaged'),
  empty: messageOf('exchange.rescue.empty'),
  missing: messageOf('exchange.rescue.missing'),
}

type RescueCause = keyof typeof titles

/**
 * What to tell the user after a rescue. Also the note on disk that survives a crash in the middle
 * of it.
 */
type Rescue = {
  at: UnixSeconds
  cause: RescueCause
  /** Name of the file set aside; null if there was none. */
  setAsideAs: string | null
  /** When the backup now in use was made; null if none was good. */
  backupAt: UnixSeconds | null
}

/**
 * The database first: a log without its database is harmless, a database without its log would seem
 * complete.
 */
function setAside(files: DatabaseFiles, at: UnixSeconds): string | null {
  const name = corruptName(files.database, at)
  const present = existsSync(files.database)
  if (present) renameSync(files.database, name)
  for (const companion of files.companions) {
    if (existsSync(companion))
      renameSync(companion, `${name}${companion.slice(files.database.length)}`)
  }
  rmSync(files.suspect, { force: true })
  syncFolder(files.folder)
  return present ? basename(name) : null
}

/** @throws what the file system throws; nothing is lost then, and the next start tries again. */
function rescueDatabase(options: OpeningOptions, cause: RescueCause): void {
  const { files, now: at, log } = options
  const setAsideAs = setAside(files, at)
  const backup = newestGoodBackup(options)
  const rescue: Rescue = { at, cause, setAsideAs, backupAt: backup?.at ?? null }
  replaceFile(files.rescueNote, JSON.stringify(rescue))
  if (backup !== null) placeBackup(backup, files)
  log.warn('database rescued', {
    cause,
    setAsideAs,
    backup: backup === null ? null : basename(backup.path),
  })
}

/** Null if there is none. An unreadable note still means that there was one. */
function unrecordedRescue(files: DatabaseFiles, now: UnixSeconds): Rescue | null {
  if (!existsSync(files.rescueNote)) return null
  let note: unknown = null
  try {
    note = JSON.parse(readFileSync(files.rescueNote, 'utf8'))
  } catch {
    // As if it were empty.
  }
  const { at, cause, setAsideAs, backupAt }: { [member in keyof Rescue]?: unknown } =
    typeof note === 'object' && note !== null ? note : {}
  return {
    at: typeof at === 'number' ? at : now,
    cause: cause === 'empty' || cause === 'missing' ? cause : 'damaged',
    setAsideAs: typeof setAsideAs === 'string' ? setAsideAs : null,
    backupAt: typeof backupAt === 'number' ? backupAt : null,
  }
}

function rescueMessage({ cause, setAsideAs, backupAt }: Rescue): Pick<Notice, 'title' | 'text'> {
  const now =
    backupAt === null
      ? messageOf('exchange.rescue.empty-start')
      : messageOf('exchange.rescue.backup', { time: utcMinute(backupAt, null) })
  return {
    title: titles[cause],
    text:
      setAsideAs === null
        ? messageOf('exchange.rescue.text', { now })
        : messageOf('exchange.rescue.text-with-old-file', { now, file: setAsideAs }),
  }
}

function openOrRescue(options: OpeningOptions): Database {
  const { files } = options
  const known = visibleFault(files)
  if (known === null) {
    try {
      return openUpgraded(options)
    } catch (error) {
      if (faultOf(error).reason !== 'DAMAGED') throw error
      // If the file cannot be renamed while this process has it open, the next start does it.
      markSuspect(files)
    }
  }
  rescueDatabase(options, known ?? 'damaged')
  return openUpgraded(options)
}

function recordRescue(database: Database, { files, now }: OpeningOptions): void {
  const rescue = unrecordedRescue(files, now)
  if (rescue === null) return
  recordIncident(database, {
    id: `data-${stamp(rescue.at)}`,
    at: rescue.at,
    ...rescueMessage(rescue),
  })
  // The settings file is newer than the backup: what an import had yet to write to it then would
  // overwrite what was chosen since.
  database.run('DELETE FROM imported_settings')
  rmSync(files.rescueNote, { force: true })
}

const markerText =
  'Plimsoll keeps its data in plimsoll.db. While this file is here, a missing or empty plimsoll.db is treated as damage.\n'

function openReadOnly({ files, now, readEssentials }: OpeningOptions): OpenedDatabase {
  if (sizeOf(files.database) === 0)
    throw new DatabaseFault('READ_ONLY', 'there is no data yet and none can be made')
  if (files.companions.some((companion) => sizeOf(companion) > 0)) {
    throw new DatabaseFault(
      'READ_ONLY',
      'the database was not closed cleanly and cannot be put in order',
    )
  }
  const database = openPrepared(files.database, 'unchanging', (opened) => {
    checkDatabase(opened)
    checkReadable(opened, readEssentials)
    if (versionOf(opened) !== newestVersion)
      throw new DatabaseFault('READ_ONLY', 'the database is of an older version')
  })
  const notice: Notice = {
    id: 'data-read-only',
    at: now,
    level: 'caution',
    title: messageOf('exchange.data-read-only.title'),
    text: messageOf('exchange.data-read-only.text', { folder: files.folder }),
  }
  return { database, readOnly: true, notices: [notice], unlock: () => undefined }
}

/** @throws DatabaseFault, or what the file system throws */
export function openAppDatabase(options: OpeningOptions): OpenedDatabase {
  const { files } = options
  try {
    preparePrivateFolder(files.folder)
    if (existsSync(files.database)) tightenFile(files.database)
  } catch (error) {
    if (faultOf(error).reason !== 'READ_ONLY' || !existsSync(files.folder)) throw error
  }
  const mayWrite =
    writable(files.folder) && (!existsSync(files.database) || writable(files.database))
  if (!mayWrite) return openReadOnly(options)

  const lock = lockFolder(files)
  let database: Database | null = null
  try {
    database = openOrRescue(options)
    recordRescue(database, options)
    if (!existsSync(files.marker)) replaceFile(files.marker, markerText)
    return { database, readOnly: false, notices: [], unlock: lock.close }
  } catch (error) {
    database?.close()
    lock.close()
    throw error
  }
}
