// Copies of the database, each verified before it counts. They are numbered, because a clock may be
// wrong.
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { checkDatabase, versionOf, newestVersion } from './database-migrations.js'
import { openDatabase, type Database } from './database.js'
import { type DatabaseLog, databaseProblem, faultOf } from './database-fault.js'
import {
  corruptName,
  preparePrivateFolder,
  stamp,
  syncFile,
  syncFolder,
  type DatabaseFiles,
} from './database-files.js'

export type OpeningOptions = {
  files: DatabaseFiles
  now: UnixSeconds
  log: DatabaseLog
  /** Reads what Plimsoll cannot do without. @throws DatabaseFault if it cannot be read */
  readEssentials(database: Database): void
}

type Backup = { path: string; number: number; at: UnixSeconds }

const backupsKept = 3

const day = 86_400
const hour = 3600
const namePattern = /^plimsoll-(\d{6})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/

function readName(folder: string, name: string): Backup | null {
  const match = namePattern.exec(name)
  if (match === null) return null
  const [, number = '', year, month, dayOfMonth, hour, minute, second] = match
  const at = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}Z`) / 1000
  return Number.isFinite(at)
    ? { path: join(folder, name), number: Number.parseInt(number, 10), at }
    : null
}

/** Newest first. */
export function listBackups(files: DatabaseFiles): Backup[] {
  if (!existsSync(files.backups)) return []
  return readdirSync(files.backups)
    .flatMap((name) => readName(files.backups, name) ?? [])
    .sort((a, b) => b.number - a.number)
}

/** A backup dated in the future was made under a wrong clock, so it does not count. */
function backupIsDue(files: DatabaseFiles, now: UnixSeconds): boolean {
  const newest = listBackups(files)[0]
  return newest === undefined || now - newest.at >= day || now < newest.at
}

/**
 * Sound pages can hold damaged content. Leaves the file open for a while (see database.ts), so
 * afterwards it cannot be renamed on every system.
 * @throws DatabaseFault
 */
export function checkReadable(
  database: Database,
  readEssentials: OpeningOptions['readEssentials'],
): void {
  if (versionOf(database) === newestVersion) readEssentials(database)
}

/** @throws DatabaseFault, or what the file system throws, if the copy is not sound. */
export function checkBackup(path: string, readEssentials?: OpeningOptions['readEssentials']): void {
  const copy = openDatabase(path)
  try {
    checkDatabase(copy)
    if (readEssentials !== undefined) checkReadable(copy, readEssentials)
  } finally {
    copy.close()
  }
}

function pruneBackups(files: DatabaseFiles, keep: number): void {
  for (const old of listBackups(files).slice(keep)) rmSync(old.path, { force: true })
}

/**
 * Copies the database while it is in use, verifies the copy, and removes all but the newest `keep`.
 * A failed copy leaves the older ones alone.
 * @throws what SQLite or the file system throws
 */
export function makeBackup(
  database: Database,
  files: DatabaseFiles,
  at: UnixSeconds,
  keep: number = backupsKept,
): Backup {
  preparePrivateFolder(files.backups)
  const number = (listBackups(files)[0]?.number ?? 0) + 1
  const path = join(files.backups, `plimsoll-${number.toString().padStart(6, '0')}-${stamp(at)}.db`)
  const draft = `${path}.new`
  try {
    // Left by a process that ended halfway.
    for (const name of readdirSync(files.backups))
      if (/\.db\.new(-journal)?$/.test(name)) rmSync(join(files.backups, name), { force: true })
    closeSync(openSync(draft, 'wx', 0o600))
    database.script(`VACUUM INTO '${draft.replaceAll("'", "''")}'`)
    checkBackup(draft)
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

/**
 * Puts a copy of the backup in the database's place, all or nothing.
 * @throws what the file system throws
 */
