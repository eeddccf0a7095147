import { expect, it } from 'vitest'
import { migrate } from '../../../src/main/database/database-migration.js'
import { openDatabase } from '../../../src/main/database/database.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { aProfile, createTestClock, openTestStore, quickFolder, valueOf } from '../../support/store-room.js'

const { clock } = createTestClock()

it('SEC-14 every keychain that a key was put into is known until the entry is forgotten, whatever becomes of the profile', () => {
  const folder = quickFolder()
  const first = openTestStore({ folder, clock }).store
  const profile = aProfile()
  valueOf(first.profiles.add(profile))
  for (const name of ['Keychain (macOS)', 'Secret Service (Linux)', 'Secret Service (Linux)'])
    valueOf(first.keychainEntries.note(profile.id, name))
  valueOf(first.profiles.remove(profile.id))
  first.close()
  const { store } = openTestStore({ folder, clock })
  expect(valueOf(store.keychainEntries.of(profile.id))).toEqual(['Keychain (macOS)', 'Secret Service (Linux)'])
  expect(valueOf(store.keychainEntries.of('another'))).toEqual([])
  valueOf(store.keychainEntries.forget(profile.id))
  expect(valueOf(store.keychainEntries.of(profile.id))).toEqual([])
  store.close()
})

it('SEC-14 a key that an older Plimsoll stored is known to be in some keychain', () => {
  const folder = quickFolder()
  const old = openDatabase(databaseFiles(folder).database)
  migrate(old, 8)
  const insert = `INSERT INTO profile (id, name, region, base_url, dialect, key_hint, key_storage, created_at) VALUES (?, ?, 'eu', '', 'live', '', ?, 1)`
  old.run(insert, 'kept', 'Kept', 'keychain')
  old.run(insert, 'brief', 'Brief', 'session')
  old.close()
  const { store } = openTestStore({ folder, clock })
  expect(valueOf(store.keychainEntries.of('kept'))).toEqual([''])
  expect(valueOf(store.keychainEntries.of('brief'))).toEqual([])
  store.close()
})
