// Reads the log back: in parts, from its end, so that nothing waits for a whole file.
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  LogLevel,
  LogLine,
  LogPage,
  LogPlace,
  LogQuery,
} from '../../shared/support/support.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { parseJson } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'

export type LogReader = {
  read: (query: LogQuery) => Promise<Result<LogPage, Problem>>
  /**
   * The newest lines as they are, oldest first, within this many bytes; and whether there are older
   * ones.
   */
  tail: (
    maxBytes: number,
  ) => Promise<Result<{ lines: string[]; older: boolean; unread: string[] }, Problem>>
}

const chunkBytes = 256 * 1024
/** Per query: a search that finds little returns what it found, and where it stopped. */
const bytesPerQuestion = 2 * 1024 * 1024
const newline = 10

/** 0 for the file being written; null if it is not a log file. */
function ageOf(name: string): number | null {
  if (name === 'plimsoll.log') return 0
  const match = /^plimsoll\.(\d{1,3})\.log$/.exec(name)
  return match === null ? null : Number.parseInt(match[1] ?? '', 10)
}

type Line = { at: number; text: string }
type OpenFile = { id: string; name: string; size: number; handle: FileHandle }

const levels: readonly LogLevel[] = ['info', 'warn', 'error']

function described(text: string): Pick<LogLine, 'at' | 'level' | 'event' | 'details'> {
  const entry = parseJson(text)
  const unknown = { at: null, level: null, event: text, details: '' }
  if (typeof entry !== 'object' || entry === null || !('event' in entry)) return unknown
  const level = levels.find((one) => one === entry['level'])
  const ms = typeof entry['at'] === 'string' ? Date.parse(entry['at']) : Number.NaN
  if (level === undefined || Number.isNaN(ms) || typeof entry['event'] !== 'string') return unknown
  const details = entry['details']
  return {
    at: ms / 1000,
    level,
    event: entry['event'],
    details: details === undefined ? '' : JSON.stringify(details),
  }
}

function fits(
  line: Pick<LogLine, 'level'>,
  text: string,
  { levels: wanted, search }: Pick<LogQuery, 'levels' | 'search'>,
): boolean {
  return (
    (wanted === 'all' ||
      line.level === 'error' ||
      (wanted === 'warnings' && line.level === 'warn')) &&
    (search === '' || text.toLowerCase().includes(search.toLowerCase()))
  )
}

function linesOf(bytes: Buffer, base: number): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(newline, from)
    const to = end === -1 ? bytes.length : end
    if (to > from) lines.push({ at: base + from, text: bytes.toString('utf8', from, to) })
    from = to + 1
  }
  return lines
}

async function readPart({ handle }: OpenFile, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from)
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
  return bytes.subarray(0, bytesRead)
}

/**
 * A chunk of whole lines before `end`, and where they begin. A line longer than a chunk comes in
 * pieces.
 */
async function chunkBefore(file: OpenFile, end: number): Promise<{ lines: Line[]; start: number }> {
  const from = Math.max(0, end - chunkBytes)
  const bytes = await readPart(file, from, end)
  const cut = from === 0 ? 0 : bytes.indexOf(newline) + 1
  const whole = cut > 0 && cut < bytes.length ? cut : 0
  return { lines: linesOf(bytes.subarray(whole), from + whole), start: from + whole }
}

function unreadable(fault: unknown): Problem {
  return {
    code: 'system-refused',
    message: messageOf('settings.log.refused'),
    reason: fault instanceof Error && 'code' in fault ? String(fault.code) : 'READ',
  }
}

/**
 * `folder` contains plimsoll.log and the older plimsoll.1.log and so on.
 * @param redact runs over every line once more: a secret may have become known after it was written
 */
