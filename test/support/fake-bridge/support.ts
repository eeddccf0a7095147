// What main says of the log and of a support bundle, for tests of the page.
import type {
  Bundle,
  LogLevel,
  LogLine,
  LogPage,
  LogQuery,
  TextPart,
} from '../../../src/shared/support/support.js'
import type { Reply } from '../../../src/shared/contract.js'
import { fail, ok } from '../../../src/shared/result.js'
import { now } from '../../fixtures/portfolio/accounts.js'

function levelOf(number: number): LogLevel {
  return number % 17 === 3 ? 'error' : number % 5 === 2 ? 'warn' : 'info'
}

const eventOf: Record<LogLevel, string> = {
  info: 'started',
  warn: 'backup failed',
  error: 'a request failed',
}

function lineOf(number: number): LogLine {
  const level = levelOf(number)
  const details =
    level === 'info'
      ? { version: '0.1.0', electron: '45.5.0' }
      : { reason: 'FULL', message: `no room left, try ${number}` }
  return {
    id: `7-1:${number * 100}`,
    at: now - 86_400 + number,
    level,
    event: eventOf[level],
    details: JSON.stringify(details),
  }
}

const numberOf = ({ id }: LogLine): number => Number.parseInt(id.slice('7-1:'.length), 10) / 100

const texts: { [name: string]: { about: string; lines: string[] } } = {
  'about.txt': {
    about: 'Versions, system, keychain: what About shows.',
    lines: ['Plimsoll: 0.1.0', 'Commit: 0f3a9c1d2b4e'],
  },
  'settings.json': {
    about: 'Your settings. Of a proxy only whether there is one.',
    lines: ['{', '  "proxy": "none"', '}'],
  },
  'database.json': {
    about: 'The database: its version, sizes and numbers of rows.',
    lines: ['{', '  "schemaVersion": 12', '}'],
  },
  'plimsoll.log': {
    about: 'The log, as far back as there is room.',
    lines: Array.from(
      { length: 1200 },
      (_, at) => `{"at":"2025-08-18T06:53:20.000Z","level":"info","event":"line ${at}"}`,
    ),
  },
}

const notices = Array.from({ length: 900 }, (_, at) =>
  at % 30 === 0 ? `package-${at} 1.0.0 (MIT)` : `Line ${at} of the terms`,
)

function part(lines: readonly string[], from: number, count: number): TextPart {
  return {
    lines: lines.slice(from, from + count),
    total: lines.length,
  }
}

export function createFakeSupport() {
  let count = 40
  let bundles = 0
  let prepared: Bundle | null = null

  const read = ({ levels, search, part: asked, limit }: LogQuery): LogPage => {
    const fits = (line: LogLine): boolean =>
      (levels === 'all' ||
        line.level === 'error' ||
        (levels === 'warnings' && line.level === 'warn')) &&
      `${line.event} ${line.details}`.toLowerCase().includes(search.toLowerCase())
    const place = asked.from === 'newest' ? null : asked.place.at / 100
    const all = Array.from({ length: count }, (_, number) => lineOf(number)).filter(fits)
    const newer = count === 0 ? null : { file: '7-1', at: count * 100 }
    if (asked.from === 'after') {
      const lines = all.filter((line) => numberOf(line) >= (place ?? 0)).slice(0, limit)
      return { lines, older: null, newer, restarted: false, unread: [] }
    }
    const before = all.filter((line) => place === null || numberOf(line) < place)
    const lines = before.slice(-limit)
    const [first] = lines
    const older =
      first === undefined || before.length === lines.length
        ? null
        : { file: '7-1', at: numberOf(first) * 100 }
    return { lines, older, newer, restarted: false, unread: [] }
  }

  return {
    /** From now on the log holds so many lines. */
    growLog: (lines: number): void => void (count = lines),
    answers: {
      'log/read': (query: LogQuery): Reply<'log/read'> => ok(read(query)),
      'support/prepare': (): Reply<'support/prepare'> => {
        bundles += 1
        prepared = {
          id: `bundle-${bundles}`,
          at: now,
          files: Object.entries(texts).map(([name, { about, lines }]) => ({
            name,
            about,
            lines: lines.length,
            bytes: lines.join('\n').length + 1,
          })),
        }
        return ok(prepared)
      },
      'support/read-file': (ask: {
        name: string
        from: number
        count: number
      }): Reply<'support/read-file'> => ok(part(texts[ask.name]?.lines ?? [], ask.from, ask.count)),
      'support/save': (): Reply<'support/save'> =>
        ok({ file: '~/plimsoll-support-2025-08-18.zip' }),
      'support/show-in-folder': (): Reply<'support/show-in-folder'> => ok(null),
      'support/discard': ({ id }: { id: string }): Reply<'support/discard'> =>
        prepared?.id === id
          ? ok(null)
          : fail({ code: 'gone', message: 'This bundle is no longer there.' }),
      'support/notices': (ask: { from: number; count: number }): Reply<'support/notices'> =>
        ok(part(notices, ask.from, ask.count)),
      'data-folder/open': (): Reply<'data-folder/open'> => ok(null),
    },
  }
}
