// The only importer of libsql, and the guard around three of its pitfalls: it ends the whole
// process when it is given a value it does not know (a boolean) or reads text that is not UTF-8,
// and its close() keeps the file open while a prepared statement lives.
import { isUtf8 } from 'node:buffer'
import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAnyArrayBuffer } from 'node:util/types'
import Libsql from 'libsql'
import { DatabaseFault } from './database-fault.js'

/** What may be bound to a statement. Anything else is refused before it reaches the driver. */
export type Bindable = string | number | null

/** Text columns arrive as text, INTEGER and REAL as numbers. */
export type Row = Readonly<Record<string, string | number | null>>

export type Database = {
  script: (sql: string) => void
  /** Returns how many rows changed. */
  run: (sql: string, ...values: Bindable[]) => number
  /** How many rows `run` has changed since the database was opened. */
  changes: () => number
  first: (sql: string, ...values: Bindable[]) => Row | null
  all: (sql: string, ...values: Bindable[]) => Row[]
  /** All or nothing. Joins the open transaction, if there is one. */
  write: <T>(work: () => T) => T
  close: () => void
}

/** Selects a text column so that damaged bytes arrive as bytes, where they can be refused. */
export function text(column: string, name = column.slice(column.indexOf('.') + 1)): string {
  return `CAST(${column} AS BLOB) AS ${name}`
}

/** Selects a column of decimals as text, much faster than `text`; damaged bytes come as null. */
export function digits(column: string): string {
  return `CASE WHEN ${column} NOT GLOB '*[^0-9.-]*' THEN ${column} END AS ${column}`
}

const onlyDigits = /^[0-9.-]*$/

/** The driver returns a blob as a Buffer from one call and as an ArrayBuffer from another. */
function bytesOf(value: unknown): Buffer | null {
  if (isAnyArrayBuffer(value)) return Buffer.from(value)
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : null
}

function readValue(name: string, value: unknown): string | number | null {
  if (value === null || typeof value === 'number') return value
  const bytes = bytesOf(value)
  if (bytes !== null) {
    if (isUtf8(bytes)) return bytes.toString('utf8')
    throw new DatabaseFault('DAMAGED', `column ${name} holds bytes that are not text`)
  }
  if (typeof value === 'string' && onlyDigits.test(value)) return value
  throw new DatabaseFault('INTERNAL', `column ${name} must be selected through text() or digits()`)
}

function readRow(row: unknown): Row {
  const read: Record<string, string | number | null> = {}
  for (const [name, value] of Object.entries(row ?? {})) {
    if (name !== '_metadata') read[name] = readValue(name, value)
  }
  return read
}

function mayBeBound(value: unknown): value is Bindable {
  return (
    value === null ||
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

/**
 * `alone` no one else has the file open · `shared` the threads of this process share it, and no
 * other process may even read it · `unchanging` a read-only file, read without a lock and without
 * its write-ahead log.
 */
type Mode = 'alone' | 'shared' | 'unchanging'

// SQLite keeps this one lock as long as the process has the file open, and the log's index in
// memory. Windows has no equivalent: there the folder's lock file keeps other Plimsolls out, and
// other programs can read.
const parameters: Record<Mode, string> = {
  alone: '',
  shared: process.platform === 'win32' ? '' : '?vfs=unix-excl',
  unchanging: '?immutable=1',
}
/**
 * Milliseconds that a statement waits for another's lock: two threads write in turn, but another
 * process's lock is not waited out.
 */
const waits: Record<Mode, number> = { alone: 250, shared: 5000, unchanging: 250 }

/** In place of a path: a database that is never on disk. */
export const inMemory = ':memory:'

/** @throws what libsql throws; see faultOf. */
export function openDatabase(path: string, mode: Mode = 'alone'): Database {
  if (path !== inMemory && !isAbsolute(path))
    throw new DatabaseFault('INTERNAL', 'a database is named by its absolute path')
  const connection = new Libsql(
    parameters[mode] === '' ? path : `${pathToFileURL(path).href}${parameters[mode]}`,
    { timeout: waits[mode] },
  )
  const statements = new Map<string, ReturnType<typeof connection.prepare>>()
  let open = true
  let inside = false
  let changed = 0

  const mustBeOpen = (): void => {
    if (!open) throw new DatabaseFault('CLOSED', 'the database is closed')
  }

  const prepared = (sql: string, values: Bindable[]) => {
    mustBeOpen()
    for (const value of values) {
      if (!mayBeBound(value))
        throw new DatabaseFault('INTERNAL', `a ${typeof value} cannot be stored`)
    }
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = connection.prepare(sql)
    statements.set(sql, statement)
    return statement
  }

  /** Several statements, no values, no result. Leaves no prepared statement behind. */
  const script = (sql: string): void => {
    mustBeOpen()
    connection.exec(sql)
  }

  const rollBack = (): void => {
    try {
      // After a full disk or an I/O error, SQLite has already rolled back.
      if (connection.inTransaction) connection.exec('ROLLBACK')
    } catch {
      // The cause of the rollback is thrown instead.
    }
  }

  return {
    script,
    run: (sql: string, ...values: Bindable[]): number => {
      const { changes } = prepared(sql, values).run(values)
      changed += changes
      return changes
    },
    changes: () => changed,
    first: (sql: string, ...values: Bindable[]): Row | null => {
      const row = prepared(sql, values).get(values)
      return row === undefined ? null : readRow(row)
    },
    all: (sql: string, ...values: Bindable[]): Row[] =>
      prepared(sql, values).all(values).map(readRow),
    write: <T>(work: () => T): T => {
      if (inside) return work()
      script('BEGIN IMMEDIATE')
      inside = true
      try {
        const done = work()
        script('COMMIT')
        return done
      } catch (error) {
        rollBack()
        throw error
      } finally {
        inside = false
      }
    },
    close: (): void => {
      if (!open) return
      statements.clear()
      rollBack()
      try {
        // Prepared statements keep the file open until they are collected, so the log is truncated
        // first.
        if (mode !== 'unchanging')
          connection.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE')
      } catch {
        // Another thread has the file open, the disk is full, or the file is damaged. The log stays
        // beside it and is read at the next start.
      }
      open = false
      connection.close()
    },
  }
}

/** Closes it again if `prepare` throws. @throws what libsql and `prepare` throw */
export function openPrepared(
  path: string,
  mode: Mode,
  prepare: (database: Database) => void,
): Database {
  const database = openDatabase(path, mode)
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Plimsoll's own database, `shared`: every commit is on disk before it counts, deleted rows are
 * overwritten. The empty transaction takes the lock that keeps every other process out (a second
 * one gets SQLITE_BUSY).
 */
export function openOwnDatabase(
  path: string,
  prepare: (database: Database) => void = () => undefined,
): Database {
  return openPrepared(path, 'shared', (database) => {
    database.script(
      'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA foreign_keys = ON',
    )
    database.script(
      'PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; BEGIN EXCLUSIVE; COMMIT',
    )
    prepare(database)
  })
}

/** Text that a STRICT, NOT NULL column must hold. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string')
    throw new DatabaseFault('DAMAGED', `column ${column} holds no text`)
  return value
}

/** A number that a STRICT, NOT NULL column must hold. */
export function numberOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number')
    throw new DatabaseFault('DAMAGED', `column ${column} holds no number`)
  return value
}