export function createLogReader({
  folder,
  redact,
}: {
  folder: string
  redact: (text: string) => string
}): LogReader {
  /** Newest first. The caller closes them. @throws if not even the folder can be read */
  const openFiles = async (): Promise<{ files: OpenFile[]; unread: string[]; fault: unknown }> => {
    const names = await readdir(folder).catch((fault: unknown) => {
      if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return []
      throw fault
    })
    const aged = names
      .flatMap((name) => {
        const age = ageOf(name)
        return age === null ? [] : [{ name, age }]
      })
      .sort((a, b) => a.age - b.age)
    const files: OpenFile[] = []
    const unread: string[] = []
    let fault: unknown = null
    for (const { name } of aged) {
      try {
        const handle = await open(join(folder, name), 'r')
        const { ino, birthtimeMs, size } = await handle.stat({ bigint: true })
        files.push({
          id: `${ino}-${birthtimeMs}`,
          name,
          size: Number.parseInt(String(size), 10),
          handle,
        })
      } catch (error) {
        fault = error
        unread.push(name)
      }
    }
    return { files, unread, fault }
  }

  const withFiles = async <T>(
    use: (files: OpenFile[], unread: string[]) => Promise<T>,
  ): Promise<Result<T, Problem>> => {
    let opened: OpenFile[] = []
    try {
      const { files, unread, fault } = await openFiles()
      opened = files
      if (files.length === 0 && unread.length > 0) return fail(unreadable(fault))
      return ok(await use(files, unread))
    } catch (fault) {
      return fail(unreadable(fault))
    } finally {
      for (const { handle } of opened) await handle.close().catch(() => undefined)
    }
  }

  /** Null if it does not match the query. */
  const shown = (file: OpenFile, { at, text }: Line, query: LogQuery): LogLine | null =>
    fits(described(text), text, query)
      ? { id: `${file.id}:${at}`, ...described(redact(text)) }
      : null

  /** From `end` of `files[at]` backwards, through older files. */
  const before = async (
    files: OpenFile[],
    at: number,
    end: number,
    query: LogQuery,
  ): Promise<Pick<LogPage, 'lines' | 'older'>> => {
    const found: LogLine[] = []
    let left = bytesPerQuestion
    for (const [index, file] of files.entries()) {
      if (index < at) continue
      let stop = index === at ? Math.min(end, file.size) : file.size
      while (stop > 0) {
        if (left <= 0) return { lines: found.reverse(), older: { file: file.id, at: stop } }
        const { lines, start } = await chunkBefore(file, stop)
        left -= stop - start
        for (const line of lines.reverse()) {
          if (found.length === query.limit)
            return { lines: found.reverse(), older: { file: file.id, at: stop } }
          const one = shown(file, line, query)
          if (one !== null) found.push(one)
          stop = line.at
        }
        stop = start
        await nextTurn()
      }
    }
    return { lines: found.reverse(), older: null }
  }

  /** Where the last complete line of a file ends: another may be being written. */
  const wholeEnd = async (file: OpenFile): Promise<number> => {
    const from = Math.max(0, file.size - chunkBytes)
    const bytes = await readPart(file, from, file.size)
    return from + bytes.lastIndexOf(newline) + 1
  }

  const newest = async (
    files: OpenFile[],
    query: LogQuery,
  ): Promise<Omit<LogPage, 'unread' | 'restarted'>> => {
    const [current] = files
    if (current === undefined) return { lines: [], older: null, newer: null }
    const end = await wholeEnd(current)
    return { ...(await before(files, 0, end, query)), newer: { file: current.id, at: end } }
  }

  /** What was written after a place, through later files. */
  const after = async (
    files: OpenFile[],
    at: number,
    place: LogPlace,
    query: LogQuery,
  ): Promise<Pick<LogPage, 'lines' | 'newer'>> => {
    const lines: LogLine[] = []
    let newer = place
    let left = bytesPerQuestion
    for (const file of files.slice(0, at + 1).reverse()) {
      let from = file.id === place.file ? place.at : 0
      newer = { file: file.id, at: from }
      while (from < file.size) {
        const bytes = await readPart(file, from, Math.min(file.size, from + chunkBytes))
        const end = bytes.lastIndexOf(newline) + 1
        if (end === 0) break
        for (const line of linesOf(bytes.subarray(0, end), from)) {
          if (lines.length === query.limit) return { lines, newer: { file: file.id, at: line.at } }
          const one = shown(file, line, query)
          if (one !== null) lines.push(one)
        }
        from += end
        newer = { file: file.id, at: from }
        left -= end
        if (left <= 0) return { lines, newer }
        await nextTurn()
      }
    }
    return { lines, newer }
  }

  return {
    read: (query: LogQuery): Promise<Result<LogPage, Problem>> =>
      withFiles(async (files, unread) => {
        const { part } = query
        if (part.from === 'newest')
          return { ...(await newest(files, query)), restarted: false, unread }
        const at = files.findIndex(
          ({ id, size }) => id === part.place.file && size >= part.place.at,
        )
        if (at === -1) {
          // Nothing is older than what was rotated away.
          if (part.from === 'before')
            return { lines: [], older: null, newer: null, restarted: false, unread }
          return { ...(await newest(files, query)), restarted: true, unread }
        }
        if (part.from === 'before')
          return {
            ...(await before(files, at, part.place.at, query)),
            newer: null,
            restarted: false,
            unread,
          }
        return {
          ...(await after(files, at, part.place, query)),
          older: null,
          restarted: false,
          unread,
        }
      }),
    tail: (
      maxBytes: number,
    ): Promise<Result<{ lines: string[]; older: boolean; unread: string[] }, Problem>> =>
      withFiles(async (files, unread) => {
        const lines: string[] = []
        let left = maxBytes
        for (const file of files) {
          for (let stop = file.size; stop > 0;) {
            const chunk = await chunkBefore(file, stop)
            for (const { text } of chunk.lines.reverse()) {
              left -= Buffer.byteLength(text) + 1
              if (left < 0) return { lines: lines.reverse(), older: true, unread }
              lines.push(text)
            }
            stop = chunk.start
            await nextTurn()
          }
        }
        return { lines: lines.reverse(), older: false, unread }
      }),
  }
}
