import { describe, expect, it } from 'vitest'
import {
  aLoan,
  aProfile,
  createTestClock,
  openTestStorage,
  quickFolder,
  startOfTest,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'
import { migrate } from '../../../src/main/database/database-migrations.js'
import { openDatabase } from '../../../src/main/database/database.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'

function setup() {
  const folder = temporaryFolder()
  const { clock } = createTestClock()
  const first = openTestStorage({ folder, clock })
  return {
    storage: first.storage,
    reopen: () => {
      first.storage.close()
      return openTestStorage({ folder, clock }).storage
    },
  }
}

const one = aProfile()
const two = aProfile({
  id: '22222222-0000-4000-8000-000000000000',
  name: "Wörk, “b2b” '; DROP TABLE profile; --",
  createdAt: startOfTest + 1,
})

describe('profiles', () => {
  it('survive a restart unchanged, oldest first', () => {
    const { storage, reopen } = setup()
    valueOf(storage.profiles.add(two))
    valueOf(storage.profiles.add(one))
    expect(valueOf(reopen().profiles.list())).toEqual([one, two])
  })

  it('can change every field except the id and the creation time', () => {
    const { storage, reopen } = setup()
    valueOf(storage.profiles.add(one))
    const changed = aProfile({
      name: 'New',
      region: 'custom',
      baseUrl: 'http://127.0.0.1:1',
      dialect: 'spec',
      keyHint: '1…2',
      keyStorage: 'session',
    })
    valueOf(storage.profiles.update({ ...changed, createdAt: 1 }))
    expect(valueOf(reopen().profiles.list())).toEqual([changed])
  })

  it('report when a profile is gone', () => {
    const { storage } = setup()
    for (const result of [
      storage.profiles.update(one),
      storage.profiles.setActive(one.id),
      storage.profiles.markForDeletion(one.id),
      storage.profiles.remove(one.id),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'gone' } })
    }
  })

  it('have at most one active among them, also after a restart', () => {
    const { storage, reopen } = setup()
    valueOf(storage.profiles.add(one))
    valueOf(storage.profiles.add(two))
    expect(valueOf(storage.profiles.activeId())).toBeNull()
    valueOf(storage.profiles.setActive(one.id))
    valueOf(storage.profiles.setActive(two.id))
    expect(storage.profiles.setActive('unknown')).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
    const again = reopen()
    expect(valueOf(again.profiles.activeId())).toBe(two.id)
    valueOf(again.profiles.setActive(null))
    expect(valueOf(again.profiles.activeId())).toBeNull()
  })

  it('SEC-14 remember an unfinished removal over a restart', () => {
    const { storage, reopen } = setup()
    valueOf(storage.profiles.add(one))
    valueOf(storage.profiles.add(two))
    valueOf(storage.profiles.setActive(one.id))
    valueOf(storage.profiles.markForDeletion(one.id))
    const again = reopen()
    expect(valueOf(again.profiles.list())).toEqual([two])
    expect(valueOf(again.profiles.awaitingDeletion())).toEqual([one])
    expect(valueOf(again.profiles.activeId())).toBeNull()
    expect(again.profiles.setActive(one.id)).toMatchObject({ ok: false, error: { code: 'gone' } })
    valueOf(again.profiles.remove(one.id))
    expect(valueOf(again.profiles.awaitingDeletion())).toEqual([])
  })

  it('are deleted with everything stored for them, and nothing of another', async () => {
    const { storage, reopen } = setup()
    for (const profile of [one, two]) {
      valueOf(storage.profiles.add(profile))
      storage.samples.addLoan(profile.id, startOfTest, aLoan())
      storage.snapshots.remember(
        profile.id,
        'balance',
        [{ asset: 'BTC', amount: '1.5' }],
        startOfTest,
      )
    }
    storage.nonces.raise('key', '7')
    valueOf(await storage.tend())
    // What still waits to be written must not restore the profile's rows either.
    storage.samples.addLoan(one.id, startOfTest + 15, aLoan())
    storage.snapshots.remember(one.id, 'loan', { kind: 'no-loan' }, startOfTest)
    valueOf(storage.profiles.remove(one.id))
    storage.samples.addLoan(one.id, startOfTest + 30, aLoan())
    const again = reopen()
    const everything = { from: 0, to: startOfTest * 2 }
    expect(valueOf(again.samples.loans(one.id, everything))).toEqual([])
    expect(valueOf(again.snapshots.last(one.id)).balance).toBeUndefined()
    expect(valueOf(again.snapshots.last(one.id)).loan).toBeUndefined()
    expect(valueOf(again.samples.loans(two.id, everything))).toHaveLength(1)
    expect(valueOf(again.snapshots.last(two.id)).balance?.asOf).toBe(startOfTest)
    expect(again.nonces.highWater('key')).toBe('7')
  })
})

const { clock } = createTestClock()

it('SEC-14 remembers every keychain that stored a key until the entry is forgotten, whatever happens to the profile', () => {
  const folder = quickFolder()
  const first = openTestStorage({ folder, clock }).storage
  const profile = aProfile()
  valueOf(first.profiles.add(profile))
  for (const name of ['Keychain (macOS)', 'Secret Service (Linux)', 'Secret Service (Linux)'])
    valueOf(first.keychainEntries.note(profile.id, name))
  valueOf(first.profiles.remove(profile.id))
  first.close()
  const { storage } = openTestStorage({ folder, clock })
  expect(valueOf(storage.keychainEntries.of(profile.id))).toEqual([
    'Keychain (macOS)',
    'Secret Service (Linux)',
  ])
  expect(valueOf(storage.keychainEntries.of('another'))).toEqual([])
  valueOf(storage.keychainEntries.forget(profile.id))
  expect(valueOf(storage.keychainEntries.of(profile.id))).toEqual([])
  storage.close()
})

it('SEC-14 knows that a key stored by an older Plimsoll is in some keychain', () => {
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
