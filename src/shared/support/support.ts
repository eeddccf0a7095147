// Data for finding out what went wrong: lines of the log, and the files of a support bundle.
import type { MessageOrText } from '../messages/messages.js'
import type { UnixSeconds } from '../time.js'

export type LogLevel = 'info' | 'warn' | 'error'
/** Which lines are shown: all, warnings and worse, errors. */
export type LogLevels = 'all' | 'warnings' | 'errors'

/**
 * A byte offset at which a line of the log begins. `file` stays the same when the file is rotated.
 */
export type LogPlace = { file: string; at: number }

export type LogLine = {
  /** Unique per line. */
  id: string
  /** Null, like `level`, if Plimsoll did not write the line; then all of it is in `event`. */
  at: UnixSeconds | null
  level: LogLevel | null
  event: string
  /** JSON; empty if there is none. */
  details: string
}

export type LogQuery = {
  levels: LogLevels
  /** Matched against the whole line, ignoring case; empty for any. */
  search: string
  /** The newest lines, those before a place, or those written after it. */
  part: { from: 'newest' } | { from: 'before' | 'after'; place: LogPlace }
  limit: number
}

export type LogPage = {
  /** Oldest first. */
  lines: LogLine[]
  /** Where older lines may be; null if there are none, or they were not searched. */
  older: LogPlace | null
  /** Where the next line will be; null if nothing has been written yet. */
  newer: LogPlace | null
  /** The requested place is gone: these are the newest lines instead. */
  restarted: boolean
  /** Names of files that could not be read. */
  unread: string[]
}

/** One file of a support bundle, as it will be written. */
export type BundleFile = {
  name: string
  /** What is in it, in a sentence. */
  about: MessageOrText
  bytes: number
  lines: number
}

/** Created once and kept by main until the next one: what is saved is what was shown. */
export type Bundle = { id: string; at: UnixSeconds; files: BundleFile[] }

/** Lines of a text, starting at the requested one. */
export type TextPart = { lines: string[]; total: number }

/** The largest support bundle, in bytes. */
export const maxBundleBytes = 5_000_000
/** Characters copied at once. */
export const maxCopied = 60_000
