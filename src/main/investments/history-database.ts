// history.db, beside the main database: what was read from the exchange and can be read again. So it is never backed up, and a file
// that is damaged, of another version or not ours is removed, not rescued. Where none can be kept, it lives in memory for the run.
import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import { applicationId, checkDatabase } from '../database/database-check.js'
import { numberOf, openDatabase, type Database } from '../database/database.js'
import { createFlexRepository, type FlexRepository } from './flex-repository.js'
import { historySchema, historyVersion } from './history-schema.js'
import { faultOf } from '../database/database-fault.js'
import { preparePrivateFile, replaceFile, tightenFile } from '../database/database-files.js'
import { noLog, type StoreLog } from '../database/database-log.js'

export type History = {
  flex: FlexRepository
  /** The profile's history is gone at once for whoever asks, and from the disk within seconds. */
  forget(profileId: string): Result<null, Problem>
  /** The same for all other profiles: at the start, for what a crash left behind. */
  keepOnly(profileIds: readonly string[]): Result<null, Problem>
  /** True where nothing outlives the run. */
  inMemory(): boolean
  close(): void
}

export type HistoryPorts = {
  /** The main store's folder, which must be open and locked by this process; null keeps everything in memory. */
  folder: string | null
  /** Milliseconds from one page to the next, of whatever profile; as usual where absent. */
  paceMs?: number
  log?: StoreLog
}

const memory = ':memory:'
/** 333 calls in ten seconds, of the 500 that are half of the documented limit (section 8): a person's own search needs room beside it. */
const usualPace = 30
/** Milliseconds the loop is left alone between two removals. */
const betweenRemovals = 20

const filesOf = (folder: string) => {
  const database = join(folder, 'history.db')
  return {
    database,
    companions: ['-wal', '-shm', '-journal'].map((end) => `${database}${end}`),
    suspect: join(folder, 'history.db.suspect'),
  }
}
type Files = ReturnType<typeof filesOf>

/** @throws what the file system throws */
const discard = (files: Files): void => {
  // The mark goes last: a removal that was cut short is finished at the next start.
  for (const path of [...files.companions, files.database, files.suspect]) rmSync(path, { force: true })
}

/**
 * A power cut may cost the last pages, which are read again: the place in the walk is in the same transaction as its rows, so what is
 * on disk always agrees with itself.
 */
const settings = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 8388608;
  PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -16000;
  PRAGMA temp_store = MEMORY`

const versionIn = (database: Database): number => {
  const row = database.first('SELECT user_version FROM pragma_user_version')
  return row === null ? 0 : numberOf(row, 'user_version')
}

const prepare = (database: Database): void => {
  const { n } = database.first('SELECT count(*) AS n FROM sqlite_schema') ?? { n: 0 }
  if (n === 0) {
    database.write(() =>
      database.script(`${historySchema}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${historyVersion}`),
    )
  }
}

/** Bytes; going through more would hold up the start. What is damaged in there is met while it is used. */
const mostGoneThrough = 64_000_000

/** Where the last run left it in order, nothing has to be gone through. */
const worthAnExam = (files: Files): boolean =>
  files.companions.some((path) => existsSync(path)) && statSync(files.database).size <= mostGoneThrough

/** @throws what libsql or the file system throws, and StoreFault where the file cannot be used */
const openFile = (files: Files): Database => {
  if (existsSync(files.suspect)) discard(files)
  preparePrivateFile(files.database)
  for (const companion of files.companions) tightenFile(companion)
  const doubtful = worthAnExam(files)
  const database = openDatabase(files.database)
  try {
    database.script('PRAGMA locking_mode = EXCLUSIVE')
    database.script(settings)
    prepare(database)
    if (doubtful) checkDatabase(database, historyVersion)
    if (versionIn(database) !== historyVersion) throw new Error('another version')
    database.first('SELECT records FROM flex_profile')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const openMemory = (): Database => {
  const database = openDatabase(memory)
  database.script('PRAGMA temp_store = MEMORY')
  prepare(database)
  return database
}

/** Never fails: what cannot be kept on disk is kept for the run. */
export const openHistory = ({ folder, paceMs = usualPace, log = noLog }: HistoryPorts): History => {
  const files = folder === null ? null : filesOf(folder)
  let onDisk = files !== null

  const open = (): Database => {
    if (files !== null) {
      for (const again of [true, false]) {
        try {
          const database = openFile(files)
          onDisk = true
          return database
        } catch (error) {
          const { reason, message } = faultOf(error)
          log.warn('investment history not opened', { reason, message })
          // A lock or a full disk says nothing against the file.
          if (!again || !['DAMAGED', 'INTERNAL', 'CANNOT_OPEN'].includes(reason)) break
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

  /** After damage: an empty history takes the place of the damaged one at once. */
  const replace = (): Database => {
    log.warn('investment history damaged', { because: 'it is read from the exchange again' })
    if (files !== null && onDisk) {
      try {
        replaceFile(files.suspect, 'Damage was found in history.db.\n')
        database.close()
        discard(files)
      } catch {
        // Where the file cannot be removed while this process has it open, the mark has it removed at the next start.
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
  let clearing = false

  const clear = async (): Promise<void> => {
    if (clearing) return
    clearing = true
    while (!closed) {
      const more = flex.tidy()
      if (!more.ok || !more.value) break
      await pause(betweenRemovals, undefined, { ref: false })
    }
    clearing = false
  }

  /** Whatever could not be removed now, because the disk refused or the process ended, is removed by a later start. */
  const clearAfter = (done: Result<null, Problem>): Result<null, Problem> => {
    void clear()
    return done
  }

  const forget = (profileId: string): Result<null, Problem> => clearAfter(flex.forget(profileId))

  return {
    flex: { ...flex, forget },
    forget,
    keepOnly: (profileIds) => clearAfter(flex.keepOnly(profileIds)),
    inMemory: () => !onDisk,
    close: () => {
      closed = true
      database.close()
    },
  }
}
