// A database that cannot be trusted is set aside, never deleted, and the newest good backup takes its place.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { UnixSeconds } from '../../shared/time.js'
import { newestGoodBackup, placeBackup, type OpeningOptions } from './backup.js'
import { corruptName, replaceFile, syncFolder, type DatabaseFiles } from './database-files.js'

export type RescueCause = 'damaged' | 'empty' | 'missing'

/** What a person must be told after a rescue. Also the note on disk that survives a crash in the middle of it. */
export type Rescue = {
  at: UnixSeconds
  cause: RescueCause
  /** File name of what was set aside; null where there was nothing. */
  setAsideAs: string | null
  /** When the backup now in use was made; null where none was good. */
  backupAt: UnixSeconds | null
}

/** The database first: a log without its database is harmless, a database without its log would seem whole. */
const setAside = (files: DatabaseFiles, at: UnixSeconds): string | null => {
  const name = corruptName(files.database, at)
  const present = existsSync(files.database)
  if (present) renameSync(files.database, name)
  for (const companion of files.companions) {
    if (existsSync(companion)) renameSync(companion, `${name}${companion.slice(files.database.length)}`)
  }
  rmSync(files.suspect, { force: true })
  syncFolder(files.folder)
  return present ? basename(name) : null
}

/** @throws what the file system throws; then nothing is lost, and the next start tries again. */
export const rescueDatabase = (options: OpeningOptions, cause: RescueCause): void => {
  const { files, now: at, log } = options
  const setAsideAs = setAside(files, at)
  const backup = newestGoodBackup(options)
  const rescue: Rescue = { at, cause, setAsideAs, backupAt: backup?.at ?? null }
  replaceFile(files.rescueNote, JSON.stringify(rescue))
  if (backup !== null) placeBackup(backup, files)
  log.warn('database rescued', { cause, setAsideAs, backup: backup === null ? null : basename(backup.path) })
}

const isCause = (value: unknown): value is RescueCause => value === 'damaged' || value === 'empty' || value === 'missing'

/** Null when there is none. A note that cannot be read still means that there was one. */
export const unrecordedRescue = (files: DatabaseFiles, now: UnixSeconds): Rescue | null => {
  if (!existsSync(files.rescueNote)) return null
  const unreadable: Rescue = { at: now, cause: 'damaged', setAsideAs: null, backupAt: null }
  try {
    const note: unknown = JSON.parse(readFileSync(files.rescueNote, 'utf8'))
    if (typeof note !== 'object' || note === null) return unreadable
    const { at, cause, setAsideAs, backupAt } = { at: null, cause: null, setAsideAs: null, backupAt: null, ...note }
    return {
      at: typeof at === 'number' ? at : now,
      cause: isCause(cause) ? cause : 'damaged',
      setAsideAs: typeof setAsideAs === 'string' ? setAsideAs : null,
      backupAt: typeof backupAt === 'number' ? backupAt : null,
    }
  } catch {
    return unreadable
  }
}

export const removeRescueNote = (files: DatabaseFiles): void => {
  rmSync(files.rescueNote, { force: true })
}

const titles: Record<RescueCause, string> = {
  damaged: 'Plimsoll’s data was damaged',
  empty: 'Plimsoll’s data was empty',
  missing: 'Plimsoll’s data was missing',
}

const minuteText = (at: UnixSeconds): string => `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const rescueMessage = ({ cause, setAsideAs, backupAt }: Rescue): { title: string; text: string } => {
  const kept = setAsideAs === null ? '' : ` The old file is kept as ${setAsideAs}.`
  const now =
    backupAt === null
      ? 'There was no good backup, so Plimsoll started empty: connect your accounts again.'
      : `The backup of ${minuteText(backupAt)} took its place. What Plimsoll recorded after that is gone.`
  return {
    title: titles[cause],
    text: `${now}${kept} Your money on the exchange and the keys in the keychain are not touched. Orders stay off until you have dismissed this message.`,
  }
}
