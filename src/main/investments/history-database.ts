// history.db, beside the main database: data read from the exchange that can be read again. So it
// is never backed up, and a file that is damaged, of another version or not ours is removed, not
// rescued. If no file can be kept, it lives in memory for the run.
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FlexExport } from '../../shared/investments/flex-history.js'
import { applicationId, checkDatabase, versionOf } from '../database/database-migrations.js'
import { inMemory, openDatabase, openPrepared, type Database } from '../database/database.js'
import { removeDraft, writeExport, type ExportJob } from './flex-export.js'
import { createFlexRepository, type FlexRepository } from './flex-repository.js'
import {
  DatabaseFault,
  type DatabaseLog,
  databaseProblem,
  faultOf,
  noLog,
} from '../database/database-fault.js'
import { preparePrivateFile, replaceFile, tightenFile } from '../database/database-files.js'
import type { Problem } from '../../shared/problem.js'
import type { Result } from '../../shared/result.js'

/** Deleted data disappears for every reader immediately, and from the disk within seconds. */
export type FlexHistory = FlexRepository & {
  /**
   * Writes the matching records of the profile to a file. Never rejects: the last progress says how
   * it ended.
   */
  exportTo: (job: ExportJob) => Promise<void>
}

export type HistoryDatabase = {
  flex: FlexHistory
  /** True if nothing outlives the run. */
  inMemory: () => boolean
  close: () => void
}

/**
 * Raised with every change of the tables, and whenever their contents were calculated differently.
 */
const historyVersion = 1

/**
 * Ids repeat on many thousands of rows, so they are stored once, in `flex_name`, and rows carry its
 * numbers. `no` is the order in which rows arrived; `at` is the creation time as a number to sort
 * by, `turn` the place among rows of the same second. Both indexes cover all filterable columns:
 * counting and paging never touch the rows themselves. Each further index would make every page of
 * the first sync write as many file pages as it names plans.
 */
export const historySchema = `
  CREATE TABLE flex_profile (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    records INTEGER NOT NULL DEFAULT 0,
    sync TEXT NOT NULL DEFAULT '{}'
  ) STRICT;
  CREATE TABLE flex_name (
    no INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('plan', 'investment', 'currency', 'action')),
    value TEXT NOT NULL,
    records INTEGER NOT NULL DEFAULT 0,
    UNIQUE (profile, kind, value)
  ) STRICT;
  CREATE INDEX flex_name_by_count ON flex_name (profile, kind, records);
  CREATE TABLE flex_record (
    no INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    transaction_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    at INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    plan INTEGER NOT NULL,
    investment INTEGER NOT NULL,
    currency INTEGER NOT NULL,
    action INTEGER NOT NULL,
    amount TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX flex_by_transaction ON flex_record (profile, transaction_id);
  CREATE INDEX flex_by_time ON flex_record (profile, at, turn, no, plan, investment, currency, action);
  CREATE INDEX flex_by_investment ON flex_record (profile, investment, at, turn, no, plan, currency, action);`

/**
 * 333 calls in ten seconds, of the 500 that are half of the documented limit (section 8): the
 * user's own searches need a share of it.
 */
const defaultPace = 30
/** Milliseconds the event loop is left free between two removals. */
const betweenRemovals = 20

function filesOf(folder: string): Files {
  const database = join(folder, 'history.db')
  return {
    database,
    companions: ['-wal', '-shm', '-journal'].map((end) => `${database}${end}`),
    suspect: join(folder, 'history.db.suspect'),
  }
}

type Files = {
  database: string
  companions: string[]
  suspect: string
}

/** @throws what the file system throws */
function discard(files: Files): void {
  // The suspect file goes last: an interrupted removal is finished at the next start.
  for (const path of [...files.companions, files.database, files.suspect])
    rmSync(path, { force: true })
}

/**
 * A power cut may lose the last pages, which are read again: the cursor is in the same transaction
 * as its rows.
 */
