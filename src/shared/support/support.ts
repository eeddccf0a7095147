// What helps to find out what went wrong: lines of the log, and the files of a support bundle.
import type { Told } from '../messages/messages.js'
import type { UnixSeconds } from '../time.js'

export type LogLevel = 'info' | 'warn' | 'error'
/** Which lines are shown: all, warnings and worse, errors. */
export type LogLevels = 'all' | 'warnings' | 'errors'

/**
 * A byte of the log that a line begins at. `file` stays the same when the file is moved aside for a
 * new one.
 */
export type LogPlace = { file: string; at: number }

export type LogLine = {
  /** No two lines share one. */
  id: string
  /**
   * Null, like `level`, where the line is not one that Plimsoll wrote; then all of it is in
   * `event`.
   */
  at: UnixSeconds | null
  level: LogLevel | null
  event: string
  /** JSON; empty where there is none. */
  details: string
}

export type LogQuery = {
  levels: LogLevels
  /** Looked for in the whole line, in either case; empty for any. */
  search: string
  /** The newest lines, those before a place, or those that were written after it. */
  part: { from: 'newest' } | { from: 'before' | 'after'; place: LogPlace }
  limit: number
}

export type LogPage = {
  /** Oldest first. */
  lines: LogLine[]
  /** Where older lines may be; null where there are none, or they were not looked at. */
  older: LogPlace | null
  /** Where the next line will be; null where nothing has been written yet. */
  newer: LogPlace | null
  /** The place that was asked about is gone: what is given are the newest lines. */
  anew: boolean
  /** Names of files that could not be read. */
  unread: string[]
}

/** One file of a support bundle, as it will be written. */
export type BundleFile = {
  name: string
  /** What is in it, in a sentence. */
  about: Told
  bytes: number
  lines: number
}

/** Made once and kept by main until the next one: what is saved is what was shown. */
export type Bundle = { id: string; at: UnixSeconds; files: BundleFile[] }

/** Lines of a text, from the one asked for on. */
export type TextPart = { lines: string[]; total: number }

/** The largest support bundle, in bytes. */
export const maxBundleBytes = 5_000_000
/** Characters that are copied at once. */
export const maxCopied = 60_000
