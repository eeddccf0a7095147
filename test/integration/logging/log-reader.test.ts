// Real files: the log is read back from its end, a part at a time, while it is written and rotated.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLogReader } from '../../../src/main/logging/log-reader.js'
import { openLog } from '../../../src/main/logging/log-writer.js'
import { createRedactor } from '../../../src/main/logging/redactor.js'
import { Secret } from '../../../src/main/keychain/secret.js'
import type { LogPage, LogPlace, LogQuery } from '../../../src/shared/support/support.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { notAsRoot } from '../../support/leave-out.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-log-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

function lineOf(number: number, level = 'info'): string {
  return `${JSON.stringify({ at: new Date((1_755_500_000 + number) * 1000).toISOString(), level, event: `line ${number}` })}\n`
}

function write(name: string, from: number, to: number): void {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at)
  writeFileSync(join(folder, name), numbers.map((number) => lineOf(number)).join(''))
}

const reader = (redact = (text: string) => text) => createLogReader({ folder, redact })
const newest: LogQuery = { levels: 'all', search: '', part: { from: 'newest' }, limit: 50 }

async function read(query: Partial<LogQuery> = {}, from = reader()): Promise<LogPage> {
  const page = await from.read({ ...newest, ...query })
  if (!page.ok) throw new Error(englishOf(page.error.message))
  return page.value
}

function placeOf(place: LogPlace | null): LogPlace {
  if (place === null) throw new Error('no place')
  return place
}

const events = ({ lines }: LogPage): string[] => lines.map(({ event }) => event)

function named(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, at) => `line ${from + at}`)
}

