import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../../../src/main/logging/log-writer.js'
import { createRedactor } from '../../../src/main/logging/redactor.js'
import { Secret } from '../../../src/main/keychain/secret.js'

const canary = 'canary-secret-5e1f77'

describe('the log', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'plimsoll-log-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  const setup = (parts: Partial<Parameters<typeof openLog>[0]> = {}) =>
    openLog({
      folder: join(home, 'logs'),
      redactor: createRedactor(),
      clock: () => 1_755_500_000.25,
      ...parts,
    })

  const lines = (file: string): unknown[] =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))

  test('writes one line of JSON for each event', () => {
    const log = setup()
    log.info('started', { version: '0.1.0' })
    log.warn('keychain-fault', { reason: 'KEYCHAIN_TIMEOUT', text: 'two\nlines and %s %c signs' })
    log.error('stopped')
    expect(lines(log.file)).toEqual([
      {
        at: '2025-08-18T06:53:20.250Z',
        level: 'info',
        event: 'started',
        details: { version: '0.1.0' },
      },
      {
        at: '2025-08-18T06:53:20.250Z',
        level: 'warn',
        event: 'keychain-fault',
        details: { reason: 'KEYCHAIN_TIMEOUT', text: 'two\nlines and %s %c signs' },
      },
      { at: '2025-08-18T06:53:20.250Z', level: 'error', event: 'stopped' },
    ])
    expect(log.dropped()).toBe(0)
  })

  test('SEC-3 writes nothing secret', () => {
    const redactor = createRedactor()
    redactor.add(Secret.of(canary))
    const log = setup({ redactor })
    log.error(`failed with ${canary}`, {
      deep: [{ text: canary, apiSecret: 'by-its-name' }],
      error: new Error(canary),
    })
    const text = readFileSync(log.file, 'utf8')
    expect(text).not.toContain(canary)
    expect(text).not.toContain('by-its-name')
    expect(text).toContain('[redacted]')
  })

  test('DAT-9 keeps folder and files private, even if they were not', () => {
    mkdirSync(join(home, 'logs'), { mode: 0o755 })
    writeFileSync(join(home, 'logs', 'plimsoll.log'), '', { mode: 0o644 })
    chmodSync(join(home, 'logs', 'plimsoll.log'), 0o644)
    const log = setup({ maxBytes: 64 * 1024, maxFiles: 3 })
    for (let line = 0; line < 500; line++) log.info('filling', { text: 'x'.repeat(200) })
    expect(statSync(join(home, 'logs')).mode & 0o777).toBe(0o700)
    const files = readdirSync(join(home, 'logs'))
    expect(files.length).toBe(3)
    for (const file of files) expect(statSync(join(home, 'logs', file)).mode & 0o777).toBe(0o600)
  })

  test('RES-4 keeps five files of five megabytes at most, with the newest lines', () => {
    const log = setup()
    const text = 'x'.repeat(7_000)
    const count = 5_000
    for (let line = 0; line < count; line++) log.info('filling', { line, text })
    const files = readdirSync(join(home, 'logs')).toSorted()
    expect(files).toEqual([
      'plimsoll.1.log',
      'plimsoll.2.log',
      'plimsoll.3.log',
      'plimsoll.4.log',
      'plimsoll.log',
    ])
    for (const file of files)
      expect(statSync(join(home, 'logs', file)).size).toBeLessThanOrEqual(5 * 1024 * 1024)
    expect(lines(log.file).at(-1)).toMatchObject({ details: { line: count - 1 } })
    expect(lines(join(home, 'logs', 'plimsoll.1.log')).at(-1)).toMatchObject({ event: 'filling' })
    expect(log.dropped()).toBe(0)
  })

  test('RES-4 keeps the limit with one enormous event', () => {
    const log = setup()
    log.info('huge', { list: Array.from({ length: 5_000 }, () => 'y'.repeat(5_000)) })
    expect(statSync(log.file).size).toBeLessThan(40_000)
    expect(lines(log.file)).toHaveLength(1)
  })

  test('continues in the file of the previous run', () => {
    setup().info('first')
    const log = setup()
    log.info('second')
    expect(lines(log.file)).toHaveLength(2)
  })

  test('never throws if it cannot write, counts lost lines, and resumes when possible', () => {
    writeFileSync(join(home, 'logs'), 'a file where the folder should be')
    const log = setup()
    log.info('lost')
    log.error('lost too', new Error('with details'))
    expect(log.dropped()).toBe(2)
    rmSync(join(home, 'logs'))
    log.info('found')
    expect(lines(log.file)).toMatchObject([{ event: 'found' }])
    expect(log.dropped()).toBe(2)
  })

  test('never throws if the folder vanishes', () => {
    const log = setup()
    log.info('before')
    rmSync(join(home, 'logs'), { recursive: true })
    log.info('lost')
    log.info('after')
    expect(existsSync(log.file)).toBe(true)
    expect(lines(log.file)).toMatchObject([{ event: 'after' }])
    expect(log.dropped()).toBe(1)
  })

  test('omits details it cannot read, and continues', () => {
    const log = setup()
    log.info('hostile', {
      get trap() {
        throw new Error('no')
      },
    })
    expect(lines(log.file)).toMatchObject([{ details: { trap: '[unreadable]' } }])
  })
})
