// The state of the database for support: from a real one with real backups.
import { truncateSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeBackup } from '../../../src/main/database/backup.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { migrate, newestVersion } from '../../../src/main/database/database-migrations.js'
import { readDatabaseState } from '../../../src/main/database/database-state.js'
import { openDatabase } from '../../../src/main/database/database.js'
import { startOfTest, temporaryFolder } from '../../support/test-storage.js'

function setup() {
  const files = databaseFiles(temporaryFolder())
  const database = openDatabase(files.database)
  onTestFinished(() => database.close())
  migrate(database)
  return { files, database, state: () => readDatabaseState(database, files) }
}

describe('UX-72 the state of the database', () => {
  it('is its version, sizes and row counts, and nothing of its contents', () => {
    const { files, database, state } = setup()
    const canary = 'canary-in-a-row'
    const before = state().rows['nonce'] ?? -1
    database.run('INSERT INTO nonce (key_id, high_water) VALUES (?, ?)', canary, '1755500000000')
    writeFileSync(files.marker, '')
    const found = state()
    expect(found).toMatchObject({
      schemaVersion: newestVersion,
      newestKnownVersion: newestVersion,
      backups: [],
    })
    expect(found.files[basename(files.database)]).toBeGreaterThan(0)
    expect(found.files[basename(files.marker)]).toBe(0)
    expect(found.rows['nonce']).toBe(before + 1)
    expect(JSON.stringify(found)).not.toContain(canary)
  })

  it('says for each backup, newest first, whether it is good, and why not', () => {
    const { files, database, state } = setup()
    const first = makeBackup(database, files, startOfTest)
    const second = makeBackup(database, files, startOfTest + 86_400)
    truncateSync(first.path, 5000)
    const { backups } = state()
    expect(backups).toEqual([
      {
        name: basename(second.path),
        made: '2025-06-16T12:00:00.000Z',
        bytes: expect.any(Number) as number,
        state: 'sound',
      },
      {
        name: basename(first.path),
        made: '2025-06-15T12:00:00.000Z',
        bytes: 5000,
        state: 'DAMAGED',
      },
    ])
  })

  it('throws if the database cannot be read, so that the bundle can say so', () => {
    const { files, database } = setup()
    database.close()
    expect(() => readDatabaseState(database, files)).toThrow()
  })
})
