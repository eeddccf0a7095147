import { expect, it } from 'vitest'
import { migrate } from '../../../src/main/database/database-migration.js'
import { openDatabase } from '../../../src/main/database/database.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { aProfile, createTestClock, openTestStorage, quickFolder, valueOf } from '../../support/test-storage.js'

const { clock } = createTestClock()

it('SEC-14 every keychain that a key was put into is known until the entry is forgotten, whatever becomes of the profile', () => {
  const folder = quickFolder()
  const first = openTestStorage({ folder, clock }).storage
  const profile = aProfile()
  valueOf(first.profiles.add(profile))
  for (const name of ['Keychain (macOS)', 'Secret Service (Linux)', 'Secret Service (Linux)'])
    valueOf(first.keychainEntries.note(profile.id, name))
  valueOf(first.profiles.remove(profile.id))
  first.close()
  const { storage } = openTestStorage({ folder, clock })
  expect(valueOf(storage.keychainEntries.of(profile.id))).toEqual(['Keychain (macOS)', 'Secret Service (Linux)'])
  expect(valueOf(storage.keychainEntries.of('another'))).toEqual([])
  valueOf(storage.keychainEntries.forget(profile.id))
  expect(valueOf(storage.keychainEntries.of(profile.id))).toEqual([])
  storage.close()
})

it('SEC-14 a key that an older Plimsoll stored is known to be in some keychain', () => {
  const folder = quickFolder()
  const old = openDatabase(databaseFiles(folder).database)
  migrate(old, 8)
  const insert = `INSERT INTO profile (id, name, region, base_url, dialect, key_hint, key_storage, created_at) VALUES (?, ?, 'eu', '', 'live', '', ?, 1)`
  old.run(insert, 'kept', 'Kept', 'keychain')
  old.run(insert, 'brief', 'Brief', 'session')
  old.close()
  const { storage } = openTestStorage({ folder, clock })
  expect(valueOf(storage.keychainEntries.of('kept'))).toEqual([''])
  expect(valueOf(storage.keychainEntries.of('brief'))).toEqual([])
  storage.close()
})