export function placeBackup(backup: Backup, files: DatabaseFiles): void {
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

function setBackupAside(backup: Backup, { now, log }: OpeningOptions): void {
  try {
    renameSync(backup.path, corruptName(backup.path, now))
  } catch (error) {
    // It is checked again next time.
    log.warn('backup not set aside', {
      backup: basename(backup.path),
      reason: faultOf(error).reason,
    })
  }
}

/**
 * The newest backup that can be trusted. A damaged one is set aside, so that it is not tried again.
 */
export function newestGoodBackup(options: OpeningOptions): Backup | null {
  for (const backup of listBackups(options.files)) {
    try {
      checkBackup(backup.path, options.readEssentials)
      return backup
    } catch (error) {
      const { reason } = faultOf(error)
      options.log.warn('backup unusable', { backup: basename(backup.path), reason })
      if (reason === 'DAMAGED') setBackupAside(backup, options)
    }
  }
  return null
}

/**
 * @param parts.backUp makes a backup and keeps this many; rejects with what SQLite or the file
 * system throws
 */
export function createBackupSchedule(parts: {
  backUp: (at: UnixSeconds, keep: number) => Promise<unknown>
  files: DatabaseFiles
  clock: Clock
  log: DatabaseLog
  /** An empty database (no profile) needs no backup. */
  hasContent: () => boolean
}) {
  const { files, clock, log, hasContent } = parts
  /** Exists while backups still hold a removed profile, so that the next start knows too. */
  const mark = join(files.backups, 'hold-a-removed-account')
  let failedAt: UnixSeconds | null = null
  let backupsHoldRemoved = existsSync(mark)
  /** The list of accounts has changed since the last backup. */
  let accountsChanged = false
  let running = 0
  let underWay: Promise<unknown> = Promise.resolve()

  const attempt = async (): Promise<Result<null, Problem>> => {
    const replaces = backupsHoldRemoved
    const changed = accountsChanged
    // Another profile may be removed or added meanwhile.
    backupsHoldRemoved = false
    accountsChanged = false
    running += 1
    try {
      if (hasContent()) {
        if (replaces || changed || backupIsDue(files, clock())) {
          await (underWay = parts.backUp(clock(), replaces ? 1 : backupsKept))
        }
      } else if (replaces) {
        // A backup begun before the removal would finish after it.
        if (running > 1) await underWay.catch(() => undefined)
        pruneBackups(files, 0)
      }
      if (replaces && !backupsHoldRemoved) rmSync(mark, { force: true })
      failedAt = null
      return ok(null)
    } catch (error) {
      backupsHoldRemoved ||= replaces
      accountsChanged ||= changed
      failedAt = clock()
      const { reason, message } = faultOf(error)
      log.warn('backup failed', { reason, message })
      return fail(databaseProblem(reason))
    } finally {
      running -= 1
    }
  }

  return {
    /**
     * Makes the daily backup, or one for a changed list of accounts, when due. A failed one is
     * retried after an hour.
     */
    run: async (): Promise<Result<null, Problem>> => {
      const since = failedAt === null ? hour : clock() - failedAt
      return running > 0 || (since >= 0 && since < hour) ? ok(null) : attempt()
    },
    /**
     * After an account was added or changed: without a backup, losing the database loses the list
     * of accounts. The first is made immediately, any other by the next `run`, which combines
     * several changes.
     */
    accountsChanged: async (): Promise<Result<null, Problem>> => {
      accountsChanged = true
      return running === 0 && listBackups(files).length === 0 ? attempt() : ok(null)
    },
    /** After a profile was removed: one new backup without it replaces those that still hold it. */
    replaceAll: (): Promise<Result<null, Problem>> => {
      backupsHoldRemoved = true
      try {
        if (existsSync(files.backups)) writeFileSync(mark, '', { mode: 0o600 })
      } catch (error) {
        log.warn('removal not noted beside the backups', { reason: faultOf(error).reason })
      }
      return attempt()
    },
  }
}
