// Names and permissions of what Plimsoll keeps on disk: a folder and files that no other user may
// read. Nothing here opens the live database: on POSIX systems closing any descriptor of a file
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
  /** What SQLite keeps beside the database. They belong to it and move with it. */
  companions: readonly string[]
  /** Held by the running Plimsoll, whatever happens to the database meanwhile. */
  lock: string
  /** While this is here, a missing or empty database is a fault, not a first start. */
  marker: string
  /** Damage was met while running: do not trust the database at the next start. */
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
 * Makes an empty private file where there is none, and takes other people's rights from one that is
 * there.
 */
export function preparePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode))
  tighten(path, fileMode)
}

export function tightenFile(path: string): void {
  // A folder in its place would be closed to its owner too.
  if (existsSync(path) && !statSync(path).isDirectory()) tighten(path, fileMode)
}

/**
 * Tells whether the file at `path` is still the one that it is now. A database that was deleted or
 * moved takes every write without an error, and the next start finds none of it.
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
      // A folder on the way that may not be searched any more: nobody can say that it is there.
      return false
    }
  }
}

/** Makes a rename or a removal in this folder last through a power cut. */
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
 * Writes a small private text file so that a reader finds the old text or the new, never a part.
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

/** `path.corrupt-<time>`, or with a number behind it where that name is taken. */
export function corruptName(path: string, at: UnixSeconds): string {
  const wanted = `${path}.corrupt-${stamp(at)}`
  let name = wanted
  for (let count = 2; existsSync(name); count += 1) name = `${wanted}-${count}`
  return name
}
