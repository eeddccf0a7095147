import { describe, expect, it } from 'vitest'
import {
  createDatabaseHealth,
  DatabaseFault,
  databaseProblem,
  faultOf,
  type FaultReason,
  noLog,
} from '../../../src/main/database/database-fault.js'
import { worded } from '../../support/worded.js'

function thrown(message: string, members: object): Error {
  return Object.assign(new Error(message), members)
}

describe('database faults', () => {
  it.each<[string, Error, FaultReason]>([
    [
      'a locked database',
      thrown('database is locked', { code: 'SQLITE_BUSY', rawCode: 5 }),
      'IN_USE',
    ],
    ['a damaged page', thrown('malformed', { code: 'SQLITE_CORRUPT', rawCode: 11 }), 'DAMAGED'],
    [
      'a damaged index',
      thrown('malformed', { code: 'SQLITE_CORRUPT_INDEX', rawCode: 11 + 3 * 256 }),
      'DAMAGED',
    ],
    ['garbage', thrown('not a database', { code: 'SQLITE_NOTADB', rawCode: 26 }), 'DAMAGED'],
    [
      'a full disk seen by SQLite',
      thrown('full', { code: 'SQLITE_FULL', rawCode: 13 }),
      'DISK_FULL',
    ],
    ['a full disk seen by the system', thrown('no space', { code: 'ENOSPC' }), 'DISK_FULL'],
    [
      'a file that may only be read',
      thrown('read-only', { code: 'SQLITE_READONLY_DIRECTORY', rawCode: 8 + 6 * 256 }),
      'READ_ONLY',
    ],
    ['a folder on a read-only disk', thrown('rofs', { code: 'EROFS' }), 'READ_ONLY'],
    [
      'a failing disk',
      thrown('io', { code: 'SQLITE_IOERR_FSYNC', rawCode: 10 + 4 * 256 }),
      'DISK_TROUBLE',
    ],
    [
      'a failed opening',
      new Error('ConnectionFailed("Unable to open connection to local database /x/y: 14")'),
      'CANNOT_OPEN',
    ],
    [
      'a broken rule of a table',
      thrown('CHECK', { code: 'SQLITE_CONSTRAINT_CHECK', rawCode: 275 }),
      'INTERNAL',
    ],
    ['anything else', new TypeError('no'), 'INTERNAL'],
  ])('classifies %s', (_what, error, reason) => {
    expect(faultOf(error).reason).toBe(reason)
  })

  it('does not change a classified fault', () => {
    const fault = new DatabaseFault('NEWER_DATA', 'x')
    expect(faultOf(fault)).toBe(fault)
  })

  it('returns a problem with a message and a code, without what was thrown', () => {
    expect(worded(databaseProblem(faultOf(thrown('secret text', { rawCode: 13 })).reason))).toEqual(
      {
        code: 'store-trouble',
        reason: 'DISK_FULL',
        message: 'The disk is full, so Plimsoll cannot record anything. Monitoring continues.',
      },
    )
  })
})

function setup() {
  const reported: (string | null)[] = []
  const place = { isThere: true }
  let changes = 0
  let damages = 0
  const health = createDatabaseHealth({
    changes: () => changes,
    log: noLog,
    isInPlace: () => place.isThere,
    onChange: (problem) => reported.push(problem?.reason ?? null),
    onDamage: () => {
      damages += 1
    },
  })
  return {
    health,
    reported,
    place,
    damages: () => damages,
    write: () => health.write(() => (changes += 1)),
    failWith: (reason: 'DISK_FULL' | 'DAMAGED' | 'CLOSED') => () => {
      throw new DatabaseFault(reason, 'x')
    },
  }
}

describe('database health', () => {
  it('remembers a failed write until one succeeds, and reports each change once', () => {
    const { health, reported, write, failWith } = setup()
    health.write(failWith('DISK_FULL'))
    health.write(failWith('DISK_FULL'))
    expect(health.problem()?.reason).toBe('DISK_FULL')
    write()
    expect(health.problem()).toBeNull()
    expect(reported).toEqual(['DISK_FULL', null])
  })

  it('does not take an empty write, or a read, for a sign of health', () => {
    const { health, failWith } = setup()
    health.write(failWith('DISK_FULL'))
    health.write(() => 0)
    health.read(() => 1)
    expect(health.problem()?.reason).toBe('DISK_FULL')
  })

  it('DAT-4 schedules a check at the next start for damage met while reading', () => {
    const { health, damages, failWith } = setup()
    expect(health.read(failWith('DAMAGED')).ok).toBe(false)
    health.read(failWith('DAMAGED'))
    expect(damages()).toBe(1)
    expect(health.problem()?.reason).toBe('DAMAGED')
  })

  it('writes nothing while the file is not in its place, and continues reading', () => {
    const { health, reported, write, place } = setup()
    place.isThere = false
    expect(write()).toMatchObject({ ok: false, error: { reason: 'FILE_GONE' } })
    expect(health.read(() => 1)).toEqual({ ok: true, value: 1 })
    place.isThere = true
    expect(write()).toEqual({ ok: true, value: 1 })
    expect(reported).toEqual(['FILE_GONE', null])
  })

  it('ignores what comes after the end', () => {
    const { health, reported, failWith } = setup()
    expect(health.write(failWith('CLOSED')).ok).toBe(false)
    expect(reported).toEqual([])
  })
})
