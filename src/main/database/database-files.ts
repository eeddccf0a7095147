// Names and permissions of the files Plimsoll keeps: a folder and files that no other user may
// read. Nothing here opens the live database: on POSIX systems, closing any descriptor of a file
// drops the process's locks on it.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { UnixSeconds } from '../../shared/time.js'

export type DatabaseFiles = {
  folder: string
  database: string
  /** Files SQLite keeps beside the database. They belong to it and move with it. */
  companions: readonly string[]
  /** Held by the running Plimsoll, whatever happens to the database meanwhile. */
  lock: string
  /** While this exists, a missing or empty database is a fault, not a first start. */
  marker: string
  /** Damage was found while running: do not trust the database at the next start. */
  suspect: string
  /** What a rescue is about to do, until it is recorded in the rescued database. */
  rescueNote: string
  backups: string
}

export function databaseFiles(folder: string): DatabaseFiles {
  const database = join(folder, 'plimsoll.db')
  return {
    folder,
    database,
    companions: ['-wal', '-shm', '-journal'].map((suffix) => `${database}${suffix}`),
    lock: join(folder, 'plimsoll.lock'),
    marker: join(folder, 'plimsoll.db.expected'),
    suspect: join(folder, 'plimsoll.db.suspect'),
    rescueNote: join(folder, 'plimsoll.db.rescue'),
    backups: join(folder, 'backups'),
  }
}

const folderMode = 0o700
const fileMode = 0o600
const hasModes = process.platform !== 'win32'

function tighten(path: string, mode: number): void {
  if (hasModes && (statSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
}

export function preparePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  tighten(folder, folderMode)
}

/**
 * Creates an empty private file if there is none, and removes other users' permissions from an
 * existing one.
 */
export function preparePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode))
  tighten(path, fileMode)
}

export function tightenFile(path: string): void {
  // Restricting a folder in its place would lock out its owner too.
  if (existsSync(path) && !statSync(path).isDirectory()) tighten(path, fileMode)
}

/**
 * Reports whether `path` is still the same file. A database that was deleted or moved accepts every
 * write without an error, and the next start finds none of it.
 */
export function watchPlace(path: string): () => boolean {
  const identity = (): string | null => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? null : `${found.dev} ${found.ino}`
  }
  const opened = identity()
  return () => {
    try {
      return identity() === opened
    } catch {
      // A parent folder can no longer be searched, so the file cannot be confirmed.
      return false
    }
  }
}

/** Makes a rename or a removal in this folder survive a power cut. */
export function syncFolder(folder: string): void {
  // Windows has no such call and needs none.
  if (!hasModes) return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Writes a small private text file atomically: a reader finds the old text or the new, never a
 * part.
 */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${randomUUID()}.new`
  try {
    writeFileSync(draft, content, { mode: fileMode, flag: 'wx', flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** Has the database set aside at the next start. */
export function markSuspect(files: DatabaseFiles): void {
  replaceFile(files.suspect, 'Damage was found in plimsoll.db.\n')
}

/** A time as part of a file name: 20260131T235959Z. */
export function stamp(at: UnixSeconds): string {
  return new Date(at * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** `path.corrupt-<time>`, or with a number appended if that name is taken. */
export function corruptName(path: string, at: UnixSeconds): string {
  const wanted = `${path}.corrupt-${stamp(at)}`
  let name = wanted
  for (let count = 2; existsSync(name); count += 1) name = `${wanted}-${count}`
  return name
}
