import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/database/database.js'
import { openStorage } from '../../../src/main/accounts/storage.js'
import { databaseFiles } from '../../../src/main/database/database-files.js'
import { everything } from '../../../src/shared/investments/flex-history.js'
import {
  aProfile,
  createTestClock,
  openTestStorage,
  temporaryFolder,
  valueOf,
} from '../../support/test-storage.js'

const { clock } = createTestClock()
const main = aProfile()
const other = aProfile({ id: 'other', name: 'Other' })

function setup() {
  const folder = temporaryFolder()
  const { storage } = openTestStorage({ folder, clock })
  valueOf(storage.profiles.add(main))
  valueOf(storage.profiles.add(other))
  return { folder, storage }
}

const destination = {
  accountName: 'rig',
  destination: 'external_address',
  externalAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
}
const account = {
  name: 'rig',
  addedAt: 5.5,
  destination: null,
  asOf: null,
  keyHint: null,
  change: null,
}
const changed = {
  ...account,
  destination,
  asOf: 700.25,
  keyHint: 'aaaa…1111',
  change: {
    at: 700.25,
    from: { accountName: 'rig', destination: 'main_balance', externalAddress: null },
    to: destination,
    acknowledgedAt: null,
    otherKey: true,
  },
}

describe('mining accounts on disk', () => {
  it('are the same after a restart, in the order they were added', () => {
    const { folder, storage } = setup()
    valueOf(storage.mining.save(main.id, account))
    valueOf(storage.mining.save(main.id, { ...account, name: 'älter 💶', addedAt: 1 }))
    valueOf(storage.mining.save(main.id, changed))
    storage.close()
    const again = valueOf(openStorage({ folder, clock })).storage
    expect(valueOf(again.mining.load(main.id))).toEqual([
      { ...account, name: 'älter 💶', addedAt: 1 },
      changed,
    ])
    expect(valueOf(again.mining.load(other.id))).toEqual([])
    again.close()
  })

  it('are deleted with their profile, and kept for no unknown one', () => {
    const { storage } = setup()
    valueOf(storage.mining.save(main.id, account))
    valueOf(storage.mining.save('nobody', account))
    valueOf(storage.mining.save(other.id, account))
    valueOf(storage.mining.remove(other.id, 'rig'))
    expect([
      valueOf(storage.mining.load('nobody')),
      valueOf(storage.mining.load(other.id)),
    ]).toEqual([[], []])
    valueOf(storage.profiles.remove(main.id))
    expect(valueOf(storage.mining.load(main.id))).toEqual([])
  })

  it('count as never checked if their state cannot be read', () => {
    const { folder, storage } = setup()
    valueOf(storage.mining.save(main.id, changed))
    storage.close()
    const database = openDatabase(databaseFiles(folder).database)
    database.run(`UPDATE mining_account SET destination = '{"accountName":1}', change = 'x'`)
    database.close()
    const again = valueOf(openStorage({ folder, clock })).storage
    expect(valueOf(again.mining.load(main.id))).toEqual([{ ...account, asOf: 700.25 }])
    again.close()
  })

  it('are never overwritten with nothing: their state stays until the next check', () => {
    const { storage } = setup()
    valueOf(storage.mining.save(main.id, changed))
    valueOf(storage.mining.save(main.id, account))
    expect(valueOf(storage.mining.load(main.id))).toEqual([changed])
    valueOf(storage.mining.remove(main.id, 'rig'))
    valueOf(storage.mining.save(main.id, account))
    expect(valueOf(storage.mining.load(main.id))).toEqual([account])
  })

  it('are read as an earlier version left them, without a key', () => {
    const { folder, storage } = setup()
    valueOf(storage.mining.save(main.id, changed))
    storage.close()
    const database = openDatabase(databaseFiles(folder).database)
    const { otherKey: _newer, ...change } = changed.change
    database.run(
      'UPDATE mining_account SET destination = ?, change = ?',
      JSON.stringify(destination),
      JSON.stringify(change),
    )
    database.close()
    const again = valueOf(openStorage({ folder, clock })).storage
    expect(valueOf(again.mining.load(main.id))).toEqual([
      { ...changed, keyHint: null, change: { ...change, otherKey: false } },
    ])
    again.close()
  })
})

describe('saved filters on disk', () => {
  const saved = {
    id: 'f1',
    name: 'Mine',
    filter: { ...everything, planId: "p'1", from: 5, actionTypes: [4, 9] },
  }

  it('are the same after a restart, by name, each name once', () => {
    const { folder, storage } = setup()
    valueOf(storage.savedFilters.save(main.id, saved))
    valueOf(storage.savedFilters.save(main.id, { ...saved, id: 'f2', name: 'Also' }))
    valueOf(storage.savedFilters.save(main.id, { ...saved, id: 'f3', filter: everything }))
    storage.close()
    const again = valueOf(openStorage({ folder, clock })).storage
    expect(valueOf(again.savedFilters.list(main.id))).toEqual([
      { ...saved, id: 'f2', name: 'Also' },
      { id: 'f3', name: 'Mine', filter: everything },
    ])
    valueOf(again.savedFilters.remove(main.id, 'f3'))
    expect(valueOf(again.savedFilters.list(main.id))).toHaveLength(1)
    again.close()
  })

  it('are deleted with their profile', () => {
    const { storage } = setup()
    valueOf(storage.savedFilters.save(main.id, saved))
    valueOf(storage.savedFilters.save('nobody', saved))
    valueOf(storage.profiles.remove(main.id))
    expect([
      valueOf(storage.savedFilters.list(main.id)),
      valueOf(storage.savedFilters.list('nobody')),
    ]).toEqual([[], []])
  })
})
