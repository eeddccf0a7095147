// The only importer of electron-log, of which only the file transport is used. Every line passes
// the redactor first.
import { chmodSync, closeSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import electronLog from 'electron-log/node'
import type { Clock } from '../../shared/time.js'
import type { Redactor } from './redactor.js'

/** `event` is a fixed word or two; variable parts go into `details`. */
export type Log = {
  info(event: string, details?: unknown): void
  warn(event: string, details?: unknown): void
  error(event: string, details?: unknown): void
}

const longestDetails = 16 * 1024
const longestLine = 2 * longestDetails + 1_024

// electron-log reports its own write errors to its console and continues. They are counted here
// instead: a full disk must not flood stderr.
let writeErrors = 0
electronLog.transports.console.writeFn = () => void writeErrors++

function fileTransport(file: string, maxBytes: number, rotate: () => void): (line: string) => void {
  const logger = electronLog.create({ logId: file })
  logger.transports.console.level = false
  const transport = logger.transports.file
  // Without a name, electron-log looks for a package.json, which may not be visible in the packaged
  // app.
  transport.setAppName('Plimsoll')
  transport.resolvePathFn = () => file
  transport.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  transport.transforms = [({ data }) => data[0]]
  transport.maxSize = maxBytes
  transport.archiveLogFn = (full) => {
    try {
      rotate()
    } catch {
      // A file that cannot be rotated must not grow without limit either.
      full.clear()
    }
  }
  return (line) => logger.info(line)
}

/**
 * Never throws, now or later: a log that cannot be written loses lines, but never stops the app.
 */
export function openLog(parts: {
  folder: string
  redactor: Redactor
  clock: Clock
  /** Largest size of one file, in bytes; at least 64 KB. */
  maxBytes?: number
  /** How many files are kept, the one being written included. */
  maxFiles?: number
}) {
  const { folder, redactor, clock, maxBytes = 5 * 1024 * 1024, maxFiles = 5 } = parts
  const file = join(folder, 'plimsoll.log')
  const older = (age: number): string =>
    age === 0 ? file : join(folder, `plimsoll.${String(age)}.log`)
  let droppedLines = 0
  let prepared = false

  const rotate = (): void => {
    rmSync(older(maxFiles - 1), { force: true })
    for (let age = maxFiles - 2; age >= 0; age--) {
      try {
        renameSync(older(age), older(age + 1))
      } catch (error) {
        // Having fewer files than the limit is normal; only the one being written must be renamed.
        if (age === 0) throw error
      }
    }
  }

  /** Owner-only from the first byte, even if an earlier run or another program left wider modes. */
  const prepare = (): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
    prepared = true
  }

  // electron-log checks the size before it writes a line, so the length of one line is subtracted.
  const append = fileTransport(file, maxBytes - longestLine, rotate)

  const lineOf = (level: keyof Log, event: string, details: unknown): string => {
    const at = new Date(clock() * 1000).toISOString()
    const entry = { at, level, event: redactor.text(event).slice(0, 200) }
    if (details === undefined) return JSON.stringify(entry)
    const redacted = redactor.value(details)
    const text = JSON.stringify(redacted)
    return JSON.stringify({
      ...entry,
      details:
        text.length <= longestDetails ? redacted : `${text.slice(0, longestDetails / 2)}… [cut]`,
    })
  }

  const write = (level: keyof Log, event: string, details: unknown): void => {
    const before = writeErrors
    try {
      if (!prepared) prepare()
      append(lineOf(level, event, details))
      if (writeErrors === before) return
    } catch {
      // Counted below like any other line that could not be written.
    }
    prepared = false
    droppedLines++
  }

  const log: Log = {
    info: (event, details) => write('info', event, details),
    warn: (event, details) => write('warn', event, details),
    error: (event, details) => write('error', event, details),
  }
  return {
    ...log,
    /** The file being written; older ones are beside it as plimsoll.1.log (newest) and so on. */
    file,
    /** Lines that could not be written, because the disk is full or the folder is gone. */
    dropped: (): number => droppedLines,
  }
}