describe('UX-72 the log reader', () => {
  test('returns the newest lines, and every older one once, through all files', async () => {
    write('plimsoll.2.log', 0, 100)
    write('plimsoll.1.log', 100, 130)
    write('plimsoll.log', 130, 200)
    let page = await read()
    expect(events(page)).toEqual(named(150, 200))
    const all = [...page.lines]
    while (page.older !== null) {
      page = await read({ part: { from: 'before', place: page.older } })
      all.unshift(...page.lines)
    }
    expect(all.map(({ event }) => event)).toEqual(named(0, 200))
    expect(new Set(all.map(({ id }) => id)).size).toBe(200)
    expect(all[0]).toMatchObject({ at: 1_755_500_000, level: 'info', details: '' })
  })

  test('returns what was written since, even if the file was rotated meanwhile', async () => {
    write('plimsoll.log', 0, 10)
    const before = await read()
    expect(events(await read({ part: { from: 'after', place: placeOf(before.newer) } }))).toEqual(
      [],
    )
    appendFileSync(join(folder, 'plimsoll.log'), lineOf(10) + lineOf(11))
    renameSync(join(folder, 'plimsoll.log'), join(folder, 'plimsoll.1.log'))
    write('plimsoll.log', 12, 14)
    const since = await read({ part: { from: 'after', place: placeOf(before.newer) } })
    expect(events(since)).toEqual(named(10, 14))
    expect(since.restarted).toBe(false)
    expect(events(await read({ part: { from: 'after', place: placeOf(since.newer) } }))).toEqual([])
  })

  test('waits for the rest of an incomplete line', async () => {
    write('plimsoll.log', 0, 2)
    appendFileSync(join(folder, 'plimsoll.log'), lineOf(2).slice(0, 20))
    const page = await read()
    expect(events(page)).toEqual(named(0, 2))
    appendFileSync(join(folder, 'plimsoll.log'), lineOf(2).slice(20))
    expect(events(await read({ part: { from: 'after', place: placeOf(page.newer) } }))).toEqual([
      'line 2',
    ])
  })

  test('starts over if the requested place is gone', async () => {
    write('plimsoll.log', 0, 3)
    const page = await read({ part: { from: 'after', place: { file: '1-1', at: 0 } } })
    expect(page).toMatchObject({ restarted: true })
    expect(events(page)).toEqual(named(0, 3))
    expect(await read({ part: { from: 'before', place: { file: '1-1', at: 9 } } })).toMatchObject({
      lines: [],
      older: null,
    })
  })

  test('filters by level and case-insensitive text, skipping other lines', async () => {
    const lines = Array.from({ length: 400 }, (_, at) =>
      lineOf(at, at % 100 === 7 ? 'error' : at % 100 === 8 ? 'warn' : 'info'),
    )
    writeFileSync(join(folder, 'plimsoll.log'), lines.join(''))
    expect(events(await read({ levels: 'errors' }))).toEqual([
      'line 7',
      'line 107',
      'line 207',
      'line 307',
    ])
    expect(events(await read({ levels: 'warnings', limit: 3 }))).toEqual([
      'line 208',
      'line 307',
      'line 308',
    ])
    expect(events(await read({ search: 'LINE 39' }))).toEqual(['line 39', ...named(390, 400)])
    expect(await read({ search: 'never written' })).toMatchObject({ lines: [], older: null })
  })

  test('searches two megabytes at a time and says where it stopped', async () => {
    const filler = `${'x'.repeat(1023)}\n`
    writeFileSync(join(folder, 'plimsoll.log'), lineOf(1) + filler.repeat(3 * 1024))
    const first = await read({ search: 'line 1' })
    expect(first.lines).toEqual([])
    expect(first.older?.at).toBeGreaterThan(0)
    expect(
      events(
        await read({ search: 'line 1', part: { from: 'before', place: placeOf(first.older) } }),
      ),
    ).toEqual(['line 1'])
  })

  test('shows a line that Plimsoll did not write unchanged, and redacts every line', async () => {
    const redactor = createRedactor()
    redactor.add(Secret.of('canary-secret-5e1f77'))
    writeFileSync(join(folder, 'plimsoll.log'), `not JSON, canary-secret-5e1f77\n[1]\n${lineOf(3)}`)
    const page = await read({}, reader(redactor.document))
    expect(events(page)).toEqual(['not JSON, [redacted]', '[1]', 'line 3'])
    expect(page.lines[0]).toMatchObject({ at: null, level: null })
  })

  test('reads what the writer writes, across a rotation', async () => {
    const log = openLog({
      folder,
      redactor: createRedactor(),
      clock: () => 1_755_500_000,
      maxBytes: 64 * 1024,
      maxFiles: 3,
    })
    for (let number = 0; number < 1500; number += 1) log.warn('event', { number })
    const page = await read({ levels: 'warnings', limit: 300 })
    expect(page.lines).toHaveLength(300)
    expect(page.lines.at(-1)?.details).toBe('{"number":1499}')
    expect(page.lines[0]?.details).toBe('{"number":1200}')
  })

  test('reports nothing without a log, and the reason if it cannot be read', async () => {
    expect(await read()).toEqual({
      lines: [],
      older: null,
      newer: null,
      restarted: false,
      unread: [],
    })
    rmSync(folder, { recursive: true })
    expect(await read()).toMatchObject({ lines: [] })
    mkdirSync(folder)
    mkdirSync(join(folder, 'plimsoll.log'))
    expect(await reader().read(newest)).toMatchObject({
      ok: false,
      error: { code: 'system-refused', reason: 'EISDIR' },
    })
  })

  test.skipIf(notAsRoot('log files that may not be read') || process.platform === 'win32')(
    'names an unreadable older file, and shows the others',
    async () => {
      write('plimsoll.1.log', 0, 3)
      write('plimsoll.log', 3, 5)
      chmodSync(join(folder, 'plimsoll.1.log'), 0)
      expect(await read()).toMatchObject({ unread: ['plimsoll.1.log'] })
      chmodSync(join(folder, 'plimsoll.log'), 0)
      expect(await reader().read(newest)).toMatchObject({ ok: false, error: { reason: 'EACCES' } })
    },
  )
})
