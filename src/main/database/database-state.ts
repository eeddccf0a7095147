// The state of the database, without its contents: for support.
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isoTime } from '../../shared/time.js'
import { checkBackup, listBackups } from './backup.js'
import { faultOf } from './database-fault.js'
import type { DatabaseFiles } from './database-files.js'
import { newestVersion, versionOf } from './database-migrations.js'
import { type Database, numberOf, text, textOf } from './database.js'

export type DatabaseState = {
  schemaVersion: number
  newestKnownVersion: number
  /** The files in the data folder and its backups: sizes in bytes by name. */
  files: { [name: string]: number }
  /** `sound`, or why not. */
  backups: { name: string; made: string; bytes: number; state: string }[]
  rows: { [table: string]: number }
}

function sizesIn(folder: string): { [name: string]: number } {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [
        name,
        statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
      ]),
  )
}

function backupState(path: string): string {
  try {
    checkBackup(path)
    return 'sound'
  } catch (error) {
    return faultOf(error).reason
  }
}

/**
 * Takes as long as reading every backup: for the storage thread.
 * @throws DatabaseFault, or what the file system throws
 */
export function readDatabaseState(database: Database, files: DatabaseFiles): DatabaseState {
  const tables = database.all(
    `SELECT ${text('name')} FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  const rowsIn = (table: string): number => {
    const row = database.first(`SELECT count(*) AS found FROM "${table}"`)
    return row === null ? 0 : numberOf(row, 'found')
  }
  return {
    schemaVersion: versionOf(database),
    newestKnownVersion: newestVersion,
    files: sizesIn(files.folder),
    backups: listBackups(files).map(({ path, at }) => ({
      name: basename(path),
      made: isoTime(at),
      bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
      state: backupState(path),
    })),
    rows: Object.fromEntries(
      tables.map((row) => textOf(row, 'name')).map((table) => [table, rowsIn(table)]),
    ),
  }
}