const settings = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 8388608;
  PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -16000;
  PRAGMA temp_store = MEMORY`

function prepare(database: Database): void {
  const { n } = database.first('SELECT count(*) AS n FROM sqlite_schema') ?? { n: 0 }
  if (n === 0) {
    database.write(() =>
      database.script(
        `${historySchema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${historyVersion}`,
      ),
    )
  }
}

/** Bytes; checking more would delay the start. Damage in larger files is found in use. */
const largestChecked = 64_000_000

/** Not needed if the last run closed it. */
function needsCheck(files: Files): boolean {
  return (
    files.companions.some((path) => existsSync(path)) &&
    statSync(files.database).size <= largestChecked
  )
}

/** @throws what libsql or the file system throws, and DatabaseFault if the file cannot be used */
function openFile(files: Files): Database {
  if (existsSync(files.suspect)) discard(files)
  preparePrivateFile(files.database)
  for (const companion of files.companions) tightenFile(companion)
  const isDoubtful = needsCheck(files)
  return openPrepared(files.database, 'shared', (database) => {
    database.script(settings)
    prepare(database)
    if (isDoubtful) checkDatabase(database, historyVersion)
    if (versionOf(database) !== historyVersion) throw new Error('another version')
    database.first('SELECT records FROM flex_profile')
  })
}

function openMemory(): Database {
  const database = openDatabase(inMemory)
  database.script('PRAGMA temp_store = MEMORY')
  prepare(database)
  return database
}

/**
 * On a different thread from the history's: its own connection reads a snapshot from the beginning.
 * @throws DatabaseFault
 */
export async function exportStoredHistory(folder: string, job: ExportJob): Promise<void> {
  const database = openDatabase(filesOf(folder).database, 'shared')
  const replace = (): never => {
    throw new DatabaseFault('DAMAGED', 'history.db is damaged')
  }
  try {
    database.script('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; BEGIN')
    await writeExport(job, createFlexRepository({ database, replace, paceMs: 0, log: noLog }))
  } finally {
    database.close()
  }
}

/** Never fails: what cannot be kept on disk is kept for the run. */
export function openHistoryDatabase(options: {
  /**
   * The main database's folder, which must be open and locked by this process; null keeps
   * everything in memory.
   */
  folder: string | null
  /** Milliseconds from one page to the next, across all profiles; default if absent. */
  paceMs?: number
  log?: DatabaseLog
  /**
   * Runs `exportStoredHistory` on another thread; if absent, exports are written on this one. Must
   * be ended before the history is closed.
   */
  exportElsewhere?: (job: ExportJob) => Promise<unknown>
}): HistoryDatabase {
  const { folder, paceMs = defaultPace, log = noLog, exportElsewhere } = options
  const files = folder === null ? null : filesOf(folder)
  let onDisk = files !== null

  const open = (): Database => {
    if (files !== null) {
      for (const mayRetry of [true, false]) {
        try {
          const database = openFile(files)
          onDisk = true
          return database
        } catch (error) {
          const { reason, message } = faultOf(error)
          log.warn('investment history not opened', { reason, message })
          // A lock or a full disk is not a fault of the file.
          if (!mayRetry || !['DAMAGED', 'INTERNAL', 'CANNOT_OPEN'].includes(reason)) break
          try {
            discard(files)
          } catch {
            break
          }
        }
      }
    }
    onDisk = false
    return openMemory()
  }

  let database = open()

  /** After damage: an empty history replaces the damaged one immediately. */
  const replace = (): Database => {
    log.warn('investment history damaged', { because: 'it is read from the exchange again' })
    if (files !== null && onDisk) {
      try {
        replaceFile(files.suspect, 'Damage was found in history.db.\n')
        database.close()
        discard(files)
      } catch {
        // If the file cannot be removed while this process has it open, the suspect file has it
        // removed at the next start.
        database.close()
        onDisk = false
        database = openMemory()
        return database
      }
    } else database.close()
    database = open()
    return database
  }

  const flex = createFlexRepository({ database, replace, paceMs, log })
  let closed = false
  let isRemoving = false

  /**
   * What cannot be removed now, because the disk refuses or the process ends, is removed by a later
   * start.
   */
  const removeDeleted = async (): Promise<void> => {
    if (isRemoving) return
    isRemoving = true
    while (!closed) {
      const more = flex.removeDeleted()
      if (!more.ok || !more.value) break
      await pause(betweenRemovals, undefined, { ref: false })
    }
    isRemoving = false
  }

  const exportTo = async (job: ExportJob): Promise<void> => {
    if (!onDisk || exportElsewhere === undefined) return writeExport(job, flex)
    const onProgress = (progress: FlexExport): void =>
      job.onProgress(
        progress.problem?.reason === 'DAMAGED'
          ? { ...progress, problem: flex.reportDamage(job.profileId) }
          : progress,
      )
    await exportElsewhere({ ...job, onProgress }).catch(async (error: unknown) => {
      await removeDraft(job)
      const { id, profileId, file } = job
      onProgress({
        id,
        profileId,
        file,
        state: 'failed',
        rows: 0,
        total: 0,
        problem: databaseProblem(faultOf(error).reason),
      })
    })
  }

  const removing = (done: Result<null, Problem>): Result<null, Problem> => {
    void removeDeleted()
    return done
  }

  return {
    flex: {
      ...flex,
      exportTo,
      forget: (profileId: string) => removing(flex.forget(profileId)),
      keepOnly: (profileIds: readonly string[]) => removing(flex.keepOnly(profileIds)),
    },
    inMemory: (): boolean => !onDisk,
    close: (): void => {
      closed = true
      database.close()
    },
  }
}
