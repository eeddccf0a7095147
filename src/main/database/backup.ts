// Copies of the database that were checked before they counted. They are numbered, because a clock may be wrong.
import { closeSync, constants, copyFileSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { checkDatabase } from './database-check.js'
import { newestVersion, versionOf } from './database-migration.js'
import { openDatabase, type Database } from './database.js'
import { readNonces } from '../exchange/nonce-repository.js'
import { readProfiles } from '../accounts/profile-repository.js'
import { faultOf, databaseProblem } from './database-fault.js'
import { corruptName, preparePrivateFolder, stamp, syncFile, syncFolder, type DatabaseFiles } from './database-files.js'
import type { StoreLog } from './database-log.js'

export type Backup = { path: string; number: number; at: UnixSeconds }

/** How many are kept. */
const backupsKept = 3

const day = 86_400
const namePattern = /^plimsoll-(\d{6})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/

const readName = (folder: string, name: string): Backup | null => {
  const match = namePattern.exec(name)
  if (match === null) return null
  const [, number = '', year, month, dayOfMonth, hour, minute, second] = match
  const at = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}Z`) / 1000
  return Number.isFinite(at) ? { path: join(folder, name), number: Number.parseInt(number, 10), at } : null
}

/** Newest first. */
export const listBackups = (files: DatabaseFiles): Backup[] => {
  if (!existsSync(files.backups)) return []
  return readdirSync(files.backups)
    .flatMap((name) => readName(files.backups, name) ?? [])
    .sort((a, b) => b.number - a.number)
}

/** A backup from the future was made under a wrong clock and says nothing about today. */
const backupIsDue = (files: DatabaseFiles, now: UnixSeconds): boolean => {
  const newest = listBackups(files)[0]
  return newest === undefined || now - newest.at >= day || now < newest.at
}

/**
 * Sound pages can hold damaged words. What Plimsoll cannot do without is read once. Leaves the file open for a while (see
 * database.ts), so it cannot be renamed everywhere afterwards. @throws StoreFault
 */
export const checkReadable = (database: Database): void => {
  if (versionOf(database) !== newestVersion) return
  readProfiles(database)
  readNonces(database)
}

/** @throws StoreFault, or what the file system throws, when the copy is not sound. */
const checkBackup = (path: string, alsoRead: boolean): void => {
  const copy = openDatabase(path)
  try {
    checkDatabase(copy, newestVersion)
    if (alsoRead) checkReadable(copy)
  } finally {
    copy.close()
  }
}

const pruneBackups = (files: DatabaseFiles, keep: number): void => {
  for (const old of listBackups(files).slice(keep)) rmSync(old.path, { force: true })
}

/**
 * Copies the database while it is in use, checks the copy, and removes all but the newest `keep`. A copy that fails leaves the
 * older ones alone. @throws what SQLite or the file system throws
 */
export const makeBackup = (database: Database, files: DatabaseFiles, at: UnixSeconds, keep: number = backupsKept): Backup => {
  preparePrivateFolder(files.backups)
  const number = (listBackups(files)[0]?.number ?? 0) + 1
  const path = join(files.backups, `plimsoll-${number.toString().padStart(6, '0')}-${stamp(at)}.db`)
  const draft = `${path}.new`
  try {
    rmSync(draft, { force: true })
    closeSync(openSync(draft, 'wx', 0o600))
    database.script(`VACUUM INTO '${draft.replaceAll("'", "''")}'`)
    checkBackup(draft, false)
    syncFile(draft)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncFolder(files.backups)
  pruneBackups(files, keep)
  return { path, number, at }
}

/** Puts a copy of the backup where the database belongs, whole or not at all. @throws what the file system throws */
export const placeBackup = (backup: Backup, files: DatabaseFiles): void => {
  const draft = `${files.database}.restored`
  try {
    rmSync(draft, { force: true })
    copyFileSync(backup.path, draft, constants.COPYFILE_EXCL)
    syncFile(draft)
    renameSync(draft, files.database)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncFolder(files.folder)
}

const setBackupAside = (backup: Backup, now: UnixSeconds, log: StoreLog): void => {
  try {
    renameSync(backup.path, corruptName(backup.path, now))
  } catch (error) {
    // Then it is looked at again next time, which costs time and nothing else.
    log.warn('backup not set aside', { backup: basename(backup.path), reason: faultOf(error).reason })
  }
}

/** The newest backup that can be trusted. One that turns out damaged is set aside, so that it is not tried again. */
export const newestGoodBackup = (files: DatabaseFiles, now: UnixSeconds, log: StoreLog): Backup | null => {
  for (const backup of listBackups(files)) {
    try {
      checkBackup(backup.path, true)
      return backup
    } catch (error) {
      const { reason } = faultOf(error)
      log.warn('backup unusable', { backup: basename(backup.path), reason })
      if (reason === 'DAMAGED') setBackupAside(backup, now, log)
    }
  }
  return null
}

export type BackupKeeper = {
  /** Makes the daily backup when it is due. A failed one is tried again after an hour. */
  tend(): Result<null, Problem>
  /** After a profile was removed: one new backup without it replaces those that still hold it. */
  renew(): Result<null, Problem>
}

const hour = 3600

/** `worthKeeping`: a database without a profile holds nothing anybody would miss. */
export const createBackupKeeper = (parts: {
  database: Database
  files: DatabaseFiles
  clock: Clock
  log: StoreLog
  worthKeeping: () => boolean
}): BackupKeeper => {
  const { database, files, clock, log, worthKeeping } = parts
  let failedAt: UnixSeconds | null = null
  /** The backups still hold a removed profile. */
  let outlived = false

  const work = (): void => {
    if (!worthKeeping()) {
      if (outlived) pruneBackups(files, 0)
    } else if (outlived || backupIsDue(files, clock())) {
      makeBackup(database, files, clock(), outlived ? 1 : backupsKept)
    }
    outlived = false
  }

  const attempt = (): Result<null, Problem> => {
    try {
      work()
      failedAt = null
      return ok(null)
    } catch (error) {
      failedAt = clock()
      const { reason, message } = faultOf(error)
      log.warn('backup failed', { reason, message })
      return fail(databaseProblem(reason))
    }
  }

  return {
    tend: () => {
      const since = failedAt === null ? hour : clock() - failedAt
      return since >= 0 && since < hour ? ok(null) : attempt()
    },
    renew: () => {
      outlived = true
      return attempt()
    },
  }
}
